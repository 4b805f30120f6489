import { href } from "react-router";
import type { CategoryDefinition, Subcategory } from "#app/domain/categories/definition.ts";
import { parseSearch, searchParams } from "#app/domain/categories/derive/search.ts";
import { filterTraits } from "#app/domain/categories/filters/registry.ts";
import { browsePath, modelPath } from "#app/domain/categories/paths.ts";
import { isSlug } from "#app/domain/models/model.ts";
import type { Search } from "#app/domain/search.ts";
import { browseAddressOf, entryFilter, withinEntry } from "#app/features/browse/addresses.server.ts";
import { searchHref } from "#app/features/browse/browse-view.server.ts";
import { EVERYTHING, parseEverything } from "#app/features/search/find/everything.ts";

/** A search as it is saved: of one category, or of all (`EVERYTHING`). */
export interface CanonicalSearch {
  readonly definition: CategoryDefinition;
  readonly path: string;
  readonly subcategory: Subcategory | null;
  readonly search: Search;
  /** Whether the words are searched for as typed, without correction. */
  readonly exact: boolean;
  /** The model's slug, when the search is for the listings of a model; null for any other search. */
  readonly model: string | null;
  /** The path and query of the search. Equal searches have the same one. */
  readonly address: string;
}

export const LONGEST_ADDRESS = 6000; // The table saved_searches checks it too.

/**
 * The sort order, the page, and a postal code without a distance are not saved. The visitor's sizes become filters, so
 * that the saved search stays the same when the sizes change.
 */
function pickParameters(definition: CategoryDefinition, search: Search): Search {
  const hasPlace = search.place !== null && search.maxDistance !== null;
  const choices: Record<string, readonly string[]> = {};
  for (const { field, preselected } of definition.filters.map(filterTraits)) {
    const values = field === undefined ? undefined : (search.choices[field] ?? (preselected && []));
    if (field !== undefined && values) choices[field] = values;
  }
  return {
    ...search,
    choices,
    sort: "relevance",
    page: 1,
    brands: [...search.brands].sort(),
    place: hasPlace ? search.place : null,
    maxDistance: hasPlace ? search.maxDistance : null,
  };
}

export function canonicalSavedSearch(
  {
    definition,
    path,
    isNew = false,
    subcategory = null,
  }: Pick<CanonicalSearch, "definition" | "path"> & {
    readonly isNew?: boolean;
    readonly subcategory?: Subcategory | null;
  },
  requested: Search,
  exact: boolean,
): CanonicalSearch {
  const picked = pickParameters(definition, requested);
  const entry = entryFilter({ definition, subcategory });
  const leavesEntry =
    entry !== null && (picked.choices[entry.field] ?? []).length > 0 && !withinEntry(entry, picked);
  const search = (entry && withinEntry(entry, picked)) ?? picked;
  // The "new" page is saved as the category with the filter "this week".
  const savedPath = isNew || leavesEntry ? browsePath(definition) : path;
  const href = searchHref(savedPath, search);
  const isExact = exact && search.q !== "";
  return {
    definition,
    path: savedPath,
    subcategory: leavesEntry ? null : subcategory,
    search,
    exact: isExact,
    model: null,
    address: isExact ? `${href}&exact=1` : href,
  };
}

/** Its URL is that of the model's page. */
export function modelSearch(definition: CategoryDefinition, slug: string): CanonicalSearch {
  const path = modelPath(definition, slug);
  const search = parseSearch(definition, new URLSearchParams());
  return { definition, path, subcategory: null, search, exact: false, model: slug, address: path };
}

/** Null when the path and query are no search. Unknown parameters are dropped. */
export function readAddress(address: string): CanonicalSearch | null {
  if (!address.startsWith("/") || address.length > LONGEST_ADDRESS) return null;
  const [path = "", ...rest] = address.replace(/#.*$/s, "").split("?");
  const params = new URLSearchParams(rest.join("?"));
  const exact = params.get("exact") === "1";
  if (path === href("/search"))
    return canonicalSavedSearch({ definition: EVERYTHING, path }, parseEverything(params), exact);
  const place = browseAddressOf(path);
  if (!place) return null;
  const slug = path.split("/").at(-1) ?? "";
  if (place.definition.models && isSlug(slug) && path === modelPath(place.definition, slug))
    return modelSearch(place.definition, slug);
  if (path.split("/").length > 3) return null;
  const isWhole = place.path === browsePath(place.definition);
  if (!isWhole && !place.isNew && !place.subcategory) return null;
  const requested = parseSearch(place.definition, params);
  const date = place.isNew && requested.date === "all" ? "week" : requested.date;
  return canonicalSavedSearch(place, { ...requested, date }, exact);
}

export function newestFirstHref({ path, search, exact, model }: CanonicalSearch): string {
  if (model !== null) return path;
  const params = searchParams({ ...search, sort: "newest" });
  if (exact) params.set("exact", "1");
  return `${path}?${params}`;
}
