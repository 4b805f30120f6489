import { expect, test } from "vitest";
import { medianView, meets, missedBy, type View, viewTable } from "./budgets.ts";

const good: View = {
  performance: 100,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  lcp: 1_100,
  cls: 0,
  inp: 60,
  requests: 18,
  script: 120,
};

test("a value meets its goal, only its budget, or neither", () => {
  expect(meets("lcp", 1_200)).toBe("goal");
  expect(meets("lcp", 1_800)).toBe("limit");
  expect(meets("lcp", 1_801)).toBe("missed");
  expect(meets("performance", 94)).toBe("missed");
  expect(meets("inp", Number.NaN)).toBe("unmeasured");
});

test("each measure of a page is its median over several runs", () => {
  const views = [80, 100, 96].map((performance, nth) => ({ ...good, performance, lcp: 1_000 + nth }));
  expect(medianView(views)).toEqual({ ...good, performance: 96, lcp: 1_001 });
  expect(medianView([{ ...good, inp: Number.NaN }]).inp).toBeNaN();
});

test("a measure over its budget is returned, and bold in the table; a measure without a budget is neither", () => {
  const view = { ...good, cls: 0.03, seo: 60 };
  expect(missedBy(view)).toEqual(["seo", "cls"]);
  expect(missedBy(view, ["seo"])).toEqual(["cls"]);
  const table = viewTable([{ page: "home", view, withoutBudget: ["seo"] }]);
  expect(table).toContain("**0.030**");
  expect(table.split("\n").at(-1)).toBe("| home | 100 | 100 | 100 | – | 1100 | **0.030** | 60 | 18 | 120 |");
});
