import type { Viewer } from "#app/domain/viewer.ts";
import { presentDealReviews } from "./present.server.ts";
import { dealWithReviews } from "./queries.server.ts";
import type { DealReviewView } from "./view.ts";

/** Returns a deal's reviews as the viewer sees them, or null when the viewer is not one of its parties. */
export async function reviewsOfDeal(viewer: Viewer, dealId: string): Promise<DealReviewView | null> {
  const reviewed = await dealWithReviews(viewer, dealId);
  return reviewed && presentDealReviews(reviewed.deal, reviewed.reviews, viewer);
}
