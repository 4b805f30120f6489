import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * The process of a data folder's embedded database, from the file that it keeps while it runs.
 * @throws when it has not started yet
 */
export function postmasterOf(dataDir: string): number {
  const pid = Number(readFileSync(pidFile(dataDir), "utf8").split("\n")[0]);
  if (!(pid > 0)) throw new Error("The file is not written yet.");
  return pid;
}

/** Whether the database has said goodbye: PostgreSQL removes the file as the last thing of a clean end. */
export function endedCleanly(dataDir: string): boolean {
  return !existsSync(pidFile(dataDir));
}

/** Whether there is such a process. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Processes, other than the postmaster, that were started for the cluster of this folder. */
export function watchersOf(dataDir: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
        return command.startsWith("/bin/sh") && command.includes(`${dataDir}/postgres/cluster`);
      } catch {
        return false; // It ended while we looked.
      }
    });
}

function pidFile(dataDir: string): string {
  return path.join(dataDir, "postgres", "cluster", "postmaster.pid");
}
