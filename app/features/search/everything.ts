import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { parseSearch } from "#app/domain/categories/derive/search.ts";
import { racket } from "#app/domain/categories/racket.ts";
import type { Search } from "#app/domain/search.ts";

/**
 * What listings of all categories have in common, as a category: addresses, filters and chips of a search across them
 * derive from it like those of any other. What a search does not ask for is a racket's.
 */
export const EVERYTHING: CategoryDefinition = {
  ...racket,
  type: "listing",
  plural: "search",
  brand: { required: false, form: [], browse: [] },
  fields: {},
  filters: [{ by: "date" }, { by: "price" }, { by: "location" }],
  price: { as: "slider", max: 400, step: 5 },
  // Who searches wants to know whether it is there at all, their own too (docs/decisions/0016).
  ownListings: "shown",
};

/** Reads a search across types from an address: what only one category has is dropped. Nothing throws. */
export function parseEverything(params: URLSearchParams): Search {
  return { ...parseSearch(EVERYTHING, params), brands: [] };
}

/** The part of a category's search that means the same in every category, from its first page. */
export function commonPart(search: Search): Search {
  return { ...search, brands: [], choices: {}, ranges: {}, page: 1 };
}
