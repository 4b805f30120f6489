import type { DealState } from "#app/domain/deal.ts";
import type { ListingStatus } from "#app/domain/listing-status.ts";
import type { DealRole, DealStep } from "./rules.ts";

/** A deal in its conversation, as one party sees it. */
export interface PanelDeal {
  readonly id: string;
  readonly state: DealState;
  readonly sellerConfirmed: boolean;
  readonly buyerConfirmed: boolean;
  /** The possible steps, the expected one first. */
  readonly steps: readonly DealStep[];
  readonly pieces: number;
  /** "€120.00", for all pieces together. */
  readonly price: string;
  readonly carrier: string | null;
  readonly tracking: string | null;
  readonly reason: string | null;
  readonly cancelledByMe: boolean;
}

/** The initial values of a seller's form. */
export interface MarkStart {
  /** "racket:0198…" */
  readonly listing: string;
  /** The id of the new deal, so that a form that is sent twice makes one deal. */
  readonly dealId: string;
  /** How many pieces are neither reserved nor sold: at least one. */
  readonly left: number;
  /** For one piece. */
  readonly priceCents: number;
}

/** The deal of a room, as one party sees it. */
export interface DealPanel {
  readonly roomId: string;
  readonly role: DealRole;
  /** The other party's name, or null when their account was deleted. */
  readonly other: string | null;
  /** The room's open deal, else its latest. */
  readonly deal: PanelDeal | null;
  /** The listing's status, or null when it was deleted. */
  readonly status: ListingStatus | null;
  /** Only for a seller who can reserve or sell pieces. */
  readonly mark: MarkStart | null;
  /** Set when no pieces are left for this room. Only the seller gets the name. */
  readonly taken: { readonly status: "reserved" | "sold"; readonly name: string | null } | null;
}

/** A user who wrote about a listing and can be its buyer. */
export interface Interested {
  readonly roomId: string;
  readonly name: string;
}

/** The answer to a form of a deal. */
export interface DealAnswer {
  readonly ok: boolean;
  /** The message for the user: what was done, or why not. */
  readonly said: string;
  /** The errors by field. */
  readonly faults?: Readonly<Record<string, string>>;
}
