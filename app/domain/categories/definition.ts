import type { Field } from "./field-kinds.ts";
import type { Preference } from "./sizes.ts";

/** What every listing has as a column of its own, whatever its category. */
export const COMMON_FIELDS = ["name", "brand", "description", "price", "location", "photos"] as const;

/** Photos of one listing (M9.1). */
export const MAX_PHOTOS = 20;

/** A page of the sell form. A form of one step is a plain form, of several a wizard. */
export interface FormStep {
  /** Its heading is the message `step_{key}`. */
  readonly key: string;
  readonly fields: readonly string[];
}

/** A filter of the browse page, in the order shown. Choice fields are picked from, number fields have a range. */
export type Filter =
  | { readonly by: "date" | "brand" | "price" }
  | {
      readonly by: "location";
      /** Distances in km to choose from on a slider; without it they are typed. */
      readonly slider?: { readonly min: number; readonly max: number; readonly step: number };
    }
  | {
      readonly by: "choice";
      readonly field: string;
      /** What a visitor keeps for it (user_preferences): chosen from the start while nothing else is (M4.16). */
      readonly preselected?: Preference;
    }
  | {
      readonly by: "range";
      readonly field: string;
      readonly min: number;
      readonly max: number;
      readonly step: number;
    };

/** Which of its listings fit somebody of the sizes that they keep. */
export interface Fit {
  readonly preference: Preference;
  readonly field: string;
  /** The field's value for each kept size that it knows; without it they are the same. */
  readonly values?: Readonly<Record<string, string>>;
  /** Only those that have this, too. */
  readonly among?: { readonly field: string; readonly value: string };
}

/** What a menu entry means: the words that its listings carry, or the values that they have. */
export type Meaning =
  | { readonly words: string }
  | { readonly field: string; readonly values: readonly string[] };

/** A menu entry and its page /{plural}/{slug}. With a `name` it reads alike in every language, else it is the message `{type}_sub_{slug}`. */
export interface Subcategory {
  readonly slug: string;
  readonly name?: string;
  readonly means: Meaning;
}

/** What listings must have to be recommended: the value of each choice field, the range of each number field. */
export interface Recommended {
  readonly choices?: Readonly<Record<string, string>>;
  readonly ranges?: Readonly<Record<string, { readonly min: number | null; readonly max: number | null }>>;
}

/**
 * All that is known of a category: its columns, check, forms, filters, chips, card, detail rows, menu entries and
 * texts derive from this (docs/laws.md, law 4). Pure data.
 */
export interface CategoryDefinition {
  /** The listing type, singular: "racket". */
  readonly type: string;
  /** Its partition and its address: "rackets". */
  readonly plural: string;
  /** Its address below /sell. */
  readonly sell: string;
  /** A line drawing of one, for where it is chosen: SVG path data on a square of 48 units. */
  readonly drawing: readonly string[];
  /** The attributes, by the name that they are stored under. */
  readonly fields: Readonly<Record<string, Field>>;
  readonly brand: {
    readonly required: boolean;
    /** What the form offers; its last entry "Other" stands for a brand that is not listed. */
    readonly form: readonly string[];
    /** What the browse page offers besides. */
    readonly browse: readonly string[];
    /** Other spellings and what they are stored as. */
    readonly spellings?: Readonly<Record<string, string>>;
  };
  readonly form: readonly FormStep[];
  readonly filters: readonly Filter[];
  /** The price filter, in whole euros: a slider whose upper end is open, or two inputs. */
  readonly price:
    | { readonly as: "slider"; readonly max: number; readonly step: number }
    | { readonly as: "inputs" };
  /** Facts on a card, and rows on a detail page; "brand" is the common one. */
  readonly card: readonly string[];
  readonly detail: readonly string[];
  readonly subcategories: readonly Subcategory[];
  /** What fits whom, for who keeps their sizes. */
  readonly fits?: readonly Fit[];
  /** What the concierge advises on it; none: it has nothing to say about it. */
  readonly concierge?: {
    readonly reply: "choosing" | "tension";
    /** What people call it in the five languages: parts of words in small letters without accents. */
    readonly spoken: readonly string[];
    /** What is recommended to a beginner who is grown up (A4.18). */
    readonly beginner?: Recommended;
    /** What is recommended for a child. */
    readonly child?: Recommended;
  };
  /** Ten to a page (six on a small screen), or all in one list. */
  readonly paging: "pages" | "list";
  /** Whether the viewer's own listings are left out when browsing. */
  readonly ownListings: "hidden" | "shown";
  /**
   * Where Back leads from a listing's page: an owner to their listings, others to the category (or to the favourites
   * that they came from), or a step back (M2.84).
   */
  readonly back: {
    readonly owner: "my-listings" | "previous";
    readonly others: "category" | "previous";
  };
  /** Where Go Back leads from the form of a new listing: a step back, or to a path (M2.32). */
  readonly goBack: "previous" | `/${string}`;
  /** Which page follows a saved listing. */
  readonly afterSave: "listing" | "my-listings";
}
