import type { DealRole } from "./rules.ts";

type Person = { readonly id: string };

/** The two of a deal; null: somebody who left, or a buyer who is not here. */
export interface DealParties {
  readonly sellerId: string | null;
  readonly buyerId: string | null;
}

/** Which of the two somebody is; null: neither. */
export function roleIn(viewer: Person, deal: DealParties): DealRole | null {
  if (viewer.id === deal.sellerId) return "seller";
  return viewer.id === deal.buyerId ? "buyer" : null;
}

const ACTIONS = {
  read: isParty,
  // Which steps, and when, is `stepsOf`'s to say.
  move: isParty,
} as const;

function isParty(person: Person, deal: DealParties): boolean {
  return roleIn(person, deal) !== null;
}

/** A deal is its buyer's and its seller's; to anybody else it does not exist. */
export function can(viewer: Person | null, action: keyof typeof ACTIONS, deal: DealParties): boolean {
  return viewer !== null && ACTIONS[action](viewer, deal);
}
