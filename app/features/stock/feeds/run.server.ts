import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { FileRefused } from "#app/domain/csv/file-fault.ts";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { type AllowedHosts, HostRefused } from "#app/platform/public-hosts.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { asOnlyOne } from "#app/platform/session-lock.server.ts";
import { translateAnswered } from "../answers/translate.server.ts";
import { storeUpload } from "../upload/receive.server.ts";
import { fileNameOf } from "../upload/schema.ts";
import { IS_OPEN, stopUploads } from "../upload/stop.server.ts";
import { type FeedFault, FeedRefused } from "./faults.ts";
import { type FeedFile, fetchFeed, type Source } from "./fetch-feed.server.ts";
import { failRun, finishImported, finishUnchanged, type OpenState } from "./finish.server.ts";
import { OWNER_IS_WELCOME } from "./queries.server.ts";
import { MAX_TRIES, pauseBefore } from "./rules.ts";

/** SQL, of `feed_runs`: whether its upload is not processed yet. */
const IS_IMPORTING = sql<boolean>`exists (select from uploads where uploads.id = upload_id and ${IS_OPEN})`;

/** A run that has not fetched its file after so long is given up. */
const GIVE_UP_MINUTES = 60;

interface OpenRun extends Source {
  readonly runId: string;
  readonly feedId: string;
  readonly userId: string;
  readonly state: OpenState;
  readonly isGivenUp: boolean;
}

/**
 * Takes the next step of a feed: begins a run if one is due, fetches its file, which becomes an upload, or ends the run when
 * that upload is processed. It may be called at any time, and by several servers: one of them takes the step.
 * @param signal aborted when the server stops; another one continues the run
 */
export async function runFeed(feedId: string, signal: AbortSignal, allowed: AllowedHosts): Promise<void> {
  await asOnlyOne(`feed ${feedId}`, async () => {
    const run = await openRun(feedId);
    if (!run) return;
    if (run.isGivenUp) {
      logger.error({ feedId, runId: run.runId, state: run.state }, "a run of a feed was given up");
      await failRun(run, "failed");
    } else if (run.state === "importing") await finishImported(run);
    else await fetchInto(run, signal, allowed);
  });
}

/** The run that is not over, or a new one if the feed is due; null if there is nothing to do yet. */
function openRun(feedId: string): Promise<OpenRun | null> {
  return db()
    .transaction()
    .execute(async (trx) => {
      const { rows } = await sql<Source & { userId: string; everyHours: number; isDue: boolean }>`
        select url, username, password, etag, last_modified, digest, user_id as "userId", every_hours as "everyHours",
          state = 'active' and next_at <= now() and ${OWNER_IS_WELCOME} as "isDue"
        from feeds where id = ${feedId} for no key update
      `.execute(trx);
      const [feed] = rows;
      if (!feed) return null;
      const { isDue, everyHours, ...source } = feed;
      const { rows: runs } = await sql<
        Pick<OpenRun, "runId" | "state" | "isGivenUp"> & { isImporting: boolean }
      >`
        update feed_runs set tries = tries + 1 where feed_id = ${feedId} and finished_at is null
        returning id as "runId", state, ${IS_IMPORTING} as "isImporting", tries > ${MAX_TRIES} or
          (state = 'fetching' and started_at < now() - make_interval(mins => ${GIVE_UP_MINUTES})) as "isGivenUp"
      `.execute(trx);
      const [run] = runs;
      if (run?.isImporting) {
        // The end of its import is the next step, which nobody has begun.
        await trx.updateTable("feed_runs").set({ tries: 0 }).where("id", "=", run.runId).execute();
        return null;
      }
      if (run) return { ...source, ...run, feedId };
      if (!isDue) return null;
      const pause = pauseBefore(everyHours, Math.random());
      await sql`update feeds set next_at = now() + make_interval(secs => ${pause}) where id = ${feedId}`.execute(
        trx,
      );
      const { id } = await trx
        .insertInto("feed_runs")
        .values({ feed_id: feedId })
        .returning("id")
        .executeTakeFirstOrThrow();
      return { ...source, runId: id, feedId, state: "fetching", isGivenUp: false };
    });
}

async function fetchInto(run: OpenRun, signal: AbortSignal, allowed: AllowedHosts): Promise<void> {
  try {
    const fetched = await fetchFeed(run, signal, othersOf(allowed, env().baseUrl));
    if (fetched) await importFile(run, fetched);
    else await finishUnchanged(run);
  } catch (error) {
    const fault = faultOf(error);
    if (!fault) throw error;
    await failRun(run, fault);
  }
}

/** The server, at `baseUrl`, does not fetch from itself, also when another host redirects to it. */
export function othersOf(allowed: AllowedHosts, baseUrl: string): AllowedHosts {
  const nameOf = (host: string) => host.replace(/\.$/, "");
  const ours = nameOf(new URL(baseUrl).hostname);
  return {
    ...allowed,
    async resolve(name, signal) {
      if (nameOf(name) === ours) throw new HostRefused("private_address");
      return allowed.resolve(name, signal);
    },
  };
}

/** The upload has the id of the run as that of its sender. So a run that a server repeats makes no second one. */
async function importFile(
  { runId, feedId, userId, url }: OpenRun,
  { file, ...facts }: FeedFile,
): Promise<void> {
  const fileName = fileNameOf(new URL(url).pathname);
  const sent = { clientId: runId, fileName, known: "update", feedId } as const;
  const read = await translateAnswered(userId, () => slicesOf(file), { asSoldOut: true });
  if (!read.layout.roles.name) throw new FileRefused("no_columns");
  const note = async () => {
    const reading = JSON.stringify(await read.noted(fileName));
    const { shape, answeredAt: answered_at } = read;
    await db()
      .updateTable("feed_runs")
      .set({ reading, shape, answered_at })
      .where("id", "=", runId)
      .execute();
  };
  const upload = await storeUpload({ id: userId }, sent, read.chunks).catch(async (error: unknown) => {
    // All rows were left out, or wait for an answer.
    if (error instanceof FileRefused && error.fault === "no_rows") await note();
    throw error;
  });
  await note();
  const { numUpdatedRows } = await db()
    .updateTable("feed_runs")
    .set({ ...facts, state: "importing", upload_id: upload.id, tries: 0 })
    .where("id", "=", runId)
    .where("state", "=", "fetching")
    .executeTakeFirst();
  // Its owner has deleted or moved the feed meanwhile.
  if (numUpdatedRows === 0n) await stopUploads(sql`id = ${upload.id}`, db());
}

const SLICE_BYTES = 64 * 1024;

/** The file in slices, between which the server does other work. */
export async function* slicesOf(file: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += SLICE_BYTES) {
    yield file.subarray(at, at + SLICE_BYTES);
    await setImmediate();
  }
}

function faultOf(error: unknown): FeedFault | null {
  if (error instanceof FeedRefused || error instanceof FileRefused) return error.fault;
  if (!(error instanceof Refused)) return null;
  if (error.reason === "stock_file_waiting") return "waiting";
  // The upload was stopped while it was stored.
  return error.reason === "stock_file_broken" ? "stopped" : null;
}
