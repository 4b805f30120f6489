import type { Readable } from "node:stream";
import pg from "pg";
import { unpacked } from "#app/features/backup/archive.server.ts";
import type { Progress } from "#app/features/backup/dump.server.ts";
import {
  BackupFault,
  type BackupTotals,
  kindOfMember,
  type Manifest,
  manifestIn,
} from "#app/features/backup/format.server.ts";
import { COPY_SETTINGS, storedTables } from "#app/features/backup/tables.server.ts";
import { connectForHours, MIGRATION_LOCK } from "#app/platform/migration-lock.server.ts";
import type { Storage } from "#app/platform/storage.server.ts";
import { MIGRATIONS, migrate, migrationsIn } from "./migrate.ts";
import { type CleanUp, cleanUp } from "./restore-cleanup.ts";
import { compare, loadMembers, tablesIn, type Unpacked } from "./restore-rows.ts";
import { setAside } from "./restore-schema.ts";

export interface RestoreOptions {
  /** Where the files of photos go; null: they are only counted. */
  readonly photosTo: Storage | null;
  /** Whether each table is read again, and compared with what the backup says of it. */
  readonly compare?: boolean;
  /** Told once nothing speaks against it, before rows are loaded. */
  readonly begins?: (madeAt: Date) => void;
  readonly progress?: Progress;
  readonly signal?: AbortSignal;
}

export interface RestoreReport {
  readonly madeAt: Date;
  readonly secret: string | null;
  readonly rows: number;
  readonly tables: number;
  readonly photos: BackupTotals["photos"] & { readonly kind: Manifest["photos"] };
  readonly left: CleanUp;
  /** The migrations that the backup did not have yet. */
  readonly migrated: readonly string[];
}

/**
 * Restores a backup into an empty database. If anything fails, the database has no rows of it; files of photos may stay.
 * @throws BackupFault when the backup or the database cannot be used; errors of `source`, the database and the storage
 */
export async function restore(
  databaseUrl: string,
  source: { readonly content: Readable; readonly bytes: number },
  options: RestoreOptions,
): Promise<RestoreReport> {
  const { progress, signal } = options;
  let read = 0;
  const members = unpacked(source.content, (bytes) => {
    read += bytes;
    progress?.("rows", read / source.bytes);
  });
  const client = await connectForHours(databaseUrl, "second-serve restore");
  const stop = () => void client.end();
  signal?.addEventListener("abort", stop);
  try {
    const first = await members.next();
    if (first.done || kindOfMember(first.value.name).kind !== "manifest")
      throw new BackupFault("It is damaged, or no backup.");
    const manifest = manifestIn(first.value);
    await makeSchema(databaseUrl, client, manifest);
    options.begins?.(manifest.madeAt);
    const loaded = await load(client, members, manifest, options);
    progress?.("migrations", 0);
    const migrated = await migrate(databaseUrl);
    return { ...loaded, madeAt: manifest.madeAt, secret: manifest.secret, migrated };
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener("abort", stop);
    await members.return();
    await client.end();
  }
}

/** Migrates the empty database as far as the one of the backup was. */
async function makeSchema(databaseUrl: string, client: pg.Client, { migrations }: Manifest): Promise<void> {
  const files = migrationsIn(MIGRATIONS);
  for (const [at, { name, checksum }] of migrations.entries()) {
    if (files[at]?.name === name && files[at].checksum === checksum) continue;
    throw new BackupFault(
      `This program does not have its migration ${name}: use the program that made it, or a newer one.`,
    );
  }
  await refuseServers(client);
  await refuseUsed(client);
  const last = migrations.at(-1)?.name ?? "";
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('migrations') is not null as there",
  );
  if (rows[0]?.there) {
    const later = await client.query("select from migrations where name > $1", [last]);
    if (later.rowCount) throw new BackupFault("The database is newer than it: restore into a new one.");
  }
  await migrate(databaseUrl, MIGRATIONS, last);
}

/** Servers would keep pages of the empty shop, and start jobs on rows that are cleaned up later. */
async function refuseServers(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_stat_activity where datname = current_database() and application_name = 'second-serve, listening'",
  );
  if (rowCount) throw new BackupFault("The shop runs on this database: stop all servers first.");
}

/** @throws BackupFault when the database has accounts or listings */
async function refuseUsed(client: pg.Client): Promise<void> {
  for (const table of ["users", "listings"]) {
    const { rows } = await client.query<{ there: boolean }>("select to_regclass($1) is not null as there", [
      `public.${table}`,
    ]);
    if (!rows[0]?.there) continue;
    const { rowCount } = await client.query(`select from public.${table} limit 1`);
    if (rowCount)
      throw new BackupFault(`The database is in use (it has ${table}): restore into an empty one.`);
  }
}

async function load(client: pg.Client, members: Unpacked, manifest: Manifest, options: RestoreOptions) {
  const { progress } = options;
  await client.query(`begin; ${COPY_SETTINGS}; set local maintenance_work_mem = '256MB'`);
  // A server that starts now waits until the rows are there.
  await client.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
  await refuseUsed(client);
  const tables = tablesIn(manifest, await storedTables(client));
  const aside = await setAside(client);
  await client.query(
    `truncate ${[...tables.keys()].map((name) => `public.${pg.escapeIdentifier(name)}`).join(", ")}`,
  );
  // A server that started before this transaction had its locks.
  await refuseServers(client);
  const { totals, rows } = await loadMembers(client, members, tables, options);
  for (const [at, index] of aside.indexes.entries()) {
    progress?.("indexes", at / aside.indexes.length);
    await client.query(index);
  }
  progress?.("indexes", 1);
  await client.query("analyze");
  for (const statement of [...aside.foreignKeys, ...aside.triggers]) await client.query(statement);
  for (const [name, { value, isCalled }] of Object.entries(totals.sequences))
    await client.query("select setval($1::regclass, $2, $3)", [
      `public.${pg.escapeIdentifier(name)}`,
      value,
      isCalled,
    ]);
  if (options.compare) await compare(client, tables, totals, progress);
  const left = await cleanUp(client);
  // It names the file of postal codes that the database had before. The next start loads the file again.
  await client.query("comment on table public.postal_codes is null");
  await client.query("commit");
  return {
    left,
    tables: tables.size,
    rows,
    photos: { ...totals.photos, kind: manifest.photos },
  };
}
