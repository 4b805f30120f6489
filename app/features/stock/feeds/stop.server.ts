import { sql, type Transaction } from "kysely";
import type { DB } from "#app/platform/db-types.ts";
import { IS_OPEN, stopUploads } from "../upload/stop.server.ts";

/**
 * Locks the unfinished uploads of a feed, or all, and then the feed: a batch of an upload locks its upload first, and then
 * writes rows that refer to the feed.
 * @returns undefined if there is no such feed
 */
export async function lockFeed(
  trx: Transaction<DB>,
  id: string,
  uploads: "unfinished" | "all" = "unfinished",
) {
  await sql`
    select from uploads where feed_id = ${id} and (${uploads === "all"} or ${IS_OPEN}) order by id for update
  `.execute(trx);
  return trx
    .selectFrom("feeds")
    .select(["user_id as userId", "url", "state", "password"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Ends the run of a locked feed (`lockFeed`) that is not over, and stops its upload. */
export async function stopRun(trx: Transaction<DB>, feedId: string): Promise<void> {
  await trx
    .updateTable("feed_runs")
    .set({ state: "failed", fault: "stopped", finished_at: sql<Date>`now()` })
    .where("feed_id", "=", feedId)
    .where("finished_at", "is", null)
    .execute();
  await stopUploads(sql`feed_id = ${feedId}`, trx);
}

/**
 * Pauses the feed of a locked upload that is taken back; without one it does nothing. Otherwise the next run would list it
 * all again. When the owner resumes the feed, its file is new.
 */
export async function pauseUndone(trx: Transaction<DB>, uploadId: string): Promise<void> {
  const { feed_id: id } = await trx
    .selectFrom("uploads")
    .select("feed_id")
    .where("id", "=", uploadId)
    .executeTakeFirstOrThrow();
  if (id === null || !(await lockFeed(trx, id))) return;
  await stopRun(trx, id);
  await trx
    .updateTable("feeds")
    .set({ state: "paused", etag: null, last_modified: null, digest: null })
    .where("id", "=", id)
    .execute();
}
