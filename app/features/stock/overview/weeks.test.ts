import { describe, expect, test } from "vitest";
import { figuresOf, WEEKS, weeksUpTo } from "./weeks.ts";

describe("the weeks of the overview", () => {
  test.each([
    ["2026-11-23T00:00:00Z", "2026-11-23"],
    ["2026-11-29T23:59:59Z", "2026-11-23"],
    ["2026-11-30T00:00:00Z", "2026-11-30"],
  ])("end with that of %s, from Monday on", (now, monday) => {
    const weeks = weeksUpTo(new Date(now));
    expect(weeks).toHaveLength(WEEKS);
    expect(weeks.at(-1)).toBe(monday);
    expect(new Set(weeks.map((week) => new Date(week).getUTCDay()))).toEqual(new Set([1]));
  });

  test("have zeros where nothing happened, and nothing of other weeks", () => {
    const weeks = ["2026-11-16", "2026-11-23"];
    const sales = [
      { week: "2026-11-09", sales: 9, cents: 900 },
      { week: "2026-11-23", sales: 2, cents: 5_000 },
    ];
    expect(figuresOf(weeks, sales, [{ week: "2026-11-16", count: 4 }], [])).toEqual([
      { week: "2026-11-16", sales: 0, cents: 0, views: 4, hearts: 0 },
      { week: "2026-11-23", sales: 2, cents: 5_000, views: 0, hearts: 0 },
    ]);
  });
});
