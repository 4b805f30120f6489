import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * The process id of the embedded database in a data folder, from the file that PostgreSQL keeps while it runs.
 * @throws when the database has not started yet, or has stopped cleanly
 */
export function postmasterOf(dataDir: string): number {
  const pid = Number(readFileSync(pidFile(dataDir), "utf8").split("\n")[0]);
  if (!(pid > 0)) throw new Error("The file is not written yet.");
  return pid;
}

/** Whether the database in a data folder stopped cleanly: PostgreSQL then deletes the file with its process id. */
export function endedCleanly(dataDir: string): boolean {
  return !existsSync(pidFile(dataDir));
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The watcher processes of the database in this folder (server/postgres-process.ts). */
export function watchersOf(dataDir: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
        return command.startsWith("/bin/sh") && command.includes(`${dataDir}/postgres/cluster`);
      } catch {
        return false; // The process has ended since its folder in /proc was listed.
      }
    });
}

function pidFile(dataDir: string): string {
  return path.join(dataDir, "postgres", "cluster", "postmaster.pid");
}
