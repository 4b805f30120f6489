import { expect, test } from "vitest";
import { offerStateName } from "./offer-texts.ts";

test.each([
  [1, "Ended: no longer available"],
  [3, "Ended: quantity no longer available"],
])("an ended offer for %i pieces is shown as '%s'", (pieces, name) => {
  expect(offerStateName({ state: "ended", pieces })).toBe(name);
});
