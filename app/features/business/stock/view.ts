import type { Photo } from "#app/features/photos/photo.ts";
import type { StockField } from "./rules.ts";

/** A listing as a row of the stock. */
export interface StockItem {
  readonly type: string;
  readonly id: string;
  /** The path of its page. */
  readonly path: string;
  /** The category in the visitor's language: "Racket". */
  readonly typeLabel: string;
  readonly name: string;
  /** Brand and condition: "Wilson · Like New". */
  readonly about: string;
  readonly sku: string | null;
  readonly photo: Photo | null;
  readonly failedPictures: number;
  readonly priceCents: number;
  readonly quantity: number;
  /** "20 Nov 2026", and ISO 8601 for `<time>`. */
  readonly listed: string;
  readonly listedAt: string;
}

/** The values of a row's cells after a change, or the current ones where it was refused. Money in cents. */
export interface PriceAndQuantityView {
  readonly priceCents?: number;
  readonly quantity?: number;
}

/** The result of a change of one row. `message` is a sentence for the user. */
export type ItemAnswer =
  | { readonly ok: true; readonly current: PriceAndQuantityView }
  | {
      readonly ok: false;
      readonly status: number;
      readonly message: string;
      /** The current values, where they are the reason. */
      readonly current: PriceAndQuantityView | null;
    };

/** The refusal of a form, for a page without JavaScript. */
export interface ItemRefusal {
  readonly kind: "item";
  readonly type: string;
  readonly id: string;
  readonly field: StockField | "sold" | "unsold";
  readonly typed: string;
  readonly message: string;
}

/** The selected listings of the page, or all that match the filter of the address. */
export interface PickedView {
  readonly items: readonly string[];
  readonly all: boolean;
}

/** A price before and after, formatted. */
export interface PriceExample {
  readonly name: string;
  readonly was: string;
  readonly now: string;
}

/** The preview of a price change by percent. */
export interface PercentPreview {
  /** How many prices change, how many stay the same to the cent, and how many would be too high and are left. */
  readonly changed: number;
  readonly same: number;
  readonly left: number;
  readonly examples: readonly PriceExample[];
  /** The names of the first of those that are left. */
  readonly leftNames: readonly string[];
  /** The change is made with this token, once. */
  readonly token: string;
}

/** The answer of the page's action: a question, a success, or a refusal. */
export type BulkAnswer =
  | {
      readonly kind: "delete";
      readonly picked: PickedView;
      readonly count: number;
      /** A hash of these listings. */
      readonly which: string;
      /** How many of them are a user's favourite. */
      readonly loved: number;
      readonly problem: string | null;
    }
  | {
      readonly kind: "percent";
      readonly picked: PickedView;
      readonly typed: string;
      readonly problem: string | null;
      readonly preview: PercentPreview | null;
    }
  | { readonly kind: "done"; readonly title: string; readonly message?: string }
  | { readonly kind: "refused"; readonly title: string; readonly message: string };
