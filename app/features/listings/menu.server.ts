import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { m } from "#app/paraglide/messages.js";
import { sentence, subcategoryLabel } from "./texts.server.ts";

/** The category bar's entries. "New In" is the category with what came this week (A2.24). */
export function categoryMenu() {
  return CATEGORIES.map((definition) => ({
    label: sentence(definition, "plural"),
    href: `/${definition.plural}`,
    entries: [
      { label: m.browse_new_in(), href: `/${definition.plural}?dateFilter=week` },
      ...definition.subcategories.map((sub) => ({
        label: subcategoryLabel(definition, sub),
        href: `/${definition.plural}/${sub.slug}`,
      })),
    ],
  }));
}
