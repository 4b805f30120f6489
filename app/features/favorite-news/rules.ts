/** As in db/migrations/0003_listings.sql, without "new", which does not concern favourites. */
export type ListingChange = "price_drop" | "price_rise" | "sold" | "back" | "gone";

const WAS_FOR_SALE: Record<ListingChange, boolean> = {
  price_drop: true,
  price_rise: true,
  sold: true,
  back: false,
  gone: false,
};

/** Prices are euro cents. */
export type FavoriteNews =
  | { readonly kind: "price_drop"; readonly wasCents: number; readonly nowCents: number }
  | { readonly kind: "sold" }
  | { readonly kind: "back" };

/**
 * What a user is notified of, or null. Only the first change since they were last notified and the current price
 * matter.
 * @param first the kind of the first change, and the price before it
 * @param now the current price; null when the listing is not for sale
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
