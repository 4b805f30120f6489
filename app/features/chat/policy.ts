type Person = { readonly id: string };

/** The two who share a room. */
export type Parties = { readonly sellerId: string; readonly buyerId: string };

const ACTIONS = {
  read: isParty,
  send: isParty,
} as const;

function isParty(person: Person, room: Parties): boolean {
  return person.id === room.sellerId || person.id === room.buyerId;
}

/** A room is its buyer's and its seller's; to anybody else it does not exist (marketplace §4, §6). */
export function can(viewer: Person | null, action: keyof typeof ACTIONS, room: Parties): boolean {
  return viewer !== null && ACTIONS[action](viewer, room);
}
