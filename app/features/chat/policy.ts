type Person = { readonly id: string };

/** The ids of a room's two users (null for a deleted user), and whether one of them blocks the other. */
export type Parties = {
  readonly sellerId: string | null;
  readonly buyerId: string | null;
  readonly blocked: boolean;
};

const ACTIONS = {
  read: isParty,
  send: (person: Person, room: Parties) => isParty(person, room) && isOpen(room) && !room.blocked,
} as const;

/** The id of the other user of a room, or null for a deleted user. */
export function otherUserId(viewer: Person, room: Parties): string | null {
  return viewer.id === room.sellerId ? room.buyerId : room.sellerId;
}

function isOpen({ sellerId, buyerId }: Parties): boolean {
  return sellerId !== null && buyerId !== null;
}

function isParty(person: Person, room: Parties): boolean {
  return person.id === room.sellerId || person.id === room.buyerId;
}

/** Whether the viewer may read a room, or write to it. For anybody but its two users it does not exist. */
export function can(viewer: Person | null, action: keyof typeof ACTIONS, room: Parties): boolean {
  return viewer !== null && ACTIONS[action](viewer, room);
}
