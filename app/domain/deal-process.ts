import { type DealRole, type DealState, END_REASONS_OF, type EndReason, otherRole } from "./deal.ts";
import type { DealEvent } from "./notification-kinds.ts";
import { type Process, possibleSteps } from "./process.ts";

/** Time takes a step when a request lapses; both, when one party confirms the other's wish to cancel. */
export type DealActor = DealRole | "time" | "both";

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
  /** The time of the request is over, and the job that cancels it may not have run yet. */
  readonly lapsed: boolean;
  /** The deal was made, or marked as sold, so recently that the seller can take this back (`UNDO_MINUTES`). */
  readonly justMade: boolean;
  readonly justSold: boolean;
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

/** What a party writes in the form of a step. Null: a field that they left empty. */
export interface DealForm {
  readonly carrier?: string | null;
  readonly tracking?: string | null;
  readonly reason?: string | null;
  readonly because?: EndReason;
}

interface Taken extends DealForm {
  readonly role: DealActor;
  /** The time of the step, for its columns. */
  readonly now: unknown;
}

/** A change of a deal that its parties are notified of: by one of them, by time, or by a deleted account. */
export type DealAction = Exclude<
  DealEvent,
  "reserved" | "sold" | `taken${string}` | "available" | `suspen${string}`
>;

type Refusal =
  | "deal_was_cancelled"
  | "deal_was_declined"
  | "deal_request_lapsed"
  | "deal_request_binding"
  | "deal_cancel_together"
  | "deal_end_early"
  | "deal_reason_missing"
  | "deal_not_now"
  | "error_4xx_message";

type Deal<Name extends string> = Process<DealFacts, DealActor, Refusal, Name, Taken, DealAction>;

const isHere = (deal: DealFacts, role: DealRole) => (role === "seller" ? deal.sellerHere : deal.buyerHere);
const canAnswer = (deal: DealFacts, role: DealRole) =>
  isHere(deal, role) && !(role === "seller" ? deal.sellerSuspended : deal.buyerSuspended);
const isParty = (role: DealActor) => role === "seller" || role === "buyer";

/** Whether the other party reads the reason of a cancellation. A buyer outside the shop and a deleted user do not. */
export function readsReason(deal: DealFacts, role: DealRole): boolean {
  return isHere(deal, otherRole(role));
}

/** Whether the seller takes back what they have just marked, and need not say why. */
const isUndo = (deal: DealFacts, role: DealActor) =>
  role === "seller" && deal.state === "open" && !deal.buyerConfirmed && deal.justMade;

/** What the parties do, in the order in which it is shown. */
const STEPS = {
  confirm: {
    by: ["buyer"],
    from: { open: [{ when: (deal) => !deal.buyerConfirmed && deal.sellerHere }] },
    to: "agreed",
    stays: (deal) => !deal.sellerConfirmed,
    done: (deal) => deal.buyerConfirmed && deal.state !== "cancelled",
    sets: ({ now }) => ({ buyer_confirmed_at: now }),
    tells: () => "confirmed",
  },
  sold: {
    by: ["seller"],
    from: { open: [{ when: (deal) => !deal.sellerConfirmed }] },
    to: "agreed",
    stays: (deal) => !deal.buyerConfirmed,
    done: (deal) => deal.sellerConfirmed && deal.state !== "cancelled",
    sets: ({ now }) => ({ seller_confirmed_at: now }),
    // Until the buyer has confirmed, this is a proposal to them.
    tells: (deal) => (deal.buyerConfirmed ? "confirmed" : "proposed"),
  },
  // First both confirm, then the item is handed over or sent.
  handed_over: {
    by: ["seller"],
    from: { agreed: [] },
    to: "handed_over",
    sets: ({ now }) => ({ given_at: now }),
    tells: () => "handed_over",
  },
  sent: {
    by: ["seller"],
    from: { agreed: [{ when: (deal) => deal.buyerHere }] },
    to: "sent",
    sets: ({ now, carrier, tracking }) => ({ given_at: now, carrier, tracking_number: tracking }),
    tells: () => "sent",
  },
  received: {
    by: ["buyer"],
    from: { agreed: [], handed_over: [], sent: [] },
    to: "received",
    sets: ({ now }) => ({ received_at: now }),
    tells: () => "received",
  },
  cancel: {
    by: ["seller", "buyer"],
    from: {
      // A request binds its buyer until the seller declines it or its time is over. A suspended seller cannot decline.
      open: [
        {
          when: (deal, role) => role === "seller" || !deal.requested || !canAnswer(deal, "seller"),
          otherwise: "deal_request_binding",
        },
      ],
      // Once both have confirmed, one party can cancel alone only if the other cannot answer.
      agreed: [
        {
          when: (deal, role) => isParty(role) && !canAnswer(deal, otherRole(role)),
          otherwise: "deal_cancel_together",
        },
      ],
    },
    to: "cancelled",
    wrong: (deal, { role, reason }) =>
      isParty(role) && !reason && readsReason(deal, role) && !isUndo(deal, role)
        ? "deal_reason_missing"
        : null,
    sets: ({ now, role, reason }) => ({ cancelled_at: now, cancelled_by: role, reason }),
    tells: (deal, { role }) =>
      role === "seller" && deal.requested && deal.state === "open" ? "request_declined" : "cancelled",
  },
  // After a week without a hand-over.
  end: {
    by: ["seller", "buyer"],
    from: {
      agreed: [
        { when: (deal) => deal.overdue && deal.sellerHere && deal.buyerHere, otherwise: "deal_end_early" },
      ],
    },
    to: "cancelled",
    done: (deal, role) => deal.endedBy === role,
    wrong: (_, { role, because }) =>
      isParty(role) && because && END_REASONS_OF[role].includes(because) ? null : "error_4xx_message",
    sets: ({ now, role, because }) => ({ cancelled_at: now, cancelled_by: role, ended_because: because }),
    tells: (_, { role, because }) => {
      if (because === "never_paid") return "ended_unpaid";
      return role === "seller" ? "ended_not_collected" : "ended_not_handed_over";
    },
  },
} as const satisfies Deal<string>["steps"];

/** What has no button of its own. */
const OTHERS = {
  // A reservation that was marked as sold is reserved again.
  undo_sold: {
    by: ["seller"],
    from: { open: [{ when: (deal) => !deal.requested && deal.sellerConfirmed && deal.justSold }] },
    to: "open",
    done: (deal) => deal.state === "open" && !deal.requested && !deal.sellerConfirmed,
    sets: () => ({ seller_confirmed_at: null }),
    tells: () => "proposed",
  },
  lapse: {
    by: ["time"],
    from: { open: [{ when: (deal) => deal.lapsed && !deal.sellerConfirmed }] },
    to: "cancelled",
    sets: ({ now, role }) => ({ cancelled_at: now, cancelled_by: role }),
    tells: () => "request_lapsed",
  },
  // One of them proposed it, and the other one confirmed (`proposal-process.ts`).
  cancel_together: {
    by: ["both"],
    from: { agreed: [] },
    to: "cancelled",
    sets: ({ now, role, reason }) => ({ cancelled_at: now, cancelled_by: role, reason }),
  },
} as const satisfies Deal<string>["steps"];

export type DealStep = keyof typeof STEPS;
export const DEAL_STEPS = Object.keys(STEPS) as DealStep[];
export type EveryStep = DealStep | keyof typeof OTHERS;

export const DEAL: Deal<EveryStep> = {
  steps: { ...STEPS, ...OTHERS },
  over: (deal, role) => {
    if (deal.declined) return "deal_was_declined";
    if (deal.state === "cancelled") return "deal_was_cancelled";
    return deal.lapsed && role !== "time" ? "deal_request_lapsed" : null;
  },
  otherwise: "deal_not_now",
};

/** The steps that this party can take now, the expected one first. */
export function stepsOf(deal: DealFacts, role: DealRole): DealStep[] {
  const steps = possibleSteps(DEAL, DEAL_STEPS, deal, role);
  if (deal.abandoned !== "seller" || !steps.includes("cancel")) return steps;
  return ["cancel", ...steps.filter((step) => step !== "cancel")];
}
