import type { ListingStatus } from "#app/domain/listing-status.ts";
import type { Photo, Shot } from "#app/features/photos/photo.ts";
import type { Approximation } from "#app/ui/price.tsx";

/** A label and its value, both in the visitor's language. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  /** What the value means, on a detail page. */
  readonly meaning?: string;
  /** Whether a card shows it as a chip, apart from the others. */
  readonly chip?: boolean;
}

export interface ListingCard {
  readonly type: string;
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly brand: string | null;
  /** "€189.00" */
  readonly price: string;
  /** The price in the visitor's chosen currency. Null for the euro, or where its rate is not known. */
  readonly approximately: Approximation | null;
  /** An unavailable listing is shown at its address, but cannot be bought. */
  readonly status: ListingStatus;
  /** "24 available", where there is more than one. */
  readonly available: string | null;
  readonly photo: Photo | null;
  /** Postal area, town and country: "1012 · Amsterdam, NL". */
  readonly location: string | null;
  /** The location on a card: "Amsterdam, NL", and "Amsterdam · 12 km" where the visitor named a place. */
  readonly place: string | null;
  /** "20 Nov 2026" */
  readonly listed: string;
  /** "5 days ago" */
  readonly ago: string;
  /** ISO 8601, for `<time>`. */
  readonly listedAt: string;
  readonly facts: readonly Fact[];
  readonly own: boolean;
  /** The trust facts of its seller and shipping (A2.92). */
  readonly trust?: Trust;
  /** The rating of its seller; absent without ratings, or where a page does not read them. */
  readonly rating?: SellerRating;
}

/** A listing that was created a few minutes ago, for its owner. */
export interface JustListed {
  readonly name: string;
  readonly path: string;
  /** The address of a new form that is filled in with its values. */
  readonly another: string;
}

/** What the page of the owner's listings shows below a card. */
export interface OwnListing {
  /** The listing's key, as a form sends it. */
  readonly listing: string;
  /** "12", and "Viewed by 12 people" for its tooltip and for screen readers. */
  readonly interest: readonly {
    readonly kind: "viewers" | "favorites" | "conversations";
    readonly count: string;
    readonly label: string;
  }[];
  /** Its price as a form sends it back; null where it cannot be lowered. */
  readonly price: { readonly cents: number; readonly text: string; readonly suggested: string } | null;
  /** Whether a lower price notifies people, because it is their favourite. */
  readonly watched: boolean;
}

/** The answer to the form that lowers a price. `listing` is the listing's key. */
export type LowerPriceAnswer =
  | { readonly ok: true; readonly listing: string; readonly message: string }
  | { readonly ok: false; readonly listing: string; readonly price: string; readonly message: string };

/** A seller's rating in one figure, "4.6 (12)", and its label for screen readers. */
export interface SellerRating {
  readonly text: string;
  readonly label: string;
}

/** Reasons to trust an unknown seller: each a text, or null where it does not apply. */
export interface Trust {
  /** "Verified seller" */
  readonly verified: string | null;
  readonly rating: SellerRating | null;
  /** "Direct Shipping" */
  readonly shipping: string | null;
}

/** The public part of a seller. */
export interface Seller {
  readonly id: string;
  readonly username: string;
  readonly avatarUrl: string | null;
}

export interface ListingDetail extends ListingCard {
  readonly description: string;
  readonly photos: readonly Photo[];
  readonly rows: readonly Fact[];
  readonly seller: Seller;
  /** What others paid for the same model; absent where it is not known. */
  readonly soldFor?: string | null;
  readonly quantity: number;
  /** Why only its owner sees it, where moderators did not hide it. */
  readonly hiddenNote: string | null;
  /** The viewer's permissions on the listing (policy.ts). */
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
  /** The buyer's actions: the values of the transaction options. An unavailable listing cannot be bought. */
  readonly actions: readonly string[];
  /** Whether one can buy and make offers (OFFERS). Otherwise both are announced (M1.6). */
  readonly offers: boolean;
}

/** An input of the sell form, ready to be rendered. */
export type FieldView = {
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  readonly requiredText: string;
} & (
  | {
      readonly kind: "name" | "brand" | "description" | "price" | "location";
      readonly options?: readonly ChoiceView[];
    }
  | { readonly kind: "photos"; readonly guide: readonly Shot[] }
  | { readonly kind: "choice" | "several"; readonly options: readonly ChoiceView[] }
  | {
      readonly kind: "number";
      readonly unit: string | null;
      readonly step: number;
      /** "unstrung" */
      readonly measured: string | null;
    }
  | { readonly kind: "text"; readonly maxLength: number }
  | { readonly kind: "month" }
);

/** A step of the sell form. */
export interface FormStepView {
  readonly key: string;
  readonly label: string;
  readonly fields: readonly FieldView[];
  /** The names of the folded fields. */
  readonly more: readonly string[];
}

/** The sell form of a category, for a new listing or an edited one. */
export interface ListingFormPage {
  readonly type: string;
  readonly steps: readonly FormStepView[];
  readonly values: FormValues;
  readonly countries: readonly ChoiceView[];
  readonly submit: string;
  readonly submitBusy: string;
  /** "Please provide at least one image for your racket." */
  readonly photosRequired: string;
  /** The page of the edited listing, null for a new one. */
  readonly listing: string | null;
}

/** The values of a form's inputs, by name. */
export type FormValues = Readonly<Record<string, string | readonly string[]>>;

export interface ChoiceView {
  readonly value: string;
  readonly label: string;
  /** What it means, where the category explains it. */
  readonly meaning?: string;
}

/** A filter of the browse page with its chosen values. */
export type FilterView = {
  /** The chosen values as text, "Wilson, Head", shown beside the name; null where nothing is chosen. */
  readonly summary: string | null;
} & (
  | {
      readonly kind: "one";
      readonly name: string;
      readonly label: string;
      readonly options: readonly ChoiceView[];
      readonly chosen: string;
    }
  | {
      readonly kind: "many";
      readonly name: string;
      readonly label: string;
      readonly options: readonly ChoiceView[];
      readonly chosen: readonly string[];
      /** The value that is sent when none is chosen; null where none is needed. */
      readonly none: string | null;
    }
  | {
      readonly kind: "range";
      readonly name: string;
      readonly label: string;
      readonly as: "slider" | "inputs";
      readonly min: number;
      readonly max: number;
      readonly step: number;
      readonly unit: string | null;
      readonly from: number | null;
      readonly to: number | null;
    }
  | {
      readonly kind: "months";
      readonly name: string;
      readonly label: string;
      /** "2026-11" */
      readonly from: string | null;
      readonly to: string | null;
    }
  | {
      readonly kind: "location";
      readonly label: string;
      readonly countries: readonly ChoiceView[];
      readonly country: string;
      readonly postalCode: string;
      /** The error of the postal code. */
      readonly error: string | null;
      readonly maxDistance: number | null;
      /** The range of the slider; null where the distance is typed. */
      readonly slider: { readonly min: number; readonly max: number; readonly step: number } | null;
    }
);

/** The number of listings with each option of a field, by its name. With `capped` it is at least that many. */
export type CountsView = Readonly<
  Record<string, readonly (readonly [value: string, n: number, capped: boolean])[]>
>;

/** Values that the browser chooses for a visitor, from its storage. */
export interface Preselection {
  /** The filter, and its name in an address. */
  readonly field: string;
  /** The key in the browser's storage. */
  readonly key: string;
  readonly values: readonly string[];
}

/** A window of a list that loads on scroll. */
export interface WindowView {
  readonly cards: readonly ListingCard[];
  readonly favorites: readonly string[];
}

/** A search with fewer criteria, suggested where nothing was found. */
export interface RelaxedSearchView {
  readonly label: string;
  readonly href: string;
}

/** A filter of the search, and the address without it. */
export interface ChipView {
  readonly label: string;
  readonly href: string;
}
