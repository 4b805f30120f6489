import type { OfferRole, OfferState } from "./offer.ts";
import { type Process, possibleSteps, sideOf } from "./process.ts";

export interface OfferFacts {
  readonly state: OfferState;
  readonly by: OfferRole;
  /** Its time is over. The job that expires it may not have run yet. */
  readonly isOver: boolean;
  readonly stop: OfferStop | null;
}

/**
 * Why an open offer binds nobody now: one of the two people left or blocks the other, its listing was deleted or hidden,
 * or the two have an open order about it.
 */
export type OfferStop = "chat_other_left" | "chat_refused" | "chat_listing_gone" | "offer_order_open";

const unless = (...stops: OfferStop[]) =>
  stops.map((stop) => ({ when: (offer: OfferFacts) => offer.stop !== stop, otherwise: stop }));

/** Two people who can deal with each other, and the listing. */
const DEALING = unless("chat_other_left", "chat_refused", "chat_listing_gone");

type Actor = "author" | "other" | "time" | "shop";

const ANSWERS = {
  accept: {
    by: ["other"],
    from: { open: [...DEALING, ...unless("offer_order_open")] },
    to: "accepted",
    tells: () => "offer_accepted",
  },
  // Only a buyer's offer is countered.
  counter: {
    by: ["other"],
    from: { open: [{ when: ({ by }) => by === "buyer" }, ...DEALING] },
    to: "countered",
  },
  decline: { by: ["other"], from: { open: [] }, to: "declined", tells: () => "offer_declined" },
  withdraw: { by: ["author"], from: { open: [] }, to: "withdrawn", tells: () => "offer_withdrawn" },
} as const satisfies Offer<string>["steps"];

type Offer<Name extends string> = Process<
  OfferFacts,
  Actor,
  OfferStop | "offer_was_expired" | "offer_was_closed" | "deal_not_now",
  Name,
  null,
  "offer_accepted" | "offer_declined" | "offer_withdrawn"
>;

export type OfferAnswer = keyof typeof ANSWERS;
export const OFFER_ANSWERS = Object.keys(ANSWERS) as OfferAnswer[];

export const OFFER: Offer<OfferAnswer | "expire" | "end"> = {
  steps: {
    ...ANSWERS,
    expire: { by: ["time"], from: { open: [] }, to: "expired" },
    // Nobody can accept it any more (features/offers/close.server.ts has the reasons).
    end: { by: ["shop"], from: { open: [] }, to: "ended" },
  },
  over: ({ state, isOver }, role) => {
    if (state === "expired" || (state === "open" && isOver && role !== "time")) return "offer_was_expired";
    return state === "open" ? null : "offer_was_closed";
  },
  otherwise: "deal_not_now",
};

export function offerAnswersOf(offer: OfferFacts, role: OfferRole): OfferAnswer[] {
  return possibleSteps(OFFER, OFFER_ANSWERS, offer, sideOf(offer, role));
}
