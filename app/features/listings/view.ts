import type { ChoiceView, TraitsOf } from "#app/domain/categories/fields/kind.ts";
import type { OwnFieldView } from "#app/domain/categories/fields/registry.ts";
import type { FilterInputView } from "#app/domain/categories/filters/kind.ts";
import type { ListingStatus } from "#app/domain/listing.ts";
import type { MainPhoto, Photo, Shot } from "#app/features/photos/photo.ts";
import type { Approximation } from "#app/ui/price.tsx";

export interface Fact {
  readonly label: string;
  readonly value: string;
  /** What the value means, on a detail page. */
  readonly meaning?: string;
  /** Whether a card shows it as a chip. */
  readonly chip?: boolean;
}

export interface ListingCard {
  readonly type: string;
  readonly id: string;
  readonly path: string;
  readonly name: string;
  /** The language of the texts of the seller, where it is not that of the page. */
  readonly lang?: string;
  readonly brand: string | null;
  /** "€189.00" */
  readonly price: string;
  /** Null for the euro, or where the rate of the visitor's currency is not known. */
  readonly approximately: Approximation | null;
  /** An unavailable listing still has its page, but cannot be bought. */
  readonly status: ListingStatus;
  /** "24 available", where there is more than one. */
  readonly available: string | null;
  readonly photo: MainPhoto;
  /** The postal area with its town: "1012 Amsterdam, NL". */
  readonly place: string | null;
  /** "12 km", when the visitor searches around a postal code. */
  readonly distance: string | null;
  /** "Nov 20, 2026" */
  readonly listed: string;
  /** ISO 8601, for `<time>`. */
  readonly listedAt: string;
  readonly facts: readonly Fact[];
  readonly own: boolean;
  readonly trust?: Trust;
  /** Absent without ratings, or where a page does not read them. */
  readonly rating?: SellerRating;
}

/** A listing that was created a few minutes ago, for its owner. */
export interface JustListed {
  readonly name: string;
  readonly path: string;
  /** A sell form that is filled in with the values of this listing. */
  readonly another: string;
}

/** Shown below a card in My Listings. */
export interface OwnListing {
  /** The listing's key, as a form sends it. */
  readonly listing: string;
  /** `count` is "12"; `label` is "Viewed by 12 people". */
  readonly interest: readonly {
    readonly kind: "viewers" | "favorites" | "conversations";
    readonly count: string;
    readonly label: string;
  }[];
  /** Null when the price cannot be lowered. */
  readonly price: { readonly cents: number; readonly text: string; readonly suggested: string } | null;
  /** Whether a lower price notifies people, because the listing is their favourite. */
  readonly watched: boolean;
}

/** "4.6 (12)", and a label for screen readers. */
export interface SellerRating {
  readonly text: string;
  readonly label: string;
}

/** Reasons to trust a seller, each as text; null where it does not apply. */
export interface Trust {
  /** "Verified seller" */
  readonly verified: string | null;
  readonly rating: SellerRating | null;
  /** "Direct Shipping" */
  readonly shipping: string | null;
}

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
  /** Says that the listing is hidden because its seller answers nobody; null when that is not the reason. */
  readonly hiddenNote: string | null;
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
  /** The title of the message that the listing could not be deleted. */
  readonly deleteFailed: string;
  /** Values of the field `transaction_options`. An unavailable listing cannot be bought. */
  readonly actions: readonly string[];
  /**
   * Whether buyers can buy and make offers (the setting OFFERS). Otherwise the page announces both for later.
   */
  readonly offers: boolean;
}

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
  | OwnFieldView
);

/** The properties that the views of some fields have. */
export function viewTraits(field: FieldView): TraitsOf<FieldView> {
  return field;
}

/** The options of a field; empty for one without. */
export function viewOptions(field: FieldView): readonly ChoiceView[] {
  return viewTraits(field).options ?? [];
}

export interface FormStepView {
  readonly key: string;
  readonly label: string;
  readonly fields: readonly FieldView[];
  /** The names of the fields that are folded at first. */
  readonly more: readonly string[];
}

export interface ListingFormPage {
  readonly type: string;
  /** The id of a new form, with which a listing is created once. Null where a listing is edited. */
  readonly clientId: string | null;
  /** What the listing that is edited was like when the form was loaded (`loadedWith`). Null in a new form. */
  readonly loaded: string | null;
  readonly steps: readonly FormStepView[];
  readonly values: FormValues;
  readonly countries: readonly ChoiceView[];
  readonly submit: string;
  readonly submitBusy: string;
  /** "Please provide at least one image for your racket."; null when the category needs no photo. */
  readonly photosRequiredText: string | null;
  /** The path of the edited listing's page; null for a new listing. */
  readonly listing: string | null;
}

/** By the name of the input. */
export type FormValues = Readonly<Record<string, string | readonly string[]>>;

export type FilterView = FilterInputView & {
  /** The chosen values: "Wilson, Head". Null where nothing is chosen. */
  readonly summary: string | null;
};

/** By the name of the field. With `capped`, at least that many listings have the option. */
export type CountsView = Readonly<
  Record<string, readonly (readonly [value: string, n: number, capped: boolean])[]>
>;

/** Values of a filter that the browser preselects for a visitor, from its storage. */
export interface Preselection {
  /** Also the name of the query parameter. */
  readonly field: string;
  readonly key: string;
  readonly values: readonly string[];
}

export interface BatchView {
  readonly cards: readonly ListingCard[];
  /** The ids of those cards that are the viewer's favourites. */
  readonly favorites: readonly string[];
}

/** The cards below a listing, in rows. */
export interface RelatedView {
  readonly twins: readonly ListingCard[];
  readonly close: readonly ListingCard[];
  readonly sellers: readonly ListingCard[];
  readonly similar: readonly ListingCard[];
  /** The ids of those cards that are the viewer's favourites. */
  readonly favorites: readonly string[];
}

export interface RelaxedSearchView {
  readonly label: string;
  readonly href: string;
}

export interface ChipView {
  readonly label: string;
  /** The path and query of the search without this criterion. */
  readonly href: string;
}

export interface Interest {
  /** Signed-in people who have it among their last 200 views or their favourites, or opened a conversation about it. */
  readonly viewers: number;
  readonly favorites: number;
  /** Conversations with at least one message. */
  readonly conversations: number;
}
