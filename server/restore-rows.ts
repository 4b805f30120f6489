import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Progress } from "#app/features/backup/dump.server.ts";
import {
  BackupFault,
  type BackupTotals,
  kindOfMember,
  type Manifest,
  type Member,
  totalsIn,
} from "#app/features/backup/format.server.ts";
import { retried } from "#app/features/backup/retried.server.ts";
import { columnsOf, copiedOut, rowCounter, type StoredTable } from "#app/features/backup/tables.server.ts";
import type { Storage } from "#app/platform/storage.server.ts";

/** The members of a backup that are not read yet. */
export type Unpacked = AsyncGenerator<Member, void>;

/** By their names. */
type Tables = ReadonlyMap<string, Manifest["tables"][number]>;

/**
 * The tables of the backup.
 * @throws BackupFault when they are not those of the migrated database, column by column
 */
export function tablesIn(manifest: Manifest, stored: readonly StoredTable[]): Tables {
  const shape = ({ name, columns }: Pick<StoredTable, "name" | "columns">) =>
    `${name} ${[...columns].sort().join(" ")}`;
  const [theirs, ours] = [manifest.tables, stored].map((tables) => tables.map(shape).sort().join("\n"));
  if (theirs !== ours) throw new BackupFault("Its tables are not those of its migrations.");
  return new Map(manifest.tables.map((table) => [table.name, table]));
}

/**
 * Copies the rows of a backup into empty tables, and the files of photos to `photosTo`, or only counts them if it is null.
 * @throws BackupFault when the backup is damaged, or not whole
 */
export async function loadMembers(
  client: pg.Client,
  members: Unpacked,
  tables: Tables,
  { photosTo, signal }: { readonly photosTo: Storage | null; readonly signal?: AbortSignal },
): Promise<{ totals: BackupTotals; rows: number }> {
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
  return { totals, rows };
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
export async function compare(
  client: pg.Client,
  tables: Tables,
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
