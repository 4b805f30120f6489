import { describe, expect, test } from "vitest";
import {
  DEAL_MOVES,
  DEAL_STATES,
  endsFrom,
  isProposalAnswered,
  PROPOSAL_ANSWERED,
  PROPOSAL_ANSWERS,
  PROPOSAL_MOVES,
  PROPOSAL_STATES,
  proposalAnswersOf,
} from "./deal.ts";

test("a deal can be cancelled until its item is handed over, sent or received", () => {
  const left = DEAL_STATES.filter((state) => DEAL_MOVES[state].includes("cancelled"));
  expect(left).toEqual(["open", "agreed"]);
});

test("a deal can be ended from a week after both parties agreed", () => {
  expect(endsFrom(new Date("2026-03-01T10:30:00Z"))).toEqual(new Date("2026-03-08T10:30:00Z"));
});

describe("a proposal", () => {
  test("is withdrawn by its author, and confirmed or declined by the other party, while it is open", () => {
    for (const state of PROPOSAL_STATES) {
      const open = state === "open";
      expect(proposalAnswersOf({ state, by: "buyer" }, "buyer")).toEqual(open ? ["withdraw"] : []);
      expect(proposalAnswersOf({ state, by: "buyer" }, "seller")).toEqual(open ? ["confirm", "decline"] : []);
    }
  });

  test("moves only to allowed states, and counts as answered by a party only if that party could give the answer", () => {
    for (const by of ["seller", "buyer"] as const)
      for (const role of ["seller", "buyer"] as const)
        for (const answer of PROPOSAL_ANSWERS) {
          const state = PROPOSAL_ANSWERED[answer];
          expect(PROPOSAL_MOVES.open).toContain(state);
          expect(isProposalAnswered({ state, by }, role, answer)).toBe(
            proposalAnswersOf({ state: "open", by }, role).includes(answer),
          );
          expect(isProposalAnswered({ state: "open", by }, role, answer)).toBe(false);
        }
  });
});
