import type { CategoryDefinition, Subcategory } from "#app/domain/categories/definition.ts";
import { filterTraits } from "#app/domain/categories/filters/registry.ts";
import { CATEGORIES, categoryOfPlural } from "#app/domain/categories/registry.ts";
import type { Search } from "#app/domain/search.ts";
import { appPath } from "#app/platform/locale.server.ts";

/** The page that a URL below a category's path stands for. */
export interface BrowseAddress {
  readonly definition: CategoryDefinition;
  /** The path without query and language prefix, as links write it. */
  readonly path: string;
  /** Whether it is the page of the category's new listings. */
  readonly isNew: boolean;
  readonly subcategory: Subcategory | null;
}

/**
 * The category, and the menu entry if any, of a browse, detail or edit page. Throws for any other path, because then
 * the routes have a bug.
 */
export function browseAddress(request: Request): BrowseAddress {
  const path = appPath(request.url).replace(/[?#].*$/s, "");
  const address = browseAddressOf(path);
  if (!address) throw new Error(`No category lives at ${path}.`);
  return address;
}

/** Like `browseAddress`, for a path that a browser sent; null when the path belongs to no category. */
export function browseAddressOf(address: string): BrowseAddress | null {
  const path = address.replace(/\/+$/, "");
  const [, plural = "", slug = ""] = path.split("/");
  const definition = categoryOfPlural(plural);
  if (!definition) return null;
  const subcategory = definition.subcategories.find((sub) => sub.slug === slug) ?? null;
  return { definition, path, isNew: slug === "new", subcategory };
}

/** The filter that a menu entry stands for: skirts are clothes of this type. Null when it stands for words. */
export function entryFilter({
  definition,
  subcategory,
}: Pick<BrowseAddress, "definition" | "subcategory">): { field: string; values: readonly string[] } | null {
  if (!subcategory || !("field" in subcategory.means)) return null;
  const { field, values } = subcategory.means;
  const isFilter = definition.filters.some((filter) => filterTraits(filter).field === field);
  return isFilter ? { field, values } : null;
}

/** A search without the filter of its menu entry, whose path says it already; null when another value is chosen. */
export function withinEntry(
  entry: { field: string; values: readonly string[] },
  search: Search,
): Search | null {
  const { [entry.field]: chosen = [], ...choices } = search.choices;
  const isSame =
    chosen.length === entry.values.length && entry.values.every((value) => chosen.includes(value));
  return isSame ? { ...search, choices } : null;
}

/** The category of a sell form or an edit form. Throws for a path that belongs to no category. */
export function formAddress(request: Request): CategoryDefinition {
  const [, first = "", second = ""] = appPath(request.url)
    .replace(/[?#].*$/s, "")
    .split("/");
  const definition =
    first === "sell" ? CATEGORIES.find((category) => category.sell === second) : categoryOfPlural(first);
  if (!definition) throw new Error(`No form lives at ${request.url}.`);
  return definition;
}
