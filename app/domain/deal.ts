/**
 * The state of a deal (docs/decisions/0047-deals.md). "open": the buyer or the seller has not confirmed yet. "agreed":
 * both have.
 */
export const DEAL_STATES = ["open", "agreed", "handed_over", "sent", "received", "cancelled"] as const;
export type DealState = (typeof DEAL_STATES)[number];

/** The allowed moves from each state. The database refuses every other move (`status_moves`). */
export const DEAL_MOVES: Readonly<Record<DealState, readonly DealState[]>> = {
  open: ["agreed", "cancelled"],
  // Cancelled by both, or by one of them after a week without a hand-over (docs/decisions/0047-deals.md).
  agreed: ["handed_over", "sent", "received", "cancelled"],
  handed_over: ["received"],
  sent: ["received"],
  received: [],
  cancelled: [],
};

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

type Party = "seller" | "buyer";

/** After this many days without a hand-over, either party can end an agreed deal without the other's consent. */
const HAND_OVER_DAYS = 7;

export const END_REASONS = ["never_paid", "never_came"] as const;
export type EndReason = (typeof END_REASONS)[number];

/** The reasons that each party can give. A buyer cannot give "never_paid", because only buyers pay. */
export const END_REASONS_OF: Readonly<Record<Party, readonly EndReason[]>> = {
  seller: ["never_paid", "never_came"],
  buyer: ["never_came"],
};

/** The moment from which either party can end a deal that both agreed to at `agreedAt`. */
export function endsFrom(agreedAt: Date): Date {
  return new Date(agreedAt.getTime() + HAND_OVER_DAYS * 86_400_000);
}

/** What one party of an agreed deal proposes to the other. */
export const PROPOSAL_KINDS = ["price", "cancellation"] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

/** The state of a proposal. "ended": the deal moved on, or a party deleted their account. */
export const PROPOSAL_STATES = ["open", "confirmed", "declined", "withdrawn", "ended"] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** The allowed moves from each state. The database refuses every other move (`status_moves`). */
export const PROPOSAL_MOVES: Readonly<Record<ProposalState, readonly ProposalState[]>> = {
  open: ["confirmed", "declined", "withdrawn", "ended"],
  confirmed: [],
  declined: [],
  withdrawn: [],
  ended: [],
};

/** How many proposals each party may make in 24 hours, per deal. */
export const PROPOSALS_A_DAY = 5;

export const PROPOSAL_ANSWERS = ["confirm", "decline", "withdraw"] as const;
export type ProposalAnswer = (typeof PROPOSAL_ANSWERS)[number];

export const PROPOSAL_ANSWERED: Readonly<Record<ProposalAnswer, ProposalState>> = {
  confirm: "confirmed",
  decline: "declined",
  withdraw: "withdrawn",
};

interface ProposalFacts {
  readonly state: ProposalState;
  readonly by: Party;
}

export function proposalAnswersOf({ state, by }: ProposalFacts, role: Party): readonly ProposalAnswer[] {
  if (state !== "open") return [];
  return role === by ? ["withdraw"] : ["confirm", "decline"];
}

/** Whether this party already gave this answer, for example by a double click or in a second tab. */
export function isProposalAnswered(
  { state, by }: ProposalFacts,
  role: Party,
  answer: ProposalAnswer,
): boolean {
  return state === PROPOSAL_ANSWERED[answer] && (answer === "withdraw") === (role === by);
}
