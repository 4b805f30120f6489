import type { DealState } from "#app/domain/deal.ts";
import type { Photo } from "#app/features/photos/photo.ts";
import type { LivePage } from "#app/ui/use-live-events.ts";
import type { DealRole, DealStep } from "./rules.ts";

/** The other of the two, as far as there is one: "elsewhere" is somebody who did not write here. */
export interface OtherView {
  readonly kind: "here" | "left" | "elsewhere";
  /** Null: nobody whose name is known. */
  readonly username: string | null;
  readonly avatarUrl: string | null;
}

/** A deal as one of its two sees it in a list. */
export interface OrderView {
  readonly id: string;
  /** Which of the two looks at it. */
  readonly role: DealRole;
  readonly state: DealState;
  /** The seller's word: sold, not only reserved. */
  readonly sellerConfirmed: boolean;
  readonly buyerConfirmed: boolean;
  /** Who has to do something next; null: nobody. */
  readonly turn: "me" | "other" | null;
  /** What the viewer may do now; the first is what is expected next. */
  readonly steps: readonly DealStep[];
  readonly listing: {
    readonly name: string;
    /** Null: it was deleted. */
    readonly path: string | null;
    readonly photo: Photo | null;
  };
  readonly other: OtherView;
  /** Whether the viewer has said how it was with the other. */
  readonly reviewed: boolean;
  readonly pieces: number;
  /** For all pieces together: "€120.00". */
  readonly price: string;
  /** Where they talk about it; null where there is no such place. */
  readonly roomId: string | null;
  /** ISO 8601: when the seller marked it. */
  readonly at: string;
}

/** The same with its course, for its own page; moments are ISO 8601, null where it did not happen. */
export interface OrderWhole extends OrderView {
  readonly sellerConfirmedAt: string | null;
  readonly buyerConfirmedAt: string | null;
  readonly givenAt: string | null;
  readonly parcel: ParcelView | null;
  readonly receivedAt: string | null;
  readonly cancelled: {
    readonly at: string;
    readonly by: "me" | "other";
    readonly reason: string | null;
  } | null;
}

export interface ParcelView {
  readonly carrier: string | null;
  readonly number: string | null;
  /** The carrier's page about it; null where the carrier is not known here. */
  readonly trackUrl: string | null;
}

/** What the list may be narrowed to. */
export const SHOWS = ["todo", "open", "on_the_way", "done", "cancelled"] as const;
export type Show = (typeof SHOWS)[number];

/** A part of somebody's deals, in one of the two roles, the newest first. */
export interface OrderList {
  readonly as: DealRole;
  /** Null: all of them. */
  readonly show: Show | null;
  /** How many deals there are in each role. */
  readonly totals: Readonly<Record<DealRole, number>>;
  /** How many of this role each part of the filter holds. */
  readonly counts: Readonly<Record<Show, number>>;
  readonly orders: readonly OrderView[];
  readonly page: number;
  readonly pages: number;
  readonly live: LivePage;
}
