import type { CategoryDefinition, Subcategory } from "#app/domain/categories/definition.ts";
import { narrowedBy, searchNames } from "#app/domain/categories/derive/search.ts";
import { type Filter, filterKindOf, filterTraits } from "#app/domain/categories/filters/registry.ts";
import { CATEGORIES, categoryOfPlural } from "#app/domain/categories/registry.ts";
import type { Search } from "#app/domain/search.ts";
import { EVERYTHING } from "#app/features/search/find/everything.ts";
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

/** The parameter that says which field's values the browser preselected. */
export const PRESELECTED = "preselected";

/** The parameters that a page of results reads: that of a category, or /search. */
export function browseQuery(path: string): readonly string[] {
  const definition = browseAddressOf(path)?.definition ?? EVERYTHING;
  return [...searchNames(definition), "exact", "pages", PRESELECTED];
}

/**
 * A script's request for a part of a browse page: `in` is the path of the page, and the other parameters are its query.
 * A part is of one page, however many the address shows (`pages`).
 */
export function pagePartRequested(request: Request): {
  readonly path: string;
  readonly params: URLSearchParams;
} {
  const params = new URL(request.url).searchParams;
  const path = params.get("in") ?? "";
  params.delete("in");
  params.delete("pages");
  return { path, params };
}

/** The parameters that `pagePartRequested` gives to a part. */
export function pagePartQuery(_path: string, params: URLSearchParams): readonly string[] {
  return ["in", ...browseQuery(params.get("in") ?? "")];
}

interface EntryFilter {
  readonly filter: Filter;
  readonly field: string;
  /** What the filter has chosen on the page of the entry. */
  readonly chosen: Partial<Search>;
}

/** The filter that a menu entry stands for: skirts are clothes of this type. Null when it stands for words. */
export function entryFilter({
  definition,
  subcategory,
}: Pick<BrowseAddress, "definition" | "subcategory">): EntryFilter | null {
  if (!subcategory || !("field" in subcategory.means)) return null;
  const { field, values } = subcategory.means;
  const filter = definition.filters.find((each) => filterTraits(each).field === field);
  return filter ? { filter, field, chosen: filterKindOf(filter).choose(filter, values, definition) } : null;
}

/** A search without the filter of its menu entry, whose path says it already; null when another value is chosen. */
export function withinEntry({ filter, chosen }: EntryFilter, search: Search): Search | null {
  const kind = filterKindOf(filter);
  const without = kind.without(filter, search);
  const values = kind.chosen(filter, narrowedBy(without, chosen)).toSorted();
  const isSame = values.join() === kind.chosen(filter, search).toSorted().join();
  return isSame ? without : null;
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
