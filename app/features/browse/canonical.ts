import { OTHER_BRAND } from "#app/domain/categories/derive/brand.ts";
import type { Search } from "#app/domain/search.ts";

interface Outcome {
  readonly total: number;
  readonly page: number;
}

interface Place {
  readonly isNew: boolean;
  /** The menu entry whose page it is; null or undefined for none. */
  readonly subcategory: unknown;
}

/**
 * Returns the search of a browse page's canonical URL; null when search engines should not index the page. They may
 * index a category, its menu entries, each of its brands, and all result pages of these. There are more pages with
 * further filters than listings, and they show nothing new. An empty page is indexed only for a whole category, because
 * new listings will fill it again.
 */
export function canonicalSearch(
  search: Search,
  { isNew, subcategory }: Place,
  { total, page }: Outcome,
): Search | null {
  const { brands, price, choices, ranges, place, maxDistance, q, sort } = search;
  const isWhole = !isNew && !subcategory;
  const narrows =
    q !== "" ||
    search.date !== (isNew && search.date === "week" ? "week" : "all") ||
    brands.length > (isWhole ? 1 : 0) ||
    brands.includes(OTHER_BRAND) ||
    price.min !== null ||
    price.max !== null ||
    Object.keys(choices).length > 0 ||
    Object.keys(ranges).length > 0 ||
    place !== null ||
    maxDistance !== null;
  if (narrows || (total === 0 && !(isWhole && brands.length === 0))) return null;
  return { ...search, date: "all", sort: "relevance", page: sort === "relevance" ? page : 1 };
}
