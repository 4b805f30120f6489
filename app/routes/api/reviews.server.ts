import { z } from "zod";
import { publicProfile } from "#app/features/accounts/profile/resource.server.ts";
import { id } from "#app/features/api/fields.ts";
import { operation } from "#app/features/api/operation.server.ts";
import { listOf, listQuery } from "#app/features/api/pages.server.ts";
import {
  answerReview,
  deleteHiddenReview,
  readableReview,
  writeReview,
} from "#app/features/reviews/commands.server.ts";
import {
  dealReviews,
  dealReviewsResource,
  presentReviewResource,
  reviewPage,
  reviewResource,
} from "#app/features/reviews/resource.server.ts";
import { STARS } from "#app/features/reviews/rules.ts";
import { reviewAnswerSchema, reviewSchema, STARS_ERROR } from "#app/features/reviews/schema.ts";
import { Refused } from "#app/platform/refused.server.ts";

const deal = z.strictObject({ deal_id: id });

export const reviewOperations = [
  operation({
    method: "GET",
    path: "/reviews",
    id: "listReviews",
    summary: "The public reviews about a person, by default about the caller, the last published first.",
    access: "anyone",
    query: listQuery.extend({ reviewed_user_id: id.optional() }),
    answer: listOf(reviewResource),
    async run({ query, viewer }) {
      const about = query.reviewed_user_id ?? viewer?.id;
      if (about === undefined) throw new Refused("key_missing");
      const { id: reviewed } = await publicProfile(about);
      return reviewPage(reviewed, query);
    },
  }),
  operation({
    method: "GET",
    path: "/reviews/{id}",
    id: "getReview",
    summary: "A public review.",
    access: "anyone",
    params: z.strictObject({ id }),
    answer: reviewResource,
    async run({ params }) {
      return presentReviewResource(await readableReview(params.id));
    },
  }),
  operation({
    method: "PUT",
    path: "/reviews/{id}/answer",
    id: "answerReview",
    summary: "Answers a review about the caller. An answer stays as it is.",
    access: "deals:write",
    params: z.strictObject({ id }),
    body: z.strictObject(reviewAnswerSchema.shape),
    answer: reviewResource,
    example: { answer: "Thank you, it was a pleasure." },
    async run({ params, body, viewer }) {
      await answerReview(viewer, params.id, body.answer);
      return presentReviewResource(await readableReview(params.id));
    },
  }),
  operation({
    method: "GET",
    path: "/deals/{deal_id}/review",
    id: "getDealReviews",
    summary: "The reviews of a deal, as far as the caller may see them.",
    access: "deals:read",
    params: deal,
    answer: dealReviewsResource,
    run: ({ params, viewer }) => dealReviews(viewer, params.deal_id),
  }),
  operation({
    method: "PUT",
    path: "/deals/{deal_id}/review",
    id: "writeReview",
    summary:
      "Writes the caller's review of the other party, or changes it while it is hidden: until the other party writes one too, or a week has passed.",
    access: "deals:write",
    params: deal,
    body: z.strictObject({ rating: z.literal(STARS, STARS_ERROR), comment: reviewSchema.shape.comment }),
    answer: dealReviewsResource,
    example: { rating: 5, comment: "Quick answers, and the racket was as described." },
    async run({ params, body, viewer }) {
      await writeReview(viewer, params.deal_id, body);
      return dealReviews(viewer, params.deal_id);
    },
  }),
  operation({
    method: "DELETE",
    path: "/deals/{deal_id}/review",
    id: "deleteReview",
    summary: "Deletes the caller's review while it is hidden. A repeated call changes nothing.",
    access: "deals:write",
    params: deal,
    answer: null,
    async run({ params, viewer }) {
      await deleteHiddenReview(viewer, params.deal_id);
      return undefined;
    },
  }),
];
