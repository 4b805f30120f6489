import { PROMISES } from "#app/domain/promises.ts";

/** How somebody stands with their buyers. */
export interface SellerRecord {
  readonly reviews: number;
  /** 1 to 5; null without a review. */
  readonly average: number | null;
  /** Whether they confirmed their e-mail address or their phone number. */
  readonly confirmed: boolean;
}

/** The specification's "verified seller" (docs/decisions/0036-home-page.md): we can reach them, and buyers were glad of them. */
export function isVerifiedSeller({ confirmed, reviews, average }: SellerRecord): boolean {
  const least = PROMISES.verifiedSeller;
  return confirmed && reviews >= least.reviews && average !== null && average >= least.average;
}
