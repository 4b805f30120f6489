import path from "node:path";
import { BackupFault } from "#app/features/backup/format.server.ts";
import { type BackupFile, backupFile, backupIn, openPlace } from "#app/features/backup/place.server.ts";
import { newestBackup } from "#app/features/backup/retention.ts";
import type { Config } from "#app/platform/env.server.ts";
import { progressBar } from "#server/progress-bar.ts";
import { StartupError } from "#server/startup-error.ts";
import { operatorSettings, runCommand } from "./operator-database.ts";

export interface BackupCommand {
  readonly config: Config;
  readonly file: BackupFile;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly bar: ReturnType<typeof progressBar>;
}

const USAGE = `Which file? bin/second-serve backup FILE (or restore, or verify)
FILE is a path, or s3://key:secret@host/bucket/name. With BACKUP_URL and without FILE, a backup is made there, and the newest
one is restored or verified.`;

/** "1 row", "1,000 rows" */
export function counted(count: number, thing: string, things = `${thing}s`): string {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? thing : things}`;
}

/** "2026-11-29 02:13 UTC" */
export function shownTime(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** Runs a command about the backup that its argument names, or that is or will be in BACKUP_URL. */
export function runOnBackup(
  kind: "new" | "old",
  work: (command: BackupCommand) => Promise<void>,
): Promise<void> {
  return runCommand(async () => {
    const stopping = new AbortController();
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(name, () => stopping.abort(new StartupError("Stopped.")));
    const config = operatorSettings();
    const file = await fileOf(process.argv[2], kind, config);
    const bar = progressBar();
    try {
      await work({ config, file, signal: stopping.signal, bar });
    } catch (error) {
      bar.end();
      throw error instanceof BackupFault ? new StartupError(`${file.shown}: ${error.message}`) : error;
    } finally {
      bar.end();
    }
  });
}

async function fileOf(
  argument: string | undefined,
  kind: "new" | "old",
  { backupUrl }: Config,
): Promise<BackupFile> {
  try {
    // npm changes to the project's folder, and passes the original one in INIT_CWD.
    if (argument !== undefined) return await backupFile(argument, path.resolve(process.env.INIT_CWD ?? ""));
    if (backupUrl === undefined) throw new Error(USAGE);
    if (kind === "new") return backupIn(backupUrl);
    const newest = newestBackup(await openPlace(backupUrl).list());
    if (newest === undefined) throw new Error("There is no backup in BACKUP_URL.");
    return backupIn(backupUrl, newest);
  } catch (error) {
    throw new StartupError(error instanceof Error ? error.message : String(error));
  }
}
