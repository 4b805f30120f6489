import type { AnyField, Narrowing, Option } from "./kind.ts";

/** The words for each audience in a search are in derive/audiences.ts. */
export type Audience = "adults" | "children" | "boys" | "girls" | "men" | "women";

export interface ChoiceField extends AnyField {
  readonly kind: "choice";
  readonly options: readonly Option[];
  /**
   * Set when the field's values are kinds of gear ("Grip Tape"). A search with a word for such a value ("overgrip")
   * finds only listings with that value.
   */
  readonly thing?: true;
  /**
   * Set when words for its values mean something else in texts of listings ("new strings"). A search then compares such
   * a word with this field alone.
   */
  readonly valueOnly?: true;
  /** Values that texts of others name too ("as soft as gut"): by words, a search finds no listing with another value. */
  readonly decisive?: readonly string[];
  /** Set when each value has an explanation, the message `{type}_{field}_{value}`. */
  readonly explained?: true;
  /**
   * The answers in other fields that suggest a value of this field: by field and answer, the best value that the answer
   * allows. `options` must be in order, the best first.
   */
  readonly suggestedBy?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /**
   * Set when words for its values mean something else in titles. So no words of a search find listings by them, and the
   * SQL function `listing_search` leaves them out of the index. Filters still find them.
   */
  readonly unsearchable?: true;
  /** Words of the five languages that name several values in a search, or an answer: "open pattern". */
  readonly groupWords?: Readonly<Record<string, readonly string[]>>;
  /** Words of the five languages, each with the values that a search with it excludes: "strung". */
  readonly exceptWords?: Readonly<Record<string, readonly string[]>>;
  /** Whether a search may name its codes alone beside the gear, or the people: "polo L". */
  readonly bareCodes?: true;
  /** The unit of its codes in a search, in the five languages: "4 1/4 inch". */
  readonly units?: readonly string[];
  /**
   * How searches name a number that it counts: behind words that have a meaning of their own ("can of 4"), or before
   * others ("4 balls").
   */
  readonly counted?: { readonly behind: readonly string[]; readonly before: readonly string[] };
  readonly audiences?: Readonly<Partial<Record<Audience, readonly string[]>>>;
  /** The value that suits all adults, men and women. */
  readonly forAll?: string;
  /** The values that the form or a CSV row offers, where they differ from all values. */
  readonly offered?: { readonly form?: readonly string[]; readonly csv?: readonly string[] };
  /** Other spellings in lower case, each with its value. */
  readonly spellings?: Readonly<Record<string, string>>;
  readonly initial?: string;
  readonly narrow?: readonly Narrowing<readonly string[]>[];
  /** What cells of other systems mean beside other fields, in lower case: "m" is "32" in men's shorts. */
  readonly elsewhere?: readonly Narrowing<ReadonlyMap<string, string>>[];
  /** When one of these fields changes, this choice is cleared, even if its value is still allowed. */
  readonly clearedBy?: readonly string[];
  /**
   * What happens to a value that `narrow` no longer allows: the first allowed value replaces it, or the field is
   * cleared.
   */
  readonly excluded?: "first" | "clear";
}
