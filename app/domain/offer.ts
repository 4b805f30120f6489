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

/** The allowed moves from each state. The database refuses every other move (`status_moves`). */
export const OFFER_MOVES: Readonly<Record<OfferState, readonly OfferState[]>> = {
  open: ["countered", "accepted", "declined", "withdrawn", "expired", "ended"],
  countered: [],
  accepted: [],
  declined: [],
  withdrawn: [],
  expired: [],
  ended: [],
};

export const OFFER_HOURS = 48;
/** How many offers a buyer may make for one listing in 24 hours. */
export const OFFERS_A_DAY = 5;

export type OfferRole = "seller" | "buyer";

export const OFFER_ANSWERS = ["accept", "counter", "decline", "withdraw"] as const;
export type OfferAnswer = (typeof OFFER_ANSWERS)[number];

export const ANSWERED: Readonly<Record<OfferAnswer, OfferState>> = {
  accept: "accepted",
  counter: "countered",
  decline: "declined",
  withdraw: "withdrawn",
};

export interface OfferFacts {
  readonly state: OfferState;
  readonly by: OfferRole;
  readonly expiresAt: Date;
}

function isFor(answer: OfferAnswer, by: OfferRole, role: OfferRole): boolean {
  if (answer === "withdraw") return role === by;
  return role !== by && (answer !== "counter" || role === "seller");
}

export function answersOf({ state, by, expiresAt }: OfferFacts, role: OfferRole, now: Date): OfferAnswer[] {
  if (state !== "open" || now >= expiresAt) return [];
  return OFFER_ANSWERS.filter((answer) => isFor(answer, by, role));
}

/** Whether this party already gave this answer, for example by a double click or in a second tab. */
export function isAnswered({ state, by }: OfferFacts, role: OfferRole, answer: OfferAnswer): boolean {
  return state === ANSWERED[answer] && isFor(answer, by, role);
}

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
