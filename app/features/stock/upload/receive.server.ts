import { sql, type Transaction } from "kysely";
import { type FileFault, FileRefused } from "#app/domain/csv/file-fault.ts";
import { readCsv } from "#app/domain/csv/read.ts";
import { type Encoding, encodingOf, type Separator, sniff } from "#app/domain/csv/sniff.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { knownColumns, matchColumns } from "../csv/columns.ts";
import { fileFaultText } from "../csv/fault-text.ts";
import { OWNER_IS_WELCOME } from "../feeds/queries.server.ts";
import { enqueueUploads } from "./jobs.server.ts";
import { partsOf, storeParts } from "./parts.server.ts";
import { forgetOldUploads } from "./retention.server.ts";
import { MAX_UNFINISHED_UPLOADS } from "./rules.ts";
import type { ExistingListings } from "./view.ts";

export interface UploadParameters {
  /** A UUID that the sender chooses. A second request with the same UUID is the same upload. */
  readonly clientId: string;
  readonly fileName: string;
  readonly known: ExistingListings;
  /** A name of COLUMNS for each column of the file; null ignores the column. By default the heading decides. */
  readonly columns?: readonly (string | null)[] | null;
  /** The feed whose file it is; null for a file that a person sent. */
  readonly feedId?: string | null;
}

type Owner = Pick<Viewer, "id">;

/**
 * Stores a stock file that a person sends, as `storeUpload` does.
 * @throws Refused "too_often", "stock_file…"; then nothing of the file stays stored
 */
export async function receiveUpload(
  viewer: Viewer,
  sent: UploadParameters,
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ id: string }> {
  await limit("stock_upload", viewer.id);
  try {
    return await storeUpload(viewer, sent, unbroken(chunks));
  } catch (error) {
    throw error instanceof FileRefused ? fileRefusal(error.fault, error.row) : error;
  }
}

/**
 * Stores a stock file and enqueues its processing. The file is never whole in memory. A repeated `clientId`
 * returns the existing upload without reading `chunks`, or replaces an interrupted upload.
 * @throws FileRefused; Refused "stock_file_waiting", "stock_file_broken"; then nothing of the file stays stored
 */
export async function storeUpload(
  owner: Owner,
  sent: UploadParameters,
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ id: string }> {
  const { id, isNew } = await begin(owner, sent);
  if (!isNew) return { id };
  try {
    const bytes = await storeParts(id, chunks, refuseOthers);
    await finish(owner, id, bytes, await readThrough(id, sent));
  } catch (error) {
    await db().deleteFrom("uploads").where("id", "=", id).where("state", "=", "receiving").execute();
    throw error;
  }
  return { id };
}

async function* unbroken(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw error instanceof Refused ? error : new Refused("stock_file_broken");
  }
}

/** @param row the number of the row with the fault; null for a fault of the whole file */
export function fileRefusal(fault: FileFault, row: number | null = null): Refused {
  const reason = fault === "too_large" ? "stock_file_too_large" : "stock_file";
  return new Refused(reason, { sentence: fileFaultText(fault, row) });
}

function refuseOthers(start: Uint8Array): void {
  const sniffed = sniff(start, knownColumns);
  if ("fault" in sniffed) throw new FileRefused(sniffed.fault);
}

function begin(
  owner: Owner,
  { clientId, fileName, known, feedId = null }: UploadParameters,
): Promise<{ id: string; isNew: boolean }> {
  return db()
    .transaction()
    .execute(async (trx) => {
      // Locks the user, so that concurrent uploads cannot exceed the limit of waiting files.
      await sql`select from profiles where id = ${owner.id} for no key update`.execute(trx);
      const before = await trx
        .selectFrom("uploads")
        .select(["id", "state"])
        .where("user_id", "=", owner.id)
        .where("client_id", "=", clientId)
        .executeTakeFirst();
      if (before && before.state !== "receiving") return { id: before.id, isNew: false };
      if (feedId !== null) await refuseEndedRun(trx, clientId);
      // If the earlier request is still sending, it fails at its next part.
      if (before) await trx.deleteFrom("uploads").where("id", "=", before.id).execute();
      await makeRoom(trx, owner.id, feedId);
      const { id } = await trx
        .insertInto("uploads")
        .values({ user_id: owner.id, client_id: clientId, file_name: fileName, known, feed_id: feedId })
        .returning("id")
        .executeTakeFirstOrThrow();
      return { id, isNew: true };
    });
}

/**
 * A suspension, which locks the person, has stopped only the uploads that there were.
 * @throws Refused "stock_file_broken" if the run of a feed is over, or its owner may not sell
 */
async function refuseEndedRun(trx: Transaction<DB>, runId: string): Promise<void> {
  const run = await trx
    .selectFrom("feed_runs")
    .innerJoin("feeds", "feeds.id", "feed_id")
    .select("feed_runs.id")
    .where("feed_runs.id", "=", runId)
    .where("finished_at", "is", null)
    .where(OWNER_IS_WELCOME)
    .executeTakeFirst();
  if (!run) throw new Refused("stock_file_broken");
}

/** @throws Refused "stock_file_waiting" if too many of the user's files are not processed yet */
async function makeRoom(trx: Transaction<DB>, userId: string, feedId: string | null): Promise<void> {
  const { waiting } = await trx
    .selectFrom("uploads")
    .select((eb) => eb.fn.countAll<number>().as("waiting"))
    .where("user_id", "=", userId)
    .where("state", "in", ["receiving", "waiting", "working"])
    .executeTakeFirstOrThrow();
  if (waiting >= MAX_UNFINISHED_UPLOADS) throw new Refused("stock_file_waiting");
  await forgetOldUploads(trx, userId, feedId);
}

interface ReadThrough {
  readonly encoding: Encoding;
  readonly separator: Separator;
  readonly columns: readonly (string | null)[];
  readonly rows: number;
}

/** A file that has to be refused as a whole is found before any of its rows becomes a listing. */
async function readThrough(id: string, { columns }: UploadParameters): Promise<ReadThrough> {
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
    const sniffed = sniff(start, knownColumns);
    if ("fault" in sniffed) throw new FileRefused(sniffed.fault);
    return sniffed.separator;
  }
  throw new FileRefused("empty");
}

/** A guess becomes null, because the user cannot confirm it here. */
function columnsOf(
  heading: readonly string[],
  mapping: readonly (string | null)[] | null,
): readonly (string | null)[] {
  const columns = mapping
    ? heading.map((_, n) => mapping[n] ?? null)
    : matchColumns(heading).map(({ column, sure }) => (sure ? column : null));
  if (columns.every((column) => column === null)) throw new FileRefused("no_columns");
  return columns;
}

function finish(owner: Owner, id: string, bytes: number, file: ReadThrough): Promise<void> {
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
      // While this file arrived, it was sent again, and the later upload has replaced this one.
      if (numUpdatedRows === 0n) throw new Refused("stock_file_broken");
      await enqueueUploads(owner.id, trx);
    });
}
