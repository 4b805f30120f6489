import { env } from "#app/platform/env.server.ts";
import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { addGauge } from "#app/platform/metrics.server.ts";
import { openStorage } from "#app/platform/storage.server.ts";
import { backUp } from "./dump.server.ts";
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

/** Makes the backup of the day in BACKUP_URL unless there is one, and deletes those that need not be kept. */
export async function backUpDaily(now: Date, signal: AbortSignal): Promise<void> {
  const { backupUrl, databaseUrl, backupPhotos, storageUrl, authSecret } = env();
  if (backupUrl === undefined || databaseUrl === undefined) return;
  const { place, name } = backupIn(backupUrl, nameOfBackup(now));
  const names = await place.list();
  const today = name.slice(0, name.indexOf("T"));
  const isDue = now.getUTCHours() >= HOUR && !names.some((other) => other.startsWith(today));
  if (isDue || newestBackup(names) === undefined) {
    const photosFrom = backupPhotos === "files" ? openStorage(storageUrl) : null;
    const report = await backUp(databaseUrl, { place, name }, { photosFrom, secret: authSecret, signal });
    logger.info({ backup: name, ...report }, "backup made");
    names.push(name);
  }
  for (const obsolete of obsoleteFiles(names)) await place.delete(obsolete);
}

/** How long a server remembers when the last backup was made, in milliseconds. */
const REMEMBERED = 300_000;

/** Adds the time of the newest backup to the metrics, as its place has it. All servers tell the same. */
export function measureBackups(backupUrl: string): void {
  let lastSeconds = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  addGauge(
    "backup_last_success_timestamp_seconds",
    "When the newest backup in BACKUP_URL was begun, in seconds since 1970; 0 without one.",
    async () => {
      if (performance.now() - readAt < REMEMBERED) return lastSeconds;
      readAt = performance.now();
      try {
        const newest = newestBackup(await openPlace(backupUrl).list());
        lastSeconds = newest === undefined ? 0 : (timeOfBackup(newest)?.getTime() ?? 0) / 1_000;
      } catch (error) {
        // The last time that was read grows old, which monitoring tells.
        logger.error({ err: error }, "the backups could not be listed");
      }
      return lastSeconds;
    },
  );
}
