import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#app/platform/db-types.ts";
import { checkRow } from "../csv/check.ts";
import type { ReadRow } from "../csv/row-checker.server.ts";
import { type BatchResult, countWritten, noteFailed, placed } from "./batch.server.ts";
import { type Checked, type Failed, listedOf } from "./each-once.server.ts";
import { CONFIRMED_PRICE, hasFault } from "./far-prices.server.ts";
import type { Places } from "./places.server.ts";
import type { FailedUploadRow } from "./queries.server.ts";
import { fault, type ProcessedUpload, writeListings } from "./write-listings.server.ts";

const ROWS_AT_ONCE = 500;

/** A row as the run that read the file had it: it knew the rows before, and so the row's key. */
function readRow({ number, cells, faults }: FailedUploadRow): ReadRow {
  const row = checkRow(cells);
  const rowKey = faults[0]?.rowKey ?? null;
  return { number, start: 0, cells, read: "faults" in row ? row : { item: row.item, rowKey } };
}

/**
 * Lists the next rows of an upload whose prices its owner has confirmed, in one transaction; without such rows, the upload is
 * done.
 */
export async function processConfirmed(
  connection: Kysely<DB>,
  upload: ProcessedUpload,
  places: Places,
): Promise<BatchResult> {
  const { rows: stored } = await sql<FailedUploadRow>`
    select number, cells, faults from upload_rows where upload_id = ${upload.id} and ${hasFault(CONFIRMED_PRICE)}
    order by number limit ${ROWS_AT_ONCE}
  `.execute(connection);
  const rows = stored.map(readRow);
  const { checked, failed } = await placed(rows, places);
  return connection.transaction().execute(async (trx) => {
    const { rows: open } = await sql`
      select from uploads where id = ${upload.id} and state in ('waiting', 'working') for update
    `.execute(trx);
    if (open.length === 0) return null;
    if (rows.length === 0) {
      await sql`update uploads set state = 'done', finished_at = now() where id = ${upload.id}`.execute(trx);
      return null;
    }
    const numbers = rows.map(({ number }) => number);
    const { numAffectedRows } = await sql`
      delete from upload_rows where upload_id = ${upload.id} and number = any(${numbers}::integer[])
        and ${hasFault(CONFIRMED_PRICE)}
    `.execute(trx);
    // The job runs again.
    if (numAffectedRows !== BigInt(rows.length)) throw new Error("another run has listed these rows");
    const { ready, outdated } = await withoutOutdated(trx, upload, checked);
    const written = await writeListings(trx, upload, ready);
    const again = [...failed, ...outdated, ...written.failed];
    await noteFailed(trx, upload.id, again);
    await sql`
      update uploads set ${countWritten(written)}, failed = failed - ${rows.length} + ${again.length}
      where id = ${upload.id}
    `.execute(trx);
    return { types: written.types, pictures: written.pictures };
  });
}

/** Separates the rows whose listing a newer file of the same person has changed: its values stay. */
async function withoutOutdated(
  trx: Transaction<DB>,
  { id, userId }: ProcessedUpload,
  rows: readonly Checked[],
): Promise<{ ready: readonly Checked[]; outdated: readonly Failed[] }> {
  const { rows: changed } = await sql<{ n: number }>`
    select distinct n from ${listedOf(rows, userId)}
    join upload_listings on listing_type = listed.type and listing_id = listed.id
    join uploads newer on newer.id = upload_id
    where newer.user_id = ${userId} and newer.created_at > (select created_at from uploads where id = ${id})
  `.execute(trx);
  const numbers = new Set(changed.map(({ n }) => n));
  return {
    ready: rows.filter((_, n) => !numbers.has(n)),
    outdated: rows.flatMap(({ row }, n) =>
      numbers.has(n) ? [{ row, faults: [fault("", "outdated")] }] : [],
    ),
  };
}
