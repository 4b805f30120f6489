import { DEAL_MOVES, type DealState } from "#app/domain/deal.ts";

/** Most characters of a carrier's name, and of a tracking number. */
export const PARCEL_MAX = 60;
/** Most characters of why something was cancelled. */
export const REASON_MAX = 500;

/** Which of the two somebody is in a deal. */
export type DealRole = "seller" | "buyer";

/** What the two may do with a deal, in the order in which it is offered. */
export const DEAL_STEPS = ["confirm", "sold", "handed_over", "sent", "received", "cancel"] as const;
export type DealStep = (typeof DEAL_STEPS)[number];

/** What a step is decided by. */
export interface DealFacts {
  readonly state: DealState;
  /** The seller's word: sold, not only reserved. */
  readonly sellerConfirmed: boolean;
  readonly buyerConfirmed: boolean;
  /** Whether there is a buyer here: not where it went to somebody else, nor after they left. */
  readonly buyerHere: boolean;
  readonly sellerHere: boolean;
}

/** A deal's row, as far as its steps are decided by it. */
export interface DealColumns {
  readonly state: string;
  readonly seller_confirmed_at: Date | null;
  readonly buyer_confirmed_at: Date | null;
  readonly seller_id: string | null;
  readonly buyer_id: string | null;
}

export function dealFacts(row: DealColumns): DealFacts {
  return {
    // The database knows no other states.
    state: row.state as DealState,
    sellerConfirmed: row.seller_confirmed_at !== null,
    buyerConfirmed: row.buyer_confirmed_at !== null,
    buyerHere: row.buyer_id !== null,
    sellerHere: row.seller_id !== null,
  };
}

/** How many of its listing's pieces a deal takes. */
export interface PiecesTaken {
  readonly reserved: number;
  readonly sold: number;
}

export const NO_PIECES: PiecesTaken = { reserved: 0, sold: 0 };

/** Pieces are reserved until the seller's word, then sold. A cancelled deal takes none. */
export function piecesOf(
  { state, sellerConfirmed }: Pick<DealFacts, "state" | "sellerConfirmed">,
  pieces: number,
): PiecesTaken {
  if (state === "cancelled") return NO_PIECES;
  return sellerConfirmed ? { reserved: 0, sold: pieces } : { reserved: pieces, sold: 0 };
}

interface Rule {
  readonly by: readonly DealRole[];
  /** The state that it leads to, or through; a deal whose other has not confirmed yet stays where it is. */
  readonly becomes: DealState;
  /** Of an open deal: what else must hold. */
  readonly open: (deal: DealFacts) => boolean;
  /** Whether it was done already: again it changes nothing, and is no fault. */
  readonly done: (deal: DealFacts) => boolean;
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
  // What the buyer has confirmed and the seller gives away, the seller has said is sold.
  handed_over: {
    by: ["seller"],
    becomes: "handed_over",
    open: (deal) => deal.buyerConfirmed && deal.buyerHere,
    done: (deal) => deal.state === "handed_over",
  },
  sent: {
    by: ["seller"],
    becomes: "sent",
    open: (deal) => deal.buyerConfirmed && deal.buyerHere,
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
    open: () => true,
    done: (deal) => deal.state === "cancelled",
  },
};

/** What this one of the two may do now; the first is what is expected next. */
export function stepsOf(deal: DealFacts, role: DealRole): DealStep[] {
  return DEAL_STEPS.filter((step) => {
    const { by, becomes, open } = STEPS[step];
    if (!by.includes(role)) return false;
    return deal.state === "open" ? open(deal) : DEAL_MOVES[deal.state].includes(becomes);
  });
}

/** Whether this one of the two did this before: a double click, a second tab. */
export function isDone(deal: DealFacts, role: DealRole, step: DealStep): boolean {
  return STEPS[step].by.includes(role) && STEPS[step].done(deal);
}

/** The states that a deal goes through by a step that may be taken, in order; none: a word is noted, and it stays. */
export function movesOf(deal: DealFacts, step: DealStep): DealState[] {
  const { becomes } = STEPS[step];
  if (deal.state !== "open") return [becomes];
  if (step === "confirm") return deal.sellerConfirmed ? [becomes] : [];
  if (step === "sold") return deal.buyerConfirmed ? [becomes] : [];
  return step === "cancel" ? [becomes] : ["agreed", becomes];
}
