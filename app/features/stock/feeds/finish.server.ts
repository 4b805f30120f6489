import { sql, type Transaction } from "kysely";
import { invalidateListingPages } from "#app/features/listings/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { sendMail } from "#app/platform/mail.server.ts";
import type { FeedFault } from "./faults.ts";
import { countFailedAsListed, countGone, countMissed, type FinishedRun } from "./listed.server.ts";
import { askingMail, failingMail } from "./mails.server.ts";
import { feedOwner } from "./queries.server.ts";
import { isTooManyGone, KEPT_RUNS, MAIL_AFTER_FAILURES, pauseBefore } from "./rules.ts";
import { withdrawMissed } from "./withdraw.server.ts";

/** The states of a run that is not over. */
export type OpenState = "fetching" | "importing";

/** What a finished run counted. */
interface Ending {
  readonly state: "done" | "unchanged" | "failed";
  readonly fault?: FeedFault;
  readonly counts?: Readonly<Record<string, number>>;
}

/**
 * Ends a run in this state once, in one transaction that locks its feed. `work` returns null if it is not over.
 * @returns whether it has ended
 */
async function ending(
  { feedId, runId }: Omit<FinishedRun, "userId">,
  from: OpenState,
  work: (trx: Transaction<DB>, run: FinishedRun) => Promise<(Ending & { types?: readonly string[] }) | null>,
): Promise<boolean> {
  const ended = await db()
    .transaction()
    .execute(async (trx) => {
      // `lockFeed` locks the upload first too. Another order would deadlock.
      await sql`
        select from uploads where id = (select upload_id from feed_runs where id = ${runId}) for update
      `.execute(trx);
      // Not "for update": rows of `feed_listings` refer to it, which another transaction may be writing.
      const feed = await trx
        .selectFrom("feeds")
        .select("user_id")
        .where("id", "=", feedId)
        .forNoKeyUpdate()
        .executeTakeFirst();
      const run = await trx
        .selectFrom("feed_runs")
        .select("id")
        .where("id", "=", runId)
        .where("state", "=", from)
        .executeTakeFirst();
      const ending = feed && run && (await work(trx, { feedId, runId, userId: feed.user_id }));
      if (!ending) return null;
      const { state, fault = null, counts = {} } = ending;
      await trx
        .updateTable("feed_runs")
        .set({ ...counts, state, fault, finished_at: sql<Date>`now()` })
        .where("id", "=", runId)
        .execute();
      await noteResult(trx, { feedId, runId, userId: feed.user_id }, ending);
      return ending;
    });
  if (ended?.types && ended.types.length > 0) invalidateListingPages(ended.types);
  return ended !== null;
}

async function noteResult(trx: Transaction<DB>, { feedId, runId }: FinishedRun, { state, fault }: Ending) {
  const { failures, every_hours } = await trx
    .updateTable("feeds")
    .set((eb) => ({ failures: state === "failed" ? eb("failures", "+", 1) : eb.lit(0) }))
    .where("id", "=", feedId)
    .returning(["failures", "every_hours"])
    .executeTakeFirstOrThrow();
  if (failures > 1) {
    const pause = pauseBefore(every_hours, Math.random(), failures);
    await sql`
      update feeds set next_at = greatest(next_at, now() + make_interval(secs => ${pause})) where id = ${feedId}
    `.execute(trx);
  }
  if (state === "done")
    await sql`
      update feeds set (etag, last_modified, digest) = (
        select run.etag, run.last_modified, run.digest from feed_runs run
        left join stock_answers kept on kept.user_id = feeds.user_id and kept.shape = run.shape
        where run.id = ${runId}
          -- Unless its owner has answered something meanwhile, or rows wait for a newer rate: then the same file is read again.
          and run.answered_at is not distinct from kept.answered_at
          and not exists (
            select from jsonb_array_elements(run.reading -> 'waiting') waiting
            where kept.answers -> 'currencies' ->> (waiting ->> 'currency') = 'rate'
          )
      )
      where id = ${feedId}
    `.execute(trx);
  if (fault && failures === MAIL_AFTER_FAILURES) {
    const owner = await feedOwner(trx, feedId);
    if (owner) await sendMail(failingMail(owner, fault), trx);
  }
  // The results stay; the file would only be read again.
  await sql`
    with read as (
      update uploads set has_file = false from feed_runs
      where feed_runs.id = ${runId} and uploads.id = upload_id and has_file returning uploads.id
    )
    delete from upload_parts using read where upload_id = read.id
  `.execute(trx);
  await sql`
    delete from feed_runs where feed_id = ${feedId} and id not in (
      select id from feed_runs where feed_id = ${feedId} order by started_at desc, id desc limit ${KEPT_RUNS}
    )
    -- What the feed asks stands on the last run that read a file, however long ago that was.
    and id not in (${newestWith(feedId, "reading")}) and id not in (${newestWith(feedId, "upload_id")})
  `.execute(trx);
}

const newestWith = (feedId: string, column: "reading" | "upload_id") => sql`
  select id from feed_runs where feed_id = ${feedId} and ${sql.ref(column)} is not null
  order by started_at desc, id desc limit 1`;

/** Ends a run in this state without a file, or whose file cannot be used. */
export async function failRun(
  { state, ...run }: Omit<FinishedRun, "userId"> & { readonly state: OpenState },
  fault: FeedFault,
): Promise<void> {
  await ending(run, state, async () => ({ state: "failed", fault }));
}

/** Ends a run whose file is the same as before: what that one did not list is still gone. */
export async function finishUnchanged(run: Omit<FinishedRun, "userId">): Promise<void> {
  await ending(run, "fetching", async (trx, { feedId, userId }) => {
    await sql`update feed_listings set missed = missed + 1 where feed_id = ${feedId} and missed > 0`.execute(
      trx,
    );
    const { types, ...counts } = await withdrawMissed(trx, { feedId, userId });
    return { state: "unchanged", counts, types };
  });
}

/** Ends a run whose file has become an upload, once that is processed. Returns false if it is not. */
export function finishImported(run: Omit<FinishedRun, "userId">): Promise<boolean> {
  return ending(run, "importing", async (trx, finished) => {
    const upload = await trx
      .selectFrom("uploads")
      .innerJoin("feed_runs", "feed_runs.upload_id", "uploads.id")
      .select([
        "uploads.id",
        "uploads.state",
        "uploads.created",
        "uploads.updated",
        "uploads.kept",
        "uploads.failed",
      ])
      .select(["uploads.sold_here"])
      .where("feed_runs.id", "=", run.runId)
      .executeTakeFirst();
    if (!upload || upload.state === "stopped") return { state: "failed", fault: "stopped" };
    const { id, state, ...rows } = upload;
    if (state === "refused") return { state: "failed", fault: "failed" };
    if (state !== "done") return null;
    if (rows.created + rows.updated + rows.kept === 0)
      return { state: "failed", fault: rows.failed === 0 ? "no_rows" : "all_failed", counts: rows };
    const nameless = await countFailedAsListed(trx, finished, id);
    const { listed, gone } = await countGone(trx, finished);
    if (isTooManyGone(gone, listed)) {
      await ask(trx, finished, gone);
      return { state: "done", counts: { ...rows, nameless, gone } };
    }
    await countMissed(trx, finished);
    const { types, ...counts } = await withdrawMissed(trx, finished);
    return { state: "done", counts: { ...rows, nameless, gone, ...counts }, types };
  });
}

/**
 * Stops the feed until its owner has answered. One that they have paused meanwhile stays so: when they resume it, it reads
 * the same file again, and asks then.
 */
async function ask(trx: Transaction<DB>, { feedId, runId }: FinishedRun, gone: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("feeds")
    .set({ state: "asking" })
    .where("id", "=", feedId)
    .where("state", "=", "active")
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    const unknown = { etag: null, last_modified: null, digest: null };
    await trx.updateTable("feed_runs").set(unknown).where("id", "=", runId).execute();
    return;
  }
  const owner = await feedOwner(trx, feedId);
  if (owner) await sendMail(askingMail(owner, gone), trx);
}
