import type { DealRole } from "./deal.ts";
import type { DealAction } from "./deal-process.ts";
import { type Process, possibleSteps, sideOf } from "./process.ts";

/** What one party of an agreed deal proposes to the other. */
export const PROPOSAL_KINDS = ["price", "cancellation"] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

/** The state of a proposal. "ended": the deal moved on, or a party deleted their account. */
export const PROPOSAL_STATES = ["open", "confirmed", "declined", "withdrawn", "ended"] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** How many proposals each party may make in 24 hours, per deal. */
export const PROPOSALS_A_DAY = 5;

interface ProposalFacts {
  readonly state: ProposalState;
  readonly kind: ProposalKind;
  readonly by: DealRole;
}
type Actor = "author" | "other" | "deal";

const ANSWERS = {
  confirm: {
    by: ["other"],
    from: { open: [] },
    to: "confirmed",
    tells: ({ kind }) => (kind === "price" ? "price_confirmed" : "cancellation_confirmed"),
  },
  decline: { by: ["other"], from: { open: [] }, to: "declined", tells: () => "proposal_declined" },
  withdraw: { by: ["author"], from: { open: [] }, to: "withdrawn", tells: () => "proposal_withdrawn" },
} as const satisfies Proposal<string>["steps"];

type Proposal<Name extends string> = Process<
  ProposalFacts,
  Actor,
  "deal_proposal_closed",
  Name,
  null,
  DealAction
>;

export type ProposalAnswer = keyof typeof ANSWERS;
export const PROPOSAL_ANSWERS = Object.keys(ANSWERS) as ProposalAnswer[];

export const PROPOSAL: Proposal<ProposalAnswer | "end"> = {
  steps: { ...ANSWERS, end: { by: ["deal"], from: { open: [] }, to: "ended" } },
  otherwise: "deal_proposal_closed",
};

export function proposalAnswersOf(proposal: ProposalFacts, role: DealRole): ProposalAnswer[] {
  return possibleSteps(PROPOSAL, PROPOSAL_ANSWERS, proposal, sideOf(proposal, role));
}
