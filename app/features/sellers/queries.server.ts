import { sql } from "kysely";
import { db } from "#app/platform/db.server.ts";
import { HELD_DAYS } from "#app/platform/held-usernames.server.ts";

/** The columns of a profile that these queries read: no private ones. */
export interface SellerRow {
  readonly id: string;
  readonly username: string;
  readonly avatar_url: string | null;
  readonly created_at: Date;
  /** Of their newest listing with a place. */
  readonly country: string | null;
  readonly reviews: number;
  /** 1 to 5; null without a review. */
  readonly average: number | null;
}

/** The person with this name, in any case; null when there is none. */
export async function sellerByUsername(username: string): Promise<SellerRow | null> {
  // PostgreSQL cannot store NUL.
  if (username.includes("\0")) return null;
  const { rows } = await sql<SellerRow>`
    select id, username, avatar_url, created_at, reviews, average,
      (select country from listings where user_id = profiles.id and country is not null
        order by created_at desc limit 1) as country
    from profiles
    cross join lateral (
      select count(*) as reviews, avg(rating)::float8 as average
      from visible_reviews where reviewed_user_id = profiles.id
    ) received
    where lower(username) = lower(${username})
  `.execute(db());
  return rows[0] ?? null;
}

/** The present name of the person who lately had this name, or one that looks like it; null when there is none. */
export async function nameAfter(username: string): Promise<string | null> {
  if (username.includes("\0")) return null;
  const { rows } = await sql<{ username: string }>`
    select username from former_usernames join profiles on profiles.id = former_usernames.user_id
    where skeleton = username_skeleton(${username}) and left_at > now() - make_interval(days => ${HELD_DAYS})
  `.execute(db());
  return rows[0]?.username ?? null;
}
