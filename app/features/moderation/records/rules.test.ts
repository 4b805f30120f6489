import { describe, expect, test } from "vitest";
import { dayOf, readPeriod, readYear } from "./rules.ts";

const NOW = new Date("2026-11-25T21:00:00Z");

describe("the period of a log", () => {
  const period = (query: string) => {
    const { from, until } = readPeriod(new URLSearchParams(query), NOW);
    return [dayOf(from), dayOf(until)];
  };

  test.each([
    ["from=2026-11-01&to=2026-11-03", "2026-11-01", "2026-11-04"],
    ["from=2026-11-25&to=2026-11-25", "2026-11-25", "2026-11-26"],
    ["", "2026-10-27", "2026-11-26"],
    ["from=2026-11-20", "2026-11-20", "2026-11-26"],
    ["from=2026-02-31&to=tomorrow", "2026-10-27", "2026-11-26"],
    ["from=2020-01-01&to=2026-01-01", "2020-01-01", "2021-01-01"],
  ])("of the query %j begins on %s and ends before %s", (query, from, until) => {
    expect(period(query)).toEqual([from, until]);
  });
});

test.each([
  ["year=2025", 2025],
  ["year=2027", 2026],
  ["year=1999", 2026],
  ["year=x", 2026],
  ["", 2026],
])("for the query %j, cases of the year %i are counted", (query, year) => {
  expect(readYear(new URLSearchParams(query), NOW)).toBe(year);
});
