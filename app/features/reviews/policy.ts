import type { DealState } from "#app/domain/deal.ts";
import { isReviewable } from "./rules.ts";

type Person = { readonly id: string };

/** A deal as its reviews know it; null is somebody who left. */
export interface ReviewedDeal {
  readonly sellerId: string | null;
  readonly buyerId: string | null;
  readonly state: DealState;
}

/** A review that everybody reads. */
export interface ReadReview {
  readonly reviewerId: string | null;
  readonly reviewedId: string;
  readonly answered: boolean;
}

/** Whom this person writes about: the other of the deal's two; null where there is nobody. */
export function otherOf(person: Person, { sellerId, buyerId }: ReviewedDeal): string | null {
  if (person.id === sellerId) return buyerId;
  return person.id === buyerId ? sellerId : null;
}

function isParty(person: Person, deal: ReviewedDeal): boolean {
  return person.id === deal.sellerId || person.id === deal.buyerId;
}

const OF_DEAL = {
  read: isParty,
  write: (person: Person, deal: ReviewedDeal) => isReviewable(deal.state) && otherOf(person, deal) !== null,
} as const;

const OF_REVIEW = {
  answer: (person: Person, review: ReadReview) => person.id === review.reviewedId && !review.answered,
  report: (person: Person, review: ReadReview) => person.id !== review.reviewerId,
} as const;

/** A deal, and what is said of it, is its two's; to anybody else it does not exist (docs/decisions/0048-reviews.md). */
export function canOfDeal(viewer: Person, action: keyof typeof OF_DEAL, deal: ReviewedDeal): boolean {
  return OF_DEAL[action](viewer, deal);
}

/** What somebody may do with a review that everybody reads. */
export function canOfReview(viewer: Person, action: keyof typeof OF_REVIEW, review: ReadReview): boolean {
  return OF_REVIEW[action](viewer, review);
}
