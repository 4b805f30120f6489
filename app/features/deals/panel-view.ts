import type { Bundle } from "#app/domain/bundle.ts";
import type { DealState, EndReason } from "#app/domain/deal.ts";
import type { ListingStatus } from "#app/domain/listing-status.ts";
import type { DealRole, DealStep } from "./rules.ts";
import type { CancelledBy, ProposalView } from "./view.ts";

/** A deal in its conversation, as one party sees it. */
export interface PanelDeal {
  readonly id: string;
  readonly state: DealState;
  readonly sellerConfirmed: boolean;
  readonly buyerConfirmed: boolean;
  /** The possible steps, the expected one first. */
  readonly steps: readonly DealStep[];
  /** Of all items together. */
  readonly pieces: number;
  /** "Blade 98", "Reel of strings × 2": what it is about, if that is not only the listing of the conversation. */
  readonly items: readonly string[];
  /** "€120.00", for all pieces together. */
  readonly price: string;
  readonly carrier: string | null;
  readonly tracking: string | null;
  readonly reason: string | null;
  /** Why one party ended it alone. */
  readonly because: EndReason | null;
  readonly cancelledBy: CancelledBy | null;
  /** What one party of an agreed deal proposes to the other. */
  readonly proposal: ProposalView | null;
  /** The buyer can share their address, or has shared it. */
  readonly address: "share" | "shared" | null;
  /** The buyer began it with "Buy Now". */
  readonly requested: boolean;
}

/** A listing that the seller can put into a deal. */
export interface MarkItem {
  /** "racket:0198…" */
  readonly key: string;
  readonly name: string;
  /** How many pieces are neither reserved nor sold: at least one. */
  readonly left: number;
  /** For one piece; `price` as people read it. */
  readonly priceCents: number;
  readonly price: string;
  /** Ticked at first: what the buyer asked for from their cart, else the listing of the conversation or page. */
  readonly chosen: boolean;
}

export interface MarkStart {
  /** The id of the new deal, so that a form that is sent twice makes one deal. */
  readonly dealId: string;
  /** The chosen ones first. At least one is chosen. */
  readonly items: readonly MarkItem[];
  /** The seller's discount for several items, which the form subtracts from the price, and its text. */
  readonly bundle: { readonly terms: Bundle; readonly text: string } | null;
}

/** The values of the transaction options that buy. */
export const BUYER_ACTIONS = ["direct_checkout", "bid"] as const;
export type BuyerAction = (typeof BUYER_ACTIONS)[number];

/** What a buyer can do next. */
export interface BuyerNext {
  /** "racket:0198…" */
  readonly listing: string;
  /** Empty: the two agree in messages, and the seller reserves it. */
  readonly actions: readonly BuyerAction[];
}

export interface DealPanel {
  readonly roomId: string;
  readonly role: DealRole;
  /** The other party's name, or null when their account was deleted. */
  readonly other: string | null;
  /** The room's open deal, else its latest. */
  readonly deal: PanelDeal | null;
  /** The listing's status, or null when it was deleted or hidden. */
  readonly status: ListingStatus | null;
  /** Only for a seller who can reserve or sell pieces. */
  readonly mark: MarkStart | null;
  /** Only for a buyer without an order about the listing, who can buy it or make an offer. */
  readonly next: BuyerNext | null;
  /** Set when no pieces are left for this room. Only the seller gets the name. */
  readonly taken: { readonly status: "reserved" | "sold"; readonly name: string | null } | null;
}

export interface Interested {
  readonly roomId: string;
  readonly name: string;
}

export interface DealAnswer {
  readonly ok: boolean;
  readonly message: string;
  readonly faults?: Readonly<Record<string, string>>;
}
