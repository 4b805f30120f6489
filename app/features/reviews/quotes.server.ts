import { type RawBuilder, sql } from "kysely";
import { db, type Queries } from "#app/platform/db.server.ts";
import { PEOPLE, REVIEW_COLUMNS, type ReviewRow } from "./queries.server.ts";
import { QUOTABLE, type Quoted } from "./rules.ts";

// The reviews on the home page (docs/decisions/0036-home-page.md).

/** This many of the newest reviews are considered, besides those that operators chose or hid. */
const READ_THROUGH = 200;

const isOldAccount = (profile: string) =>
  sql`${sql.ref(`${profile}.created_at`)} <= now() - make_interval(days => ${QUOTABLE.accountDays})`;

/** Reviews that may be quoted, of a condition on the column `quoted`, newest first. */
function quotable(quoted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select review.* from (
      select * from visible_reviews
      where rating >= ${sql.lit(QUOTABLE.rating)} and comment <> '' and ${quoted}
      order by created_at desc, id desc limit ${READ_THROUGH}
    ) review
    join deals on deals.id = review.deal_id and deals.state = 'received'
    join profiles writer on writer.id = review.reviewer_id and ${isOldAccount("writer")}
    join profiles reviewed on reviewed.id = review.reviewed_user_id and ${isOldAccount("reviewed")}
    where length(trim(review.comment)) between ${QUOTABLE.length.least} and ${QUOTABLE.length.most}
      and review.created_at <= now() - make_interval(days => ${QUOTABLE.reviewDays})
  )`;
}

const BEST_FIRST = sql`(quoted is not distinct from 'chosen') desc, rating desc, created_at desc, id`;

/**
 * The reviews that the home page quotes: those that operators chose, then the best of the newest. There is at most one
 * by each writer, and one about each user.
 */
export async function quotedReviews(most: number): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    with readable as materialized (
      select *, row_number() over (partition by reviewer_id order by ${BEST_FIRST}) as of_writer,
        row_number() over (partition by reviewed_user_id order by ${BEST_FIRST}) as of_seller
      from (${quotable(sql`quoted = 'chosen'`)} union all ${quotable(sql`quoted is null`)}) candidates
    ), first as (
      select * from readable where of_writer = 1 and of_seller = 1 order by ${BEST_FIRST} limit ${most}
    )
    select ${REVIEW_COLUMNS} from first review ${PEOPLE}
    order by (review.quoted is not distinct from 'chosen') desc, review.rating desc, review.created_at desc, review.id
  `.execute(db());
  return rows;
}

/** The reviews among which operators choose: first those about which they decided, then the newest. */
export async function quotableReviews(most: number): Promise<(ReviewRow & { quoted: Quoted | null })[]> {
  const { rows } = await sql<ReviewRow & { quoted: Quoted | null }>`
    select ${REVIEW_COLUMNS}, review.quoted from (
      ${quotable(sql`quoted is not null`)} union all ${quotable(sql`quoted is null`)}
    ) review ${PEOPLE}
    order by review.quoted nulls last, review.created_at desc, review.id limit ${most}
  `.execute(db());
  return rows;
}

/**
 * Stores what an operator decided about a review; null takes it back.
 * @returns whether the review exists and is visible
 */
export async function setQuoted(id: string, quoted: Quoted | null, queries: Queries): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable("user_reviews")
    .set({ quoted })
    .where("id", "=", id)
    .where("hidden", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
