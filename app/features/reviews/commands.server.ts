import { sql, type Transaction } from "kysely";
import { href } from "react-router";
import { isId } from "#app/domain/ids.ts";
import { can, otherParty } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { getLocale } from "#app/paraglide/runtime.js";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { runNow } from "#app/platform/jobs.server.ts";
import { notify } from "#app/platform/notify.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { type DealRow, type ReviewRow, reviewById } from "./queries.server.ts";
import { REVIEW_NOTICES_JOB } from "./review-notices.server.ts";
import { HIDDEN_DAYS } from "./rules.ts";
import type { ReviewInput } from "./schema.ts";

/** The state of a review. It is "hidden" until the other party writes one too, or until seven days have passed. */
export type ReviewVisibility = "visible" | "hidden";

type ReviewedDeal = Pick<DealRow, "sellerId" | "buyerId" | "state">;

interface StoredReview {
  readonly id: string;
  readonly rating: number;
  readonly comment: string;
  readonly visible: boolean;
}

/**
 * Locks the viewer's deal until the transaction ends, so that its reviews change one at a time.
 * @throws 404 the deal does not exist, or the viewer is not one of its parties
 */
async function lockDeal(viewer: Viewer, dealId: string, trx: Transaction<DB>): Promise<ReviewedDeal> {
  if (isId(dealId)) {
    const { rows } = await sql<ReviewedDeal>`
      select seller_id as "sellerId", buyer_id as "buyerId", state from deals where id = ${dealId} for no key update
    `.execute(trx);
    const [deal] = rows;
    if (deal && can(viewer, "read", { kind: "deal", ...deal })) return deal;
  }
  throw new Refused("review_deal_gone");
}

/**
 * Reads a party's review of a locked deal. It compares with `clock_timestamp()`, because `now()` is the start of the
 * transaction, which may have waited for the lock.
 */
async function reviewBy(
  reviewerId: string,
  dealId: string,
  trx: Transaction<DB>,
): Promise<StoredReview | undefined> {
  const { rows } = await sql<StoredReview>`
    select id, rating, comment, visible_at <= clock_timestamp() as visible
    from user_reviews where deal_id = ${dealId} and reviewer_id = ${reviewerId}
  `.execute(trx);
  return rows[0];
}

/** Publishes a review now. The caller has locked its deal. A review that is already public keeps its date. */
async function show(id: string, trx: Transaction<DB>): Promise<void> {
  await sql`
    update user_reviews set visible_at = clock_timestamp() where id = ${id} and visible_at > clock_timestamp()
  `.execute(trx);
}

/**
 * Writes the viewer's review of the other party, or changes it while it is hidden. Sending the same review twice stores
 * it once. The first writing also sets when the review becomes public (docs/decisions/0048-reviews.md).
 * @throws Refused "too_often", "review_deal_gone" (not a deal of the viewer), "review_closed" (the deal is not
 * confirmed or was cancelled, or the other party was deleted), "review_fixed" (the review is public already)
 */
export async function writeReview(
  viewer: Viewer,
  dealId: string,
  input: ReviewInput,
): Promise<ReviewVisibility> {
  await limit("review_write", viewer.id);
  const { rating, comment } = input;
  const written = await db()
    .transaction()
    .execute(async (trx): Promise<ReviewVisibility> => {
      const deal = await lockDeal(viewer, dealId, trx);
      const review = await reviewBy(viewer.id, dealId, trx);
      if (review?.visible) {
        if (review.rating === rating && review.comment === comment) return "visible";
        throw new Refused("review_fixed");
      }
      const other = otherParty(viewer, deal);
      if (other === null || !can(viewer, "review", { kind: "deal", ...deal }))
        throw new Refused("review_closed");
      if (review) {
        await trx
          .updateTable("user_reviews")
          .set({ rating, comment, ...(review.comment !== comment && { language: getLocale() }) })
          .where("id", "=", review.id)
          .execute();
        return "hidden";
      }
      // Both reviews become public when both are written. Of two concurrent writers, the second waited for the lock
      // and finds the first review.
      const theirs = await reviewBy(other, dealId, trx);
      const visibleAt = theirs ? sql`clock_timestamp()` : sql`now() + make_interval(days => ${HIDDEN_DAYS})`;
      await sql`
        insert into user_reviews (deal_id, reviewer_id, reviewed_user_id, rating, comment, language, visible_at)
        values (${dealId}, ${viewer.id}, ${other}, ${rating}, ${comment}, ${getLocale()}, ${visibleAt})
      `.execute(trx);
      if (theirs) {
        await show(theirs.id, trx);
        return "visible";
      }
      // One notification for each deal, even if the review is deleted and written again.
      await notify(
        {
          kind: "review",
          eventKey: `hidden ${dealId}`,
          userIds: [other],
          facts: { username: viewer.username, rating: null },
          path: href("/orders/:id/review", { id: dealId }),
          aboutId: viewer.id,
        },
        trx,
      );
      return "hidden";
    });
  if (written === "visible") runNow(REVIEW_NOTICES_JOB);
  return written;
}

/**
 * Deletes the viewer's hidden review. It is no error when there is none.
 * @throws Refused "too_often", "review_deal_gone", "review_fixed" (it is public and stays)
 */
export async function deleteHiddenReview(viewer: Viewer, dealId: string): Promise<void> {
  await limit("review_write", viewer.id);
  await db()
    .transaction()
    .execute(async (trx) => {
      await lockDeal(viewer, dealId, trx);
      const review = await reviewBy(viewer.id, dealId, trx);
      if (review?.visible) throw new Refused("review_fixed");
      if (review) await trx.deleteFrom("user_reviews").where("id", "=", review.id).execute();
    });
}

/**
 * Returns a public review, for the page where it is answered.
 * @throws 404 it does not exist or is still hidden
 */
export async function readableReview(id: string): Promise<ReviewRow> {
  const row = await reviewById(id);
  if (!row) throw new Refused("review_gone");
  return row;
}

/**
 * Answers a review as the reviewed user. The answer cannot be changed.
 * @throws Refused "too_often", "review_gone" (it does not exist or is still hidden), "review_not_yours" (it is about
 * another user), "review_answered_already"
 */
export async function answerReview(viewer: Viewer, id: string, answer: string): Promise<void> {
  await limit("review_write", viewer.id);
  const row = await readableReview(id);
  if (!can(viewer, "answer", { kind: "review", userId: row.reviewed_user_id }))
    throw new Refused("review_not_yours");
  if (row.answer === answer) return;
  if (row.answer !== null) throw new Refused("review_answered_already");
  const { numUpdatedRows } = await db()
    .updateTable("user_reviews")
    .set({ answer, answer_language: getLocale(), answered_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", id)
    .where("reviewed_user_id", "=", viewer.id)
    .where("answer", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  // The review has an answer now, from a second click or another tab. Only a different answer is an error.
  if ((await readableReview(id)).answer !== answer) throw new Refused("review_answered_already");
}

/** Hides a review, or shows it again (null). */
export async function hideReview(trx: Transaction<DB>, id: string, hidden: string | null): Promise<void> {
  await trx.updateTable("user_reviews").set({ hidden }).where("id", "=", id).execute();
}

/** Deletes a review that moderators removed. */
export async function deleteRemovedReview(trx: Transaction<DB>, id: string): Promise<void> {
  await trx.deleteFrom("user_reviews").where("id", "=", id).where("hidden", "=", "removed").execute();
}
