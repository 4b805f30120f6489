import { type RawBuilder, sql } from "kysely";
import type { DealState } from "#app/domain/deal.ts";
import { isId } from "#app/domain/ids.ts";
import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import type { TimePosition } from "#app/features/api/pages.server.ts";
import { FIRST_ITEM } from "#app/features/deals/pieces.server.ts";
import { db, prepared, type Queries } from "#app/platform/db.server.ts";

// Only its writer may see a hidden review. Queries for other people read the view `visible_reviews`
// (db/migrations/0011_deals.sql).

export interface ReviewRow {
  readonly id: string;
  readonly rating: number;
  readonly comment: string;
  readonly created_at: Date;
  readonly reviewer_id: string | null;
  readonly reviewed_user_id: string;
  /** Null: a deleted user. */
  readonly username: string | null;
  readonly avatar_url: string | null;
  /** The name of the reviewed user. */
  readonly of: string;
  readonly answer: string | null;
  readonly answered_at: Date | null;
  readonly language: string | null;
  readonly answer_language: string | null;
}

/** The columns of a review, from a table with the alias `review`. */
export const REVIEW_COLUMNS = sql`
  review.id, review.rating, review.comment, review.created_at, review.reviewer_id, review.reviewed_user_id,
  writer.username, writer.avatar_url, reviewed.username as of, review.answer, review.answered_at,
  review.language, review.answer_language
`;
export const PEOPLE = sql`
  left join profiles writer on writer.id = review.reviewer_id
  join profiles reviewed on reviewed.id = review.reviewed_user_id
`;

/** A page of the reviews that a user received, the last published first. */
export async function reviewsOf(
  userId: string,
  { offset, most }: { offset: number; most: number },
): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    select ${REVIEW_COLUMNS} from visible_reviews review ${PEOPLE}
    where review.reviewed_user_id = ${userId}
    order by review.visible_at desc, review.id desc offset ${offset} limit ${most}
  `.execute(db());
  return rows;
}

/** The reviews that a user received, the last published first, after a position. */
export async function reviewsAfter(
  userId: string,
  { after, most }: { after: TimePosition | undefined; most: number },
): Promise<(ReviewRow & { readonly at: string })[]> {
  const isAfter = after
    ? sql`(review.visible_at, review.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<ReviewRow & { at: string }>`
    select ${REVIEW_COLUMNS}, review.visible_at::text as at from visible_reviews review ${PEOPLE}
    where review.reviewed_user_id = ${userId} and ${isAfter}
    order by review.visible_at desc, review.id desc limit ${most}
  `.execute(db());
  return rows;
}

/** Returns a public review, or null. */
export async function reviewById(id: string, queries: Queries = db()): Promise<ReviewRow | null> {
  if (!isId(id)) return null;
  const { rows } = await sql<ReviewRow>`
    select ${REVIEW_COLUMNS} from visible_reviews review ${PEOPLE} where review.id = ${id}
  `.execute(queries);
  return rows[0] ?? null;
}

export interface SellerTrustRow {
  readonly id: string;
  readonly reviews: number;
  /** 1 to 5, or null without reviews. */
  readonly average: number | null;
  /** Whether they verified their e-mail address or phone number. */
  readonly confirmed: boolean;
}

/** The figures of these sellers. Ids of deleted users are left out. */
export async function sellerTrustOf(userIds: readonly string[]): Promise<SellerTrustRow[]> {
  const ids = [...new Set(userIds)];
  if (ids.length === 0) return [];
  const { rows } = await sql<SellerTrustRow>`
    select users.id, reviews, average, email_verified or coalesce(phone_number_verified, false) as confirmed
    from users
    cross join lateral (
      select count(*) as reviews, avg(rating)::float8 as average from visible_reviews where reviewed_user_id = users.id
    ) received
    where users.id = any(${ids})
  `.execute(db());
  return rows;
}

export interface AverageRow {
  readonly id: string;
  readonly reviews: number;
  readonly average: number;
}

/** The average ratings of these users. Users without reviews are left out. */
export async function averagesOf(userIds: readonly string[]): Promise<AverageRow[]> {
  return userIds.length === 0 ? [] : prepared(averagesAmong(userIds));
}

/** SQL: what `averagesOf` returns. */
export function averagesAmong(userIds: readonly string[]): RawBuilder<AverageRow> {
  return sql`
    select reviewed_user_id as id, count(*) as reviews, sum(rating)::float8 / count(*) as average
    from visible_reviews where reviewed_user_id = any(${[...new Set(userIds)]}::uuid[]) group by reviewed_user_id
  `;
}

export interface DealRow {
  readonly id: string;
  readonly sellerId: string | null;
  readonly buyerId: string | null;
  readonly state: DealState;
  /** The name of the first item. */
  readonly listing: string;
  /** How many items the deal has besides the first. */
  readonly others: number;
  /** The other party's name, or null for a deleted user. */
  readonly other: string | null;
}

export interface DealReviewRow extends ReviewRow {
  readonly visible_at: Date;
  /** Whether moderators hid or removed the review. */
  readonly moderated: boolean;
  readonly visible: boolean;
}

/** Returns a deal with its reviews, or null when the viewer is not one of its parties. */
export async function dealWithReviews(
  viewer: Viewer,
  dealId: string,
): Promise<{ deal: DealRow; reviews: readonly DealReviewRow[] } | null> {
  if (!isId(dealId)) return null;
  const deals = await sql<DealRow>`
    select deals.id, seller_id as "sellerId", buyer_id as "buyerId", state, first_item.listing_name as listing, username as other, others
    from deals ${FIRST_ITEM}
    left join profiles
      on profiles.id = case when seller_id = ${viewer.id} then buyer_id when buyer_id = ${viewer.id} then seller_id end
    where deals.id = ${dealId}
  `.execute(db());
  const [deal] = deals.rows;
  if (!deal || !can(viewer, "read", { kind: "deal", ...deal })) return null;
  // This also reads hidden reviews. `presentDealReviews` leaves out what the viewer may not see.
  const { rows: reviews } = await sql<DealReviewRow>`
    select ${REVIEW_COLUMNS}, review.visible_at, review.hidden is not null as moderated,
      exists (select from visible_reviews where id = review.id) as visible
    from user_reviews review ${PEOPLE} where review.deal_id = ${dealId}
  `.execute(db());
  return { deal, reviews };
}
