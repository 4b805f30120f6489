import { sql, type Transaction } from "kysely";
import { isEditable } from "#app/features/listings/on-offer.server.ts";
import { updateHeld } from "#app/features/listings/writes.server.ts";
import { extendStatementTimeout } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { lockStock } from "../table/commands.server.ts";
import { TALK_DAYS, WITHDRAWN_AFTER_RUNS } from "./rules.ts";

/**
 * SQL: whether pieces of a listing are reserved, an offer for it is open, or a message about it is recent, also in a request
 * for several listings.
 */
const IS_WANTED = sql<boolean>`(listings.reserved > 0 or exists (
  select from (
    select id, last_message_at from chat_rooms where listing_type = listings.type and listing_id = listings.id
    union all
    select rooms.id, last_message_at from cart_requests asked join chat_rooms rooms on rooms.id = room_id
    where asked.listing_type = listings.type and asked.listing_id = listings.id
  ) rooms
  where last_message_at > now() - make_interval(days => ${TALK_DAYS})
    or exists (select from offers where room_id = rooms.id and state = 'open')
))`;

/** SQL: the listings of a feed, as `listings` and `feed_listings`. */
const OF_FEED = sql`listings join feed_listings on type = listing_type and id = listing_id`;

/**
 * Takes the listings off sale that a feed did not list in its last runs. Wanted ones (`IS_WANTED`) stay, and are tried again
 * after each run.
 * @returns the types of the withdrawn listings, how many they are, and how many were left
 */
export async function withdrawMissed(
  trx: Transaction<DB>,
  { feedId, userId }: { readonly feedId: string; readonly userId: string },
): Promise<{ types: readonly string[]; withdrawn: number; spared: number }> {
  // Of a large shop that is much at once.
  await extendStatementTimeout(trx);
  await lockStock(trx, userId);
  const isMissed = sql`feed_id = ${feedId} and missed >= ${WITHDRAWN_AFTER_RUNS} and user_id = ${userId}`;
  await sql`
    with held as materialized (select from ${OF_FEED} where ${isMissed} order by type, id for update of listings)
    select count(*) from held
  `.execute(trx);
  // Statements of their own see the deals that were made until the locks were granted.
  const { rows } = await sql<{ type: string; count: number }>`
    with held as (
      select type, id from ${OF_FEED} where ${isMissed} and quantity > 0 and ${isEditable} and not ${IS_WANTED}
    ),
    withdrawn as (${updateHeld(sql`quantity = 0, updated_at = now()`)} returning listings.type)
    select type, count(*) as count from withdrawn group by type
  `.execute(trx);
  // The feed has no pieces of it. So the next number that it says is new.
  await sql`
    with held as (select type, id from ${OF_FEED} where ${isMissed} and sold_here > 0) ${updateHeld(sql`sold_here = 0`)}
  `.execute(trx);
  await sql`
    delete from feed_listings using listings
    where type = listing_type and id = listing_id and feed_id = ${feedId} and missed >= ${WITHDRAWN_AFTER_RUNS}
      and (quantity = 0 or user_id <> ${userId} or not ${isEditable})
  `.execute(trx);
  const spared = await trx
    .selectFrom("feed_listings")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("feed_id", "=", feedId)
    .where("missed", ">=", WITHDRAWN_AFTER_RUNS)
    .executeTakeFirstOrThrow();
  return {
    types: rows.map(({ type }) => type),
    withdrawn: rows.reduce((sum, { count }) => sum + count, 0),
    spared: spared.count,
  };
}

/** The owner has said that what the last run left out is really gone. */
export async function agreeToGone(trx: Transaction<DB>, feedId: string): Promise<void> {
  await sql`
    update feed_listings set missed = ${WITHDRAWN_AFTER_RUNS} where ${IS_LEFT_OUT} and feed_id = ${feedId}
  `.execute(trx);
}

/** The owner has said that what the last run left out stays on sale: it no longer belongs to the feed. */
export async function keepGone(trx: Transaction<DB>, feedId: string): Promise<void> {
  await sql`delete from feed_listings where ${IS_LEFT_OUT} and feed_id = ${feedId}`.execute(trx);
}

/** SQL: whether the last run that read a file did not list a listing of `feed_listings`. */
export const IS_LEFT_OUT = sql<boolean>`run_id <> (
  select id from feed_runs where feed_runs.feed_id = feed_listings.feed_id and state = 'done'
  order by started_at desc limit 1
)`;
