/** Who may do what with each kind of thing. Nothing but `can` answers this (docs/laws.md, law 6). */
import { type DealState, isReviewable } from "./deal.ts";
import type { ListingStatus } from "./listing.ts";
import type { StaffRole } from "./viewer.ts";

/** The person who asks. Null is a signed-out visitor. */
type Asker = { readonly id: string } | null;

// An id is null once its account is deleted.
type Owned = { readonly userId: string | null };
export type Parties = { readonly sellerId: string | null; readonly buyerId: string | null };
type Claimed = { readonly claimedBy: string | null };
/** `blocked`: one of the two people of the conversation blocks the other. */
export type Room = Parties & { readonly blocked: boolean };

/** The person's role in a deal or a conversation, or null when they have none. */
export function roleIn(person: { readonly id: string }, parties: Parties): "seller" | "buyer" | null {
  if (person.id === parties.sellerId) return "seller";
  return person.id === parties.buyerId ? "buyer" : null;
}

/** The id of the other party. Null for a deleted user, and for a person who is no party. */
export function otherParty(person: { readonly id: string }, parties: Parties): string | null {
  const role = roleIn(person, parties);
  return role && (role === "seller" ? parties.buyerId : parties.sellerId);
}

const isOwner = (asker: Asker, { userId }: Owned) => asker !== null && asker.id === userId;
const isAnother = (asker: Asker, { userId }: Owned) => asker !== null && asker.id !== userId;
const isParty = (asker: Asker, parties: Parties) => asker !== null && roleIn(asker, parties) !== null;
/** Whether the person is a party, and the other party still has an account. */
const hasOther = (asker: Asker, parties: Parties) => asker !== null && otherParty(asker, parties) !== null;

/** The rules of each kind of thing. What a person may not even see does not exist for them. */
const POLICIES = {
  listing: {
    // Only its owner sees a hidden listing.
    view: (asker, listing: Owned & { readonly status: ListingStatus }) =>
      listing.status !== "hidden" || isOwner(asker, listing),
    edit: isOwner,
    delete: isOwner,
    // A seller cannot chat with themselves, and their own cards have no heart.
    chat: isAnother,
    favorite: isAnother,
    cart: (asker, listing: Owned) => !isOwner(asker, listing),
  },
  photo: { use: isOwner },
  upload: { view: isOwner, change: isOwner },
  feed: { view: isOwner, change: isOwner },
  webhook: { view: isOwner, change: isOwner },
  /** About stock files. */
  answers: { view: isOwner, change: isOwner },
  room: {
    read: isParty,
    buy: (asker, parties: Parties) => asker !== null && roleIn(asker, parties) === "buyer",
    send: (asker, room: Room) => hasOther(asker, room) && !room.blocked,
    // A moderator, because of a case about `userId`. Nobody examines a conversation of their own.
    examine: (asker, room: Owned & Parties) => isAnother(asker, room) && !isParty(asker, room),
  },
  deal: {
    read: isParty,
    // The process of the deal decides which steps are possible and when.
    move: isParty,
    review: (asker, deal: Parties & { readonly state: DealState }) =>
      hasOther(asker, deal) && isReviewable(deal.state),
  },
  // A review, a notice and a decision belong to the person whom they are about.
  review: { answer: isOwner },
  notice: { mark: isOwner },
  decision: { read: isOwner },
  sent_report: { read: isOwner },
  question: { answer: isOwner },
  /** Of a second factor. */
  reset: { read: isOwner },
  /** A person, or what they wrote or sell. */
  person: {
    report: (asker, person: Owned) => !isOwner(asker, person),
    block: isAnother,
    appoint: isAnother,
    resetFactor: (asker, person: Owned & { readonly actsAs: StaffRole }) =>
      isAnother(asker, person) && person.actsAs === "operator",
  },
  /** `userId`: the person whom the case is about. */
  case: {
    judge: isAnother,
    claim: (asker, { claimedBy }: Claimed) =>
      asker !== null && (claimedBy === null || claimedBy === asker.id),
    decide: (asker, { claimedBy }: Claimed) => asker !== null && claimedBy === asker.id,
    // A second moderator confirms what the first one decided.
    confirm: (asker, { decidedBy }: { readonly decidedBy: string | null }) =>
      asker !== null && decidedBy !== asker.id,
    // Nobody answers an appeal or a complaint against what they decided or confirmed, or decides that again.
    answer: (asker, { deciders }: { readonly deciders: readonly (string | null)[] }) =>
      asker !== null && !deciders.includes(asker.id),
  },
} as const satisfies Record<string, Record<string, (asker: Asker, thing: never) => boolean>>;

type Policies = typeof POLICIES;
type Facts<Rule> = Rule extends (asker: Asker, thing: infer Thing) => boolean ? Thing : never;

/** Whether the person may do this with the thing, of which the rule of the action names the facts that it needs. */
export function can<Kind extends keyof Policies, Action extends keyof Policies[Kind]>(
  asker: Asker,
  action: Action,
  thing: { readonly kind: Kind } & Facts<Policies[Kind][Action]>,
): boolean {
  const rule = POLICIES[thing.kind][action] as (asker: Asker, thing: unknown) => boolean;
  return rule(asker, thing);
}
