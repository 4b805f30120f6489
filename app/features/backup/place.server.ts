import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { access, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { parseStorageUrl, type StoragePlace } from "#app/platform/storage-url.server.ts";
import { BackupFault, type BackupPlace } from "./format.server.ts";
import { nameOfBackup, PREFIX } from "./retention.ts";
import { bucketPlace } from "./s3-place.server.ts";

/** A backup and its place. `shown` is what messages call it: it has no password. */
export interface BackupFile {
  readonly place: BackupPlace;
  readonly name: string;
  readonly shown: string;
}

/** The place that BACKUP_URL names. @throws as `parseStorageUrl` */
export function openPlace(url: string): BackupPlace {
  return placeOf(parseStorageUrl(url));
}

function placeOf(place: StoragePlace): BackupPlace {
  return place.kind === "file" ? folderPlace(place.root) : bucketPlace(place);
}

/** A backup in the place of a URL as of BACKUP_URL: a new one, or that of a name. @throws as `parseStorageUrl` */
export function backupIn(url: string, name = nameOfBackup(new Date())): BackupFile {
  const place = parseStorageUrl(url);
  const shown =
    place.kind === "file" ? path.join(place.root, name) : `${place.endpoint}/${place.bucket}/${name}`;
  return { place: placeOf(place), name, shown };
}

/**
 * The file that an operator names by a path, or by a URL (`file:…`, or `s3://key:secret@host/bucket/name`). A folder, or a
 * bucket without a name, means a new backup in it.
 * @param folder to which a path is relative
 * @throws an Error with a sentence, as `parseStorageUrl`
 */
export async function backupFile(text: string, folder: string): Promise<BackupFile> {
  if (text.startsWith("s3:")) {
    const [, bucket = text, name, settings = ""] =
      /^(s3:\/\/[^/]+\/[^/?]+)(?:\/([A-Za-z0-9][A-Za-z0-9._-]{0,199})?)?(\?.*)?$/.exec(text) ?? [];
    return backupIn(bucket + settings, name);
  }
  const file = text.startsWith("file:/")
    ? fileURLToPath(text)
    : path.resolve(folder, text.replace(/^file:/, ""));
  const isFolder = text.endsWith("/") || (await isDirectory(file));
  const shown = isFolder ? path.join(file, nameOfBackup(new Date())) : file;
  return { place: folderPlace(path.dirname(shown)), name: path.basename(shown), shown };
}

async function isDirectory(file: string): Promise<boolean> {
  return stat(file).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

function folderPlace(root: string): BackupPlace {
  return {
    async write(name, content, signal) {
      const file = path.join(root, name);
      await mkdir(root, { recursive: true });
      if (await exists(file)) {
        content.destroy();
        throw new BackupFault(`There is a file ${file} already.`);
      }
      await removeAbandoned(root);
      const unfinished = path.join(root, `.second-serve-${randomUUID()}.unfinished`);
      try {
        // A backup has personal data: only its owner may read it.
        await pipeline(content, createWriteStream(unfinished, { flags: "wx", mode: 0o600, flush: true }), {
          signal,
        });
        await rename(unfinished, file);
      } catch (error) {
        await rm(unfinished, { force: true });
        signal?.throwIfAborted();
        throw error;
      }
      await syncFolder(root);
      return (await stat(file)).size;
    },
    async read(name) {
      const file = path.join(root, name);
      const stats = await stat(file).catch((error: unknown) => {
        if (isMissing(error)) throw new BackupFault("There is no such file.");
        throw error;
      });
      if (!stats.isFile()) throw new BackupFault("It is not a file.");
      return { content: createReadStream(file, { highWaterMark: 1024 * 1024 }), bytes: stats.size };
    },
    async list() {
      try {
        return (await readdir(root)).filter((name) => name.startsWith(PREFIX));
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    },
    delete: (name) => rm(path.join(root, name), { force: true }),
  };
}

const DAY_MS = 86_400_000;

/** Removes what writers left that were killed more than a day ago. */
async function removeAbandoned(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (!/^\.second-serve-[0-9a-f-]{36}\.unfinished$/.test(name)) continue;
    const file = path.join(root, name);
    const stats = await stat(file).catch((error: unknown) => {
      // Another writer has just ended.
      if (isMissing(error)) return null;
      throw error;
    });
    if (stats && stats.mtimeMs < Date.now() - DAY_MS) await rm(file, { force: true });
  }
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}
