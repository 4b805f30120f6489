import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { parseSearch } from "#app/domain/categories/derive/search.ts";
import { racket } from "#app/domain/categories/racket.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import type { Search } from "#app/domain/search.ts";

/**
 * What all categories have in common. A search of all categories derives its URLs, filters and chips from it; it does
 * not use the other properties, which are those of rackets.
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

const CATEGORIES_OF_EVERYTHING: readonly CategoryDefinition[] = CATEGORIES.map(({ type, plural }) => ({
  ...EVERYTHING,
  type,
  plural,
}));

/**
 * The categories that a search asks: its own, or of a search of all categories those that its words may mean, each with
 * the filters that all categories have.
 */
export function askedCategories(
  definition: CategoryDefinition,
  types: readonly string[] | null,
): readonly CategoryDefinition[] {
  if (definition.type !== EVERYTHING.type) return [definition];
  return CATEGORIES_OF_EVERYTHING.filter(({ type }) => types === null || types.includes(type));
}

/** Parameters of one category are ignored. */
export function parseEverything(params: URLSearchParams): Search {
  return { ...parseSearch(EVERYTHING, params), brands: [] };
}

/** The first page of a search, with only those of its filters that every category has. */
export function commonPart(search: Search): Search {
  return { ...search, brands: [], choices: {}, ranges: {}, page: 1 };
}
