import type { BundleDiscount } from "#app/domain/bundle.ts";
import type { DealRole, DealState, EndReason } from "#app/domain/deal.ts";
import type { DealStep } from "#app/domain/deal-process.ts";
import type { ListingStatus } from "#app/domain/listing.ts";
import type { CancelledBy, ProposalView, SuspendedOther } from "./view.ts";

export interface PanelDeal {
  readonly id: string;
  readonly state: DealState;
  readonly sellerConfirmed: boolean;
  readonly buyerConfirmed: boolean;
  /** The possible steps, the expected one first. */
  readonly steps: readonly DealStep[];
  /** The number of pieces of all items together. */
  readonly pieces: number;
  /** "Blade 98", "Reel of strings × 2". Empty when the deal is only about the listing of the conversation. */
  readonly items: readonly string[];
  /** "€120.00", for all pieces together. */
  readonly price: string;
  readonly carrier: string | null;
  readonly tracking: string | null;
  readonly reason: string | null;
  /** Why one party ended the deal alone. */
  readonly because: EndReason | null;
  readonly cancelledBy: CancelledBy | null;
  readonly proposal: ProposalView | null;
  /** "share": the viewer can share their address. "shared": the buyer has shared theirs. */
  readonly address: "share" | "shared" | null;
  /** The buyer began the deal with "Buy Now". */
  readonly requested: boolean;
  readonly declined: boolean;
  /** No other user would read the reason of a cancellation (`readsReason`). */
  readonly alone: boolean;
  readonly suspended: SuspendedOther | null;
}

export interface MarkItem {
  /** "racket:0198…" */
  readonly key: string;
  readonly name: string;
  /** How many pieces are neither reserved nor sold: at least one. */
  readonly left: number;
  /** The price of one piece. */
  readonly priceCents: number;
  /** "€129.50" */
  readonly price: string;
  /** Ticked at first: what the buyer asked for from their cart, or else the listing of the conversation or page. */
  readonly chosen: boolean;
}

/** The initial values of the form that starts a deal. */
export interface MarkStart {
  /** The id of the new deal. The form contains it, so that a form that is sent twice makes only one. */
  readonly dealId: string;
  /** The listings that the form offers. Those that are ticked at first come first. There is at least one. */
  readonly items: readonly MarkItem[];
  /** The seller's discount for several items (the form subtracts it from the price), and its text. */
  readonly bundle: { readonly terms: BundleDiscount; readonly text: string } | null;
}

/** The transaction options of a listing with which a buyer can buy: "Buy Now", and making an offer. */
export const BUYER_ACTIONS = ["direct_checkout", "bid"] as const;
export type BuyerAction = (typeof BUYER_ACTIONS)[number];

export interface BuyerNext {
  /** "racket:0198…" */
  readonly listing: string;
  /** Empty: the two agree in messages, and the seller reserves the item. */
  readonly actions: readonly BuyerAction[];
}

/** What the two people of a conversation agreed on, or offer each other. */
export interface RoomTerms {
  /** "Agreed: €120.00", "Offer €90.00: Waiting for your reply" */
  readonly text: string;
  /** The price of a deal that was not cancelled, which replaces the asking price. */
  readonly isPriceAgreed: boolean;
}

export interface DealPanel {
  readonly roomId: string;
  readonly role: DealRole;
  /** The other party's name, or null when their account was deleted. */
  readonly other: string | null;
  /** The open deal of the conversation, else the latest that is neither received nor cancelled, else the latest. */
  readonly deal: PanelDeal | null;
  readonly terms: RoomTerms | null;
  /** The listing's status, or null when it was deleted or hidden. */
  readonly status: ListingStatus | null;
  /** The form that starts a deal. Only for a seller who can reserve or sell pieces. */
  readonly mark: MarkStart | null;
  /** Only for a buyer of an available listing, while the conversation has no running deal and no open offer. */
  readonly next: BuyerNext | null;
  /** Set when the listing is reserved for, or sold to, another person. `name` is that person, for the seller only. */
  readonly taken: { readonly status: "reserved" | "sold"; readonly name: string | null } | null;
}

export interface Interested {
  readonly roomId: string;
  readonly name: string;
}
