import { expect, test } from "vitest";
import { atLeast, atMost, section, table, verdict, withSections } from "./report.ts";

test("a value meets what is aimed for, only what is required, or neither", () => {
  const [most, least] = [atMost(1_800, 1_200), atLeast(95, 100)];
  expect([1_200, 1_800, 1_801, Number.NaN].map((value) => verdict(most, value))).toEqual([
    "wants",
    "must",
    "missed",
    "missed",
  ]);
  expect([100, 95, 94].map((value) => verdict(least, value))).toEqual(["wants", "must", "missed"]);
});

test("a row shows its ratio, its budgets and whether it met them; a row without a budget only its ratio", () => {
  const row = { what: "a page", against: "a bare one", figures: "" };
  const rows = [
    { ...row, ratio: 2.345, budget: atMost(2, 1.3) },
    { ...row, ratio: 0.5 },
  ];
  expect(table(rows).split("\n").slice(2)).toEqual([
    "| a page | a bare one | 2.3 | <= 2 | <= 1.3 | **missed** |  |",
    "| a page | a bare one | 0.50 |  |  |  |  |",
  ]);
});

test("a run of some parts replaces their sections of the results, and keeps the others", () => {
  const of = (name: string, about: string) => section(name, about, []);
  const names = ["pages", "start", "bulk"];
  const before = withSections("# Results\n\nHow to read them.\n", names, [
    of("bulk", "old"),
    of("pages", "old"),
  ]);
  const after = withSections(before, names, [of("start", "new"), of("bulk", "new")]);
  expect(after.match(/^(#.*|old|new|How.*)$/gm)).toEqual([
    "# Results",
    "How to read them.",
    "## pages",
    "old",
    "## start",
    "new",
    "## bulk",
    "new",
  ]);
});
