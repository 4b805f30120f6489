import { sql, type Transaction } from "kysely";
import { isId } from "#app/domain/ids.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { wake } from "#app/platform/jobs.server.ts";
import { notify } from "#app/platform/notify.server.ts";
import { problem } from "#app/platform/problem.server.ts";
import { reviewPath } from "./addresses.ts";
import { canOfDeal, canOfReview, otherOf, type ReviewedDeal } from "./policy.ts";
import { readReview } from "./present.server.ts";
import { type ReviewRow, reviewById } from "./queries.server.ts";
import { mailReportToOperator } from "./reported.server.ts";
import { REVIEW_NOTICES_JOB } from "./review-notices.server.ts";
import { HIDDEN_DAYS } from "./rules.ts";
import type { ReportInput, ReviewInput } from "./schema.ts";

/**
 * What became of a review: "hidden" until the other writes too or its day has come; "closed": there is nothing to review,
 * or nobody; "fixed": everybody reads it already, and it stays as it is.
 */
export type Written = "visible" | "hidden" | "closed" | "fixed";

interface Standing {
  readonly id: string;
  readonly rating: number;
  readonly comment: string;
  readonly visible: boolean;
}

/**
 * The viewer's deal, held until the transaction ends: whoever writes, changes or takes back a review of it takes turns.
 * @throws 404 a deal that is not theirs, or is none
 */
async function lockDeal(viewer: Viewer, dealId: string, trx: Transaction<DB>): Promise<ReviewedDeal> {
  if (isId(dealId)) {
    const { rows } = await sql<ReviewedDeal>`
      select seller_id as "sellerId", buyer_id as "buyerId", state from deals where id = ${dealId} for no key update
    `.execute(trx);
    const [deal] = rows;
    if (deal && canOfDeal(viewer, "read", deal)) return deal;
  }
  throw problem(404, { message: m.review_deal_gone() });
}

/** What one of the two wrote of a deal that is held. By the clock: the transaction may have begun long before. */
async function reviewBy(
  reviewerId: string,
  dealId: string,
  trx: Transaction<DB>,
): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select id, rating, comment, visible_at <= clock_timestamp() as visible
    from user_reviews where deal_id = ${dealId} and reviewer_id = ${reviewerId}
  `.execute(trx);
  return rows[0];
}

/** Shows a review of a deal that is held from now on. What is visible already keeps its day. */
async function show(id: string, trx: Transaction<DB>): Promise<void> {
  await sql`
    update user_reviews set visible_at = clock_timestamp() where id = ${id} and visible_at > clock_timestamp()
  `.execute(trx);
}

/**
 * Writes what the viewer says of the other of a deal, or changes what nobody reads yet. The same twice is once. When it is
 * read is decided here (docs/decisions/0048-reviews.md).
 * @throws 404 a deal that is not theirs
 */
export async function writeReview(viewer: Viewer, dealId: string, input: ReviewInput): Promise<Written> {
  const { rating, comment } = input;
  const written = await db()
    .transaction()
    .execute(async (trx): Promise<Written> => {
      const deal = await lockDeal(viewer, dealId, trx);
      const own = await reviewBy(viewer.id, dealId, trx);
      if (own?.visible) return own.rating === rating && own.comment === comment ? "visible" : "fixed";
      const other = otherOf(viewer, deal);
      if (other === null || !canOfDeal(viewer, "write", deal)) return "closed";
      if (own) {
        await trx.updateTable("user_reviews").set({ rating, comment }).where("id", "=", own.id).execute();
        return "hidden";
      }
      // Both are read once both are written. Of two who write at once the second waited for the deal, and finds the first's.
      const theirs = await reviewBy(other, dealId, trx);
      const visibleAt = theirs ? sql`clock_timestamp()` : sql`now() + make_interval(days => ${HIDDEN_DAYS})`;
      await sql`
        insert into user_reviews (deal_id, reviewer_id, reviewed_user_id, rating, comment, visible_at)
        values (${dealId}, ${viewer.id}, ${other}, ${rating}, ${comment}, ${visibleAt})
      `.execute(trx);
      if (theirs) {
        await show(theirs.id, trx);
        return "visible";
      }
      // Once for a deal, however often it is taken back and written again.
      await notify(
        {
          kind: "review",
          eventKey: `hidden ${dealId}`,
          userIds: [other],
          facts: { username: viewer.username, rating: null },
          path: reviewPath(dealId),
          aboutId: viewer.id,
        },
        trx,
      );
      return "hidden";
    });
  if (written === "visible") wake(REVIEW_NOTICES_JOB);
  return written;
}

/**
 * Takes back what nobody reads yet; what is not there is none the less gone. False: everybody reads it, and it stays.
 * @throws 404 a deal that is not the viewer's
 */
export async function takeReviewBack(viewer: Viewer, dealId: string): Promise<boolean> {
  return db()
    .transaction()
    .execute(async (trx) => {
      await lockDeal(viewer, dealId, trx);
      const own = await reviewBy(viewer.id, dealId, trx);
      if (own?.visible) return false;
      if (own) await trx.deleteFrom("user_reviews").where("id", "=", own.id).execute();
      return true;
    });
}

/**
 * A review that everybody reads, for its answer or a report of it.
 * @throws 404 there is none, or nobody reads it yet
 */
export async function readableReview(id: string): Promise<ReviewRow> {
  const row = await reviewById(id);
  if (!row) throw problem(404, { message: m.review_gone() });
  return row;
}

/**
 * Answers a review, once and for all. False: it has another answer already.
 * @throws 404 nobody reads it (yet), 403 it is about somebody else
 */
export async function answerReview(viewer: Viewer, id: string, answer: string): Promise<boolean> {
  const row = await readableReview(id);
  if (row.answer === answer) return true;
  if (!canOfReview(viewer, "answer", readReview(row))) {
    if (row.answer !== null && row.reviewed_user_id === viewer.id) return false;
    throw problem(403, { message: m.review_not_yours() });
  }
  const { numUpdatedRows } = await db()
    .updateTable("user_reviews")
    .set({ answer, answered_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", id)
    .where("reviewed_user_id", "=", viewer.id)
    .where("answer", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return true;
  // A second press, or another tab, was faster.
  return (await readableReview(id)).answer === answer;
}

/**
 * Keeps what somebody finds wrong with a review; of the same person the first report of it stands. False: it stands.
 * @throws 404 nobody reads it (yet), 403 they wrote it
 */
export async function reportReview(viewer: Viewer, id: string, input: ReportInput): Promise<boolean> {
  const row = await readableReview(id);
  if (!canOfReview(viewer, "report", readReview(row))) {
    throw problem(403, { message: m.review_report_own() });
  }
  return db()
    .transaction()
    .execute(async (trx) => {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto("review_reports")
        .values({ review_id: id, reporter_id: viewer.id, reason: input.reason, words: input.words })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      const isNew = (numInsertedOrUpdatedRows ?? 0n) > 0n;
      if (isNew) await mailReportToOperator(viewer, row, input, trx);
      return isNew;
    });
}
