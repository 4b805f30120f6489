import type { Search } from "#app/domain/search.ts";

/** What stands for whatever brand is not offered (definition.ts): nobody looks for that. */
export const UNLISTED = "Other";

/** What a browse page found, as far as it matters for whether it is found itself. */
interface Outcome {
  readonly total: number;
  /** The page that is shown. */
  readonly page: number;
}

interface Place {
  readonly isNew: boolean;
  /** A menu entry's page. */
  readonly subcategory: unknown;
}

/**
 * The search under which a browse page is to be found by search engines; null where it is not. A category, its menu
 * entries and each of its brands are found, page by page; what only orders them leads to them. Everything that narrows
 * further makes more addresses than there are listings, and shows nothing that these do not. What shows nothing is found
 * only if it is a whole category, which fills up again.
 */
export function canonicalSearch(
  asked: Search,
  { isNew, subcategory }: Place,
  { total, page }: Outcome,
): Search | null {
  const { brands, price, choices, ranges, place, maxDistance, q, sort } = asked;
  const isWhole = !isNew && !subcategory;
  const narrows =
    q !== "" ||
    asked.date !== (isNew && asked.date === "week" ? "week" : "all") ||
    brands.length > (isWhole ? 1 : 0) ||
    brands.includes(UNLISTED) ||
    price.min !== null ||
    price.max !== null ||
    Object.keys(choices).length > 0 ||
    Object.keys(ranges).length > 0 ||
    place !== null ||
    maxDistance !== null;
  if (narrows || (total === 0 && !(isWhole && brands.length === 0))) return null;
  return { ...asked, date: "all", sort: "relevance", page: sort === "relevance" ? page : 1 };
}
