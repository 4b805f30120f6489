import { describe, expect, test } from "vitest";
import { placeAmong } from "./toast-place.ts";

/** A screen of 780 px with a bar of 56 px, and a toast of 64 px. */
const placed = (...spans: [number, number][]) =>
  placeAmong(
    spans.map(([top, bottom]) => ({ top, bottom })),
    64,
    780,
    72,
  );

describe("the place of a toast on a phone", () => {
  test("is above the bar", () => {
    expect(placed()).toBe(72);
    expect(placed([100, 140], [600, 644], [708, 740])).toBe(72);
  });

  test("is above the headings and buttons that it would cover there", () => {
    expect(placed([650, 694])).toBe(138);
    // It would cover the second one above the first.
    expect(placed([680, 724], [600, 640])).toBe(188);
    // There is room between them.
    expect(placed([680, 724], [560, 600])).toBe(108);
  });

  test("is above the bar if there is none in the lower half of the screen", () => {
    expect(placed([300, 780])).toBe(72);
    expect(placed([690, 700], [620, 640], [540, 570], [470, 490], [400, 420])).toBe(72);
  });
});
