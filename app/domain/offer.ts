/**
 * The state of an offer (docs/decisions/0087-offers.md). "countered": the seller made a counter-offer, which is a
 * separate offer. "ended": nobody can accept it any more (features/offers/close.server.ts has the reasons).
 */
export const OFFER_STATES = [
  "open",
  "countered",
  "accepted",
  "declined",
  "withdrawn",
  "expired",
  "ended",
] as const;
export type OfferState = (typeof OFFER_STATES)[number];

export const OFFER_HOURS = 48;
/** How many offers a buyer may make for one listing in 24 hours. */
export const OFFERS_A_DAY = 5;

export type OfferRole = "seller" | "buyer";

/** The lowest and the highest allowed offer, in cents for all pieces together. */
export function offerBounds(terms: {
  /** The asking price of one piece. */
  readonly priceCents: number;
  readonly pieces: number;
  /** The lowest allowed offer, in percent of the asking price. */
  readonly percent: number;
}): { readonly least: number; readonly most: number } {
  const most = terms.priceCents * terms.pieces;
  return { least: Math.max(1, Math.ceil((most * terms.percent) / 100)), most };
}

/** By how many percent the amounts that a press enters are below the asking price. */
const SUGGESTED_OFF = [5, 10, 15] as const;

/** In cents. */
const ROUND_AMOUNTS = [500, 100, 50, 10, 5] as const;

/**
 * Amounts to offer, in cents for all pieces together, rounded to an amount that is at most a percent of the asking price,
 * so that each is about `off` percent lower. None is below the lowest allowed offer.
 */
export function offerSuggestions(terms: Parameters<typeof offerBounds>[0]): { off: number; cents: number }[] {
  const { least, most } = offerBounds(terms);
  const unit = ROUND_AMOUNTS.find((amount) => amount * 100 <= most) ?? 1;
  return SUGGESTED_OFF.map((off) => ({
    off,
    cents: Math.round((most * (100 - off)) / 100 / unit) * unit,
  })).filter(
    ({ cents }, at, all) =>
      cents >= least && cents < most && all.findIndex((one) => one.cents === cents) === at,
  );
}
