import type { Row } from "./report.ts";

export interface Bench {
  /** For all files of the bench; removed at the end. */
  readonly folder: string;
  readonly long: boolean;
  say(sentence: string): void;
}

export type Part = (bench: Bench) => Promise<Row[]>;
