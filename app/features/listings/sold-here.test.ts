import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Pieces, piecesEdited, piecesStated, takenOff } from "./sold-here.ts";

const saying = (stated: readonly number[], from: Pieces) =>
  stated.reduce((pieces, number) => piecesStated(number, pieces), from);
const SOLD = { quantity: 0, soldHere: 1 };

describe("what a file or feed of the shop's own system says", () => {
  test("puts nothing on sale again that was sold here, however often it is repeated", () => {
    expect(saying([1, 1, 1], SOLD)).toEqual(SOLD);
    expect(saying([3, 3], { quantity: 1, soldHere: 2 })).toEqual({ quantity: 1, soldHere: 2 });
  });

  test("counts again once it has left the piece out", () => {
    expect(saying([0], SOLD)).toEqual({ quantity: 0, soldHere: 0 });
    expect(saying([0, 1], SOLD)).toEqual({ quantity: 1, soldHere: 0 });
    expect(saying([1], { quantity: 0, soldHere: 0 })).toEqual({ quantity: 1, soldHere: 0 });
  });

  test("adds only the pieces that are new", () => {
    expect(saying([2], SOLD)).toEqual({ quantity: 1, soldHere: 1 });
    expect(saying([2, 1], SOLD)).toEqual({ quantity: 1, soldHere: 0 });
  });

  test("counts as it is where nothing was sold here, also over a number that was raised by hand", () => {
    for (const stated of [0, 1, 4, 9])
      expect(piecesStated(stated, { quantity: 4, soldHere: 0 })).toEqual({ quantity: stated, soldHere: 0 });
  });

  test("never leaves more on sale than it says, nor fewer than none", () => {
    const numbers = fc.nat(1_000);
    fc.assert(
      fc.property(numbers, numbers, numbers, (stated, quantity, soldHere) => {
        const next = piecesStated(stated, { quantity, soldHere });
        expect(next.quantity).toBeGreaterThanOrEqual(0);
        expect(next.quantity + next.soldHere).toBe(stated);
        expect(piecesStated(stated, next)).toEqual(next);
      }),
    );
  });

  test("sells no piece twice, whenever the shop's system learns of the sales here", () => {
    const step = fc.constantFrom("sell here", "sell there", "tell there", "buy in", "read");
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        // The last piece: a listing of one.
        let [truth, there, untold] = [1, 1, 0];
        let here: Pieces = { quantity: 1, soldHere: 0 };
        for (const stepTaken of steps) {
          if (stepTaken === "sell here" && here.quantity > 0) {
            expect(truth).toBeGreaterThan(0);
            [truth, untold] = [truth - 1, untold + 1];
            here = { quantity: here.quantity - 1, soldHere: takenOff(here.soldHere, 1) };
          }
          // The piece is sold there only while both agree that it is there: nobody can prevent the race of two shops.
          if (stepTaken === "sell there" && there > 0 && untold === 0 && truth > 0) {
            [truth, there] = [truth - 1, there - 1];
            here = piecesStated(there, here);
          }
          if (stepTaken === "tell there") [there, untold] = [there - untold, 0];
          if (stepTaken === "buy in" && truth === 0 && there === 0) [truth, there] = [1, 1];
          if (stepTaken === "read") here = piecesStated(there, here);
          expect(here.quantity).toBeLessThanOrEqual(truth);
        }
      }),
    );
  });
});

describe("a row with our id, from a file of ours", () => {
  test("changes nothing when it is imported unchanged, or is from before a sale", () => {
    for (const stated of [2, 3, 4])
      expect(piecesEdited(stated, { quantity: 2, soldHere: 2 })).toEqual({ quantity: 2, soldHere: 2 });
  });

  test("counts when it is lower, or higher than anything before", () => {
    expect(piecesEdited(1, { quantity: 2, soldHere: 2 })).toEqual({ quantity: 1, soldHere: 3 });
    expect(piecesEdited(9, { quantity: 2, soldHere: 2 })).toEqual({ quantity: 9, soldHere: 0 });
  });
});
