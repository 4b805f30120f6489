import { sql, type Transaction } from "kysely";
import { isId } from "#app/domain/ids.ts";
import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { invalidateListingPages } from "#app/features/listings/commands.server.ts";
import { m } from "#app/paraglide/messages.js";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { runNow } from "#app/platform/jobs.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { faultAt } from "#app/platform/submit.server.ts";
import { releaseUploadsOf } from "../upload/retention.server.ts";
import { FEEDS_JOB } from "./jobs.server.ts";
import { sealed } from "./password.server.ts";
import { type FeedState, MAX_FEEDS } from "./rules.ts";
import type { FeedInput, FeedIntent } from "./schema.ts";
import { lockFeed, stopRun } from "./stop.server.ts";
import { agreeToGone, keepGone, withdrawMissed } from "./withdraw.server.ts";

/**
 * Adds a feed, which runs at once.
 * @returns its id
 * @throws Refused "too_often", "feed_many"
 */
export async function addFeed(viewer: Viewer, input: FeedInput): Promise<string> {
  await limit("feed_write", viewer.id);
  const password = input.password ? await sealed(input.password) : null;
  const id = await db()
    .transaction()
    .execute(async (trx) => {
      // Locks the person, so that concurrent forms cannot exceed the limit.
      await sql`select from profiles where id = ${viewer.id} for no key update`.execute(trx);
      const { count } = await trx
        .selectFrom("feeds")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("user_id", "=", viewer.id)
        .executeTakeFirstOrThrow();
      if (count >= MAX_FEEDS) throw new Refused("feed_many", { max: MAX_FEEDS });
      const { url, every_hours, username } = input;
      const feed = await trx
        .insertInto("feeds")
        .values({ user_id: viewer.id, url, every_hours, username: username ?? null, password })
        .returning("id")
        .executeTakeFirstOrThrow();
      return feed.id;
    });
  runNow(FEEDS_JOB);
  return id;
}

interface LockedFeed {
  readonly url: string;
  readonly state: FeedState;
  readonly password: string | null;
}

function changing(
  viewer: Viewer,
  id: string,
  change: (trx: Transaction<DB>, feed: LockedFeed) => Promise<unknown>,
  uploads: "unfinished" | "all" = "unfinished",
): Promise<void> {
  if (!isId(id)) throw new Refused("feed_gone");
  return db()
    .transaction()
    .execute(async (trx) => {
      const row = await lockFeed(trx, id, uploads);
      if (!row || !can(viewer, "change", { kind: "feed", userId: row.userId }))
        throw new Refused("feed_gone");
      await change(trx, { ...row, state: row.state as FeedState });
    });
}

/**
 * Changes where a feed is, and how often it runs. An empty password keeps the stored one while the host stays the same. For
 * another host the password must be typed again, so that nobody can have the stored one sent to a host of their own.
 * @throws Refused "too_often", "feed_gone", "invalid"
 */
export async function saveFeed(viewer: Viewer, id: string, input: FeedInput): Promise<void> {
  await limit("feed_write", viewer.id);
  const typed = input.password ? await sealed(input.password) : null;
  await changing(viewer, id, async (trx, before) => {
    const { url, every_hours, username = null } = input;
    const isMoved = new URL(url).origin !== new URL(before.url).origin;
    const hasStored = username !== null && before.password !== null;
    if (hasStored && typed === null && isMoved) throw faultAt("password", m.feed_password_again());
    const password = username === null ? typed : (typed ?? before.password);
    const isOther = url !== before.url;
    // Its run would note what the file at the old URL was.
    if (isOther) await stopRun(trx, id);
    await trx
      .updateTable("feeds")
      .set({ url, every_hours, username, password })
      // The file at another URL is another one, whatever its ETag says.
      .$if(isOther, (query) => query.set({ etag: null, last_modified: null, digest: null, failures: 0 }))
      .set({ next_at: sql`least(next_at, now() + make_interval(hours => ${every_hours}))` })
      .where("id", "=", id)
      .execute();
  });
}

/** The state that each intent needs and makes. */
const MOVES: Readonly<Record<Exclude<FeedIntent, "delete">, { from: readonly FeedState[]; to: FeedState }>> =
  {
    run: { from: ["active", "paused"], to: "active" },
    pause: { from: ["active"], to: "paused" },
    resume: { from: ["paused"], to: "active" },
    withdraw: { from: ["asking"], to: "active" },
    keep: { from: ["asking"], to: "active" },
  };

/** @throws Refused "too_often", "feed_gone", "feed_not_now" when the state of the feed forbids the change */
export async function changeFeed(viewer: Viewer, id: string, intent: FeedIntent): Promise<void> {
  await limit(intent === "run" ? "feed_run" : "feed_write", viewer.id);
  let types: readonly string[] = [];
  const change = async (trx: Transaction<DB>, { state }: LockedFeed) => {
    if (intent === "delete") {
      // Without its feed, its upload would go on as one that a person has sent.
      await stopRun(trx, id);
      await releaseUploadsOf(trx, id);
      return trx.deleteFrom("feeds").where("id", "=", id).execute();
    }
    const { from, to } = MOVES[intent];
    // A form that is sent twice has done what it says.
    if (state === to && !from.includes(state)) return;
    if (!from.includes(state)) throw new Refused("feed_not_now");
    if (intent === "keep") await keepGone(trx, id);
    if (intent === "withdraw") {
      await agreeToGone(trx, id);
      ({ types } = await withdrawMissed(trx, { feedId: id, userId: viewer.id }));
    }
    return trx
      .updateTable("feeds")
      .set({ state: to, ...(intent === "run" && { next_at: sql`now()` }) })
      .where("id", "=", id)
      .execute();
  };
  await changing(viewer, id, change, intent === "delete" ? "all" : "unfinished");
  if (types.length > 0) invalidateListingPages(types);
  runNow(FEEDS_JOB);
}
