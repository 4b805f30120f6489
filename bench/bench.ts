import type { Row } from "./report.ts";

export interface Bench {
  /** The folder for all files of the benchmark. It is removed at the end. */
  readonly folder: string;
  readonly long: boolean;
  say(sentence: string): void;
}

/** A part of the benchmark, such as `search`. It returns the rows for its table of results. */
export type Part = (bench: Bench) => Promise<Row[]>;
