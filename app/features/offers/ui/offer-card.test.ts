import { expect, test } from "vitest";
import { offerStateName } from "./offer-card.tsx";

const OFFER = {
  id: "1",
  by: "buyer",
  price: "€80.00",
  expiresAt: "2026-01-01T00:00:00Z",
  answers: [],
} as const;

test.each([
  [1, "Ended: no longer available"],
  [3, "Ended: quantity no longer available"],
])("an ended offer for %i pieces is shown as '%s'", (pieces, name) => {
  expect(offerStateName({ ...OFFER, state: "ended", pieces })).toBe(name);
});
