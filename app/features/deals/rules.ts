import { DEAL_MOVES, type DealState, endsFrom } from "#app/domain/deal.ts";

/** In characters, of a carrier's name and of a tracking number. */
export const PARCEL_MAX = 60;
/** In characters. */
export const REASON_MAX = 500;
/** The number of listings in one deal; a database check has the same limit. */
export const ITEMS_MAX = 30;

export const ADDRESS_DAYS = {
  /** How many days the shared address is visible after the buyer has confirmed the item's arrival. */
  received: 30,
  /** How many days it is visible after it was shared or the item was sent, if nobody confirms the arrival. */
  waiting: 90,
} as const;

export type DealRole = "seller" | "buyer";

/** The steps of a deal, in the order in which they are shown. */
export const DEAL_STEPS = ["confirm", "sold", "handed_over", "sent", "received", "cancel", "end"] as const;
export type DealStep = (typeof DEAL_STEPS)[number];

export interface DealFacts {
  readonly state: DealState;
  /** The seller has confirmed the sale, not only reserved. */
  readonly sellerConfirmed: boolean;
  readonly buyerConfirmed: boolean;
  /** False when the buyer is outside the shop, or has deleted their account. */
  readonly buyerHere: boolean;
  /** False when the seller has deleted their account. */
  readonly sellerHere: boolean;
  /** A suspended buyer cannot answer. */
  readonly buyerSuspended: boolean;
  readonly sellerSuspended: boolean;
  /** The buyer began the deal with "Buy Now", which binds them. */
  readonly requested: boolean;
  /** The time from which either party can end the deal alone. Null if the deal is not agreed. */
  readonly endsFrom: Date | null;
  readonly overdue: boolean;
  /** The party that ended the deal alone, or null. */
  readonly endedBy: DealRole | null;
  /** The seller declined the buyer's request. */
  readonly declined: boolean;
  /** The party that stays when the other one deleted their account before the item was given. Null in other cases. */
  readonly abandoned: DealRole | null;
}

/** For how many minutes a seller can take back what they just marked without telling the buyer why. */
export const UNDO_MINUTES = 15;

/** For how many hours the seller can confirm or decline a "Buy Now" request. */
export const REQUEST_HOURS = 24;
/** The maximum of open "Buy Now" requests of one buyer. */
export const REQUESTS_AT_ONCE = 3;

export interface DealColumns {
  readonly state: string;
  readonly seller_confirmed_at: Date | null;
  readonly buyer_confirmed_at: Date | null;
  readonly seller_id: string | null;
  readonly buyer_id: string | null;
  readonly lapses_at: Date | null;
  readonly cancelled_by: string | null;
  readonly ended_because: string | null;
  readonly reason: string | null;
  readonly elsewhere: boolean;
  /** Whether the seller is suspended (`SUSPENDED` in rows.server.ts). */
  readonly seller_suspended: boolean;
  readonly buyer_suspended: boolean;
}

function abandonedOf({ state, elsewhere, seller_id, buyer_id }: DealColumns): DealRole | null {
  if ((state !== "open" && state !== "agreed") || elsewhere) return null;
  if (buyer_id === null) return "seller";
  return seller_id === null ? "buyer" : null;
}

/** Whether the deal is a "Buy Now" request that the seller never confirmed. */
function isRequest({ lapses_at, seller_confirmed_at }: DealColumns): boolean {
  return lapses_at !== null && seller_confirmed_at === null;
}

/** When the second of the two parties confirmed the deal. Null until then. */
function agreedAt({ seller_confirmed_at: seller, buyer_confirmed_at: buyer }: DealColumns): Date | null {
  return seller && buyer && (seller > buyer ? seller : buyer);
}

export function dealFacts(row: DealColumns, now: Date): DealFacts {
  const agreed = row.state === "agreed" ? agreedAt(row) : null;
  const from = agreed && endsFrom(agreed);
  return {
    // The database checks that the column has only these states.
    state: row.state as DealState,
    sellerConfirmed: row.seller_confirmed_at !== null,
    buyerConfirmed: row.buyer_confirmed_at !== null,
    buyerHere: row.buyer_id !== null,
    sellerHere: row.seller_id !== null,
    buyerSuspended: row.buyer_suspended,
    sellerSuspended: row.seller_suspended,
    requested: row.lapses_at !== null,
    endsFrom: from,
    overdue: from !== null && now >= from,
    // The database checks that a deal with a reason for ending was cancelled by one of its parties.
    endedBy: row.ended_because === null ? null : (row.cancelled_by as DealRole),
    // Without a reason, the seller deleted their account (`anonymizeDeals`).
    abandoned: abandonedOf(row),
    declined: isRequest(row) && row.cancelled_by === "seller" && row.reason !== null,
  };
}

export interface PiecesTaken {
  readonly reserved: number;
  readonly sold: number;
}

function canAnswer(deal: DealFacts, other: DealRole): boolean {
  return other === "seller"
    ? deal.sellerHere && !deal.sellerSuspended
    : deal.buyerHere && !deal.buyerSuspended;
}

export function otherRole(role: DealRole): DealRole {
  return role === "seller" ? "buyer" : "seller";
}

export type PiecesFacts = Pick<DealFacts, "state" | "sellerConfirmed">;

/** Pieces are reserved until the seller confirms the sale, then sold. Null: no deal yet, or a cancelled one. */
export function piecesOf(facts: PiecesFacts | null, pieces: number): PiecesTaken {
  if (facts === null || facts.state === "cancelled") return { reserved: 0, sold: 0 };
  return facts.sellerConfirmed ? { reserved: 0, sold: pieces } : { reserved: pieces, sold: 0 };
}

interface Rule {
  readonly by: readonly DealRole[];
  /** The deal's state after the step (`stateAfter`). */
  readonly becomes: DealState;
  readonly open: (deal: DealFacts, role: DealRole) => boolean;
  readonly agreed?: (deal: DealFacts, role: DealRole) => boolean;
  /** Whether the step was already taken. Taking it again changes nothing and is not an error. */
  readonly done: (deal: DealFacts, role: DealRole) => boolean;
}

const STEPS: Readonly<Record<DealStep, Rule>> = {
  confirm: {
    by: ["buyer"],
    becomes: "agreed",
    open: (deal) => !deal.buyerConfirmed && deal.sellerHere,
    done: (deal) => deal.buyerConfirmed && deal.state !== "cancelled",
  },
  sold: {
    by: ["seller"],
    becomes: "agreed",
    open: (deal) => !deal.sellerConfirmed,
    done: (deal) => deal.sellerConfirmed && deal.state !== "cancelled",
  },
  // First both confirm, then the item is handed over or sent.
  handed_over: {
    by: ["seller"],
    becomes: "handed_over",
    open: () => false,
    done: (deal) => deal.state === "handed_over",
  },
  sent: {
    by: ["seller"],
    becomes: "sent",
    open: () => false,
    agreed: (deal) => deal.buyerHere,
    done: (deal) => deal.state === "sent",
  },
  received: {
    by: ["buyer"],
    becomes: "received",
    open: () => false,
    done: (deal) => deal.state === "received",
  },
  cancel: {
    by: ["seller", "buyer"],
    becomes: "cancelled",
    // A request binds its buyer until the seller declines it or its time is over.
    open: (deal, role) => role === "seller" || !deal.requested,
    // Once both have confirmed, one party can cancel alone only if the other cannot answer.
    agreed: (deal, role) => !canAnswer(deal, otherRole(role)),
    done: (deal) => deal.state === "cancelled",
  },
  end: {
    by: ["seller", "buyer"],
    becomes: "cancelled",
    open: () => false,
    agreed: (deal) => deal.overdue && deal.sellerHere && deal.buyerHere,
    done: (deal, role) => deal.endedBy === role,
  },
};

/** Whether the other party reads the reason of a cancellation. A buyer outside the shop and a deleted user do not. */
export function readsReason(deal: DealFacts, role: DealRole): boolean {
  return role === "seller" ? deal.buyerHere : deal.sellerHere;
}

/** The steps that this party can take now, the expected one first. */
export function stepsOf(deal: DealFacts, role: DealRole): DealStep[] {
  const steps = possibleSteps(deal, role);
  if (deal.abandoned !== "seller" || !steps.includes("cancel")) return steps;
  return ["cancel", ...steps.filter((step) => step !== "cancel")];
}

function possibleSteps(deal: DealFacts, role: DealRole): DealStep[] {
  return DEAL_STEPS.filter((step) => {
    const { by, becomes, open, agreed = () => true } = STEPS[step];
    if (!by.includes(role)) return false;
    if (deal.state === "open") return open(deal, role);
    return DEAL_MOVES[deal.state].includes(becomes) && (deal.state !== "agreed" || agreed(deal, role));
  });
}

export function isDone(deal: DealFacts, role: DealRole, step: DealStep): boolean {
  return STEPS[step].by.includes(role) && STEPS[step].done(deal, role);
}

/** The state of a deal after a step. The confirmation of only one party changes nothing. */
export function stateAfter(deal: DealFacts, step: DealStep): DealState {
  if (step === "confirm" && !deal.sellerConfirmed) return deal.state;
  if (step === "sold" && !deal.buyerConfirmed) return deal.state;
  return STEPS[step].becomes;
}
