import { sql, type Transaction } from "kysely";
import type { Viewer } from "#app/domain/viewer.ts";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { matchColumns } from "../csv/columns.ts";
import { FileRefused } from "../csv/file-fault.ts";
import { readCsv } from "../csv/read.ts";
import { type Encoding, encodingOf, type Separator, sniff } from "../csv/sniff.ts";
import { enqueueUploads, wakeUploads } from "./enqueue.server.ts";
import { partsOf, storeParts } from "./parts.server.ts";
import { deleteUploads } from "./retention.server.ts";
import { MAX_KEPT_UPLOADS, MAX_WAITING } from "./rules.ts";
import { StockFileRefused } from "./stock-file-refused.ts";
import type { Known } from "./view.ts";

/** What is said of a file as it is sent. */
export interface Sent {
  /** A UUID of the sender's: the same one again is the same upload. */
  readonly clientId: string;
  readonly fileName: string;
  readonly known: Known;
  /** For each column of the file the name of ours, or null for one that is left out; unsaid, the heading tells. */
  readonly columns?: readonly (string | null)[] | null;
}

/**
 * Takes a file of stock and has it worked in the background (M2.51). It is
 * written down as it comes and never whole in memory. What was sent before under the same `clientId` is that upload,
 * and `chunks` are not read; one whose sending broke off is replaced.
 * @throws StockFileRefused with what is wrong; nothing of the file is left then
 */
export async function receiveUpload(
  viewer: Viewer,
  sent: Sent,
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ id: string }> {
  const { id, isNew } = await begin(viewer, sent);
  if (!isNew) return { id };
  try {
    const bytes = await storeParts(id, unbroken(chunks), refuseOthers);
    await finish(viewer, id, bytes, await readThrough(id, sent));
  } catch (error) {
    await db().deleteFrom("uploads").where("id", "=", id).where("state", "=", "receiving").execute();
    throw error instanceof FileRefused
      ? new StockFileRefused(error.fault, { row: error.row, cause: error })
      : error;
  }
  wakeUploads(viewer.id);
  return { id };
}

/** A line that breaks is a sending that broke off. */
async function* unbroken(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw error instanceof StockFileRefused ? error : new StockFileRefused("broken", { cause: error });
  }
}

/** What cannot be a table of text is refused by its first bytes, before the rest is sent. */
function refuseOthers(start: Uint8Array): void {
  const found = sniff(start);
  if ("fault" in found) throw new StockFileRefused(found.fault);
}

function begin(viewer: Viewer, { clientId, fileName, known }: Sent): Promise<{ id: string; isNew: boolean }> {
  return db()
    .transaction()
    .execute(async (trx) => {
      // One after the other, so that nobody has more waiting than they may.
      await sql`select from profiles where id = ${viewer.id} for no key update`.execute(trx);
      const before = await trx
        .selectFrom("uploads")
        .select(["id", "state"])
        .where("user_id", "=", viewer.id)
        .where("client_id", "=", clientId)
        .executeTakeFirst();
      if (before && before.state !== "receiving") return { id: before.id, isNew: false };
      // Whoever still sends it finds nothing to add to.
      if (before) await trx.deleteFrom("uploads").where("id", "=", before.id).execute();
      await makeRoom(trx, viewer.id);
      const { id } = await trx
        .insertInto("uploads")
        .values({ user_id: viewer.id, client_id: clientId, file_name: fileName, known })
        .returning("id")
        .executeTakeFirstOrThrow();
      return { id, isNew: true };
    });
}

/** @throws StockFileRefused "waiting" where too many of theirs are not done yet */
async function makeRoom(trx: Transaction<DB>, userId: string): Promise<void> {
  const { waiting } = await trx
    .selectFrom("uploads")
    .select((eb) => eb.fn.countAll<number>().as("waiting"))
    .where("user_id", "=", userId)
    .where("state", "in", ["receiving", "waiting", "working"])
    .executeTakeFirstOrThrow();
  if (waiting >= MAX_WAITING) throw new StockFileRefused("waiting");
  await deleteUploads(
    trx,
    sql`id in (
      select id from uploads where user_id = ${userId} and state in ('done', 'stopped', 'refused')
      order by created_at desc offset ${MAX_KEPT_UPLOADS - 1}
    )`,
  );
}

/** A file as it turned out when all of it was there. */
interface ReadThrough {
  readonly encoding: Encoding;
  readonly separator: Separator;
  readonly columns: readonly (string | null)[];
  readonly rows: number;
}

/** Reads the whole file once, so that what is wrong with it is said before anything is listed. */
async function readThrough(id: string, { columns }: Sent): Promise<ReadThrough> {
  const encoding = await encodingOf(partsOf(id));
  const separator = await separatorOf(id);
  let heading: readonly string[] | undefined;
  let rows = 0;
  for await (const batch of readCsv(partsOf(id), { encoding, separator })) {
    heading ??= batch[0]?.cells;
    rows += batch.length;
  }
  const ours = columnsOf(heading ?? [], columns ?? null);
  return { encoding, separator, columns: ours, rows: rows - 1 };
}

async function separatorOf(id: string): Promise<Separator> {
  for await (const start of partsOf(id)) {
    const found = sniff(start);
    if ("fault" in found) throw new StockFileRefused(found.fault);
    return found.separator;
  }
  throw new StockFileRefused("empty");
}

/** What is guessed of a heading counts for nothing here, where nobody can be asked. */
function columnsOf(
  heading: readonly string[],
  said: readonly (string | null)[] | null,
): readonly (string | null)[] {
  const columns = said
    ? heading.map((_, n) => said[n] ?? null)
    : matchColumns(heading).map(({ column, sure }) => (sure ? column : null));
  if (columns.every((column) => column === null)) throw new StockFileRefused("no_columns");
  return columns;
}

function finish(viewer: Viewer, id: string, bytes: number, file: ReadThrough): Promise<void> {
  return db()
    .transaction()
    .execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable("uploads")
        .set({
          state: "waiting",
          bytes,
          rows: file.rows,
          encoding: file.encoding,
          separator: file.separator,
          columns: sql`${file.columns}::text[]`,
        })
        .where("id", "=", id)
        .where("state", "=", "receiving")
        .executeTakeFirst();
      // It was sent once more meanwhile, and that one counts.
      if (numUpdatedRows === 0n) throw new StockFileRefused("broken");
      await enqueueUploads(viewer.id, trx);
    });
}
