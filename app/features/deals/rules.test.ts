import { describe, expect, test } from "vitest";
import { DEAL_MOVES, DEAL_STATES } from "#app/domain/deal.ts";
import { DEAL_STEPS, type DealFacts, dealFacts, isDone, piecesOf, stateAfter, stepsOf } from "./rules.ts";

const reserved: DealFacts = {
  state: "open",
  sellerConfirmed: false,
  buyerConfirmed: false,
  buyerHere: true,
  sellerHere: true,
  buyerSuspended: false,
  sellerSuspended: false,
  requested: false,
  endsFrom: null,
  overdue: false,
  endedBy: null,
  declined: false,
  abandoned: null,
};
const sold = { ...reserved, sellerConfirmed: true };
const agreed: DealFacts = { ...sold, buyerConfirmed: true, state: "agreed" };

/** Every combination of these facts that the database allows. */
const EVERY: DealFacts[] = DEAL_STATES.flatMap((state) =>
  [true, false].flatMap((sellerConfirmed) =>
    [true, false].flatMap((buyerConfirmed) =>
      [true, false].flatMap((buyerHere) =>
        [true, false].flatMap((sellerHere) =>
          [true, false].map((overdue) => ({
            ...reserved,
            state,
            sellerConfirmed,
            buyerConfirmed,
            buyerHere,
            sellerHere,
            overdue: overdue && state === "agreed",
          })),
        ),
      ),
    ),
  ),
).filter(({ state, sellerConfirmed, buyerConfirmed }) => {
  const both = sellerConfirmed && buyerConfirmed;
  return state === "cancelled" || (state === "open" ? !both : both);
});

describe("the possible steps of a deal", () => {
  test.each([
    ["reserved", reserved, ["sold", "cancel"], ["confirm", "cancel"]],
    ["sold, not confirmed", sold, ["cancel"], ["confirm", "cancel"]],
    ["reserved and confirmed", { ...reserved, buyerConfirmed: true }, ["sold", "cancel"], ["cancel"]],
    [
      "requested by the buyer",
      { ...reserved, buyerConfirmed: true, requested: true },
      ["sold", "cancel"],
      [],
    ],
    ["agreed", agreed, ["handed_over", "sent"], ["received"]],
    ["agreed a week ago", { ...agreed, overdue: true }, ["handed_over", "sent", "end"], ["received", "end"]],
    [
      "agreed with a deleted buyer",
      { ...agreed, buyerHere: false, abandoned: "seller" },
      ["cancel", "handed_over"],
      ["received"],
    ],
    [
      "agreed with a deleted seller",
      { ...agreed, sellerHere: false, abandoned: "buyer" },
      ["handed_over", "sent"],
      ["received", "cancel"],
    ],
    [
      "agreed with a suspended buyer",
      { ...agreed, buyerSuspended: true, overdue: true },
      ["handed_over", "sent", "cancel", "end"],
      ["received", "end"],
    ],
    ["handed over", { ...agreed, state: "handed_over" }, [], ["received"]],
    ["sent", { ...agreed, state: "sent" }, [], ["received"]],
    ["received", { ...agreed, state: "received" }, [], []],
    ["cancelled", { ...sold, state: "cancelled" }, [], []],
    [
      "for a buyer outside the shop",
      { ...reserved, buyerHere: false },
      ["sold", "cancel"],
      ["confirm", "cancel"],
    ],
    ["with a deleted seller", { ...sold, sellerHere: false }, ["cancel"], ["cancel"]],
  ] as const)("are correct for the seller and for the buyer: %s", (_, deal, seller, buyer) => {
    expect(stepsOf(deal, "seller")).toEqual(seller);
    expect(stepsOf(deal, "buyer")).toEqual(buyer);
  });

  test("lead only to allowed states, from every state", () => {
    for (const deal of EVERY)
      for (const role of ["seller", "buyer"] as const)
        for (const step of stepsOf(deal, role)) {
          const after = stateAfter(deal, step);
          if (after === deal.state) expect(["confirm", "sold"]).toContain(step);
          else expect(DEAL_MOVES[deal.state]).toContain(after);
        }
  });

  test("do not include a step that the same person has already taken", () => {
    for (const deal of EVERY)
      for (const role of ["seller", "buyer"] as const)
        for (const step of DEAL_STEPS)
          if (isDone(deal, role, step)) expect(stepsOf(deal, role)).not.toContain(step);
    expect(isDone(sold, "seller", "sold")).toBe(true);
    expect(isDone(sold, "buyer", "sold")).toBe(false);
    expect(isDone({ ...agreed, state: "cancelled" }, "buyer", "confirm")).toBe(false);
  });
});

test.each([
  ["by its seller", { cancelled_by: "seller", reason: "Broken" }, true],
  ["by the deletion of the seller's account", { cancelled_by: "seller", reason: null }, false],
  ["by time", { cancelled_by: "time", reason: null }, false],
  ["after the seller had confirmed it", { cancelled_by: "seller", reason: "Broken", confirmed: true }, false],
  ["as a reservation", { cancelled_by: "seller", reason: "Broken", reservation: true }, false],
] as const)("a request that is cancelled %s is declined or not", (_, change, declined) => {
  const {
    cancelled_by,
    reason,
    confirmed = false,
    reservation = false,
  } = { ...change } as {
    cancelled_by: string;
    reason: string | null;
    confirmed?: boolean;
    reservation?: boolean;
  };
  const now = new Date();
  const row = {
    state: "cancelled",
    seller_id: "s",
    buyer_id: "b",
    seller_confirmed_at: confirmed ? now : null,
    buyer_confirmed_at: now,
    lapses_at: reservation ? null : now,
    cancelled_by,
    ended_because: null,
    reason,
    elsewhere: false,
    seller_suspended: false,
    buyer_suspended: false,
  };
  expect(dealFacts(row, now).declined).toBe(declined);
});

test("a deal reserves its pieces until the seller confirms, and then has sold them; a cancelled one has none", () => {
  for (const deal of EVERY) {
    const { reserved, sold } = piecesOf(deal, 3);
    expect(reserved).toBe(deal.state === "cancelled" || deal.sellerConfirmed ? 0 : 3);
    expect(sold).toBe(deal.state === "cancelled" || !deal.sellerConfirmed ? 0 : 3);
  }
  expect(piecesOf(null, 3)).toEqual({ reserved: 0, sold: 0 });
});
