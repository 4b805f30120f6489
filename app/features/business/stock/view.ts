import type { Photo } from "#app/features/photos/photo.ts";
import type { StockField } from "./rules.ts";

/** A listing as a row of the stock. */
export interface StockItem {
  readonly type: string;
  readonly id: string;
  /** Its page. */
  readonly path: string;
  /** "Racket" as the visitor's language has the category. */
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

/** What a row's cells hold after it was written, or what stands where it was not. Money in cents. */
export interface PriceAndQuantityView {
  readonly priceCents?: number;
  readonly quantity?: number;
}

/** What came of writing into one row. `message` is a sentence for a person. */
export type ItemAnswer =
  | { readonly ok: true; readonly stands: PriceAndQuantityView }
  | {
      readonly ok: false;
      readonly status: number;
      readonly message: string;
      /** What stands meanwhile, where that is why. */
      readonly stands: PriceAndQuantityView | null;
    };

/** Where the page's own form was refused, for a page without JavaScript. */
export interface ItemRefusal {
  readonly kind: "item";
  readonly type: string;
  readonly id: string;
  readonly field: StockField | "sold" | "unsold";
  readonly typed: string;
  readonly message: string;
}

/** Which listings of the page are meant: those picked, or all that the filter of the address means. */
export interface PickedView {
  readonly items: readonly string[];
  readonly all: boolean;
}

/** A price before and after, written out. */
export interface PriceExample {
  readonly name: string;
  readonly was: string;
  readonly now: string;
}

/** What a change of prices by percent would do. */
export interface PercentPreview {
  /** How many prices change, how many are the same to the cent, and how many would be too high and are left. */
  readonly changed: number;
  readonly same: number;
  readonly left: number;
  readonly examples: readonly PriceExample[];
  /** The first of those that are left. */
  readonly leftNames: readonly string[];
  /** With it the change can be made, once. */
  readonly token: string;
}

/** What the page's action answers: a question about many, that it was done, or why it was not. */
export type BulkAnswer =
  | {
      readonly kind: "delete";
      readonly picked: PickedView;
      readonly count: number;
      /** Stands for these very listings. */
      readonly which: string;
      /** How many of them are somebody's favourite. */
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
