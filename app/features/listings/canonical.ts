import type { Search } from "#app/domain/search.ts";

/** Stands for any brand that is not offered (definition.ts). Nobody searches for it. */
export const UNLISTED = "Other";

/** The part of a browse page's result that decides whether search engines index it. */
interface Outcome {
  readonly total: number;
  readonly page: number;
}

interface Place {
  readonly isNew: boolean;
  /** A menu entry's page. */
  readonly subcategory: unknown;
}

/**
 * The canonical search of a browse page for search engines; null where the page is not indexed. A category, its menu
 * entries and each of its brands are indexed, page by page. A page that only orders them differently points to them.
 * Further filters make more addresses than there are listings, and show nothing new. An empty page is indexed only for
 * a whole category, which fills up again.
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
    brands.includes(UNLISTED) ||
    price.min !== null ||
    price.max !== null ||
    Object.keys(choices).length > 0 ||
    Object.keys(ranges).length > 0 ||
    place !== null ||
    maxDistance !== null;
  if (narrows || (total === 0 && !(isWhole && brands.length === 0))) return null;
  return { ...search, date: "all", sort: "relevance", page: sort === "relevance" ? page : 1 };
}
