import type { ListingCard } from "#app/features/listings/view.ts";

/** A category in Shop By Category. */
export interface CategoryCircle {
  readonly type: string;
  readonly href: string;
  readonly label: string;
  readonly drawing: readonly string[];
}

export interface ForYouView {
  readonly cards: readonly ListingCard[];
  /** "Based on your sizes and your interest in Wilson."; null without a reason. */
  readonly because: string | null;
  /** No racket or clothes sizes are stored, so the row asks for them. */
  readonly withoutSizes: boolean;
}
