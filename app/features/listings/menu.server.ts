import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { m } from "#app/paraglide/messages.js";
import { sentence, subcategoryLabel } from "./texts.server.ts";

/** The entries of the category bar. "New In" is the category with this week's listings (A2.24). */
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
