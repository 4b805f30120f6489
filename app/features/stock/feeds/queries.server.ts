import { type RawBuilder, sql } from "kysely";
import { isId } from "#app/domain/ids.ts";
import { type KnownUser, userById } from "#app/features/accounts/queries.server.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import type { FileReading } from "../answers/view.ts";
import { WITHDRAWN_AFTER_RUNS } from "./rules.ts";
import { IS_LEFT_OUT } from "./withdraw.server.ts";

/** SQL: whether the owner of a row of `feeds` may sell. */
export const OWNER_IS_WELCOME = sql<boolean>`not exists (
  select from profiles where profiles.id = feeds.user_id and suspended_until > now()
)`;

export type FeedOwner = Pick<KnownUser, "email" | "username" | "language"> & {
  readonly feedId: string;
  readonly url: string;
};

/** To whom mails about a feed go; null when their account was deleted. */
export async function feedOwner(queries: Queries, feedId: string): Promise<FeedOwner | null> {
  const feed = await queries
    .selectFrom("feeds")
    .select(["user_id", "url"])
    .where("id", "=", feedId)
    .executeTakeFirst();
  const user = feed && (await userById(feed.user_id, queries));
  return user
    ? { email: user.email, username: user.username, language: user.language, feedId, url: feed.url }
    : null;
}

const FEED_COLUMNS = [
  "id",
  "user_id",
  "url",
  "username",
  "every_hours",
  "state",
  "next_at",
  "failures",
] as const;

function feedRows() {
  return db()
    .selectFrom("feeds")
    .select(FEED_COLUMNS)
    .select(sql<boolean>`password is not null`.as("has_password"))
    .select(sql<boolean>`state = 'active' and next_at <= now()`.as("is_due"));
}

export type FeedRow = Awaited<ReturnType<typeof feedRowsOf>>[number];

/** The feeds of a person, the oldest first. */
export function feedRowsOf(userId: string) {
  return feedRows().where("user_id", "=", userId).orderBy("created_at").orderBy("id").execute();
}

/** The feed with this id, of any person; null if it does not exist. */
export async function feedRow(id: string): Promise<FeedRow | null> {
  if (!isId(id)) return null;
  return (await feedRows().where("id", "=", id).executeTakeFirst()) ?? null;
}

export type RunRow = Awaited<ReturnType<typeof runRowsOf>>[number];

/**
 * The last runs of each of these feeds, the newest first: all that are kept, which are KEPT_RUNS and the last that read a
 * file.
 */
export function runRowsOf(feedIds: readonly string[]) {
  return db()
    .selectFrom("feed_runs")
    .select([
      "id",
      "feed_id",
      "upload_id",
      "state",
      "fault",
      "started_at",
      "finished_at",
      "shape",
      "answered_at",
    ])
    .select(["created", "updated", "kept", "failed", "nameless", "sold_here", "gone", "withdrawn", "spared"])
    .select(sql<FileReading | null>`reading`.as("reading"))
    .where("feed_id", "=", sql<string>`any(${feedIds}::uuid[])`)
    .orderBy("started_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

interface GoneRow {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly total: number;
}

/** The first listings of a feed of which the last run knew nothing; `total` is the number of all. */
export function leftOutOf(feedId: string, most: number): Promise<readonly GoneRow[]> {
  return goneRows(feedId, sql`missed = 0 and quantity > 0 and ${IS_LEFT_OUT}`, most);
}

/** The first listings that would be withdrawn, if nobody wanted them; `total` is the number of all. */
export function sparedOf(feedId: string, most: number): Promise<readonly GoneRow[]> {
  return goneRows(feedId, sql`missed >= ${WITHDRAWN_AFTER_RUNS}`, most);
}

async function goneRows(
  feedId: string,
  which: RawBuilder<unknown>,
  most: number,
): Promise<readonly GoneRow[]> {
  const { rows } = await sql<GoneRow>`
    select type, id, name, count(*) over () as total
    from feed_listings join listings on type = listing_type and id = listing_id
    where feed_id = ${feedId} and ${which} order by name, id limit ${most}
  `.execute(db());
  return rows;
}
