import { browsePath } from "#app/domain/categories/paths.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { m } from "#app/paraglide/messages.js";
import { sentence, subcategoryLabel } from "./texts.server.ts";

/** "New In" is the category with this week's listings. */
export function categoryMenu() {
  return CATEGORIES.map((definition) => ({
    label: sentence(definition, "plural"),
    href: browsePath(definition),
    loadFailed: sentence(definition, "load_failed"),
    entries: [
      { label: m.browse_new_in(), href: `${browsePath(definition)}?dateFilter=week` },
      ...definition.subcategories.map((sub) => ({
        label: subcategoryLabel(definition, sub),
        href: browsePath(definition, sub.slug),
      })),
    ],
  }));
}
