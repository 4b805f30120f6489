import { type ChildProcess, execFile, execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

export interface Load {
  readonly url: string;
  /** The paths of the pages, requested in turn. */
  readonly paths: readonly string[];
  /** Whether the same URLs are requested again. Otherwise filters make each URL unique. */
  readonly repeated: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
}

export interface Loaded {
  readonly perSecond: number;
  /** Answers other than 2xx, and broken connections. */
  readonly failed: number;
}

const CORES = availableParallelism();

/** A function that pins a process to a core; undefined where the system does not support it. */
function pinner(): ((core: number, pid: number) => void) | undefined {
  if (process.platform !== "linux" || CORES < 2) return undefined;
  return (core, pid) =>
    execFileSync("taskset", ["-a", "-c", "-p", String(core), String(pid)], { stdio: "ignore" });
}

/** Pins a server to the first core, apart from the load generator, where the system supports it. */
export function pin(child: ChildProcess): void {
  if (child.pid !== undefined) pinner()?.(0, child.pid);
}

/** Runs a program of this folder on the last core, with one argument, and returns the JSON that it prints. */
export async function generate(program: string, wanted: object): Promise<unknown> {
  const file = path.join(import.meta.dirname, program);
  const running = promisify(execFile)(process.execPath, [file, JSON.stringify(wanted)], {
    maxBuffer: 2 ** 24,
  });
  if (running.child.pid !== undefined) pinner()?.(CORES - 1, running.child.pid);
  return JSON.parse((await running).stdout);
}

/** Requests pages from another process on the last core. @throws when an answer is not 2xx */
export async function load(wanted: Load): Promise<Loaded> {
  const loaded = (await generate("generate-load.ts", wanted)) as Loaded;
  if (loaded.failed > 0) throw new Error(`${loaded.failed} requests to ${wanted.paths[0]} failed.`);
  if (loaded.perSecond < 1) throw new Error(`Nothing was answered at ${wanted.url}.`);
  return loaded;
}

/** The parent of each process, and the processor time in seconds that the process has used since its start. */
function processes(): Map<number, { parent: number; seconds: number }> {
  const found = new Map<number, { parent: number; seconds: number }>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      // The process name in the brackets may contain spaces and brackets.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const [parent, user, system] = [fields[1], fields[11], fields[12]].map(Number);
      found.set(Number(name), { parent: parent ?? 0, seconds: ((user ?? 0) + (system ?? 0)) / 100 });
    } catch {
      // The process ended after the folder was listed.
    }
  }
  return found;
}

/** The processor time of a server and its child processes, mainly the database. */
function processorSeconds({ pid }: ChildProcess): number {
  const all = processes();
  const isOurs = (one: number): boolean => one === pid || (one > 1 && isOurs(all.get(one)?.parent ?? 0));
  return [...all].reduce((sum, [one, { seconds }]) => sum + (isOurs(one) ? seconds : 0), 0);
}

/**
 * Pages per second of processor time. In real time, the load generator would be the limit when answers come from
 * memory.
 */
export async function pagesPerCoreSecond(child: ChildProcess, wanted: Load): Promise<number> {
  const before = processorSeconds(child);
  const { perSecond } = await load(wanted);
  return (perSecond * wanted.seconds) / (processorSeconds(child) - before);
}

/** The resident memory of a process, in bytes. */
export function memoryOf(child: ChildProcess): number {
  const kilobytes = execFileSync("ps", ["-o", "rss=", "-p", String(child.pid)], { encoding: "utf8" });
  return Number(kilobytes) * 1024;
}
