import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { RowPlace } from "#app/domain/csv/rows.ts";
import { modelsFor } from "#app/features/models/link.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import type { ReadRow, RowChecker } from "../csv/row-checker.server.ts";
import { type Checked, eachListingOnce, type Failed } from "./each-once.server.ts";
import { type Guides, withoutFar } from "./far-prices.server.ts";
import type { Places } from "./places.server.ts";
import { fault, type ProcessedUpload, type WrittenListings, writeListings } from "./write-listings.server.ts";

/** What a run looks up for its rows, each once. */
export interface Lookups {
  readonly places: Places;
  readonly guides: Guides;
}

/**
 * The types of the changed listings, and whether pictures were ordered. Null if nothing was written, because another
 * run processes the upload, or the user has stopped or deleted it.
 */
export type BatchResult = { readonly types: ReadonlySet<string>; readonly pictures: boolean } | null;

/**
 * Creates or updates the listings of these rows, and counts the rows, in one transaction. `from` is the number of rows
 * that were processed before.
 */
export async function processBatch(
  connection: Kysely<DB>,
  upload: ProcessedUpload,
  from: number,
  rows: readonly ReadRow[],
  { places, guides }: Lookups,
  checker: RowChecker,
): Promise<BatchResult> {
  const { checked, failed } = await placed(rows, places);
  const far = await guides.far(checked);
  return connection.transaction().execute(async (trx) => {
    if (!(await isNext(trx, upload, from))) return null;
    const { first, again } = await eachListingOnce(trx, upload.userId, checked, checker);
    const { ready, waiting } = await withoutFar(trx, upload, first, far);
    const written = await writeListings(trx, upload, ready);
    const refused = new Set(written.failed.map(({ row }) => row));
    const stillWaiting = waiting.filter(({ row }) => !refused.has(row));
    const allFailed = [...failed, ...again, ...stillWaiting, ...written.failed];
    await noteFailed(trx, upload.id, allFailed);
    const read = from + rows.length;
    const isDone = read >= upload.rows;
    await sql`
      update uploads set read = ${read}, ${countWritten(written)}, failed = failed + ${allFailed.length},
        state = ${isDone ? "done" : "working"}, finished_at = ${isDone ? sql`now()` : null}
      where id = ${upload.id}
    `.execute(trx);
    await noteBatch(trx, upload.id, isDone ? null : { read, last: rows.at(-1), firsts: checker.takeNew() });
    return { types: written.types, pictures: written.pictures };
  });
}

/** SQL: what the columns of `uploads` become by these rows, which are progress. */
export function countWritten({ created, updated, kept, soldHere }: WrittenListings): RawBuilder<unknown> {
  return sql`created = created + ${created}, updated = updated + ${updated}, kept = kept + ${kept},
    sold_here = sold_here + ${soldHere}, tries = 0`;
}

/** For the run that continues after this batch (`startAfter`). Null after the last batch. */
async function noteBatch(
  trx: Transaction<DB>,
  uploadId: string,
  batch: { read: number; last?: RowPlace; firsts: Readonly<Record<string, number>> } | null,
): Promise<void> {
  if (!batch) await trx.deleteFrom("upload_batches").where("upload_id", "=", uploadId).execute();
  if (!batch?.last) return;
  const { read, last, firsts } = batch;
  // Another run of the same file, which wrote this row before, knew the same.
  await sql`
    insert into upload_batches (upload_id, read, number, start, firsts)
    values (${uploadId}, ${read}, ${last.number}, ${last.start}, ${JSON.stringify(firsts)}) on conflict do nothing
  `.execute(trx);
}

/** Finds the position and the model of each row, and separates the rows that cannot be listed. */
export async function placed(
  rows: readonly ReadRow[],
  places: Places,
): Promise<{ checked: Checked[]; failed: Failed[] }> {
  const failed: Failed[] = [];
  const checked: Checked[] = [];
  const wanted = rows.flatMap(({ read }) =>
    "item" in read && read.item.input.place ? [read.item.input.place] : [],
  );
  const centres = await places.find(wanted);
  const models = await modelsFor(rows.flatMap(({ read }) => ("item" in read ? [read.item] : [])));
  for (const row of rows) {
    const { read } = row;
    if ("faults" in read) {
      failed.push({ row, faults: read.faults });
      continue;
    }
    const { item, rowKey } = read;
    const { type, id, input, quantity } = item;
    const centre = input.place ? centres.of(input.place) : null;
    if (input.place && !centre) failed.push({ row, faults: [fault("postalCode", "unknown_place")] });
    else {
      const model = models.get(item) ?? null;
      const stock = { type, id, rowKey, input, quantity, centre, modelId: model?.id ?? null };
      checked.push({ row, item, model, stock });
    }
  }
  return { checked, failed };
}

/**
 * Whether this run may process the rows after `from`. The upload stays locked until the transaction ends. If `known`
 * has changed, the user has requested an update, and another run processes the upload from its start.
 */
async function isNext(trx: Transaction<DB>, { id, known }: ProcessedUpload, from: number): Promise<boolean> {
  const upload = await trx
    .selectFrom("uploads")
    .select(["read", "state", "known"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return (
    upload?.read === from &&
    upload.known === known &&
    (upload.state === "waiting" || upload.state === "working")
  );
}

export async function noteFailed(
  trx: Transaction<DB>,
  uploadId: string,
  failed: readonly Failed[],
): Promise<void> {
  if (failed.length === 0) return;
  const rows = failed.map(({ row: { number, cells }, faults }) => ({ number, cells, faults }));
  const json = JSON.stringify(rows, (_, value: unknown) =>
    // PostgreSQL cannot store a zero character, or half of a surrogate pair, with which a shortened text may end.
    typeof value === "string" ? value.toWellFormed().replaceAll("\0", "") : value,
  );
  await sql`
    insert into upload_rows (upload_id, number, cells, faults)
    select ${uploadId}, number, cells, faults
    from jsonb_to_recordset(${json}::jsonb) as row (number integer, cells jsonb, faults jsonb)
  `.execute(trx);
}
