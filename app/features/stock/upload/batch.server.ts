import { type Kysely, sql, type Transaction } from "kysely";
import type { RowPlace } from "#app/domain/csv/rows.ts";
import { modelTitle } from "#app/domain/models/model.ts";
import { type StockOutcome, writeStock } from "#app/features/listings/bulk.server.ts";
import { leavesTooFew } from "#app/features/listings/commands.server.ts";
import { modelsFor } from "#app/features/models/link.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import type { CellFault } from "../csv/check.ts";
import type { ReadRow, RowChecker } from "../csv/row-checker.server.ts";
import { orderPictures } from "../pictures/orders.server.ts";
import { type Checked, eachListingOnce, eachOnce, type Failed, type Written } from "./each-once.server.ts";
import type { Places } from "./places.server.ts";
import type { ExistingListings } from "./view.ts";

export interface ProcessedUpload {
  readonly id: string;
  readonly userId: string;
  readonly known: ExistingListings;
  readonly columns: ReadonlySet<string>;
  readonly rows: number;
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
  places: Places,
  checker: RowChecker,
): Promise<BatchResult> {
  const { checked, failed } = await placed(rows, places);
  return connection.transaction().execute(async (trx) => {
    if (!(await isNext(trx, upload, from))) return null;
    const { first, again } = await eachListingOnce(trx, upload.userId, checked, checker);
    const { outcomes: all, refused } = await writeAll(trx, upload, first);
    const { outcomes, twice } = eachOnce(all);
    const notTheirs = outcomes.filter(({ outcome }) => outcome.what === "not_yours");
    const allFailed = [
      ...failed,
      ...refused,
      ...again,
      ...twice,
      ...notTheirs.map(({ checked: { row, item } }) => ({
        row,
        // A row without an id belongs to a listing that moderators removed.
        faults: [item.id === null ? fault("", "refused") : fault("id", "not_yours")],
      })),
    ];
    await noteFailed(trx, upload.id, allFailed);
    await noteLinked(trx, upload.id, outcomes);
    const pictures = await order(trx, upload, outcomes);
    const count = (what: StockOutcome["what"]) =>
      outcomes.filter(({ outcome }) => outcome.what === what).length;
    const read = from + rows.length;
    const isDone = read >= upload.rows;
    await sql`
      update uploads set read = ${read}, created = created + ${count("created")}, updated = updated + ${count("updated")},
        kept = kept + ${count("unchanged")}, failed = failed + ${allFailed.length}, tries = 0,
        state = ${isDone ? "done" : "working"}, finished_at = ${isDone ? sql`now()` : null}
      where id = ${upload.id}
    `.execute(trx);
    await noteBatch(trx, upload.id, isDone ? null : { read, last: rows.at(-1), firsts: checker.takeNew() });
    const changed = outcomes.filter(
      ({ outcome }) => outcome.what === "created" || outcome.what === "updated",
    );
    return { types: new Set(changed.map(({ checked: { item } }) => item.type)), pictures };
  });
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

function fault(column: string, code: string): CellFault {
  return { column, code, parameters: [] };
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

/** 22 and 23 are PostgreSQL's error classes for invalid data and violated constraints. */
function isRefusal(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" && /^(22|23)/.test(code);
}

/** If the database refuses the rows, each half is written separately, until a bad row fails alone. */
async function writeAll(
  trx: Transaction<DB>,
  upload: ProcessedUpload,
  rows: readonly Checked[],
): Promise<Written> {
  if (rows.length === 0) return { outcomes: [], refused: [] };
  await sql`savepoint part`.execute(trx);
  try {
    const existing =
      upload.known === "keep"
        ? ({ what: "keep" } as const)
        : ({ what: "update", columns: upload.columns } as const);
    const outcomes = await writeStock(
      trx,
      upload.userId,
      rows.map(({ stock }) => stock),
      existing,
    );
    await sql`release savepoint part`.execute(trx);
    return {
      outcomes: rows.flatMap((checked, n) => {
        const outcome = outcomes[n];
        return outcome ? [{ checked, outcome }] : [];
      }),
      refused: [],
    };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await sql`rollback to savepoint part`.execute(trx);
    await sql`release savepoint part`.execute(trx);
    const [row] = rows;
    if (row && rows.length === 1) {
      const why = leavesTooFew(error) ? fault("quantity", "reserved") : fault("", "refused");
      return { outcomes: [], refused: [{ row: row.row, faults: [why] }] };
    }
    const middle = Math.ceil(rows.length / 2);
    const first = await writeAll(trx, upload, rows.slice(0, middle));
    const second = await writeAll(trx, upload, rows.slice(middle));
    return {
      outcomes: [...first.outcomes, ...second.outcomes],
      refused: [...first.refused, ...second.refused],
    };
  }
}

async function noteFailed(trx: Transaction<DB>, uploadId: string, failed: readonly Failed[]): Promise<void> {
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

/** For the report of the upload. A listing that stayed linked to another model is left out. */
async function noteLinked(
  trx: Transaction<DB>,
  uploadId: string,
  outcomes: Written["outcomes"],
): Promise<void> {
  const rows = outcomes.flatMap(({ checked: { row, item, model }, outcome }) =>
    model && (outcome.what === "created" || outcome.what === "updated")
      ? [
          {
            number: row.number,
            name: item.input.name,
            model: modelTitle(model),
            type: item.type,
            id: outcome.id,
            model_id: model.id,
          },
        ]
      : [],
  );
  if (rows.length === 0) return;
  await sql`
    insert into upload_models (upload_id, number, name, model)
    select ${uploadId}, number, row.name, model
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (number integer, name text, model text, type text, id uuid, model_id uuid)
    join listings using (type, id, model_id)
  `.execute(trx);
}

/** Returns whether any pictures were ordered. */
async function order(
  trx: Transaction<DB>,
  upload: ProcessedUpload,
  outcomes: Written["outcomes"],
): Promise<boolean> {
  const orders = outcomes.flatMap(({ checked: { item }, outcome }) => {
    if (outcome.what === "not_yours" || item.imageUrls.length === 0) return [];
    if (outcome.what === "unchanged" && upload.known === "keep") return [];
    const key = { type: item.type, id: outcome.id };
    return [{ key, urls: item.imageUrls }];
  });
  if (orders.length > 0) await orderPictures(trx, upload.userId, upload.id, orders);
  return orders.length > 0;
}
