type Person = { readonly id: string };

/** The two who share a room; null is somebody who left. */
export type Parties = { readonly sellerId: string | null; readonly buyerId: string | null };

const ACTIONS = {
  read: isParty,
  send: (person: Person, room: Parties) => isParty(person, room) && isOpen(room),
} as const;

/** Nobody reads what is written to somebody who left. */
function isOpen({ sellerId, buyerId }: Parties): boolean {
  return sellerId !== null && buyerId !== null;
}

function isParty(person: Person, room: Parties): boolean {
  return person.id === room.sellerId || person.id === room.buyerId;
}

/** A room is its buyer's and its seller's; to anybody else it does not exist (marketplace §4, §6). */
export function can(viewer: Person | null, action: keyof typeof ACTIONS, room: Parties): boolean {
  return viewer !== null && ACTIONS[action](viewer, room);
}
