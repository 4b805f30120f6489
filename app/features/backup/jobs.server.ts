import { setTimeout } from "node:timers/promises";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { addGauge } from "#app/platform/metrics.server.ts";
import { openStorage } from "#app/platform/storage.server.ts";
import { type BackupReport, backUp } from "./dump.server.ts";
import { BackupFault } from "./format.server.ts";
import { backupIn, openPlace } from "./place.server.ts";
import { nameOfBackup, newestBackup, obsoleteFiles, timeOfBackup } from "./retention.ts";

/** The hour of a day (UTC) from which on its backup is made. */
const HOUR = 2;

export const backupJobs: JobHandlers = {
  backup: {
    work: (_, signal) => backUpDaily(new Date(), signal),
    // Each hour, so that servers that were down at night make the backup later.
    cron: "13 * * * *",
    exclusive: true,
    timeoutSeconds: 6 * 3_600,
  },
};

/**
 * Makes the backup of the day in BACKUP_URL unless there is one, and deletes those that need not be kept after it. The
 * first is made once somebody has an account.
 * @throws BackupFault when the shop seems to have lost its people or photos: older backups must not give way to that
 */
export async function backUpDaily(now: Date, signal: AbortSignal): Promise<void> {
  const { backupUrl, databaseUrl, backupPhotos, storageUrl, authSecret } = env();
  if (backupUrl === undefined || databaseUrl === undefined) return;
  const { place, name } = backupIn(backupUrl, nameOfBackup(now));
  const names = await place.list();
  const today = name.slice(0, name.indexOf("T"));
  const isDue = now.getUTCHours() >= HOUR && !names.some((other) => other.startsWith(today));
  const newest = newestBackup(names);
  if (!isDue && newest !== undefined) return;
  if (!(await db().selectFrom("users").select("id").limit(1).executeTakeFirst())) {
    // A new shop: an empty backup would make its next ones look like those of a lost database.
    if (newest === undefined) return;
    throw new BackupFault(
      `Nobody has an account, but BACKUP_URL has ${newest}: is this database the right one?`,
    );
  }
  const photosFrom = backupPhotos === "files" ? openStorage(storageUrl) : null;
  const options = { photosFrom, needsPhotos: true, secret: authSecret, signal };
  const report = await backUp(databaseUrl, { place, name }, options);
  logger.info({ backup: name, ...report }, "backup made");
  if (hasLostPhotos(report)) return;
  for (const obsolete of obsoleteFiles([...names, name])) await place.delete(obsolete);
}

/** Above this share of missing files, older backups are kept: a lost file must not keep them for ever. */
const MOST_MISSING = 0.01;

function hasLostPhotos({ photos: { files, missing } }: BackupReport): boolean {
  if (missing === 0) return false;
  const isMany = missing / (files + missing) > MOST_MISSING;
  const consequence = isMany ? ": older backups are kept" : "";
  logger.error({ files, missing }, `the storage lacks files of photos${consequence}`);
  return isMany;
}

/** How long a server remembers when the last backup was made, in milliseconds. */
const REMEMBERED = 300_000;

/** How long a scrape waits for it, in milliseconds. */
const PATIENCE = 2_000;

/** Adds the time of the newest backup to the metrics, as its place has it. All servers tell the same. */
export function measureBackups(backupUrl: string): void {
  let lastSeconds: number | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const read = async () => {
    try {
      const newest = newestBackup(await openPlace(backupUrl).list());
      lastSeconds = newest === undefined ? 0 : (timeOfBackup(newest)?.getTime() ?? 0) / 1_000;
    } catch (error) {
      // The last time that was read grows old, which monitoring tells.
      logger.error({ err: error }, "the backups could not be listed");
    }
  };
  addGauge(
    "backup_last_success_timestamp_seconds",
    "When the newest backup in BACKUP_URL was begun, in seconds since 1970; 0 without one.",
    async () => {
      if (performance.now() - readAt >= REMEMBERED) {
        readAt = performance.now();
        reading = read();
      }
      await Promise.race([reading, setTimeout(PATIENCE, undefined, { ref: false })]);
      return lastSeconds;
    },
  );
}
