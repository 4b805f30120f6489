import type { Viewer } from "#app/domain/viewer.ts";
import { presentDealReviews } from "./present.server.ts";
import { dealWithReviews } from "./queries.server.ts";
import type { DealReviewView } from "./view.ts";

/** Returns a deal's reviews as the viewer sees them, or null when the viewer is not one of its parties. */
export async function reviewsOfDeal(viewer: Viewer, dealId: string): Promise<DealReviewView | null> {
  const found = await dealWithReviews(viewer, dealId);
  return found && presentDealReviews(found.deal, found.reviews, viewer);
}
