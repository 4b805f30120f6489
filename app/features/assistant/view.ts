import type { ListingCard } from "#app/features/listings/view.ts";

/** A listing as it is shown below an advice. */
export type SuggestedCard = Pick<
  ListingCard,
  "type" | "id" | "path" | "name" | "price" | "approximately" | "status" | "photo" | "facts"
>;

/** What the stock has for a question. */
export interface SuggestionsView {
  readonly cards: readonly SuggestedCard[];
  /** What was asked for is not there: these are the nearest that are. */
  readonly nearest: boolean;
  /** What the search asks for: "Rackets · “wilson” · up to €100.00". */
  readonly label: string;
  /** "12 results" */
  readonly count: string;
  /** That very search. */
  readonly href: string;
}
