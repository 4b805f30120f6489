import type { DealState, EndReason, ProposalAnswer, ProposalKind } from "#app/domain/deal.ts";
import type { Photo } from "#app/features/photos/photo.ts";
import type { LivePage } from "#app/ui/use-live-events.ts";
import type { DealRole, DealStep } from "./rules.ts";

/** The other party of a deal; "elsewhere" is a buyer who did not write here. */
export interface OtherView {
  readonly kind: "here" | "left" | "elsewhere";
  /** Null: the name is unknown. */
  readonly username: string | null;
  readonly avatarUrl: string | null;
}

/** A deal in a list, as one party sees it. */
export interface OrderView {
  readonly id: string;
  readonly role: DealRole;
  readonly state: DealState;
  /** The seller has confirmed the sale, not only reserved. */
  readonly sellerConfirmed: boolean;
  readonly buyerConfirmed: boolean;
  /** The buyer began it with "Buy Now". */
  readonly requested: boolean;
  /** Who is expected to act next, or null. */
  readonly turn: "me" | "other" | null;
  /** Who made its open proposal of another price or a cancellation. */
  readonly proposedBy: "me" | "other" | null;
  readonly steps: readonly DealStep[];
  /** The first item. Its name says how many others there are: "Blade 98 (+2)". */
  readonly listing: {
    readonly name: string;
    /** Null: the listing was deleted. */
    readonly path: string | null;
    readonly photo: Photo | null;
  };
  readonly other: OtherView;
  /** Whether the viewer has reviewed the other party. */
  readonly reviewed: boolean;
  /** Of all items together. */
  readonly pieces: number;
  /** For all pieces together: "€120.00". */
  readonly price: string;
  /** The room about it, or null when there is none. */
  readonly roomId: string | null;
  /** ISO 8601: when the seller started the deal. */
  readonly at: string;
}

export interface OrderItem {
  readonly place: number;
  readonly name: string;
  readonly path: string | null;
  readonly pieces: number;
}

/** The same with its history, for its own page. Times are ISO 8601, or null when the step was not taken. */
export interface OrderWhole extends OrderView {
  /** What it is about: at least one listing. The path is null for a deleted one. */
  readonly items: readonly OrderItem[];
  readonly sellerConfirmedAt: string | null;
  readonly buyerConfirmedAt: string | null;
  readonly givenAt: string | null;
  readonly parcel: ParcelView | null;
  readonly receivedAt: string | null;
  readonly cancelled: {
    readonly at: string;
    readonly by: CancelledBy;
    readonly reason: string | null;
    /** Why one party ended it alone. */
    readonly because: EndReason | null;
  } | null;
  /** How it can be changed or left; null while it is not agreed, or without another party. */
  readonly wayOut: WayOutView | null;
  /** Null while it is not agreed, and once it is no longer visible. */
  readonly address: AddressView | null;
}

/** The buyer's address, as one party of the deal sees it. */
export interface AddressView {
  /** Null: the buyer has not shared it. */
  readonly shared: string | null;
  /** Only for the buyer, who can share it, or share a newer one; `stored` is null without one in their profile. */
  readonly canShare: { readonly stored: string | null } | null;
  readonly canTakeBack: boolean;
}

/** "time": the seller did not confirm a request in time. */
export type CancelledBy = "me" | "other" | "both" | "time";

export interface WayOutView {
  readonly proposal: ProposalView | null;
  /** The id of a new proposal, so that a form that is sent twice makes one. */
  readonly nextId: string;
  /** ISO 8601: from when on either party can end it alone. */
  readonly endsFrom: string;
}

/** What one party of an agreed deal proposes to the other. */
export interface ProposalView {
  readonly id: string;
  readonly kind: ProposalKind;
  /** "€120.00", for all pieces together; null for a cancellation. */
  readonly price: string | null;
  readonly reason: string | null;
  readonly mine: boolean;
  readonly answers: readonly ProposalAnswer[];
}

export interface ParcelView {
  readonly carrier: string | null;
  readonly number: string | null;
  /** The carrier's tracking page, or null for an unknown carrier. */
  readonly trackUrl: string | null;
}

export const SHOWS = ["todo", "open", "on_the_way", "done", "cancelled"] as const;
export type Show = (typeof SHOWS)[number];

/** A page of the user's deals in one role, newest first. */
export interface OrderList {
  readonly as: DealRole;
  readonly show: Show | null;
  readonly totals: Readonly<Record<DealRole, number>>;
  /** How many deals of this role are in each part of the filter. */
  readonly counts: Readonly<Record<Show, number>>;
  readonly orders: readonly OrderView[];
  readonly page: number;
  readonly pages: number;
  readonly live: LivePage;
}
