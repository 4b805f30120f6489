import { describe, expect, test } from "vitest";
import { DEAL_MOVES, DEAL_STATES } from "#app/domain/deal.ts";
import { DEAL_STEPS, type DealFacts, isDone, movesOf, piecesOf, stepsOf } from "./rules.ts";

const reserved: DealFacts = {
  state: "open",
  sellerConfirmed: false,
  buyerConfirmed: false,
  buyerHere: true,
  sellerHere: true,
};
const sold = { ...reserved, sellerConfirmed: true };
const agreed: DealFacts = { ...sold, buyerConfirmed: true, state: "agreed" };

/** Every combination that the database allows. */
const EVERY: DealFacts[] = DEAL_STATES.flatMap((state) =>
  [true, false].flatMap((sellerConfirmed) =>
    [true, false].flatMap((buyerConfirmed) =>
      [true, false].flatMap((buyerHere) =>
        [true, false].map((sellerHere) => ({
          state,
          sellerConfirmed,
          buyerConfirmed,
          buyerHere,
          sellerHere,
        })),
      ),
    ),
  ),
).filter(({ state, sellerConfirmed, buyerConfirmed }) => {
  const both = sellerConfirmed && buyerConfirmed;
  return state === "cancelled" || (state === "open" ? !both : both);
});

describe("the steps of a deal", () => {
  test.each([
    ["reserved", reserved, ["sold", "cancel"], ["confirm", "cancel"]],
    ["sold, not confirmed", sold, ["cancel"], ["confirm", "cancel"]],
    [
      "reserved and confirmed",
      { ...reserved, buyerConfirmed: true },
      ["sold", "handed_over", "sent", "cancel"],
      ["cancel"],
    ],
    ["agreed", agreed, ["handed_over", "sent"], ["received"]],
    ["handed over", { ...agreed, state: "handed_over" }, [], ["received"]],
    ["sent", { ...agreed, state: "sent" }, [], ["received"]],
    ["received", { ...agreed, state: "received" }, [], []],
    ["cancelled", { ...sold, state: "cancelled" }, [], []],
    ["for somebody else", { ...reserved, buyerHere: false }, ["sold", "cancel"], ["confirm", "cancel"]],
    ["of a seller who left", { ...sold, sellerHere: false }, ["cancel"], ["cancel"]],
  ] as const)("%s: the seller's and the buyer's", (_, deal, seller, buyer) => {
    expect(stepsOf(deal, "seller")).toEqual(seller);
    expect(stepsOf(deal, "buyer")).toEqual(buyer);
  });

  test("lead only where a deal may go, from wherever it stands", () => {
    for (const deal of EVERY)
      for (const role of ["seller", "buyer"] as const)
        for (const step of stepsOf(deal, role)) {
          let state = deal.state;
          for (const next of movesOf(deal, step)) {
            expect(DEAL_MOVES[state]).toContain(next);
            state = next;
          }
        }
  });

  test("that were done are none that can be taken, and cannot be done by the other", () => {
    for (const deal of EVERY)
      for (const role of ["seller", "buyer"] as const)
        for (const step of DEAL_STEPS)
          if (isDone(deal, role, step)) expect(stepsOf(deal, role)).not.toContain(step);
    expect(isDone(sold, "seller", "sold")).toBe(true);
    expect(isDone(sold, "buyer", "sold")).toBe(false);
    expect(isDone({ ...agreed, state: "cancelled" }, "buyer", "confirm")).toBe(false);
  });
});

test("a deal reserves its pieces until the seller's word, then it has sold them; cancelled it takes none", () => {
  for (const deal of EVERY) {
    const { reserved, sold } = piecesOf(deal, 3);
    expect(reserved).toBe(deal.state === "cancelled" || deal.sellerConfirmed ? 0 : 3);
    expect(sold).toBe(deal.state === "cancelled" || !deal.sellerConfirmed ? 0 : 3);
  }
});
