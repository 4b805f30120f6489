import { sql } from "kysely";
import type { BundleColumns } from "#app/domain/bundle.ts";
import { db, prepared } from "#app/platform/db.server.ts";
import { HELD_DAYS } from "#app/platform/held-usernames.server.ts";
import { jsonTrader, type TraderRow } from "./trader/queries.server.ts";

/** Only public facts. No private column is read. */
export interface SellerRow extends BundleColumns {
  readonly id: string;
  readonly username: string;
  readonly avatar_url: string | null;
  readonly created_at: Date;
  /** The country of the seller's newest listing that states one. */
  readonly country: string | null;
  readonly reviews: number;
  /** 1 to 5; null without a review. */
  readonly average: number | null;
  /** How many deals the other party ended alone (docs/decisions/0047-deals.md). */
  readonly ended: number;
}

/** How many deals of a person the other party ended alone. For queries that read `profiles`. */
const ENDED = sql<number>`(
  select count(*) from deals
  where (seller_id = profiles.id and ended_because is not null and cancelled_by = 'buyer')
    or (buyer_id = profiles.id and ended_because is not null and cancelled_by = 'seller')
)`;

/** The number and average of the reviews that a person received. For queries that read `profiles`. */
const RECEIVED = sql`cross join lateral (
  select count(*) as reviews, avg(rating)::float8 as average
  from visible_reviews where reviewed_user_id = profiles.id
) received`;

/** The person with this username, ignoring case. Null when there is none, or while the person is suspended. */
export async function sellerByUsername(username: string): Promise<SellerRow | null> {
  // PostgreSQL cannot store NUL.
  if (username.includes("\0")) return null;
  const { rows } = await sql<SellerRow>`
    select id, username, avatar_url, created_at, bundle_items, bundle_percent, reviews, average,
      (select country from listings where user_id = profiles.id and country is not null
        order by created_at desc limit 1) as country,
      ${ENDED} as ended
    from profiles ${RECEIVED}
    where lower(username) = lower(${username}) and (suspended_until is null or suspended_until <= now())
  `.execute(db());
  return rows[0] ?? null;
}

/**
 * The current username of the person who recently had this username, or one that looks like it. Null when nobody had.
 */
export async function nameAfter(username: string): Promise<string | null> {
  if (username.includes("\0")) return null;
  const { rows } = await sql<{ username: string }>`
    select username from former_usernames join profiles on profiles.id = former_usernames.user_id
    where skeleton = username_skeleton(${username}) and left_at > now() - make_interval(days => ${HELD_DAYS})
  `.execute(db());
  return rows[0]?.username ?? null;
}

/**
 * The reply time is the median of the latest `rooms` conversations. Conversations that began more than `days` days ago
 * are left out. With fewer than `least` conversations, the reply time is unknown.
 */
const REPLIES = { rooms: 20, days: 90, least: 3 };

export interface SellerFactsRow extends BundleColumns {
  readonly created_at: Date;
  /** Sales that the buyer confirmed. Sales outside Second Serve do not count. */
  readonly sales: number;
  readonly ended: number;
  /** The median minutes until the first answer; null with too few conversations. */
  readonly reply_minutes: number | null;
  readonly reviews: number;
  /** 1 to 5; null without a review. */
  readonly average: number | null;
  /** Null for a private seller. */
  readonly trader: TraderRow | null;
}

/**
 * A seller's record, rating and business; null when no person has this id. A question without an answer counts from its second day on, with
 * the time since it was sent.
 */
export async function sellerFactsOf(sellerId: string): Promise<SellerFactsRow | null> {
  const [row] = await prepared<SellerFactsRow>(sql`
    select profiles.created_at, bundle_items, bundle_percent, reviews, average, ${jsonTrader(sql`profiles.id`)} as trader,
      (
        select count(*) from deals
        where seller_id = profiles.id
          and (state in ('handed_over', 'sent', 'received') or (state = 'agreed' and buyer_id is not null))
      ) as sales,
      ${ENDED} as ended,
      case when replies.count >= ${REPLIES.least} then replies.minutes end as reply_minutes
    from profiles ${RECEIVED}
    cross join lateral (
      select count(*) as count,
        (percentile_disc(0.5) within group (order by extract(epoch from coalesce(answered_at, now()) - asked_at) / 60))::float8
          as minutes
      from (
        select question.created_at as asked_at, answer.created_at as answered_at
        from (
          select id, buyer_id from chat_rooms where seller_id = profiles.id
          order by coalesce(last_message_at, created_at) desc, id desc limit ${REPLIES.rooms}
        ) room
        join lateral (
          select seq, created_at from chat_messages
          where chat_room_id = room.id and sender_id = room.buyer_id order by seq limit 1
        ) question on true
        left join lateral (
          select created_at from chat_messages
          where chat_room_id = room.id and sender_id = profiles.id and seq > question.seq order by seq limit 1
        ) answer on true
        where question.created_at > now() - make_interval(days => ${REPLIES.days})
          and (answer.created_at is not null or question.created_at < now() - interval '1 day')
      ) questions
    ) replies
    where profiles.id = ${sellerId}
  `);
  return row ?? null;
}
