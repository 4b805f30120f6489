import { expect, test } from "vitest";
import { DEAL_STATES } from "#app/domain/deal.ts";
import { dealFacts, piecesOf } from "./rules.ts";

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
    created_at: now,
    seller_suspended: false,
    buyer_suspended: false,
  };
  expect(dealFacts(row, now).declined).toBe(declined);
});

test("a deal reserves its pieces until the seller confirms, and then has sold them; a cancelled one has none", () => {
  for (const state of DEAL_STATES)
    for (const sellerConfirmed of [true, false]) {
      const { reserved, sold } = piecesOf({ state, sellerConfirmed }, 3);
      expect(reserved).toBe(state === "cancelled" || sellerConfirmed ? 0 : 3);
      expect(sold).toBe(state === "cancelled" || !sellerConfirmed ? 0 : 3);
    }
  expect(piecesOf(null, 3)).toEqual({ reserved: 0, sold: 0 });
});
