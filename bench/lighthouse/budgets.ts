import { median } from "../measure.ts";

/** The results of one run on a page. Scores are 0 to 100, times in milliseconds, weights in KB. */
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
  readonly must: number;
  /** The stricter limit that is aimed for. */
  readonly wants: number;
  readonly shown: (value: number) => string;
};

const whole = (value: number) => String(Math.round(value));

/** The budgets of every page (decision 0041). */
export const BUDGETS: Readonly<Record<Measure, Budget>> = {
  performance: { title: "performance", at: "least", must: 95, wants: 100, shown: whole },
  accessibility: { title: "accessibility", at: "least", must: 100, wants: 100, shown: whole },
  bestPractices: { title: "best practices", at: "least", must: 100, wants: 100, shown: whole },
  seo: { title: "SEO", at: "least", must: 100, wants: 100, shown: whole },
  lcp: { title: "LCP, ms", at: "most", must: 1_800, wants: 1_200, shown: whole },
  cls: { title: "CLS", at: "most", must: 0.02, wants: 0.02, shown: (value) => value.toFixed(3) },
  inp: { title: "INP, ms", at: "most", must: 100, wants: 100, shown: whole },
  requests: { title: "requests", at: "most", must: 35, wants: 20, shown: whole },
  script: { title: "JavaScript, KB", at: "most", must: 170, wants: 122, shown: whole },
};

const MEASURES = Object.keys(BUDGETS) as Measure[];

/** The median of each measure over several runs. A measure that was not taken (NaN) stays NaN. */
export function medianView(views: readonly View[]): View {
  return Object.fromEntries(MEASURES.map((name) => [name, median(views.map((view) => view[name]))])) as View;
}

/** Which limit of its budget a value meets: the stricter `wants`, `must`, or none. */
export function meets(measure: Measure, value: number): "wants" | "must" | "missed" | "unmeasured" {
  if (!Number.isFinite(value)) return "unmeasured";
  const { at, must, wants } = BUDGETS[measure];
  const holds = (limit: number) => (at === "least" ? value >= limit : value <= limit);
  return holds(wants) ? "wants" : holds(must) ? "must" : "missed";
}

/** The measures that miss their budget. `apart`: measures without a budget on this page. */
export function missedBy(view: View, apart: readonly Measure[] = []): Measure[] {
  return MEASURES.filter((name) => !apart.includes(name) && meets(name, view[name]) === "missed");
}

export interface Measured {
  readonly page: string;
  readonly view: View;
  readonly apart?: readonly Measure[];
}

/** A table with a line for each page; missed budgets are bold. */
export function viewTable(pages: readonly Measured[]): string {
  const head = ["page", ...MEASURES.map((name) => BUDGETS[name].title)];
  const budget = MEASURES.map((name) => {
    const { at, must, wants } = BUDGETS[name];
    const sign = at === "least" ? "≥" : "≤";
    return must === wants ? `${sign} ${must}` : `${sign} ${must}, better ${wants}`;
  });
  const rows = pages.map(({ page, view, apart = [] }) => [
    page,
    ...MEASURES.map((name) => {
      if (apart.includes(name)) return "–";
      const shown = Number.isFinite(view[name]) ? BUDGETS[name].shown(view[name]) : "–";
      return meets(name, view[name]) === "missed" ? `**${shown}**` : shown;
    }),
  ]);
  const lines = [head, head.map(() => "---"), ["*asked for*", ...budget], ...rows];
  return lines.map((line) => `| ${line.join(" | ")} |`).join("\n");
}
