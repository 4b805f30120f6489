import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { parseSearch } from "#app/domain/categories/derive/search.ts";
import { racket } from "#app/domain/categories/racket.ts";
import type { Search } from "#app/domain/search.ts";

/**
 * The common part of all categories, as a category. A search across categories derives its addresses, filters and
 * chips from it. The properties that such a search does not use are a racket's.
 */
export const EVERYTHING: CategoryDefinition = {
  ...racket,
  type: "listing",
  plural: "search",
  brand: { required: false, form: [], browse: [] },
  fields: {},
  filters: [{ by: "price" }, { by: "location" }, { by: "date" }],
  price: { as: "slider", max: 400, step: 5 },
  // A search shows the viewer's own listings too, because it answers whether a listing exists (docs/decisions/0016).
  ownListings: "shown",
};

/** Reads a search across types from an address. Parameters of a single category are dropped. It never throws. */
export function parseEverything(params: URLSearchParams): Search {
  return { ...parseSearch(EVERYTHING, params), brands: [] };
}

/** The part of a category's search that has the same meaning in every category, from the first page. */
export function commonPart(search: Search): Search {
  return { ...search, brands: [], choices: {}, ranges: {}, page: 1 };
}
