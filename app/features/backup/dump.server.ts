import { hkdfSync } from "node:crypto";
import type pg from "pg";
import { pictureFiles } from "#app/features/photos/photo.ts";
import { connectForHours, withoutMigrations } from "#app/platform/migration-lock.server.ts";
import type { Storage } from "#app/platform/storage.server.ts";
import { packed } from "./archive.server.ts";
import {
  BackupFault,
  type BackupPlace,
  type BackupTotals,
  jsonMember,
  type Member,
  newManifest,
  partMember,
  TOTALS,
} from "./format.server.ts";
import { retried } from "./retried.server.ts";
import { COPY_SETTINGS, copiedOut, rowCounter, sequencesOf, storedTables } from "./tables.server.ts";

/** Told again and again: what is in work, and how much of it is done, from 0 to 1. */
export type Progress = (step: string, share: number) => void;

export interface BackupOptions {
  /** Where the files of photos are read; null: they are not part of the backup. */
  readonly photosFrom: Storage | null;
  /** Whether a storage that has no file of any photo is an error. */
  readonly needsPhotos?: boolean;
  /** AUTH_SECRET, of which only a fingerprint is stored; null if it is not known. */
  readonly secret: string | null;
  readonly progress?: Progress;
  readonly signal?: AbortSignal;
}

export interface BackupReport {
  /** Of the file. */
  readonly bytes: number;
  readonly rows: number;
  readonly tables: number;
  readonly photos: BackupTotals["photos"];
}

/** By this a restore knows whether it has the secret of the backup. The secret cannot be computed from it. */
export function fingerprintOf(secret: string): string {
  return Buffer.from(hkdfSync("sha256", secret, "", "fingerprint in backups", 32)).toString("hex");
}

/**
 * Writes one file with all rows of one snapshot of the database, while the shop goes on. When it throws, there is no such
 * file.
 * @throws errors of the database, the place and the storage; and BackupFault when the file exists,
 * or no photo is where `needsPhotos` wants some
 */
export async function backUp(
  databaseUrl: string,
  { place, name }: { readonly place: BackupPlace; readonly name: string },
  options: BackupOptions,
): Promise<BackupReport> {
  return withoutMigrations(databaseUrl, async (letMigrate) => {
    const client = await connectForHours(databaseUrl, "second-serve backup");
    try {
      let totals: BackupTotals | undefined;
      const members = membersOf(client, options, {
        copied: letMigrate,
        ended: (result) => {
          totals = result;
        },
      });
      const bytes = await place.write(name, packed(members), options.signal);
      if (!totals) throw new Error("A backup has ended before its last member.");
      const counts = Object.values(totals.tables).map(({ rows }) => rows);
      return {
        bytes,
        rows: counts.reduce((sum, rows) => sum + rows, 0),
        tables: counts.length,
        photos: totals.photos,
      };
    } finally {
      await client.end();
    }
  });
}

async function* membersOf(
  client: pg.Client,
  { photosFrom, needsPhotos, secret, progress, signal }: BackupOptions,
  tell: { copied: () => Promise<unknown>; ended: (totals: BackupTotals) => void },
): AsyncGenerator<Member> {
  await client.query(`begin isolation level repeatable read read only; ${COPY_SETTINGS}`);
  // The first query takes the snapshot, at the time that now() is.
  const { rows: shop } = await client.query<{ there: boolean }>(
    "select to_regclass('public.migrations') is not null as there",
  );
  if (!shop[0]?.there) throw new BackupFault("There is no shop in the database.");
  const { rows: migrations } = await client.query<{ name: string; checksum: string; now: Date }>(
    "select name, checksum, now() from migrations order by name",
  );
  const tables = await storedTables(client);
  yield newManifest({
    madeAt: (migrations[0]?.now ?? new Date()).toISOString(),
    migrations: migrations.map(({ name, checksum }) => ({ name, checksum })),
    tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
    photos: photosFrom ? "files" : "list",
    secret: secret === null ? null : fingerprintOf(secret),
  });
  const totals: BackupTotals = { tables: {}, sequences: {}, photos: { files: 0, missing: 0 } };
  const weights = tables.map(({ bytes }) => bytes).reduce((sum, bytes) => sum + bytes, 1);
  let before = 0;
  for (const table of tables) {
    const counter = rowCounter();
    let part = 0;
    let bytes = 0;
    for await (const rows of copiedOut(client, table)) {
      signal?.throwIfAborted();
      counter.add(rows);
      bytes += rows.byteLength;
      progress?.("tables", (before + Math.min(bytes, table.bytes)) / weights);
      yield partMember(table.name, part, rows);
      part += 1;
    }
    before += table.bytes;
    totals.tables[table.name] = counter.total();
  }
  progress?.("tables", 1);
  totals.sequences = await sequencesOf(client);
  // Photos may take hours. While a snapshot is held, no vacuum removes what was deleted since.
  await client.query("commit");
  await tell.copied();
  if (photosFrom) {
    for await (const { key, body, share } of photoFiles(client, photosFrom, signal)) {
      signal?.throwIfAborted();
      progress?.("photos", share);
      if (body === null) totals.photos.missing += 1;
      else {
        totals.photos.files += 1;
        yield { name: `photos/${key}`, body };
      }
    }
    progress?.("photos", 1);
    const { files, missing } = totals.photos;
    if (needsPhotos && files === 0 && missing > 0)
      throw new BackupFault(`The storage has none of ${missing} files of photos: is STORAGE_URL right?`);
  }
  tell.ended(totals);
  yield jsonMember(TOTALS, totals);
}

const PHOTOS_AT_ONCE = 100;

/**
 * The files of all photos; `body` is null for one that the storage does not have. Photos that were deleted since the
 * snapshot are left out, because their files are deleted too.
 */
async function* photoFiles(client: pg.Client, storage: Storage, signal: AbortSignal | undefined) {
  const { rows: counted } = await client.query<{ all: number }>(
    `select count(distinct key)::float8 as all from photos`,
  );
  const all = counted[0]?.all ?? 0;
  let done = 0;
  let after = "";
  for (;;) {
    const { rows } = await client.query<{ key: string; avif: boolean }>(
      "select key, bool_or(avif) as avif from photos where key > $1 group by key order by key limit $2",
      [after, PHOTOS_AT_ONCE],
    );
    for (const { key, avif } of rows) {
      const files = pictureFiles(key, avif);
      const bodies = await Promise.all(files.map((file) => contentOf(storage, file, signal)));
      for (const [at, file] of files.entries())
        yield { key: file, body: bodies[at] ?? null, share: Math.min(done / all, 1) };
      done += 1;
      after = key;
    }
    if (rows.length < PHOTOS_AT_ONCE) return;
  }
}

async function contentOf(
  storage: Storage,
  key: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | null> {
  return retried(async () => {
    const stored = await storage.get(key);
    return stored && new Uint8Array(await new Response(stored.body).arrayBuffer());
  }, signal);
}
