import { type ChildProcess, execFile, execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/** What a load generator asks for. */
export interface Load {
  readonly url: string;
  /** In turn. */
  readonly paths: readonly string[];
  /** Whether the paths are asked for as they are. Otherwise each gets filters that make it another address. */
  readonly repeated: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
}

export interface Loaded {
  readonly perSecond: number;
  /** Answers other than 2xx, and connections that broke. */
  readonly failed: number;
}

const CORES = availableParallelism();

function pinner(): ((core: number, pid: number) => void) | undefined {
  if (process.platform !== "linux" || CORES < 2) return undefined;
  return (core, pid) =>
    execFileSync("taskset", ["-a", "-c", "-p", String(core), String(pid)], { stdio: "ignore" });
}

/** Keeps a server process on the first core, and away from who asks it, where the system has a way to. */
export function pin(child: ChildProcess): void {
  if (child.pid !== undefined) pinner()?.(0, child.pid);
}

/** Runs a program of this folder on the last core, with one argument, and answers the JSON that it prints. */
export async function generate(program: string, wanted: object): Promise<unknown> {
  const file = path.join(import.meta.dirname, program);
  const running = promisify(execFile)(process.execPath, [file, JSON.stringify(wanted)], {
    maxBuffer: 2 ** 24,
  });
  if (running.child.pid !== undefined) pinner()?.(CORES - 1, running.child.pid);
  return JSON.parse((await running).stdout);
}

/** Asks from another process, on the last core. @throws when not every answer was a good one */
export async function load(wanted: Load): Promise<Loaded> {
  const loaded = (await generate("generate-load.ts", wanted)) as Loaded;
  if (loaded.failed > 0) throw new Error(`${loaded.failed} requests to ${wanted.paths[0]} failed.`);
  if (loaded.perSecond < 1) throw new Error(`Nothing was answered at ${wanted.url}.`);
  return loaded;
}

/** The parent of each process, and the processor time that it has had so far in seconds. */
function processes(): Map<number, { parent: number; seconds: number }> {
  const found = new Map<number, { parent: number; seconds: number }>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      // The name in the brackets may hold anything.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const [parent, user, system] = [fields[1], fields[11], fields[12]].map(Number);
      found.set(Number(name), { parent: parent ?? 0, seconds: ((user ?? 0) + (system ?? 0)) / 100 });
    } catch {
      // It ended while we looked.
    }
  }
  return found;
}

/** Processor time of a server and of everything that it started, its database above all. */
function processorSeconds({ pid }: ChildProcess): number {
  const all = processes();
  const isOurs = (one: number): boolean => one === pid || (one > 1 && isOurs(all.get(one)?.parent ?? 0));
  return [...all].reduce((sum, [one, { seconds }]) => sum + (isOurs(one) ? seconds : 0), 0);
}

/**
 * How many pages a server makes of a second of processor time. Not how many arrive in a second: with two cores, who
 * asks is busy before who answers from memory is, and the ratio of two such figures would say nothing.
 */
export async function pagesPerCoreSecond(child: ChildProcess, wanted: Load): Promise<number> {
  const before = processorSeconds(child);
  const { perSecond } = await load(wanted);
  return (perSecond * wanted.seconds) / (processorSeconds(child) - before);
}

/** What a process has in memory, in bytes. */
export function memoryOf(child: ChildProcess): number {
  const kilobytes = execFileSync("ps", ["-o", "rss=", "-p", String(child.pid)], { encoding: "utf8" });
  return Number(kilobytes) * 1024;
}
