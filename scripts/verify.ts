// bin/second-serve verify [FILE]: restores a backup into a temporary database, and compares its rows with what the backup says.
import { hasPackagedPostgres } from "#server/postgres-places.ts";
import { verifyBackup } from "#server/verify-backup.ts";
import { counted, runOnBackup, shownTime } from "./backup-command.ts";

await runOnBackup("old", async ({ config, file, signal, bar }) => {
  const source = await file.place.read(file.name);
  const server = hasPackagedPostgres() ? null : (config.databaseUrl ?? null);
  const report = await verifyBackup(source, server, { progress: bar.show, signal });
  const { madeAt, rows, tables, photos, migrated } = report;
  bar.end();
  const parts = [`${counted(rows, "row")} of ${counted(tables, "table")}`];
  if (photos.kind === "files") parts.push(`${counted(photos.files, "file")} of photos`);
  console.log(`${file.shown} is good: ${parts.join(" and ")}, as they were on ${shownTime(madeAt)}.`);
  console.log("It was restored into a temporary database: counts and checksums of all tables are equal.");
  if (migrated.length > 0)
    console.log(`${counted(migrated.length, "newer migration")} can be applied to it.`);
});
