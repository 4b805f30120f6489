import { cpus, loadavg, totalmem } from "node:os";

/** What a part may use: see main.ts. */
export interface Bench {
  /** The folder for all files of the benchmark. It is removed at the end. */
  readonly folder: string;
  readonly long: boolean;
  /** The given number of rows, or a twentieth with `--small`. */
  scaled(count: number): number;
  say(sentence: string): void;
}

/** A part of the benchmark, such as `search`. It returns the rows for its table of results. */
export type Part = (bench: Bench) => Promise<Row[]>;

/** `must` is the required limit, `wants` the stricter one that is aimed for. */
export interface Budget {
  readonly at: "least" | "most";
  readonly must: number;
  readonly wants: number;
}

export const atLeast = (must: number, wants: number): Budget => ({ at: "least", must, wants });
export const atMost = (must: number, wants: number): Budget => ({ at: "most", must, wants });

/** A line of the results: the ratio of two measurements, with its budget. */
export interface Row {
  readonly what: string;
  readonly against: string;
  readonly ratio: number;
  readonly budget?: Budget;
  /** The absolute figures, with details of the measurement. */
  readonly figures: string;
}

/** Which limit a value meets. A value that could not be measured (NaN) meets none. */
export function verdict({ at, must, wants }: Budget, value: number): "wants" | "must" | "missed" {
  const holds = (bound: number) => (at === "least" ? value >= bound : value <= bound);
  return holds(wants) ? "wants" : holds(must) ? "must" : "missed";
}

export function markdownTable(head: readonly string[], lines: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

export function table(rows: readonly Row[]): string {
  const lines = rows.map(({ what, against, ratio, budget, figures }) => {
    const limits = budget ? [budget.must, budget.wants] : [];
    const [must = "", wants = ""] = limits.map(
      (limit) => `${budget?.at === "least" ? ">=" : "<="} ${Number(limit.toFixed(2))}`,
    );
    const met = budget ? verdict(budget, ratio) : "";
    const shown = ratio.toFixed(ratio >= 20 ? 0 : ratio >= 2 ? 1 : 2);
    return [what, against, shown, must, wants, met === "missed" ? "**missed**" : met, figures];
  });
  return markdownTable(["what", "against", "ratio", "must", "wants", "met", "figures"], lines);
}

/** The results of a part: when and where it was measured, and its table. */
export function section(name: string, about: string, rows: readonly Row[]): string {
  return `## ${name}\n\n${about}\n\n${table(rows)}\n`;
}

/** The text of results.md with these sections in place of the earlier ones of their parts, in the order of `names`. */
export function withSections(text: string, names: readonly string[], measured: readonly string[]): string {
  const [head = "", ...earlier] = text.split(/^(?=## )/m);
  const ofPart = (sections: readonly string[], name: string) =>
    sections.find((candidate) => candidate.startsWith(`## ${name}\n`));
  const sections = names.flatMap((name) => ofPart(measured, name) ?? ofPart(earlier, name) ?? []);
  return `${head.trimEnd()}\n\n${sections.map((part) => part.trimEnd()).join("\n\n")}\n`;
}

export function machine(): string {
  return [
    `${cpus().length} x ${cpus()[0]?.model.trim() ?? "unknown"}`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `${process.platform} ${process.arch}`,
    `Node ${process.versions.node}`,
    `load before ${(loadavg()[0] ?? 0).toFixed(1)}`,
  ].join(", ");
}

export const ms = (value: number) => `${value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)} ms`;
export const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
export const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;
export const integer = (value: number) => Math.round(value).toLocaleString("en");
