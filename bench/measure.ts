import { type ChildProcess, execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** `q` is from 0 to 1. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export async function milliseconds(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

/** Runs each input twice: first to load its database pages into memory. Returns the median of the second times. */
export async function medianTime<Input>(
  inputs: readonly Input[],
  run: (input: Input) => Promise<unknown>,
): Promise<number> {
  const times: number[] = [];
  for (const input of inputs) {
    await run(input);
    times.push(await milliseconds(() => run(input)));
  }
  return median(times);
}

/** Measures all `sides` in turn, so that other load on the machine affects them equally. Returns the median of each. */
export async function interleaved<Side extends string>(
  repeats: number,
  sides: Readonly<Record<Side, () => Promise<number>>>,
): Promise<Record<Side, number>> {
  const names = Object.keys(sides) as Side[];
  const measured = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Side, number[]>;
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const name of names) measured[name].push(await sides[name]());
  }
  const medians = names.map((name) => [name, median(measured[name])]);
  return Object.fromEntries(medians) as Record<Side, number>;
}

/** Pins a process to the first core, or a load generator to the last one, where the system supports it. */
export function pin({ pid }: ChildProcess, core: "first" | "last" = "first"): void {
  const cores = availableParallelism();
  if (process.platform !== "linux" || cores < 2 || pid === undefined) return;
  const number = core === "first" ? 0 : cores - 1;
  execFileSync("taskset", ["-a", "-c", "-p", String(number), String(pid)], { stdio: "ignore" });
}

/** The resident memory of a process, in bytes. */
export function memoryOf({ pid }: ChildProcess): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) * 1024;
}

/**
 * The processor time that a process and its child processes, such as the database, have used since their start. It is
 * exact for threads that run, known to 10 ms for child processes that have ended, and without threads that have ended.
 */
export function processorSeconds(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The process name in the brackets may contain spaces and brackets.
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(13, 15)
      .map(Number);
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) => {
      const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
      const children = readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8")
        .split(" ")
        .filter(Boolean);
      return children.reduce(
        (sum, child) => sum + processorSeconds(Number(child)),
        Number(nanoseconds) / 1e9,
      );
    });
    return threads.reduce((sum, seconds) => sum + seconds, (user + system) / 100);
  } catch {
    // The process ended meanwhile.
    return 0;
  }
}
