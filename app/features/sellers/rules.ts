/** Divisible by two, three and four, so that every row of cards is full. */
export const LISTINGS_PER_PAGE = 24;
export const REVIEWS_PER_PAGE = 10;

export interface SellerSearch {
  /** Null for all types. */
  readonly type: string | null;
  /** The page of listings, from 1. */
  readonly page: number;
  /** The page of reviews, from 1. */
  readonly reviews: number;
}

export function pagesOf(count: number, perPage: number): number {
  return Math.max(1, Math.ceil(count / perPage));
}

/** 1 by default, at most the last page. */
export function pageIn(value: string | null, pages: number): number {
  const page = /^[1-9]\d{0,6}$/.test(value ?? "") ? Number(value) : 1;
  return Math.min(page, pages);
}

/** Ignores invalid values. A page beyond the last becomes the last. */
export function readSellerSearch(
  params: URLSearchParams,
  stock: ReadonlyMap<string, number>,
  reviews: number,
): SellerSearch {
  const requested = params.get("type");
  const type = requested !== null && stock.has(requested) ? requested : null;
  return {
    type,
    page: pageIn(params.get("page"), pagesOf(stockOf(stock, type), LISTINGS_PER_PAGE)),
    reviews: pageIn(params.get("reviews"), pagesOf(reviews, REVIEWS_PER_PAGE)),
  };
}

/** The number of listings of a type, or of all. */
export function stockOf(stock: ReadonlyMap<string, number>, type: string | null): number {
  if (type !== null) return stock.get(type) ?? 0;
  return [...stock.values()].reduce((sum, count) => sum + count, 0);
}

/** Defaults are left out of the query. */
export function sellerHref(path: string, { type, page, reviews }: SellerSearch): string {
  const params = new URLSearchParams();
  if (type !== null) params.set("type", type);
  if (page > 1) params.set("page", String(page));
  if (reviews > 1) params.set("reviews", String(reviews));
  const query = params.toString();
  return query === "" ? path : `${path}?${query}`;
}

/**
 * The canonical URL of a seller's page, for all types and the first page of reviews. Null when the seller has neither
 * listings nor reviews (`things`): such a page must not be indexed.
 */
export function canonicalSellerSearch(
  path: string,
  { type, page }: SellerSearch,
  things: number,
): string | null {
  if (things === 0) return null;
  return sellerHref(path, { type: null, page: type === null ? page : 1, reviews: 1 });
}

/** In minutes. Longer reply times are not shown. */
const SPEEDS = [
  ["hour", 60],
  ["hours", 6 * 60],
  ["day", 24 * 60],
  ["days", 3 * 24 * 60],
] as const;
export type ReplySpeed = (typeof SPEEDS)[number][0];
export const REPLY_SPEEDS = SPEEDS.map(([speed]) => speed);

export function replySpeed(minutes: number | null): ReplySpeed | null {
  if (minutes === null) return null;
  return SPEEDS.find(([, most]) => minutes <= most)?.[0] ?? null;
}
