import type { Field } from "./field-kinds.ts";
import type { PhotoShot } from "./photo-shots.ts";
import type { Preference } from "./sizes.ts";

/** The columns that every listing has, in any category. */
export const COMMON_FIELDS = ["name", "brand", "description", "price", "location", "photos"] as const;

/** The maximum number of photos per listing (M9.1). */
export const MAX_PHOTOS = 20;

/** A page of the sell form. One step makes a plain form, several make a wizard. */
export interface FormStep {
  /** Its heading is the message `step_{key}`. */
  readonly key: string;
  readonly fields: readonly string[];
  /** Those of `fields` that are folded under "More specs". They are optional. */
  readonly more?: readonly string[];
}

/** A filter of the browse page, in the order shown. Choice fields are picked from, number fields have a range. */
export type Filter =
  | { readonly by: "date" | "brand" | "price" }
  | {
      readonly by: "location";
      /** The slider's distances in km. Without it, the visitor types the distance. */
      readonly slider?: { readonly min: number; readonly max: number; readonly step: number };
    }
  | {
      readonly by: "choice";
      readonly field: string;
      /** The visitor's saved preference. It is preselected until the visitor chooses something else (M4.16). */
      readonly preselected?: Preference;
    }
  | {
      readonly by: "range";
      readonly field: string;
      readonly min: number;
      readonly max: number;
      readonly step: number;
    }
  /** A range of months. */
  | { readonly by: "months"; readonly field: string };

/** Finds the listings that fit a visitor's saved sizes. */
export interface Fit {
  readonly preference: Preference;
  readonly field: string;
  /** The field's value for each saved size. Without it, the size itself is the value. */
  readonly values?: Readonly<Record<string, string>>;
  /** Only listings with this value. */
  readonly among?: { readonly field: string; readonly value: string };
}

/** What a menu entry shows: listings that contain these words, or listings with these values. */
export type Meaning =
  | { readonly words: string }
  | { readonly field: string; readonly values: readonly string[] };

/**
 * A menu entry and its page /{plural}/{slug}. `name` is the same in every language; without it the text is the message
 * `{type}_sub_{slug}`.
 */
export interface Subcategory {
  readonly slug: string;
  readonly name?: string;
  readonly means: Meaning;
}

/** The values that a recommended listing must have: one per choice field, a range per number field. */
export interface Recommended {
  readonly choices?: Readonly<Record<string, string>>;
  readonly ranges?: Readonly<Record<string, { readonly min: number | null; readonly max: number | null }>>;
}

/** A property of a model in the catalogue: a figure or a word (docs/decisions/0081-models.md). */
export type ModelSpec = {
  /** Its column in db/data/models/{plural}.csv. */
  readonly column: string;
  /** The fields that the property fills in the sell form: with the same value, or with an option for each value. */
  readonly fills?: Readonly<Record<string, "same" | Readonly<Record<string, string>>>>;
  /** How far a listing's value may differ. Without a tolerance, the property is not used to find a listing's model. */
  readonly tolerance?: number;
  /** The property differs between generations. It fills nothing where the generation is not known. */
  readonly ofGeneration?: true;
} & (
  | {
      readonly kind: "number" | "numbers";
      readonly min: number;
      readonly max: number;
      readonly unit?: string;
    }
  /** `shape` is a regular expression. */
  | { readonly kind: "text"; readonly shape: string; readonly unit?: string }
  | { readonly kind: "choice"; readonly values: readonly string[] }
);

/** One respect in which two models can play alike. */
export type Aspect = {
  /** The figures that measure it, the best first. Two models are compared by the first figure that both have. */
  readonly by: readonly string[];
} & (
  | {
      /** A difference is worded with its amount, or by its degree ("a little stiffer"). */
      readonly kind: "amount" | "degree";
      /** The difference that a player feels. */
      readonly step: number;
    }
  /** A difference is worded with both values. */
  | { readonly kind: "change" }
);

/** Which models are close to each other, and which listings are twins. */
export interface Closeness {
  /** The figures that must be equal: models that differ in one are never compared. */
  readonly same: readonly string[];
  readonly aspects: Readonly<Record<string, Aspect>>;
  /** Listings of one model are twins when the fields `same` are equal and `field` differs by at most `within`. */
  readonly twins: { readonly same: readonly string[]; readonly field: string; readonly within: number };
}

/** The properties of a category's models in the catalogue. */
export interface CategoryModels {
  readonly specs: Readonly<Record<string, ModelSpec>>;
  readonly closeness?: Closeness;
  /** Titles contain gauges or lengths, so a number in a title does not identify the model. */
  readonly numbersInTitles?: true;
}

/**
 * Everything about a category. Columns, check, forms, filters, chips, card, detail rows, menu entries and texts derive
 * from it (docs/laws.md, law 4). Pure data.
 */
export interface CategoryDefinition {
  /** The listing type, singular: "racket". */
  readonly type: string;
  /** The category's names in a search, in the five languages and in lower case, besides its labels. */
  readonly searchNames: readonly string[];
  /** Short names of models, in lower case, each with the name that listings have: "pd" is a Pure Drive. */
  readonly nicknames?: Readonly<Record<string, string>>;
  /** Groups of synonyms in the five languages that are no field's value: "towel", "Handtuch". */
  readonly sameWords?: readonly (readonly string[])[];
  /** Names the category's table partition and begins its addresses: "rackets". */
  readonly plural: string;
  readonly sell: string;
  /** A line drawing for the category picker: SVG path data on a square of 48 units. */
  readonly drawing: readonly string[];
  readonly fields: Readonly<Record<string, Field>>;
  readonly brand: {
    readonly required: boolean;
    /** The brands in the form. The last entry, "Other", is for a brand that is not listed. */
    readonly form: readonly string[];
    /** More brands, which only the browse page offers. */
    readonly browse: readonly string[];
    /** Other spellings, each with its stored value. */
    readonly spellings?: Readonly<Record<string, string>>;
  };
  /** The photos that the form suggests, in order. */
  readonly photoGuide: readonly PhotoShot[];
  readonly form: readonly FormStep[];
  readonly filters: readonly Filter[];
  /** The price filter, in whole euros: a slider whose upper end is open, or two inputs. */
  readonly price:
    | { readonly as: "slider"; readonly max: number; readonly step: number }
    | { readonly as: "inputs" };
  /** The fields that a card and a detail page show. "brand" is the column that all categories have. */
  readonly card: readonly string[];
  readonly detail: readonly string[];
  /** More rows of a detail page, shown only where the value is known. */
  readonly detailIfKnown?: readonly string[];
  readonly subcategories: readonly Subcategory[];
  /** Its listings may name a model of db/data/models/{plural}.csv. */
  readonly models?: CategoryModels;
  readonly fits?: readonly Fit[];
  /** What the concierge says about the category. Without it, the concierge does not mention the category. */
  readonly concierge?: {
    readonly reply: "choosing" | "tension";
    /** Names of the category in the five languages: parts of words, in lower case, without accents. */
    readonly keywords: readonly string[];
    /** The recommendation for an adult beginner (A4.18). */
    readonly beginner?: Recommended;
  };
  /** Ten per page (six on a small screen), or all in one list. */
  readonly paging: "pages" | "list";
  /** Whether the browse page hides the viewer's own listings. */
  readonly ownListings: "hidden" | "shown";
  /**
   * Where Back on a listing's page leads (M2.84). The owner goes to their listings or one step back. Others go to the
   * category, to the favourites they came from, or one step back.
   */
  readonly back: {
    readonly owner: "my-listings" | "previous";
    readonly others: "category" | "previous";
  };
  /** Where Go Back on the form of a new listing leads: one step back, or to a path (M2.32). */
  readonly goBack: "previous" | `/${string}`;
  readonly afterSave: "listing" | "my-listings";
}
