import type { MainPhoto } from "#app/features/photos/photo.ts";
import type { Answer } from "#app/ui/answer.ts";
import type { StockField } from "./rules.ts";

export interface StockItem {
  readonly type: string;
  readonly id: string;
  readonly path: string;
  /** The name of the category in the user's language: "Rackets". */
  readonly typeLabel: string;
  readonly name: string;
  /** Brand and condition: "Wilson · Like New". */
  readonly about: string;
  readonly sku: string | null;
  readonly photo: MainPhoto;
  readonly failedPictures: number;
  readonly priceCents: number;
  readonly quantity: number;
  /** The day of listing: "Nov 20, 2026". */
  readonly listed: string;
  /** The time of listing in ISO 8601, for `<time>`. */
  readonly listedAt: string;
}

export interface PriceAndQuantityView {
  readonly priceCents?: number;
  readonly quantity?: number;
}

/** Why the server refused the form of a cell, for a page without JavaScript. */
export interface ItemRefusal {
  readonly item: string;
  readonly field: StockField;
  readonly typed: string;
  readonly message: string;
}

/** The selected listings of the page, or all that match the filter in its URL. */
export interface PickedView {
  readonly items: readonly string[];
  readonly all: boolean;
}

export interface PriceExample {
  readonly name: string;
  readonly was: string;
  readonly now: string;
}

export interface PercentPreview {
  readonly changed: number;
  /** How many prices are the same after rounding to the cent. */
  readonly same: number;
  /** How many prices stay because the new price would be too high. */
  readonly tooHigh: number;
  readonly examples: readonly PriceExample[];
  /** The names of the first listings counted in `tooHigh`. */
  readonly tooHighNames: readonly string[];
  /** The server accepts this token for one price change. */
  readonly token: string;
}

/** What the seller has to confirm; `problem` is what was wrong with the confirmation, null if nothing was. */
export type BulkQuestion =
  | {
      readonly kind: "delete";
      readonly picked: PickedView;
      readonly count: number;
      /** A hash of the ids of these listings. */
      readonly which: string;
      /** How many of these listings are a favourite of a user. */
      readonly loved: number;
      readonly problem: string | null;
    }
  | {
      readonly kind: "percent";
      readonly picked: PickedView;
      readonly typed: string;
      readonly problem: string | null;
      readonly preview: PercentPreview | null;
    };

/** What the stock table answers to its forms. */
export type StockAnswer = Answer<BulkQuestion | PriceAndQuantityView | null>;
