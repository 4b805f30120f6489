import type { ListingCard } from "#app/features/listings/view.ts";

/** A listing below a reply. */
export type SuggestedCard = Pick<
  ListingCard,
  "type" | "id" | "path" | "name" | "price" | "approximately" | "status" | "photo" | "facts"
>;

export interface SuggestionsView {
  readonly cards: readonly SuggestedCard[];
  /** No listing matched all criteria: the cards, if any, match some of them. */
  readonly nearest: boolean;
  /** The search in words: "Rackets · “wilson” · up to €100.00". */
  readonly label: string;
  /** "12 results" */
  readonly count: string;
  /** The URL of the search. */
  readonly href: string;
}
