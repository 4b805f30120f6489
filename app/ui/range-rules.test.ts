import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { moveEnd, nearerEnd, type Span, spanOf } from "./range-rules.ts";

const price = { min: 0, max: 400, step: 5 };

describe("a two-thumbed slider", () => {
  test("snaps to its steps", () => {
    expect(moveEnd(price, [0, 400], "low", 52)).toEqual([50, 400]);
    expect(moveEnd(price, [0, 400], "high", 53)).toEqual([0, 55]);
  });

  test("keeps its thumbs at least one step apart [M5.35]", () => {
    expect(moveEnd(price, [100, 200], "low", 300)).toEqual([195, 200]);
    expect(moveEnd(price, [100, 200], "high", 20)).toEqual([100, 105]);
  });

  test("keeps its thumbs within the range wherever they are moved", () => {
    const value = fc.integer({ min: -1000, max: 1000 });
    fc.assert(
      fc.property(value, value, fc.constantFrom("low" as const, "high" as const), value, (a, b, end, to) => {
        const [low, high] = moveEnd(price, spanOf(price, a, b), end, to);
        expect(low).toBeGreaterThanOrEqual(price.min);
        expect(high).toBeLessThanOrEqual(price.max);
        expect(high - low).toBeGreaterThanOrEqual(price.step);
      }),
    );
  });

  test("moves the nearer thumb when the track is pressed", () => {
    const span: Span = [100, 200];
    expect(nearerEnd(span, 120)).toBe("low");
    expect(nearerEnd(span, 180)).toBe("high");
    expect(nearerEnd(span, 20)).toBe("low");
    expect(nearerEnd([400, 400], 410)).toBe("high");
  });

  test("has its thumbs at the limits of the range when no values are set, and never beyond them", () => {
    expect(spanOf(price, undefined, undefined)).toEqual([0, 400]);
    expect(spanOf(price, 50, undefined)).toEqual([50, 400]);
    expect(spanOf(price, 900, 3)).toEqual([395, 400]);
  });
});
