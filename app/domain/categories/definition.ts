import type { Field } from "./fields/registry.ts";
import type { FilterScope } from "./filters/kind.ts";
import type { Filter } from "./filters/registry.ts";
import type { PhotoShot } from "./photo-shots.ts";
import type { Player } from "./players.ts";
import type { Preference } from "./sizes.ts";

/** The fields that every listing has. */
export const COMMON_FIELDS = ["name", "brand", "description", "price", "location", "photos"] as const;

/** Per listing. */
export const MAX_PHOTOS = 20;

/** A page of the sell form. A form with one step is a plain form, with several it is a wizard. */
export interface FormStep {
  /** Its heading is the message `step_{key}`. */
  readonly key: string;
  readonly fields: readonly string[];
  /** The optional fields of the step that are folded under "More specs". */
  readonly more?: readonly string[];
}

/** How listings of a category are compared with a visitor's saved sizes. */
export interface Fit {
  readonly preference: Preference;
  readonly field: string;
  /** For each saved size, the value of the field that fits it. Without `values`, the size itself is the value. */
  readonly values?: Readonly<Record<string, string>>;
  /** Only listings with this value in this field can fit. */
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

/** The concierge recommends listings with these values. */
export interface Recommended {
  readonly choices?: Readonly<Record<string, string>>;
  readonly ranges?: Readonly<Record<string, { readonly min: number | null; readonly max: number | null }>>;
}

/** A property of a model (docs/decisions/0081-models.md). */
export type ModelSpec = {
  /** Its column in db/data/models/{plural}.csv. */
  readonly column: string;
  /**
   * The fields of the sell form that the property fills. `"same"`: the field gets the property's value. An object: it
   * maps each value of the property to an option of the field.
   */
  readonly fills?: Readonly<Record<string, "same" | Readonly<Record<string, string>>>>;
  /**
   * How far a listing's value may differ from the model's. Without a tolerance, the property does not help to find a
   * listing's model.
   */
  readonly tolerance?: number;
  /**
   * Set when the property differs between generations. It fills no field while the listing's generation is not known.
   */
  readonly variesByGeneration?: true;
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
      /**
       * `amount`: the text of a difference has a number ("10 g heavier"). `degree`: it has a word for the size ("a
       * little stiffer").
       */
      readonly kind: "amount" | "degree";
      /** The smallest difference that a player feels. */
      readonly step: number;
    }
  /** The text of a difference has both values ("18x20 instead of 16x19"). */
  | { readonly kind: "change" }
);

export interface Closeness {
  /** The properties that must be equal. Models that differ in one of them never play alike. */
  readonly same: readonly string[];
  readonly aspects: Readonly<Record<string, Aspect>>;
  /** Listings of one model are twins when the fields `same` are equal and `field` differs by at most `within`. */
  readonly twins: { readonly same: readonly string[]; readonly field: string; readonly within: number };
}

export interface CategoryModels {
  readonly specs: Readonly<Record<string, ModelSpec>>;
  readonly closeness?: Closeness;
  /** Set when titles of listings contain gauges or lengths, so that a number in a title does not identify the model. */
  readonly numbersInTitles?: true;
}

/**
 * Everything about a category, as data without code. Its forms, checks, filters, pages and texts derive from it
 * (docs/laws.md, law 4).
 */
export interface CategoryDefinition {
  /** The listing type, singular: "racket". */
  readonly type: string;
  /** Further words for the category in a search, in the five languages and in lower case. */
  readonly searchNames: readonly string[];
  /** Short names of models, in lower case, each with the full name that listings contain: "pd" is "pure drive". */
  readonly nicknames?: Readonly<Record<string, string>>;
  /** Players whose names stand for the models that they play. */
  readonly players?: readonly Player[];
  /**
   * Groups of words with the same meaning in the five languages ("towel", "Handtuch"). Synonyms of values are in
   * value-synonyms.ts.
   */
  readonly synonyms?: readonly (readonly string[])[];
  /** The name of the category's table partition, and the first part of its paths: "rackets". */
  readonly plural: string;
  /** Its id among Google's product categories (https://www.google.com/basepages/producttype/taxonomy-with-ids.en-US.txt). */
  readonly googleCategory: number;
  /** The last part of the path of its sell form: /sell/{sell}. */
  readonly sell: string;
  /** A line drawing of the category, which stands for missing photos too: SVG path data on a square of 48 units. */
  readonly drawing: readonly string[];
  readonly fields: Readonly<Record<string, Field>>;
  readonly brand: {
    readonly required: boolean;
    /** The brands in the form. "Other" is for a brand that is not listed. */
    readonly form: readonly string[];
    /** Brands that the browse page offers too. */
    readonly browse: readonly string[];
    /** Other spellings, each with its stored value. */
    readonly spellings?: Readonly<Record<string, string>>;
  };
  readonly photoGuide: readonly PhotoShot[];
  /** Whether the sell form asks for a photo. A listing without one shows the drawing. */
  readonly needsPhoto: boolean;
  readonly form: readonly FormStep[];
  readonly filters: readonly Filter[];
  readonly price: FilterScope["price"];
  /** The fields that a card shows, in order. */
  readonly card: readonly string[];
  /** The fields that a listing's page shows if they have a value, in order. "brand" is the column of all categories. */
  readonly detail: readonly string[];
  /** Those of them that it shows as N/A if they have none, as the specification says. */
  readonly detailUnknown?: readonly string[];
  readonly subcategories: readonly Subcategory[];
  /** Set where listings may name a model of db/data/models/{plural}.csv. */
  readonly models?: CategoryModels;
  readonly fits?: readonly Fit[];
  /** Without it, the concierge does not mention the category. */
  readonly concierge?: {
    readonly reply: "choosing" | "tension";
    /** Words about the category in the five languages: parts of words, in lower case, without accents. */
    readonly keywords: readonly string[];
    /** The recommendation for an adult beginner. */
    readonly beginner?: Recommended;
  };
  /** How the browse page shows listings: ten per page (six on a small screen), or all in one list. */
  readonly paging: "pages" | "list";
  /** Whether the browse page hides the viewer's own listings. */
  readonly ownListings: "hidden" | "shown";
  /** Where Back on a listing's page leads. Visitors who came from their favourites return there. */
  readonly back: {
    readonly owner: "my-listings" | "previous";
    readonly others: "category" | "previous";
  };
  /** Where Go Back on the form of a new listing leads. */
  readonly goBack: "previous" | `/${string}`;
  readonly afterSave: "listing" | "my-listings";
}
