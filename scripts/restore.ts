// bin/second-serve restore [FILE]: restores a backup into an empty database, and says what came back and what did not.
import { fingerprintOf } from "#app/features/backup/dump.server.ts";
import { missingPhotos } from "#app/features/backup/missing-photos.server.ts";
import { openPlace } from "#app/features/backup/place.server.ts";
import { deletedIn } from "#app/features/backup/retention.ts";
import type { Config } from "#app/platform/env.server.ts";
import { openStorage, type Storage } from "#app/platform/storage.server.ts";
import { type RestoreReport, restore } from "#server/restore.ts";
import { StartupError } from "#server/startup-error.ts";
import { type BackupCommand, counted, runOnBackup, shownTime } from "./backup-command.ts";
import { openOperatorDatabase } from "./operator-database.ts";

const say = (sentence: string) => console.log(sentence);

const MISSING_SHOWN = 10;

function tellLeftOut({ left, madeAt }: RestoreReport, deletions: number | null): void {
  say("Not brought back, because it may have ended or been sent since then:");
  say(
    `  ${counted(left.sessions, "session")}, ${counted(left.codes, "mailed link or code", "mailed links and codes")}: everybody signs in again.`,
  );
  say(
    `  ${counted(left.mails, "waiting mail")}: counted as not sent. All jobs: what is unfinished is begun anew.`,
  );
  say(`  ${counted(left.digests, "notice")} for daily mails: shown in the shop only.`);
  say(`  ${counted(left.events, "waiting event")} for webhooks: not sent; their owners can send them again.`);
  say(`Brought back as it was on ${shownTime(madeAt)}:`);
  say("  passwords that were changed since then, suspensions and decisions of staff.");
  if (deletions === null)
    say("  accounts that were deleted since then: without BACKUP_URL, nothing says which.");
  else
    say(
      `Of ${counted(deletions, "account")} whose deletion BACKUP_URL has kept, the next start deletes those that are back.`,
    );
}

function tellSecret({ secret }: RestoreReport, { authSecret, dataDir, embedded }: Config): void {
  if (secret === null || (authSecret && fingerprintOf(authSecret) === secret)) return;
  const how = embedded ? `put the old file auth-secret into ${dataDir}` : "set the old AUTH_SECRET";
  say(
    `${authSecret ? "This is not the AUTH_SECRET of the backup" : "The backup had an AUTH_SECRET"}: ${how} before you start the shop.`,
  );
  say("  Without it, people with a second factor cannot sign in.");
}

async function tellPhotos(databaseUrl: string, storage: Storage, bar: BackupCommand["bar"]): Promise<void> {
  try {
    const { photos, missing } = await missingPhotos(databaseUrl, storage, bar.show);
    bar.end();
    say(`The storage has ${counted(photos - missing.length, "photo")} of ${photos.toLocaleString("en-GB")}.`);
    for (const key of missing.slice(0, MISSING_SHOWN)) say(`  It does not have ${key}.`);
  } catch (error) {
    bar.end();
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(
      `All rows are restored, but the storage could not be asked for its photos: ${reason}`,
    );
  }
}

await runOnBackup("old", async ({ config, file, signal, bar }) => {
  const storage = openStorage(config.storageUrl);
  const source = await file.place.read(file.name);
  const notes = config.backupUrl === undefined ? [] : await openPlace(config.backupUrl).list();
  const database = await openOperatorDatabase(say);
  try {
    const begins = (madeAt: Date) => {
      bar.end();
      say(
        `${file.shown}, made on ${shownTime(madeAt)}, of ${Math.ceil(source.bytes / 1e6)} MB, is being restored.`,
      );
    };
    const options = { photosTo: storage, begins, progress: bar.show, signal };
    const report = await restore(database.url, source, options);
    bar.end();
    say(`${file.shown} is restored: ${counted(report.rows, "row")} of ${counted(report.tables, "table")}.`);
    if (report.migrated.length > 0) say(`${counted(report.migrated.length, "newer migration")} applied.`);
    tellLeftOut(report, config.backupUrl === undefined ? null : deletedIn(notes).length);
    tellSecret(report, config);
    await tellPhotos(database.url, storage, bar);
  } finally {
    await database.close();
  }
});
