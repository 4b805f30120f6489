import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pageSlots } from "./pagination-rules.ts";

const drawn = (current: number, total: number) =>
  pageSlots(current, total)
    .map((slot) => ("page" in slot ? (slot.page === current ? `[${slot.page}]` : slot.page) : "…"))
    .join(" ");

describe("pagination", () => {
  test("shows all pages if there are five or fewer [M9.10]", () => {
    expect(drawn(1, 1)).toBe("[1]");
    expect(drawn(3, 5)).toBe("1 2 [3] 4 5");
    expect(drawn(1, 0)).toBe("");
  });

  test("shows only the first, last and current page and its neighbours if there are six or more [M9.10]", () => {
    expect(drawn(1, 6)).toBe("[1] 2 … 6");
    expect(drawn(10, 20)).toBe("1 … 9 [10] 11 … 20");
    expect(drawn(20, 20)).toBe("1 … 19 [20]");
  });

  test("never replaces a single page with an ellipsis", () => {
    expect(drawn(4, 7)).toBe("1 2 3 [4] 5 6 7");
    expect(drawn(4, 20)).toBe("1 2 3 [4] 5 … 20");
  });

  test("looks as on the nearest page when the current page does not exist", () => {
    expect(pageSlots(99, 20)).toEqual(pageSlots(20, 20));
    expect(pageSlots(-3, 20)).toEqual(pageSlots(1, 20));
  });

  test("shows page numbers in ascending order without duplicates, with the first, the current and the last page", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 100_000 }), (a, b) => {
        const [current, total] = [Math.min(a, b), Math.max(a, b)];
        const pages = pageSlots(current, total).flatMap((slot) => ("page" in slot ? [slot.page] : []));
        expect(pages).toEqual([...new Set(pages)].sort((x, y) => x - y));
        expect(pages).toEqual(expect.arrayContaining([1, current, total]));
        expect(pages.length).toBeLessThanOrEqual(7);
      }),
    );
  });
});
