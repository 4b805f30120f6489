// bin/second-serve backup [FILE]: writes all data of the shop to one file, while the shop goes on, or while it is closed.
import { existsSync } from "node:fs";
import path from "node:path";
import { backUp } from "#app/features/backup/dump.server.ts";
import { openStorage } from "#app/platform/storage.server.ts";
import { StartupError } from "#server/startup-error.ts";
import { counted, runOnBackup } from "./backup-command.ts";
import { openOperatorDatabase } from "./operator-database.ts";

const say = (sentence: string) => console.log(sentence);

await runOnBackup("new", async ({ config, file, signal, bar }) => {
  if (config.embedded && !existsSync(path.join(config.dataDir, "postgres")))
    throw new StartupError(`There is no database in ${config.dataDir}.`);
  const database = await openOperatorDatabase(say);
  try {
    const { bytes, rows, tables, photos } = await backUp(database.url, file, {
      photosFrom: config.backupPhotos === "files" ? openStorage(config.storageUrl) : null,
      secret: config.authSecret || null,
      progress: bar.show,
      signal,
    });
    bar.end();
    say(
      `${file.shown}: ${counted(rows, "row")} of ${counted(tables, "table")}, ${Math.ceil(bytes / 1e6)} MB.`,
    );
    if (config.backupPhotos === "files") say(`It has ${counted(photos.files, "file")} of photos.`);
    else say("It has no photos: the storage must keep them (docs/operations.md).");
    if (photos.missing > 0) say(`The storage does not have ${counted(photos.missing, "file")} of photos.`);
    say("AUTH_SECRET is not in it: keep it in another place.");
  } finally {
    await database.close();
  }
});
