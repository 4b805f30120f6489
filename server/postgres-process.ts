import { type ChildProcess, spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Account } from "./postgres-places.ts";
import { StartupError } from "./startup-error.ts";

/** A running postmaster, which shuts down when this Node process ends. `ended` resolves when it has exited. */
export type PostgresProcess = {
  ended: Promise<void>;
  /**
   * Disconnects all clients, writes all data to disk, and exits. After `patience` ms it exits at once, and the next
   * start recovers.
   */
  stop(patience: number): Promise<void>;
};

/**
 * Starts a watcher and then becomes PostgreSQL. The watcher reads a pipe from Node (fd 3), notices even its `kill -9`,
 * and shuts PostgreSQL down. It is a grandchild: PostgreSQL would take the failure of a child for a crash.
 */
const WATCHED = `
( ( while read -r _; do :; done; kill -INT $$ ) <&3 3<&- >/dev/null 2>&1 & )
exec "$@" 3<&-
`;

const POLL_MS = 5;

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

async function until(condition: () => boolean, patience: number): Promise<boolean> {
  const end = performance.now() + patience;
  while (!condition()) {
    if (performance.now() > end) return false;
    await delay(POLL_MS);
  }
  return true;
}

/** The lines of `postmaster.pid`: process, folder, start, port, socket folder, address, shared memory, state. */
function pidFile(cluster: string): string[] {
  try {
    return readFileSync(path.join(cluster, "postmaster.pid"), "utf8")
      .split("\n")
      .map((line) => line.trim());
  } catch {
    return [];
  }
}

/**
 * Whether the working folder of a process is the cluster, as for a postmaster. Undefined if the system does not tell.
 */
function worksIn(pid: number, cluster: string): boolean | undefined {
  if (!existsSync("/proc/self/cwd")) return undefined;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    return false;
  }
}

/** Whether processes of an ended postmaster still use its shared memory. */
function memoryInUse(lines: string[]): boolean {
  const id = lines[6]?.split(/\s+/)[1];
  if (!id || !existsSync("/proc/sysvipc/shm")) return false;
  return readFileSync("/proc/sysvipc/shm", "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .some((fields) => fields[1] === id && Number(fields[6]) > 0);
}

/**
 * Ends the processes that a killed server left on `cluster`. The caller has the lock of the data folder, so no running
 * server uses it.
 * @throws StartupError when they do not end
 */
export async function clearLeftovers(cluster: string): Promise<void> {
  const lines = pidFile(cluster);
  const pid = Number(lines[0]);
  if (!(pid > 0)) return;
  const alive = signal(pid, 0);
  if (alive && worksIn(pid, cluster) !== false) {
    signal(pid, "SIGINT");
    const hasExited = () => !signal(pid, 0);
    if (await until(hasExited, 20_000)) return;
    signal(pid, "SIGQUIT");
    if (await until(hasExited, 10_000)) return;
    throw new StartupError(
      `An earlier database server (process ${pid}) does not end: end it, then start again.`,
    );
  }
  // The children of an ended postmaster exit by themselves; meanwhile a new server must not write.
  if (!(await until(() => !memoryInUse(lines), 20_000))) {
    throw new StartupError(
      `Parts of an earlier database server still run on ${cluster}: end them, then start again.`,
    );
  }
  // Another process has this id now, and PostgreSQL would take it for the old server.
  if (alive) {
    rmSync(path.join(cluster, "postmaster.pid"), { force: true });
    rmSync(path.join(lines[4] ?? "", `.s.PGSQL.${lines[3]}.lock`), { force: true });
  }
}

/** The last error in a log. @param from the byte at which to begin */
export function lastWords(log: string, from: number): string {
  const output = readFileSync(log).subarray(from).toString();
  const fatal = output.split("\n").filter((line) => /FATAL|PANIC|ERROR|could not/.test(line));
  return (fatal.at(-1) ?? output.trim().split("\n").at(-1) ?? "")
    .replace(/^.*?(FATAL|PANIC|ERROR): +/, "")
    .trim();
}

function ending(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
}

/**
 * Starts PostgreSQL on `cluster` in its own session, which Ctrl-C does not reach, and waits until it accepts
 * connections.
 * @param log the file to which PostgreSQL appends its messages
 * @throws StartupError with the reason when it ends instead
 */
export async function runPostgres(
  account: Account,
  program: string,
  cluster: string,
  log: string,
  settings: Record<string, string>,
): Promise<PostgresProcess> {
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const from = existsSync(log) ? statSync(log).size : 0;
  const messages = openSync(log, "a", 0o640);
  const child = spawn("/bin/sh", ["-c", WATCHED, "second-serve", program, "-D", cluster, ...options], {
    ...account.ids,
    cwd: "/",
    detached: true,
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
    stdio: ["ignore", messages, messages, "pipe"],
  });
  closeSync(messages);
  let running = child.pid !== undefined;
  const ended = ending(child).then(() => {
    running = false;
    child.stdio[3]?.destroy(); // Ends the watcher.
  });
  const pid = String(child.pid);
  const ready = () => {
    const lines = pidFile(cluster);
    return lines[0] === pid && lines[7] === "ready";
  };
  while (running && !ready()) await Promise.race([delay(POLL_MS), ended]);
  if (!running)
    throw new StartupError(`The embedded database does not start: ${lastWords(log, from)} (see ${log}).`);
  return {
    ended,
    async stop(patience) {
      child.kill("SIGINT");
      if (await until(() => !running, patience)) return;
      child.kill("SIGQUIT");
      await until(() => !running, 1_000);
    },
  };
}
