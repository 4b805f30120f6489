import { sql } from "kysely";
import { db } from "#app/platform/db.server.ts";
import { HELD_DAYS } from "#app/platform/held-usernames.server.ts";

/** What the queries here read of a person. Nothing else of a profile is anybody else's business. */
export interface SellerRow {
  readonly id: string;
  readonly username: string;
  readonly avatar_url: string | null;
  readonly created_at: Date;
  /** Of the newest listing that has a place. */
  readonly country: string | null;
  readonly reviews: number;
  /** 1 to 5; null without a review. */
  readonly average: number | null;
}

/** The person with this name, whatever its case; null when there is none. */
export async function sellerByUsername(username: string): Promise<SellerRow | null> {
  // PostgreSQL has no such character, and no name holds it.
  if (username.includes("\0")) return null;
  const { rows } = await sql<SellerRow>`
    select id, username, avatar_url, created_at, reviews, average,
      (select country from listings where user_id = profiles.id and country is not null
        order by created_at desc limit 1) as country
    from profiles
    cross join lateral (
      select count(*) as reviews, avg(rating)::float8 as average
      from user_reviews where reviewed_user_id = profiles.id
    ) received
    where lower(username) = lower(${username})
  `.execute(db());
  return rows[0] ?? null;
}

/** What somebody is called now who left this name lately, or one that looks like it; null when nobody did. */
export async function nameAfter(username: string): Promise<string | null> {
  if (username.includes("\0")) return null;
  const { rows } = await sql<{ username: string }>`
    select username from former_usernames join profiles on profiles.id = former_usernames.user_id
    where skeleton = username_skeleton(${username}) and left_at > now() - make_interval(days => ${HELD_DAYS})
  `.execute(db());
  return rows[0]?.username ?? null;
}

export interface ReviewRow {
  readonly id: string;
  readonly rating: number;
  readonly comment: string;
  readonly created_at: Date;
  /** Null: somebody who left. */
  readonly username: string | null;
  readonly avatar_url: string | null;
}

/** A page of the reviews that somebody received, the latest first. */
export async function reviewsOf(
  userId: string,
  { offset, most }: { offset: number; most: number },
): Promise<ReviewRow[]> {
  return db()
    .selectFrom("user_reviews")
    .leftJoin("profiles", "profiles.id", "user_reviews.reviewer_id")
    .select([
      "user_reviews.id",
      "user_reviews.rating",
      "user_reviews.comment",
      "user_reviews.created_at",
      "profiles.username",
      "profiles.avatar_url",
    ])
    .where("reviewed_user_id", "=", userId)
    .orderBy("user_reviews.created_at", "desc")
    .orderBy("user_reviews.id", "desc")
    .limit(most)
    .offset(offset)
    .execute();
}

/** What others say of a seller, in figures: what a card shows beside their listing. */
export interface StandingRow {
  readonly id: string;
  readonly reviews: number;
  /** 1 to 5; null without a review. */
  readonly average: number | null;
  /** Whether they confirmed their e-mail address or their phone number. */
  readonly confirmed: boolean;
}

/** How these people stand with their buyers; who is not there is left out. */
export async function standingsOf(userIds: readonly string[]): Promise<StandingRow[]> {
  const ids = [...new Set(userIds)];
  if (ids.length === 0) return [];
  const { rows } = await sql<StandingRow>`
    select users.id, reviews, average, email_verified or coalesce(phone_number_verified, false) as confirmed
    from users
    cross join lateral (
      select count(*) as reviews, avg(rating)::float8 as average from user_reviews where reviewed_user_id = users.id
    ) received
    where users.id = any(${ids})
  `.execute(db());
  return rows;
}

/** So many of the newest are looked through. */
const READ_THROUGH = 200;

/** Shorter says little, longer does not stand beside others. */
const WORTH_READING = { least: 30, most: 280 };

/**
 * The best of the newest reviews that say something, of 4 stars or 5: one of each who wrote them, and one of each who
 * received them.
 */
export async function reviewsWorthReading(most: number): Promise<(ReviewRow & { readonly of: string })[]> {
  const { rows } = await sql<ReviewRow & { readonly of: string }>`
    with newest as materialized (
      select * from user_reviews where rating >= 4 and comment <> ''
      order by created_at desc, id desc limit ${READ_THROUGH}
    ), readable as (
      select *, row_number() over (partition by reviewer_id order by rating desc, created_at desc, id) as of_writer,
        row_number() over (partition by reviewed_user_id order by rating desc, created_at desc, id) as of_seller
      from newest
      where reviewer_id is not null and length(comment) between ${WORTH_READING.least} and ${WORTH_READING.most}
    )
    select readable.id, rating, comment, readable.created_at, writer.username, writer.avatar_url, seller.username as of
    from readable
    join profiles writer on writer.id = reviewer_id
    join profiles seller on seller.id = reviewed_user_id
    where of_writer = 1 and of_seller = 1
    order by rating desc, readable.created_at desc, readable.id limit ${most}
  `.execute(db());
  return rows;
}
