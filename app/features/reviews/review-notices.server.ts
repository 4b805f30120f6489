import { sql } from "kysely";
import { href } from "react-router";
import { inBatches } from "#app/platform/db.server.ts";
import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { type Notice, notifyAll } from "#app/platform/notify.server.ts";

const REVIEWS_AT_ONCE = 100;

interface PublishedReview {
  readonly id: string;
  readonly reviewer_id: string | null;
  readonly reviewed_user_id: string;
  readonly rating: number;
  /** Null: the reviewer deleted their account and is not named. */
  readonly username: string | null;
}

export const REVIEW_NOTICES_JOB = "reviews-told";

const IS_UNTOLD = sql`not told and visible_at <= now()`;

/**
 * Notifies reviewed users when a review has become public. Several servers can run this function at the same time.
 * Marking a review as notified also invalidates cached pages: no other write does this for a review that becomes public
 * after seven days.
 */
export function notifyReviews(signal?: AbortSignal): Promise<void> {
  return inBatches(async (trx) => {
    const due = await sql<{ id: string }>`
      select id from user_reviews where ${IS_UNTOLD}
      order by visible_at limit ${REVIEWS_AT_ONCE} for update skip locked
    `.execute(trx);
    // An update of no rows would invalidate cached pages too.
    if (due.rows.length === 0) return false;
    const { rows } = await sql<PublishedReview>`
      update user_reviews as review set told = true where review.id = any(${due.rows.map(({ id }) => id)}::uuid[])
      returning review.id, reviewer_id, reviewed_user_id, rating,
        (select username from profiles where profiles.id = reviewer_id) as username
    `.execute(trx);
    await notifyAll(rows.flatMap(noticeOf), trx);
    return rows.length === REVIEWS_AT_ONCE;
  }, signal);
}

function noticeOf({ id, reviewer_id, reviewed_user_id, rating, username }: PublishedReview): Notice[] {
  if (username === null || reviewer_id === null) return [];
  return [
    {
      kind: "review",
      eventKey: id,
      userIds: [reviewed_user_id],
      facts: { username, rating },
      path: href("/profile/reviews"),
      aboutId: reviewer_id,
    },
  ];
}

export const reviewJobs: JobHandlers = {
  [REVIEW_NOTICES_JOB]: {
    work: (_, signal) => notifyReviews(signal),
    cron: "* * * * *",
    due: sql<boolean>`exists (select from user_reviews where ${IS_UNTOLD})`,
  },
};
