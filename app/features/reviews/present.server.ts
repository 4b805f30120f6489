import { href } from "react-router";
import { dealName } from "#app/domain/deal.ts";
import { formatDay, formatNumber } from "#app/domain/format.ts";
import { can } from "#app/domain/policies.ts";
import { sellerPath } from "#app/domain/username.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import type { SellerRating } from "#app/features/listings/view.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { writtenIn } from "#app/platform/locale.server.ts";
import {
  type DealReviewRow,
  type DealRow,
  dealWithReviews,
  type ReviewRow,
  type SellerTrustRow,
} from "./queries.server.ts";
import type { DealReviewView, ReviewView } from "./view.ts";

/** `viewer` is null for visitors, whose pages are cached. */
export function presentReview(row: ReviewRow, viewer: Viewer | null): ReviewView {
  const locale = getLocale();
  const { answer, answered_at } = row;
  const mayAnswer =
    answer === null && can(viewer, "answer", { kind: "review", userId: row.reviewed_user_id });
  const mayReport = can(viewer, "report", { kind: "person", userId: row.reviewer_id });
  return {
    id: row.id,
    rating: row.rating,
    comment: row.comment,
    ...writtenIn(row.language),
    by: row.username ?? m.account_deleted_user(),
    byPath: row.username === null ? null : sellerPath(row.username),
    byAvatarUrl: row.avatar_url,
    of: row.of,
    date: formatDay(row.created_at, locale),
    at: row.created_at.toISOString(),
    answer:
      answer === null || answered_at === null
        ? null
        : {
            text: answer,
            ...writtenIn(row.answer_language),
            date: formatDay(answered_at, locale),
            at: answered_at.toISOString(),
          },
    answerPath: mayAnswer ? href("/reviews/:id/answer", { id: row.id }) : null,
    reportPath: mayReport ? href("/report/:kind/:id", { kind: "review", id: row.id }) : null,
  };
}

/**
 * A deal's reviews as one party sees them. Of the other party's hidden review it only says that it exists
 * (`awaited`), and of a review that moderators hid nothing.
 */
export function reviewsSeenBy(viewer: Viewer, deal: DealRow, reviews: readonly DealReviewRow[]) {
  const shown = reviews.filter(({ moderated }) => !moderated);
  const mine = shown.find((review) => review.reviewer_id === viewer.id);
  const theirs = shown.find((review) => review.reviewed_user_id === viewer.id);
  const mayChange = !reviews.some(
    (review) => review.reviewer_id === viewer.id && (review.visible || review.moderated),
  );
  return {
    mine,
    theirs: theirs?.visible ? theirs : undefined,
    awaited: theirs?.visible === false,
    /** When the hidden reviews become public at the latest. */
    until: shown.find((review) => !review.visible)?.visible_at,
    mayWrite: can(viewer, "review", { kind: "deal", ...deal }) && mayChange,
  };
}

function presentDealReviews(
  deal: DealRow,
  reviews: readonly DealReviewRow[],
  viewer: Viewer,
): DealReviewView {
  const { mine, theirs, awaited, until, mayWrite } = reviewsSeenBy(viewer, deal, reviews);
  return {
    dealId: deal.id,
    path: href("/orders/:id/review", { id: deal.id }),
    listing: dealName(deal.listing, deal.others),
    other: deal.other === null ? null : { name: deal.other, path: sellerPath(deal.other) },
    hidden:
      mine && !mine.visible
        ? { rating: mine.rating, comment: mine.comment, ...writtenIn(mine.language) }
        : null,
    awaited,
    until: until ? formatDay(until, getLocale()) : null,
    mine: mine?.visible ? presentReview(mine, viewer) : null,
    theirs: theirs ? presentReview(theirs, viewer) : null,
    mayWrite,
  };
}

/** A seller's rating for a card, or null without reviews. */
export function presentSellerRating({
  average,
  reviews,
}: Pick<SellerTrustRow, "average" | "reviews">): SellerRating | null {
  if (average === null) return null;
  const rating = formatNumber(average, getLocale());
  const count = reviews === 1 ? m.seller_reviews_one() : m.seller_reviews_count({ count: reviews });
  return { text: `${rating} (${reviews})`, label: `${m.seller_rating({ rating })}, ${count}` };
}

/** Returns a deal's reviews as the viewer sees them, or null when the viewer is not one of its parties. */
export async function reviewsOfDeal(viewer: Viewer, dealId: string): Promise<DealReviewView | null> {
  const reviewed = await dealWithReviews(viewer, dealId);
  return reviewed && presentDealReviews(reviewed.deal, reviewed.reviews, viewer);
}
