/** Favourites on one page. */
export const MAX_FAVORITES = 500;

/** What is remembered of what somebody looked at. */
export const MAX_VIEWED = 200;

/** What happened to a listing, as the database wrote it down (db/migrations/0004_listings.sql). */
export type ListingChange = "price_drop" | "price_rise" | "sold" | "back" | "gone";

const WAS_FOR_SALE: Record<ListingChange, boolean> = {
  price_drop: true,
  price_rise: true,
  sold: true,
  back: false,
  gone: false,
};

/** What whoever has a listing as a favourite is to be told of it. Prices are euro cents. */
export type FavoriteNews =
  | { readonly kind: "price_drop"; readonly wasCents: number; readonly nowCents: number }
  | { readonly kind: "sold" }
  | { readonly kind: "back" };

/**
 * What has become of a listing since its change `first`, whatever came between; null is nothing to be told.
 * @param first what happened, and what the listing cost until then
 * @param now what it costs; null when it cannot be bought
 */
export function newsSince(
  first: { readonly what: ListingChange; readonly wasCents: number | null },
  now: { readonly cents: number } | null,
): FavoriteNews | null {
  if (!WAS_FOR_SALE[first.what]) return now && { kind: "back" };
  if (!now) return { kind: "sold" };
  if (first.wasCents === null || now.cents >= first.wasCents) return null;
  return { kind: "price_drop", wasCents: first.wasCents, nowCents: now.cents };
}
