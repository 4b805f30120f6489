import { readFileSync } from "node:fs";
import type { Server } from "node:net";

/** Of the descriptors: for files, the database and other servers. A server that renders pages has 44 open, besides connections. */
const RESERVED = { part: 1 / 4, least: 64, most: 256 };

const QUIET_MS = 60_000;

/** How many descriptors this process may have open; Infinity where the system does not say. */
function descriptorLimit(): number {
  let limits: string;
  try {
    limits = readFileSync("/proc/self/limits", "utf8");
  } catch {
    return Number.POSITIVE_INFINITY;
  }
  return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
}

/** The connections for which so many descriptors are enough. */
export function connectionsWith(descriptors: number): number {
  const { part, least, most } = RESERVED;
  return Math.max(1, Math.floor(descriptors - Math.max(least, Math.min(descriptors * part, most))));
}

/**
 * Lets a server close further connections at once while it has as many as it has descriptors for, and says so. Without
 * descriptors, the system would close them and tell nobody, and files and the database could not be opened.
 */
export function limitConnections(server: Server, most = connectionsWith(descriptorLimit())): void {
  if (!Number.isFinite(most)) return;
  server.maxConnections = most;
  let said = Number.NEGATIVE_INFINITY;
  let closed = 0;
  server.on("drop", () => {
    closed += 1;
    if (performance.now() - said < QUIET_MS) return;
    said = performance.now();
    console.error(
      `Connections are closed at once (${closed} so far): ${most} are open, for which the limit of descriptors is enough. Raise it (LimitNOFILE= of systemd, ulimit -n).`,
    );
  });
}
