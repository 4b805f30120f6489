import { type Kysely, sql } from "kysely";
import type { RowPlace } from "#app/domain/csv/rows.ts";
import type { Encoding, Separator } from "#app/domain/csv/sniff.ts";
import { invalidateListingPages } from "#app/features/listings/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { publishEphemeral } from "#app/platform/events.server.ts";
import { runNow } from "#app/platform/jobs.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { asOnlyOne } from "#app/platform/session-lock.server.ts";
import { RowChecker } from "../csv/row-checker.server.ts";
import { FEEDS_JOB } from "../feeds/jobs.server.ts";
import { PICTURES_JOB } from "../pictures/jobs.server.ts";
import { type BatchResult, processBatch } from "./batch.server.ts";
import { processConfirmed } from "./confirmed.server.ts";
import { Guides } from "./far-prices.server.ts";
import { enqueueUploads, IS_UNFINISHED } from "./jobs.server.ts";
import { Places } from "./places.server.ts";
import { type ReadableUpload, rowsOf, type StartOfRun } from "./reading.server.ts";
import { MAX_RUNS_WITHOUT_PROGRESS } from "./rules.ts";
import { IS_BEING_UNDONE, undoUpload } from "./undo.server.ts";
import type { ProcessedUpload } from "./write-listings.server.ts";

/** After this time, in ms, the uploads of other users come first. */
const RUN_MS = 20_000;

/** Why a run ended. "time": it has lasted RUN_MS. */
type Ended = "done" | "time";

/**
 * Processes a user's files, the oldest first, in one run at a time on all servers together. It continues where an
 * interrupted run has ended.
 * @param signal aborted when the server stops: the batch in progress is finished, and another server continues
 */
export async function processUploads(userId: string, signal: AbortSignal, runMs = RUN_MS): Promise<void> {
  const end = performance.now() + runMs;
  for (;;) {
    const ended = await asOnlyOne(`uploads ${userId}`, (connection) =>
      workAll(connection, userId, signal, end),
    );
    if (ended === null) return;
    if (ended === "time") return enqueueUploads(userId);
    // A file that arrived at the end of this run could not start a run of its own.
    if (!(await nextOf(db(), userId))) return;
  }
}

async function workAll(
  connection: Kysely<DB>,
  userId: string,
  signal: AbortSignal,
  end: number,
): Promise<Ended> {
  for (let next = await nextOf(connection, userId); next; next = await nextOf(connection, userId)) {
    const { id, isBeingUndone } = next;
    if (isBeingUndone) {
      const onProgress = () => publishProgress(userId, id);
      await undoUpload(connection, id, { signal, end, onProgress });
    } else await processUpload(connection, id, signal, end);
    signal.throwIfAborted();
    if (performance.now() > end) return "time";
  }
  return "done";
}

async function nextOf(
  queries: Kysely<DB>,
  userId: string,
): Promise<{ readonly id: string; readonly isBeingUndone: boolean } | undefined> {
  return queries
    .selectFrom("uploads")
    .select("id")
    .select(IS_BEING_UNDONE.as("isBeingUndone"))
    .where("user_id", "=", userId)
    .where(IS_UNFINISHED)
    .orderBy("created_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

/**
 * Continues to process a file until `signal` is aborted or `performance.now` reaches `end`. Of two concurrent calls,
 * only one writes each batch.
 */
export async function processUpload(
  connection: Kysely<DB>,
  id: string,
  signal: AbortSignal,
  end: number,
): Promise<void> {
  const run = await startRun(connection, id);
  if (!run) return;
  const { upload, readable } = run;
  let { read } = run;
  const places = new Places();
  const isOver = () => signal.aborted || performance.now() > end;
  if (read >= upload.rows) {
    for (let isOpen = true; isOpen && !isOver(); )
      isOpen = await tell(upload, await processConfirmed(connection, upload, places));
    return;
  }
  const lookups = { places, guides: new Guides(upload.userId) };
  const start = await startAfter(connection, id, read);
  for await (const batch of rowsOf(readable, read, start)) {
    const written = await processBatch(connection, upload, read, batch, lookups, start.checker);
    if (!written) return;
    read += batch.length;
    await tell(upload, written);
    if (upload.feedRun && read >= upload.rows) runNow(FEEDS_JOB);
    if (isOver()) return;
  }
  // With fewer rows, the stored file was deleted meanwhile.
  if (read >= upload.rows) return;
  throw new Error(`The file of upload ${id} ends after ${read} of ${upload.rows} rows.`);
}

/** Tells pages, jobs and the owner what a batch did. Returns whether it did something. */
async function tell({ id, userId }: ProcessedUpload, result: BatchResult): Promise<boolean> {
  if (result) {
    invalidateListingPages(result.types);
    if (result.pictures) runNow(PICTURES_JOB);
  }
  await publishProgress(userId, id);
  return result !== null;
}

interface StartedRun {
  readonly upload: ProcessedUpload;
  readonly readable: ReadableUpload;
  readonly read: number;
}

/**
 * Null if the upload need not be processed any more, or is given up now because it has made no progress in
 * MAX_RUNS_WITHOUT_PROGRESS runs.
 */
async function startRun(connection: Kysely<DB>, id: string): Promise<StartedRun | null> {
  const row = await connection
    .updateTable("uploads")
    .set({ tries: sql`tries + 1`, state: "working" })
    .where("id", "=", id)
    .where("state", "in", ["waiting", "working"])
    .returning([
      "user_id",
      "client_id",
      "feed_id",
      "known",
      "encoding",
      "separator",
      "columns",
      "rows",
      "read",
      "tries",
    ])
    .executeTakeFirst();
  if (!row) return null;
  const { encoding, separator, columns, rows } = row;
  const isWhole = encoding !== null && separator !== null && columns !== null && rows !== null;
  if (!isWhole || row.tries > MAX_RUNS_WITHOUT_PROGRESS) {
    logger.error({ uploadId: id, tries: row.tries }, "an upload was given up");
    await giveUp(connection, id);
    await publishProgress(row.user_id, id);
    return null;
  }
  return {
    upload: {
      id,
      userId: row.user_id,
      known: row.known === "update" ? "update" : "keep",
      columns: new Set(columns.filter((column) => column !== null)),
      rows,
      feedRun: row.feed_id === null ? null : { feedId: row.feed_id, runId: row.client_id },
    },
    readable: { id, encoding: encoding as Encoding, separator: separator as Separator, columns },
    read: row.read,
  };
}

/** What earlier runs knew of the first `read` rows (`noteBatch`). */
async function startAfter(connection: Kysely<DB>, id: string, read: number): Promise<StartOfRun> {
  const { rows: batches } = await sql<RowPlace & { read: number; firsts: Record<string, number> }>`
    select read, number, start, firsts from upload_batches where upload_id = ${id} and read <= ${read} order by read
  `.execute(connection);
  const last = batches.at(-1) ?? null;
  return { read: last?.read ?? 0, last, checker: new RowChecker(batches.map(({ firsts }) => firsts)) };
}

async function giveUp(connection: Kysely<DB>, id: string): Promise<void> {
  await connection
    .updateTable("uploads")
    .set({ state: "refused", fault: "failed", finished_at: sql`now()` })
    .where("id", "=", id)
    .where("state", "=", "working")
    .execute();
}

/** A failure does not stop the processing. */
async function publishProgress(userId: string, uploadId: string): Promise<void> {
  await publishEphemeral(userId, "upload.progress", { uploadId }).catch((error: unknown) =>
    logger.warn({ err: error }, "the progress of an upload could not be published"),
  );
}
