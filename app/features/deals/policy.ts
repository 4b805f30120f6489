import type { DealRole } from "./rules.ts";

type Person = { readonly id: string };

/** The ids of a deal's parties. Null for a deleted user or a buyer outside the shop. */
export interface DealParties {
  readonly sellerId: string | null;
  readonly buyerId: string | null;
}

/** Returns the user's role in a deal, or null when they have none. */
export function roleIn(viewer: Person, deal: DealParties): DealRole | null {
  if (viewer.id === deal.sellerId) return "seller";
  return viewer.id === deal.buyerId ? "buyer" : null;
}

const ACTIONS = {
  read: isParty,
  // `stepsOf` decides which steps are possible and when.
  move: isParty,
} as const;

function isParty(person: Person, deal: DealParties): boolean {
  return roleIn(person, deal) !== null;
}

/** Whether the viewer may read or change a deal: only its buyer and its seller may. For others it does not exist. */
export function can(viewer: Person | null, action: keyof typeof ACTIONS, deal: DealParties): boolean {
  return viewer !== null && ACTIONS[action](viewer, deal);
}
