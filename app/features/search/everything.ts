import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { parseSearch } from "#app/domain/categories/derive/search.ts";
import type { Search } from "#app/domain/search.ts";

/**
 * What listings of all categories have in common, as a category: addresses, filters and chips of a search across them
 * derive from it like those of any other.
 */
export const EVERYTHING: CategoryDefinition = {
  type: "listing",
  plural: "search",
  sell: "individual",
  brand: { required: false, form: [], browse: [] },
  fields: {},
  form: [],
  filters: [{ by: "date" }, { by: "price" }, { by: "location" }],
  price: { as: "slider", max: 400, step: 5 },
  card: [],
  detail: [],
  subcategories: [],
  paging: "pages",
  // Who searches wants to know whether it is there at all, their own too (docs/decisions/0014).
  ownListings: "shown",
  back: { owner: "previous", others: "previous" },
  goBack: "previous",
  afterSave: "listing",
};

/** Reads a search across types from an address: what only one category has is dropped. Nothing throws. */
export function parseEverything(params: URLSearchParams): Search {
  return { ...parseSearch(EVERYTHING, params), brands: [] };
}

/** The part of a category's search that means the same in every category, from its first page. */
export function commonPart(search: Search): Search {
  return { ...search, brands: [], choices: {}, ranges: {}, page: 1 };
}
