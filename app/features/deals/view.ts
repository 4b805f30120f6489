import type { DealRole, DealState, EndReason, GivenAs } from "#app/domain/deal.ts";
import type { DealStep } from "#app/domain/deal-process.ts";
import type { ProposalAnswer, ProposalKind } from "#app/domain/proposal-process.ts";
import type { MainPhoto } from "#app/features/photos/photo.ts";
import type { LivePage } from "#app/ui/use-live-events.ts";

export interface OtherView {
  /** "left": they deleted their account. "elsewhere": a buyer outside the shop. */
  readonly kind: "here" | "left" | "elsewhere";
  /** Null unless `kind` is "here". */
  readonly username: string | null;
  readonly avatarUrl: string | null;
}

/** The other party of an open deal is suspended: that it is so, and what the viewer does now, in sentences. */
export interface SuspendedOther {
  readonly title: string;
  readonly advice: readonly string[];
}

export interface OrderView {
  readonly id: string;
  readonly role: DealRole;
  readonly state: DealState;
  /** The seller has confirmed the sale, not only reserved. */
  readonly sellerConfirmed: boolean;
  readonly buyerConfirmed: boolean;
  /** The buyer began the deal with "Buy Now". */
  readonly requested: boolean;
  /** The seller declined this request. */
  readonly declined: boolean;
  /** No other user would read the reason of a cancellation (`readsReason`). */
  readonly alone: boolean;
  /** Who is expected to act next, or null. */
  readonly turn: "me" | "other" | null;
  /** Who made the open proposal of another price or a cancellation, or null without one. */
  readonly proposedBy: "me" | "other" | null;
  readonly steps: readonly DealStep[];
  /** The first item. Its name says how many others there are: "Blade 98 (+2)". */
  readonly listing: {
    readonly name: string;
    /** Null: the listing was deleted or is hidden. */
    readonly path: string | null;
    readonly photo: MainPhoto | null;
  };
  readonly other: OtherView;
  readonly suspended: SuspendedOther | null;
  readonly reviewed: boolean;
  /** The number of pieces of all items together. */
  readonly pieces: number;
  /** The price of all pieces together: "€120.00". */
  readonly price: string;
  /** The conversation about the deal, or null when there is none. */
  readonly roomId: string | null;
  /** ISO 8601: when the deal was started. */
  readonly at: string;
}

export interface OrderItem {
  /** Its position in the deal, from 0. */
  readonly place: number;
  readonly name: string;
  readonly path: string | null;
  readonly pieces: number;
}

/** Times are ISO 8601, or null when the step was not taken. */
export interface OrderWhole extends OrderView {
  /** What the deal is about: at least one listing. The path of a deleted or hidden listing is null. */
  readonly items: readonly OrderItem[];
  readonly sellerConfirmedAt: string | null;
  readonly buyerConfirmedAt: string | null;
  readonly givenAt: string | null;
  /** How the item was given. Null: it was not, or it is not known. */
  readonly givenAs: GivenAs | null;
  readonly parcel: ParcelView | null;
  readonly receivedAt: string | null;
  readonly cancelled: {
    readonly at: string;
    readonly by: CancelledBy;
    readonly reason: string | null;
    /** Why one party ended the deal alone. */
    readonly because: EndReason | null;
  } | null;
  /** How the deal can be changed or ended. Null if the deal is not agreed, or the other party was deleted. */
  readonly wayOut: WayOutView | null;
  /** The buyer's address. Null when none is visible and the buyer cannot share one, as before the deal is agreed. */
  readonly address: AddressView | null;
}

export interface AddressView {
  /** Null: the buyer has not shared it, or it is not visible any more. */
  readonly shared: string | null;
  /** For the buyer, if they can share an address. `stored` is the address in their profile, or null if it has none. */
  readonly canShare: { readonly stored: string | null } | null;
  readonly canTakeBack: boolean;
}

/**
 * Who cancelled a deal. "me" is the viewer, "other" the other party.
 * "both": one party proposed the cancellation, and the other confirmed it.
 * "time": the seller did not confirm a "Buy Now" request in time.
 */
export type CancelledBy = "me" | "other" | "both" | "time";

export interface WayOutView {
  readonly proposal: ProposalView | null;
  /** The id of a new proposal. The form contains it, so that a form that is sent twice makes only one. */
  readonly nextId: string;
  /** ISO 8601: the time from which either party can end the deal alone. */
  readonly endsFrom: string;
}

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
  /** The carrier's tracking page. Null for an unknown carrier, or without a valid tracking number. */
  readonly trackUrl: string | null;
}

/** The filters of the list of orders. "todo": the deals in which the viewer is expected to act. */
export const ORDER_FILTERS = ["todo", "open", "on_the_way", "done", "cancelled"] as const;
export type OrderFilter = (typeof ORDER_FILTERS)[number];

/** A page of the viewer's deals in one role, newest first. */
export interface OrderList {
  readonly as: DealRole;
  readonly show: OrderFilter | null;
  readonly totals: Readonly<Record<DealRole, number>>;
  readonly counts: Readonly<Record<OrderFilter, number>>;
  readonly orders: readonly OrderView[];
  readonly page: number;
  readonly pages: number;
  readonly live: LivePage;
}
