import { cpus, loadavg, totalmem } from "node:os";

/** A line of the results: the ratio of two measurements, with its budget. */
export interface Row {
  readonly what: string;
  readonly against: string;
  readonly ratio: number;
  /**
   * `at`: whether the ratio must be at least or at most the limits. `limit` is required, `goal` is aimed for.
   */
  readonly budget?: { readonly at: "least" | "most"; readonly limit: number; readonly goal: number };
  /** The absolute figures, with details of the measurement. */
  readonly figures: string;
}

function digits(ratio: number): string {
  if (!Number.isFinite(ratio)) return "-";
  return ratio.toFixed(ratio >= 20 ? 0 : ratio >= 2 ? 1 : 2);
}

function verdict({ ratio, budget }: Row): string {
  if (!budget) return "";
  const holds = (bound: number) => (budget.at === "least" ? ratio >= bound : ratio <= bound);
  return holds(budget.goal) ? "wants" : holds(budget.limit) ? "must" : "**missed**";
}

function cells(row: Row): string[] {
  const sign = row.budget?.at === "least" ? ">=" : "<=";
  const shown = (value: number | undefined) =>
    value === undefined ? "" : `${sign} ${Number(value.toFixed(2))}`;
  return [
    row.what,
    row.against,
    digits(row.ratio),
    shown(row.budget?.limit),
    shown(row.budget?.goal),
    verdict(row),
    row.figures,
  ];
}

const HEAD = ["what", "against", "ratio", "must", "wants", "met", "figures"];

export function table(rows: readonly Row[]): string {
  const lines = [HEAD, HEAD.map(() => "---"), ...rows.map(cells)];
  return lines.map((line) => `| ${line.join(" | ")} |`).join("\n");
}

export function machine(): string {
  const [cpu] = cpus();
  const load = loadavg()[0] ?? 0;
  return [
    `${cpus().length} x ${cpu?.model.trim() ?? "unknown"}`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `${process.platform} ${process.arch}`,
    `Node ${process.versions.node}`,
    `load before ${load.toFixed(1)}`,
  ].join(", ");
}

export function ms(value: number): string {
  return `${value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)} ms`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MB`;
}
