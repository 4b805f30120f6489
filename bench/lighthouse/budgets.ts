import { median } from "../measure.ts";

/** The results on a page, of one run or the medians of several. Scores are 0 to 100, times in ms, weights in KB. */
export type View = Readonly<Record<Measure, number>>;

export type Measure =
  | "performance"
  | "accessibility"
  | "bestPractices"
  | "seo"
  | "lcp"
  | "cls"
  | "inp"
  | "requests"
  | "script";

type Budget = {
  readonly title: string;
  /** Whether a value must be at least or at most the limits. */
  readonly at: "least" | "most";
  /** The required limit. */
  readonly limit: number;
  /** The stricter limit that is aimed for. */
  readonly goal: number;
  readonly shown: (value: number) => string;
};

const whole = (value: number) => String(Math.round(value));

/** The budgets of every page (decision 0041). */
export const BUDGETS: Readonly<Record<Measure, Budget>> = {
  performance: { title: "performance", at: "least", limit: 95, goal: 100, shown: whole },
  accessibility: { title: "accessibility", at: "least", limit: 100, goal: 100, shown: whole },
  bestPractices: { title: "best practices", at: "least", limit: 100, goal: 100, shown: whole },
  seo: { title: "SEO", at: "least", limit: 100, goal: 100, shown: whole },
  lcp: { title: "LCP, ms", at: "most", limit: 1_800, goal: 1_200, shown: whole },
  cls: { title: "CLS", at: "most", limit: 0.02, goal: 0.02, shown: (value) => value.toFixed(3) },
  inp: { title: "INP, ms", at: "most", limit: 100, goal: 100, shown: whole },
  requests: { title: "requests", at: "most", limit: 35, goal: 20, shown: whole },
  script: { title: "JavaScript, KB", at: "most", limit: 170, goal: 122, shown: whole },
};

const MEASURES = Object.keys(BUDGETS) as Measure[];

/** The median of each measure over several runs. A measure that was not taken (NaN) stays NaN. */
export function medianView(views: readonly View[]): View {
  return Object.fromEntries(MEASURES.map((name) => [name, median(views.map((view) => view[name]))])) as View;
}

/** Which limit of its budget a value meets: the stricter `goal`, `limit`, or none. */
export function meets(measure: Measure, value: number): "goal" | "limit" | "missed" | "unmeasured" {
  if (!Number.isFinite(value)) return "unmeasured";
  const { at, limit, goal } = BUDGETS[measure];
  const holds = (bound: number) => (at === "least" ? value >= bound : value <= bound);
  return holds(goal) ? "goal" : holds(limit) ? "limit" : "missed";
}

/** The measures that miss their budget. `withoutBudget`: measures without a budget on this page. */
export function missedBy(view: View, withoutBudget: readonly Measure[] = []): Measure[] {
  return MEASURES.filter((name) => !withoutBudget.includes(name) && meets(name, view[name]) === "missed");
}

export interface Measured {
  readonly page: string;
  readonly view: View;
  readonly withoutBudget?: readonly Measure[];
}

/** A table with a line for each page; missed budgets are bold. */
export function viewTable(pages: readonly Measured[]): string {
  const head = ["page", ...MEASURES.map((name) => BUDGETS[name].title)];
  const budget = MEASURES.map((name) => {
    const { at, limit, goal } = BUDGETS[name];
    const sign = at === "least" ? "≥" : "≤";
    return limit === goal ? `${sign} ${limit}` : `${sign} ${limit}, better ${goal}`;
  });
  const rows = pages.map(({ page, view, withoutBudget = [] }) => [
    page,
    ...MEASURES.map((name) => {
      if (withoutBudget.includes(name)) return "–";
      const shown = Number.isFinite(view[name]) ? BUDGETS[name].shown(view[name]) : "–";
      return meets(name, view[name]) === "missed" ? `**${shown}**` : shown;
    }),
  ]);
  const lines = [head, head.map(() => "---"), ["*asked for*", ...budget], ...rows];
  return lines.map((line) => `| ${line.join(" | ")} |`).join("\n");
}
