import { readFileSync } from "node:fs";
import { totalmem } from "node:os";
import path from "node:path";

/** The memory of the machine, or what its container or unit may use, in bytes. */
export function memoryLimit(): number {
  // 0: nothing limits it.
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/**
 * What of this limit nobody uses, in bytes: neither this process, nor PostgreSQL, nor others. Undefined where the system
 * does not say it.
 */
export function memoryAvailable(): number | undefined {
  const available = process.availableMemory();
  if (memoryLimit() === totalmem()) return available;
  // For a container or unit, Linux counts the files that it has read as used, although it drops them when memory is short.
  try {
    const [, group = ""] = /^0::(.*)$/m.exec(readFileSync("/proc/self/cgroup", "utf8")) ?? [];
    return available + cachedFiles(readFileSync(path.join("/sys/fs/cgroup", group, "memory.stat"), "utf8"));
  } catch {
    return undefined; // A Linux with the first version of control groups.
  }
}

/** @param stat a file memory.stat of control groups */
export function cachedFiles(stat: string): number {
  const figures = [...stat.matchAll(/^(?:in)?active_file (\d+)$/gm)];
  return figures.reduce((sum, [, bytes]) => sum + Number(bytes), 0);
}
