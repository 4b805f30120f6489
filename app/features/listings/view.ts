import type { ListingStatus } from "#app/domain/listing-status.ts";
import type { Photo } from "#app/features/photos/photo.ts";
import type { Approximation } from "#app/ui/price.tsx";

/** A label and what is to be read beside it, both in the visitor's language. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** A listing as a card shows it. */
export interface ListingCard {
  readonly type: string;
  readonly id: string;
  /** Its page. */
  readonly path: string;
  readonly name: string;
  readonly brand: string | null;
  /** "€189.00" */
  readonly price: string;
  /** The same in the money that the visitor chose, unless that is the euro or its rate is not known. */
  readonly approximately: Approximation | null;
  /** What is not available is shown to who has its address, and cannot be bought. */
  readonly status: ListingStatus;
  /** "24 available", where there are more than one. */
  readonly available: string | null;
  readonly photo: Photo | null;
  /** Postal area, town and country: "1012 · Amsterdam, NL". */
  readonly location: string | null;
  /** "12 km away", "about 50 km away", where the visitor said from where. */
  readonly distance: string | null;
  /** "20 Nov 2026" */
  readonly listed: string;
  /** ISO 8601, for `<time>`. */
  readonly listedAt: string;
  readonly facts: readonly Fact[];
  /** Whether it is the viewer's own. */
  readonly own: boolean;
  /** What a page says of its seller and its way to the buyer (A2.92). */
  readonly trust?: Trust;
  /** What others say of its seller; none where nobody does, or a page does not ask. */
  readonly rating?: SellerRating;
  /** What a page of new things says instead of the day (A2.96). */
  readonly added?: Added;
}

/** What others say of a seller in one figure: "4.6 (12)", and the same for who hears it. */
export interface SellerRating {
  readonly text: string;
  readonly label: string;
}

/** Why one may buy from somebody unknown: each a text, or null where it cannot be said. */
export interface Trust {
  /** "Verified seller" */
  readonly verified: string | null;
  readonly rating: SellerRating | null;
  /** "Direct Shipping" */
  readonly shipping: string | null;
}

export interface Added {
  /** "No. 5F0C12AB", by which two that look alike are told apart. */
  readonly reference: string;
  /** "3 hours ago" */
  readonly ago: string;
}

/** Who sells, as anybody may see it. */
export interface Seller {
  readonly id: string;
  readonly username: string;
  readonly avatarUrl: string | null;
}

/** A listing as its page shows it. */
export interface ListingDetail extends ListingCard {
  readonly description: string;
  readonly photos: readonly Photo[];
  readonly rows: readonly Fact[];
  readonly seller: Seller;
  /** How many there are. */
  readonly quantity: number;
  /** What the viewer may do with the listing itself (policy.ts). */
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
  /** What the buyer may do: the values of the transaction options; of one that cannot be had nothing that buys it. */
  readonly actions: readonly string[];
}

/** An input of the sell form, ready to be drawn. */
export type FieldView = {
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  readonly requiredText: string;
} & (
  | {
      readonly kind: "name" | "brand" | "description" | "price" | "location" | "photos";
      readonly options?: readonly ChoiceView[];
    }
  | { readonly kind: "choice" | "several"; readonly options: readonly ChoiceView[] }
  | { readonly kind: "number"; readonly unit: string | null; readonly step: number }
  | { readonly kind: "text"; readonly maxLength: number }
);

/** A page of the sell form. */
export interface FormStepView {
  readonly key: string;
  readonly label: string;
  readonly fields: readonly FieldView[];
}

/** What a form's inputs hold, by their names. */
export type FormValues = Readonly<Record<string, string | readonly string[]>>;

export interface ChoiceView {
  readonly value: string;
  readonly label: string;
}

/** A filter of the browse page with what is chosen. */
export type FilterView =
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
      /** What is sent when none is chosen; null where then nothing needs to be said. */
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
      readonly kind: "location";
      readonly label: string;
      readonly countries: readonly ChoiceView[];
      readonly country: string;
      readonly postalCode: string;
      /** What is wrong with the postal code. */
      readonly error: string | null;
      readonly maxDistance: number | null;
      /** The distances to choose from; typed where there is none. */
      readonly slider: { readonly min: number; readonly max: number; readonly step: number } | null;
    };

/** How many listings there would be with each option of a field, by its name; with `capped`, at least so many. */
export type CountsView = Readonly<
  Record<string, readonly (readonly [value: string, n: number, capped: boolean])[]>
>;

/** What a browser that knows a visitor's values chooses from the start. */
export interface Preselection {
  /** The filter, and its name in an address. */
  readonly field: string;
  /** Where the browser keeps them. */
  readonly key: string;
  /** The values that can be chosen. */
  readonly values: readonly string[];
}

/** A part of a list that goes on as one scrolls. */
export interface WindowView {
  readonly cards: readonly ListingCard[];
  /** The ids of the viewer's favourites among them. */
  readonly favorites: readonly string[];
}

/** A way on from where nothing is. */
export interface RelaxedSearchView {
  readonly label: string;
  readonly href: string;
}

/** A thing that the search asks for, and the address without it. */
export interface ChipView {
  readonly label: string;
  readonly href: string;
}
