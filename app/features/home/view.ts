import type { ListingCard } from "#app/features/listings/view.ts";

/** A circle of Shop By Category. */
export interface CategoryCircle {
  readonly href: string;
  readonly label: string;
  readonly drawing: readonly string[];
}

/** The row of who is signed in. */
export interface ForYouView {
  readonly cards: readonly ListingCard[];
  /** "Because of your sizes and your interest in Wilson."; null where nothing speaks for anything yet. */
  readonly because: string | null;
  /** Neither racket nor clothes sizes are known: they would make the row better. */
  readonly withoutSizes: boolean;
}
