import { sql } from "kysely";
import type { DealState } from "#app/domain/deal.ts";
import { isId } from "#app/domain/ids.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { db, prepared } from "#app/platform/db.server.ts";
import { canOfDeal } from "./policy.ts";

// Whatever is read by anybody but its writer comes from `visible_reviews` (db/migrations/0015_reviews.sql).

export interface ReviewRow {
  readonly id: string;
  readonly rating: number;
  readonly comment: string;
  readonly created_at: Date;
  readonly reviewer_id: string | null;
  readonly reviewed_user_id: string;
  /** Null: somebody who left. */
  readonly username: string | null;
  readonly avatar_url: string | null;
  /** Whom it is about. */
  readonly of: string;
  readonly answer: string | null;
  readonly answered_at: Date | null;
}

/** What is read of a review, from a table that is called `review` in the query. */
const REVIEW = sql`
  review.id, review.rating, review.comment, review.created_at, review.reviewer_id, review.reviewed_user_id,
  writer.username, writer.avatar_url, reviewed.username as of, review.answer, review.answered_at
`;
const PEOPLE = sql`
  left join profiles writer on writer.id = review.reviewer_id
  join profiles reviewed on reviewed.id = review.reviewed_user_id
`;

/** A page of the reviews that somebody received, the latest first. */
export async function reviewsOf(
  userId: string,
  { offset, most }: { offset: number; most: number },
): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    select ${REVIEW} from visible_reviews review ${PEOPLE}
    where review.reviewed_user_id = ${userId}
    order by review.visible_at desc, review.id desc offset ${offset} limit ${most}
  `.execute(db());
  return rows;
}

/** A review that everybody reads; null where there is none. */
export async function reviewById(id: string): Promise<ReviewRow | null> {
  if (!isId(id)) return null;
  const { rows } = await sql<ReviewRow>`
    select ${REVIEW} from visible_reviews review ${PEOPLE} where review.id = ${id}
  `.execute(db());
  return rows[0] ?? null;
}

/** What others say of a seller, in figures: what a card shows beside their listing. */
export interface SellerRecordRow {
  readonly id: string;
  readonly reviews: number;
  /** 1 to 5; null without a review. */
  readonly average: number | null;
  /** Whether they confirmed their e-mail address or their phone number. */
  readonly confirmed: boolean;
}

/** How these people stand with their buyers, in one statement; who is not there is left out. */
export async function sellerRecordsOf(userIds: readonly string[]): Promise<SellerRecordRow[]> {
  const ids = [...new Set(userIds)];
  if (ids.length === 0) return [];
  const { rows } = await sql<SellerRecordRow>`
    select users.id, reviews, average, email_verified or coalesce(phone_number_verified, false) as confirmed
    from users
    cross join lateral (
      select count(*) as reviews, avg(rating)::float8 as average from visible_reviews where reviewed_user_id = users.id
    ) received
    where users.id = any(${ids})
  `.execute(db());
  return rows;
}

/** What others say of these people, in one statement; who was not reviewed is left out. */
export async function averagesOf(
  userIds: readonly string[],
): Promise<{ id: string; reviews: number; average: number }[]> {
  const ids = [...new Set(userIds)];
  if (ids.length === 0) return [];
  return prepared(sql`
    select reviewed_user_id as id, count(*) as reviews, sum(rating)::float8 / count(*) as average
    from visible_reviews where reviewed_user_id = any(${ids}) group by reviewed_user_id
  `);
}

/** So many of the newest are looked through. */
const READ_THROUGH = 200;

/** Shorter says little, longer does not stand beside others. */
const WORTH_READING = { least: 30, most: 280 };

/**
 * The best of the newest reviews that say something, of 4 stars or 5: one of each who wrote them, and one of each who
 * received them.
 */
export async function reviewsWorthReading(most: number): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    with newest as materialized (
      select * from visible_reviews where rating >= 4 and comment <> ''
      order by created_at desc, id desc limit ${READ_THROUGH}
    ), readable as (
      select *, row_number() over (partition by reviewer_id order by rating desc, created_at desc, id) as of_writer,
        row_number() over (partition by reviewed_user_id order by rating desc, created_at desc, id) as of_seller
      from newest
      where reviewer_id is not null and length(comment) between ${WORTH_READING.least} and ${WORTH_READING.most}
    )
    select ${REVIEW} from readable review ${PEOPLE}
    where of_writer = 1 and of_seller = 1 and writer.id is not null
    order by review.rating desc, review.created_at desc, review.id limit ${most}
  `.execute(db());
  return rows;
}

/** A deal with what its two said of it. */
export interface DealRow {
  readonly id: string;
  readonly sellerId: string | null;
  readonly buyerId: string | null;
  readonly state: DealState;
  readonly listing: string;
  /** The other of the two; null: they left. */
  readonly other: string | null;
}

/** A review of a deal, and whether everybody reads it. */
export interface DealReviewRow extends ReviewRow {
  readonly visible_at: Date;
  readonly visible: boolean;
}

/** The viewer's deal, with what the two wrote; null where it is not theirs, to them it does not exist. */
export async function dealWithReviews(
  viewer: Viewer,
  dealId: string,
): Promise<{ deal: DealRow; reviews: readonly DealReviewRow[] } | null> {
  if (!isId(dealId)) return null;
  const deals = await sql<DealRow>`
    select deals.id, seller_id as "sellerId", buyer_id as "buyerId", state, listing_name as listing, username as other
    from deals
    left join profiles
      on profiles.id = case when seller_id = ${viewer.id} then buyer_id when buyer_id = ${viewer.id} then seller_id end
    where deals.id = ${dealId}
  `.execute(db());
  const [deal] = deals.rows;
  if (!deal || !canOfDeal(viewer, "read", deal)) return null;
  // Both, hidden or not: what of the other's is handed on is the presenter's to say.
  const { rows: reviews } = await sql<DealReviewRow>`
    select ${REVIEW}, review.visible_at, exists (select from visible_reviews where id = review.id) as visible
    from user_reviews review ${PEOPLE} where review.deal_id = ${dealId}
  `.execute(db());
  return { deal, reviews };
}
