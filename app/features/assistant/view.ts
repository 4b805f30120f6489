import type { ListingCard } from "#app/features/listings/view.ts";

export type SuggestedCard = Pick<
  ListingCard,
  "type" | "id" | "path" | "name" | "price" | "approximately" | "status" | "photo" | "facts"
>;

export interface SuggestionsView {
  readonly cards: readonly SuggestedCard[];
  /** Whether no listing matched all criteria, so that the cards match only some of them. */
  readonly nearest: boolean;
  /** The search in words: "Rackets · “wilson” · up to €100.00". */
  readonly label: string;
  /** "12 results" */
  readonly count: string;
  readonly href: string;
}
