import { createHash } from "node:crypto";
import type pg from "pg";
import { escapeIdentifier } from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { BackupTotals } from "./format.server.ts";

export interface StoredTable {
  readonly name: string;
  /** Those that are not generated. */
  readonly columns: readonly string[];
  /** What it takes on disk, without indexes. */
  readonly bytes: number;
}

/** Statements for a transaction in which COPY writes equal rows as equal texts, and nothing ends it while it is slow. */
export const COPY_SETTINGS = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local client_encoding = 'UTF8';
  set local synchronize_seqscans = off; set local row_security = off;
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local transaction_timeout = 0`;

/**
 * The tables of the shop, by name: a partition is a table, its parent is none. Left out are `migrations`, which a restore
 * makes, and the tables of extensions.
 */
export async function storedTables(client: pg.Client): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(`
    select relname as name, array_agg(attname::text order by attname) as columns, pg_table_size(pg_class.oid)::float8 as bytes
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations' and not exists (
      select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    group by pg_class.oid order by relname
  `);
  return rows;
}

/** Sequences have no snapshot: a value may be one that a later row has, and never one that an earlier row lacks. */
export async function sequencesOf(client: pg.Client): Promise<BackupTotals["sequences"]> {
  const { rows } = await client.query<{ name: string; value: string; isCalled: boolean }>(`
    select sequencename as name, coalesce(last_value, start_value)::text as value, last_value is not null as "isCalled"
    from pg_sequences where schemaname = 'public' order by 1
  `);
  return Object.fromEntries(rows.map(({ name, ...sequence }) => [name, sequence]));
}

/** A table and its columns, as COPY and `select` name them. */
export function columnsOf({ name, columns }: Pick<StoredTable, "name" | "columns">): string {
  return `public.${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(", ")})`;
}

/** Counts and checks the rows of a table, as COPY writes them. */
export function rowCounter() {
  const digest = createHash("sha256");
  let rows = 0;
  let bytes = 0;
  return {
    add(part: Uint8Array): void {
      digest.update(part);
      bytes += part.byteLength;
      // COPY ends each row with this byte, and writes it nowhere else.
      for (let at = part.indexOf(10); at !== -1; at = part.indexOf(10, at + 1)) rows += 1;
    },
    total: (): BackupTotals["tables"][string] => ({ rows, bytes, sha256: digest.digest("hex") }),
  };
}

/** The rows of a table in parts of about this many bytes. */
export async function* copiedOut(
  client: pg.Client,
  table: Pick<StoredTable, "name" | "columns">,
  size = 1024 * 1024,
): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of client.query(
    copyTo(`copy ${columnsOf(table)} to stdout`),
  ) as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.byteLength;
    if (bytes < size) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(pieces);
}
