import { DAY_MS } from "./time.ts";

/**
 * The state of a deal (docs/decisions/0047-deals.md). "open": the buyer or the seller has not confirmed yet. "agreed":
 * both have.
 */
export const DEAL_STATES = ["open", "agreed", "handed_over", "sent", "received", "cancelled"] as const;
export type DealState = (typeof DEAL_STATES)[number];

/** Whether the parties of a deal in this state can review each other. */
export function isReviewable(state: DealState): boolean {
  return state !== "open" && state !== "cancelled";
}

/** How the seller gave the item to the buyer. A state is passed, but this stays (`deals.given_as`). */
export type GivenAs = Extract<DealState, "handed_over" | "sent">;

/** The name of a deal with `others` more items: "Blade 98 (+2)". */
export function dealName(first: string, others: number): string {
  return others > 0 ? `${first} (+${others})` : first;
}

export type DealRole = "seller" | "buyer";

export function otherRole(role: DealRole): DealRole {
  return role === "seller" ? "buyer" : "seller";
}

/** After this many days without a hand-over, either party can end an agreed deal without the other's consent. */
const HAND_OVER_DAYS = 7;

export const END_REASONS = ["never_paid", "never_came"] as const;
export type EndReason = (typeof END_REASONS)[number];

/** The reasons that each party can give. A buyer cannot give "never_paid", because only buyers pay. */
export const END_REASONS_OF: Readonly<Record<DealRole, readonly EndReason[]>> = {
  seller: ["never_paid", "never_came"],
  buyer: ["never_came"],
};

/** The moment from which either party can end a deal that both agreed to at `agreedAt`. */
export function endsFrom(agreedAt: Date): Date {
  return new Date(agreedAt.getTime() + HAND_OVER_DAYS * DAY_MS);
}
