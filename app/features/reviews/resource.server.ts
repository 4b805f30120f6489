import { z } from "zod";
import type { Viewer } from "#app/domain/viewer.ts";
import { id, moment } from "#app/features/api/fields.ts";
import { type ListQuery, pageOf, positionIn, timePosition } from "#app/features/api/pages.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { reviewsSeenBy } from "./present.server.ts";
import { dealWithReviews, type ReviewRow, reviewsAfter } from "./queries.server.ts";

/** A review in the API. */
export const reviewResource = z
  .object({
    id,
    reviewer_id: id.nullable().meta({ description: "Null if the account was deleted." }),
    reviewer_username: z.string().nullable(),
    reviewed_user_id: id,
    rating: z.int().min(1).max(5),
    comment: z.string(),
    created_at: moment,
    answer: z.string().nullable().meta({ description: "By the reviewed person." }),
    answered_at: moment.nullable(),
  })
  .meta({ id: "Review" });

/** The reviews of a deal in the API, for one of its parties. */
export const dealReviewsResource = z
  .object({
    deal_id: id,
    mine: reviewResource.nullable(),
    mine_visible: z.boolean().meta({ description: "Whether others see it. Then it stays as it is." }),
    theirs: reviewResource.nullable().meta({ description: "Null until it is public." }),
    awaited: z
      .boolean()
      .meta({ description: "Whether the other party wrote a review that is still hidden." }),
    visible_at: moment.nullable().meta({ description: "When hidden reviews become public at the latest." }),
    may_write: z.boolean(),
  })
  .meta({ id: "DealReviews" });

export function presentReviewResource(row: ReviewRow): z.input<typeof reviewResource> {
  return {
    id: row.id,
    reviewer_id: row.reviewer_id,
    reviewer_username: row.username,
    reviewed_user_id: row.reviewed_user_id,
    rating: row.rating,
    comment: row.comment,
    created_at: row.created_at.toISOString(),
    answer: row.answer,
    answered_at: row.answered_at?.toISOString() ?? null,
  };
}

/** A page of the public reviews about a person, the last published first. */
export async function reviewPage(userId: string, { limit, cursor }: ListQuery) {
  const after = positionIn("reviews", cursor, timePosition);
  const rows = await reviewsAfter(userId, { after, most: limit + 1 });
  return pageOf("reviews", rows, limit, presentReviewResource, ({ at, id: last }) => ({ at, id: last }));
}

/** A deal's reviews as the viewer sees them. @throws Refused "review_deal_gone" when they are none of its parties */
export async function dealReviews(
  viewer: Viewer,
  dealId: string,
): Promise<z.input<typeof dealReviewsResource>> {
  const reviewed = await dealWithReviews(viewer, dealId);
  if (!reviewed) throw new Refused("review_deal_gone");
  const { mine, theirs, awaited, until, mayWrite } = reviewsSeenBy(viewer, reviewed.deal, reviewed.reviews);
  return {
    deal_id: reviewed.deal.id,
    mine: mine ? presentReviewResource(mine) : null,
    mine_visible: mine?.visible ?? false,
    theirs: theirs ? presentReviewResource(theirs) : null,
    awaited,
    visible_at: until?.toISOString() ?? null,
    may_write: mayWrite,
  };
}
