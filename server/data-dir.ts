import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartupError } from "./startup-error.ts";

/** Keep a reference: a garbage-collected lock is released. */
export type Lock = { release(): void };

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Locks `file` for this process; undefined when another process has the lock. The kernel holds it (through SQLite,
 * because Node has no lock function), so it ends with the process, even by `kill -9`.
 */
export function takeLock(file: string): Lock | undefined {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (/locked/.test(reasonOf(error))) return undefined;
    throw error;
  }
  return { release: () => lock.close() };
}

/**
 * Creates the folder if it is missing, and locks it for this process.
 * @throws StartupError when it cannot be written, or another server uses it
 */
export function openDataDir(dataDir: string): Lock {
  const holder = path.join(dataDir, "server.pid");
  let lock: Lock | undefined;
  try {
    if (!existsSync(dataDir)) {
      // If we are root, the database runs as another user, who must be able to enter the folder.
      mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    }
    lock = takeLock(path.join(dataDir, "server.lock"));
    if (lock) writeFileSync(holder, `${process.pid}\n`);
  } catch (error) {
    throw new StartupError(
      `The data folder ${dataDir} cannot be written (${reasonOf(error)}): set DATA_DIR to one that can.`,
    );
  }
  if (lock) return lock;
  const pid = existsSync(holder) ? ` (process ${readFileSync(holder, "utf8").trim()})` : "";
  throw new StartupError(
    `Second Serve is already running on ${dataDir}${pid}: stop it first, or set DATA_DIR to another folder.`,
  );
}

/** Whether another process uses this folder. */
export function isTaken(dataDir: string): boolean {
  const file = path.join(dataDir, "server.lock");
  if (!existsSync(file)) return false;
  const lock = takeLock(file);
  lock?.release();
  return lock === undefined;
}

/** The secret of this name; undefined if none is stored, or this user may not read it. */
export function storedSecret(dataDir: string, name: string): string | undefined {
  try {
    return readFileSync(path.join(dataDir, name), "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
}

/** The secret of this name. The first call creates it in `dataDir`, readable by its owner only. */
export function persistentSecret(dataDir: string, name: string): string {
  const file = path.join(dataDir, name);
  try {
    const stored = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
    if (stored) return stored;
    const secret = randomBytes(32).toString("base64url");
    // Flushed to disk first: without the secret, all sessions signed with it end.
    writeFileSync(file, `${secret}\n`, { mode: 0o600, flush: true });
    return secret;
  } catch (error) {
    throw new StartupError(`The secret in ${file} cannot be read or stored (${reasonOf(error)}).`);
  }
}
