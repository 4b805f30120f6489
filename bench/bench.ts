import type { Row } from "./report.ts";

/** What a part of the bench is given. */
export interface Bench {
  /** A folder for everything that it writes, removed at the end. */
  readonly folder: string;
  /** Ten minutes of load instead of one and a half. */
  readonly long: boolean;
  say(sentence: string): void;
}

export type Part = (bench: Bench) => Promise<Row[]>;
