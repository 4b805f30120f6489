import type { DealState } from "#app/domain/deal.ts";
import { isReviewable } from "./rules.ts";

type Person = { readonly id: string };

/** The id of a deleted user is null. */
export interface ReviewedDeal {
  readonly sellerId: string | null;
  readonly buyerId: string | null;
  readonly state: DealState;
}

export interface ReviewFacts {
  readonly reviewerId: string | null;
  readonly reviewedId: string;
  readonly answered: boolean;
}

/** The id of the other party, whom this party reviews. Null for a deleted user, or if `person` is not a party. */
export function otherUserId(person: Person, { sellerId, buyerId }: ReviewedDeal): string | null {
  if (person.id === sellerId) return buyerId;
  return person.id === buyerId ? sellerId : null;
}

function isParty(person: Person, deal: ReviewedDeal): boolean {
  return person.id === deal.sellerId || person.id === deal.buyerId;
}

const OF_DEAL = {
  read: isParty,
  write: (person: Person, deal: ReviewedDeal) =>
    isReviewable(deal.state) && otherUserId(person, deal) !== null,
} as const;

const OF_REVIEW = {
  answer: (person: Person, review: ReviewFacts) => person.id === review.reviewedId && !review.answered,
  report: (person: Person, review: ReviewFacts) => person.id !== review.reviewerId,
} as const;

/**
 * Whether the viewer may read or write a deal's reviews: only its parties may. For others the deal does not exist
 * (docs/decisions/0048-reviews.md).
 */
export function canOfDeal(viewer: Person, action: keyof typeof OF_DEAL, deal: ReviewedDeal): boolean {
  return OF_DEAL[action](viewer, deal);
}

/** Whether the viewer may answer or report a public review. */
export function canOfReview(viewer: Person, action: keyof typeof OF_REVIEW, review: ReviewFacts): boolean {
  return OF_REVIEW[action](viewer, review);
}
