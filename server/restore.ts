import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { unpacked } from "#app/features/backup/archive.server.ts";
import type { Progress } from "#app/features/backup/dump.server.ts";
import {
  BackupFault,
  type BackupTotals,
  kindOfMember,
  type Manifest,
  type Member,
  manifestIn,
  totalsIn,
} from "#app/features/backup/format.server.ts";
import { retried } from "#app/features/backup/retried.server.ts";
import {
  COPY_SETTINGS,
  columnsOf,
  copiedOut,
  rowCounter,
  type StoredTable,
  storedTables,
} from "#app/features/backup/tables.server.ts";
import { connectForHours, MIGRATION_LOCK } from "#app/platform/migration-lock.server.ts";
import type { Storage } from "#app/platform/storage.server.ts";
import { MIGRATIONS, migrate, migrationsIn } from "./migrate.ts";
import { type CleanUp, cleanUp } from "./restore-cleanup.ts";
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

type Unpacked = AsyncGenerator<Member, void>;

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
  const { totals, counted } = await loadMembers(client, members, tables, options);
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
    rows: counted.rows,
    photos: { ...totals.photos, kind: manifest.photos },
  };
}

/** The tables of the backup, which must be those of the migrated database, column by column. */
function tablesIn(
  manifest: Manifest,
  stored: readonly StoredTable[],
): Map<string, Manifest["tables"][number]> {
  const shape = ({ name, columns }: Pick<StoredTable, "name" | "columns">) =>
    `${name} ${[...columns].sort().join(" ")}`;
  const [theirs, ours] = [manifest.tables, stored].map((tables) => tables.map(shape).sort().join("\n"));
  if (theirs !== ours) throw new BackupFault("Its tables are not those of its migrations.");
  return new Map(manifest.tables.map((table) => [table.name, table]));
}

async function loadMembers(
  client: pg.Client,
  members: Unpacked,
  tables: ReadonlyMap<string, Manifest["tables"][number]>,
  { photosTo, signal }: RestoreOptions,
) {
  const counts = new Map<string, BackupTotals["tables"][string]>();
  let files = 0;
  let totals: BackupTotals | undefined;
  let next = await members.next();
  while (!next.done) {
    signal?.throwIfAborted();
    const { name, body } = next.value;
    const member = kindOfMember(name);
    if (totals || member.kind === "manifest") throw new BackupFault("It is damaged.");
    if (member.kind === "part") {
      const table = tables.get(member.table);
      if (!table || counts.has(table.name)) throw new BackupFault("It is damaged.");
      const counter = rowCounter();
      const parts = partsOf(next.value, members, counter);
      // Rows that are frozen from the beginning need no vacuum later.
      await pipeline(parts.bodies(), client.query(copyFrom(`copy ${columnsOf(table)} from stdin (freeze)`)));
      counts.set(table.name, counter.total());
      next = parts.following();
      continue;
    }
    if (member.kind === "photo") {
      files += 1;
      if (photosTo) await store(photosTo, member.key, new Uint8Array(body), signal);
    } else totals = totalsIn(next.value);
    next = await members.next();
  }
  if (!totals) throw new BackupFault("It is not whole: its end is missing.");
  const rows = checkCounts(tables, counts, totals);
  if (files !== totals.photos.files) throw new BackupFault("It is not whole: files of photos are missing.");
  return { totals, counted: { rows } };
}

/** The parts of one table, which follow each other, and what comes after them. */
function partsOf(first: Member, members: Unpacked, counter: ReturnType<typeof rowCounter>) {
  const folder = first.name.slice(0, first.name.lastIndexOf("/") + 1);
  let following: IteratorResult<Member, void> = { done: false, value: first };
  return {
    async *bodies() {
      while (!following.done && following.value.name.startsWith(folder)) {
        counter.add(following.value.body);
        yield following.value.body;
        following = await members.next();
      }
    },
    following: () => following,
  };
}

function checkCounts(
  tables: ReadonlyMap<string, unknown>,
  counts: ReadonlyMap<string, BackupTotals["tables"][string]>,
  totals: BackupTotals,
): number {
  const empty = rowCounter().total();
  let sum = 0;
  for (const name of tables.keys()) {
    const { rows, bytes, sha256 } = counts.get(name) ?? empty;
    const wanted = totals.tables[name];
    if (wanted?.rows !== rows || wanted.bytes !== bytes || wanted.sha256 !== sha256)
      throw new BackupFault(`It is damaged: the rows of ${name} are not those that it counted.`);
    sum += rows;
  }
  return sum;
}

/** @throws BackupFault when a table has other rows than the backup says */
async function compare(
  client: pg.Client,
  tables: ReadonlyMap<string, Manifest["tables"][number]>,
  totals: BackupTotals,
  progress?: Progress,
): Promise<void> {
  const counts = new Map<string, BackupTotals["tables"][string]>();
  for (const table of tables.values()) {
    progress?.("comparing", counts.size / tables.size);
    const counter = rowCounter();
    for await (const part of copiedOut(client, table)) counter.add(part);
    counts.set(table.name, counter.total());
  }
  progress?.("comparing", 1);
  checkCounts(tables, counts, totals);
}

/** A file that is there is the same, because its key has the hash of its content. */
async function store(
  photosTo: Storage,
  key: string,
  body: Uint8Array<ArrayBuffer>,
  signal: AbortSignal | undefined,
): Promise<void> {
  await retried(async () => {
    if (!(await photosTo.has(key))) await photosTo.put(key, body, contentTypeOf(key));
  }, signal);
}

const TYPES: Readonly<Record<string, string>> = { webp: "image/webp", avif: "image/avif" };

function contentTypeOf(key: string): string {
  return TYPES[key.split(".").at(-1) ?? ""] ?? "application/octet-stream";
}
