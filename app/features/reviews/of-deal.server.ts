import type { Viewer } from "#app/domain/viewer.ts";
import { presentDealReviews } from "./present.server.ts";
import { dealWithReviews } from "./queries.server.ts";
import type { DealReviewView } from "./view.ts";

/**
 * Returns a deal's reviews as a party sees them, for `ReviewOfDeal`, or null when the deal is not theirs. For the
 * loaders of a deal's pages.
 */
export async function reviewsOfDeal(viewer: Viewer, dealId: string): Promise<DealReviewView | null> {
  const found = await dealWithReviews(viewer, dealId);
  return found && presentDealReviews(found.deal, found.reviews, viewer);
}
