import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { json } from "node:stream/consumers";
import { pin, processorSeconds } from "./measure.ts";

/** Requests of one kind, sent by generate-load.ts. */
export interface Load {
  readonly url: string;
  /** The paths of the pages, requested in turn. */
  readonly paths: readonly string[];
  /** Filters make each URL unique. */
  readonly unique?: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Each request sends a form of this many bytes: `a&a&…`. */
  readonly formBytes?: number;
  /** The status of every answer: 200, if not given. */
  readonly status?: number;
  readonly connections: number;
  /** Requests a second: as many as are answered, if not given. */
  readonly rate?: number;
  readonly seconds: number;
}

export interface Loaded {
  readonly answers: number;
  /** Answers with another status, and broken connections. */
  readonly failed: number;
}

/** Runs a program of this folder on the last core, with JSON as its input, and returns the JSON that it prints. */
export async function generate(program: string, wanted: object): Promise<unknown> {
  const file = path.join(import.meta.dirname, program);
  const child = spawn(process.execPath, [file], { stdio: ["pipe", "pipe", "inherit"] });
  pin(child, "last");
  child.stdin.end(JSON.stringify(wanted));
  return json(child.stdout);
}

/** Returns the number of answers. @throws when one has another status than expected */
export async function load(wanted: Load): Promise<number> {
  const { answers, failed } = (await generate("generate-load.ts", wanted)) as Loaded;
  if (failed > 0 || answers === 0)
    throw new Error(`${wanted.url}${wanted.paths[0]}: ${answers} requests were answered, ${failed} failed.`);
  return answers;
}

/**
 * Pages per second of processor time. In real time, the load generator would be the limit when answers come from
 * memory.
 */
export async function pagesPerCoreSecond({ pid }: ChildProcess, wanted: Load): Promise<number> {
  const before = processorSeconds(pid);
  const answers = await load(wanted);
  return answers / (processorSeconds(pid) - before);
}
