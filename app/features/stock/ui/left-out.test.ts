import { expect, test } from "vitest";
import type { TranslationReport } from "../profiles/choices.ts";
import { leftOutText, rowNumbers } from "./left-out.tsx";

const NONE = { count: 0, numbers: [] };
const REPORT: TranslationReport = {
  profile: "own",
  rows: 1,
  leftOut: { draft: { count: 2, numbers: [4, 6] }, total: { count: 1, numbers: [9] } },
  currencies: [],
  noCondition: NONE,
  noType: NONE,
  shortened: NONE,
};

test.each([
  [1, [4], "row 4"],
  [2, [4, 6], "rows 4 and 6"],
  [3, [4, 6], "rows 4, 6, …"],
])("of %d rows, %j are named as %j", (count, numbers, expected) => {
  expect(rowNumbers({ count, numbers })).toBe(expected);
});

test("rows that are left out are named, as far as there is room", () => {
  const long = "Drafts: 2 (rows 4 and 6) · Totals: 1 (row 9)";
  expect(leftOutText(REPORT, long.length)).toBe(long);
  expect(leftOutText(REPORT, long.length - 1)).toBe("Drafts: 2 · Totals: 1");
  expect(leftOutText({ ...REPORT, leftOut: {} }, 300)).toBeNull();
});
