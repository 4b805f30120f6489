import type { Chances } from "../random.ts";
import { markdownTable } from "../report.ts";

/** `short` is for `npm test`, `usual` takes half an hour for all rows, `long` does what was asked in full. */
export type Size = "short" | "usual" | "long";

/** What a row may use. */
export interface Torture {
  /** A data folder on which a server has started once. Rows copy it. */
  readonly template: string;
  /** For all files of the run. */
  readonly folder: string;
  readonly chances: Chances;
  of<Value>(sizes: Readonly<Record<Size, Value>>): Value;
  say(sentence: string): void;
}

export interface Outcome {
  /** What ran, with its counts. */
  readonly ran: string;
  /** What was counted in it. */
  readonly result: string;
  /** The longest time until the shop worked again, in milliseconds. */
  readonly recovery?: number;
  /** What the row must not see, each in a sentence. */
  readonly faults: readonly string[];
}

export interface Row {
  /** What the run is measured by, at its full size. */
  readonly asked: string;
  run(torture: Torture): Promise<Outcome>;
}

const HEAD = ["row", "asked", "ran", "result", "longest recovery", "met", "when, where, seed"];

export function line(name: string, { asked }: Row, outcome: Outcome, about: string): string {
  const { ran, result, recovery, faults } = outcome;
  const recovered = recovery === undefined ? "" : `${(recovery / 1_000).toFixed(1)} s`;
  const met = faults.length === 0 ? "yes" : `**no**: ${faults.slice(0, 5).join(" ")}`;
  const cells = [name, asked, ran, result, recovered, met, about];
  return `| ${cells.map((cell) => cell.replace(/\s*\n\s*/g, " ").replaceAll("|", "\\|")).join(" | ")} |`;
}

/** The text of torture.md with this line in place of the earlier one of its row. */
export function withLine(text: string, names: readonly string[], added: string): string {
  const [head = ""] = text.split(/^\| /m);
  const lines = [...text.split("\n"), added];
  const rows = names.flatMap((name) => lines.findLast((each) => each.startsWith(`| ${name} |`)) ?? []);
  return `${head.trimEnd()}\n\n${[markdownTable(HEAD, []), ...rows].join("\n")}\n`;
}
