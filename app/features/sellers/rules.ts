/** Cards to a page: rows of two, three and four are full. */
export const LISTINGS_PER_PAGE = 24;
export const REVIEWS_PER_PAGE = 10;

/** What part of a seller's page is asked for. */
export interface SellerSearch {
  /** A listing type that the seller has; null for all. */
  readonly type: string | null;
  readonly page: number;
  readonly reviews: number;
}

export function pagesOf(count: number, perPage: number): number {
  return Math.max(1, Math.ceil(count / perPage));
}

/** The page that an address asks for; the first unless it names another, and never beyond the last. */
export function pageIn(value: string | null, pages: number): number {
  const page = /^[1-9]\d{0,6}$/.test(value ?? "") ? Number(value) : 1;
  return Math.min(page, pages);
}

/** Reads an address. What is broken or not there is dropped; beyond the last page is the last page. */
export function readSellerSearch(
  params: URLSearchParams,
  stock: ReadonlyMap<string, number>,
  reviews: number,
): SellerSearch {
  const asked = params.get("type");
  const type = asked !== null && stock.has(asked) ? asked : null;
  return {
    type,
    page: pageIn(params.get("page"), pagesOf(stockOf(stock, type), LISTINGS_PER_PAGE)),
    reviews: pageIn(params.get("reviews"), pagesOf(reviews, REVIEWS_PER_PAGE)),
  };
}

/** How many listings of a type there are, or of all. */
export function stockOf(stock: ReadonlyMap<string, number>, type: string | null): number {
  if (type !== null) return stock.get(type) ?? 0;
  return [...stock.values()].reduce((sum, count) => sum + count, 0);
}

/** The address of a part of a seller's page; what is at its default is left out. */
export function sellerHref(path: string, { type, page, reviews }: SellerSearch): string {
  const params = new URLSearchParams();
  if (type !== null) params.set("type", type);
  if (page > 1) params.set("page", String(page));
  if (reviews > 1) params.set("reviews", String(reviews));
  const query = params.toString();
  return query === "" ? path : `${path}?${query}`;
}

/**
 * Where a part of a seller's page is to be found by search engines: the pages of all that they sell are, those of one
 * type and of their reviews lead to them. Null where there is nothing to see: `things` is how many there are.
 */
export function canonicalSellerSearch(
  path: string,
  { type, page }: SellerSearch,
  things: number,
): string | null {
  if (things === 0) return null;
  return sellerHref(path, { type: null, page: type === null ? page : 1, reviews: 1 });
}
