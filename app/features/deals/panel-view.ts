import type { DealState } from "#app/domain/deal.ts";
import type { ListingStatus } from "#app/domain/listing-status.ts";
import type { DealRole, DealStep } from "./rules.ts";

/** What one of the two sees of a deal in their conversation. */
export interface PanelDeal {
  readonly id: string;
  readonly state: DealState;
  readonly sellerConfirmed: boolean;
  readonly buyerConfirmed: boolean;
  /** What the viewer may do now, the expected first. */
  readonly steps: readonly DealStep[];
  readonly pieces: number;
  /** "€120.00", for all pieces together. */
  readonly price: string;
  readonly carrier: string | null;
  readonly tracking: string | null;
  readonly reason: string | null;
  readonly cancelledByMe: boolean;
}

/** What a seller's form begins with. */
export interface MarkStart {
  /** "racket:0198…" */
  readonly listing: string;
  /** The id that the deal will have: sent twice it is one. */
  readonly dealId: string;
  /** How many are neither reserved nor sold: at least one. */
  readonly left: number;
  /** Of one piece. */
  readonly priceCents: number;
}

/** What was agreed about a room's listing, as one of its two sees it. */
export interface DealPanel {
  readonly roomId: string;
  readonly role: DealRole;
  /** The other's name; null: they left. */
  readonly other: string | null;
  /** The room's open deal, else its latest. */
  readonly deal: PanelDeal | null;
  /** Of the listing; null: it is deleted. */
  readonly status: ListingStatus | null;
  /** Only for a seller who may mark something. */
  readonly mark: MarkStart | null;
  /** Where there is none left for this room: what became of it; the seller alone is told for whom. */
  readonly taken: { readonly status: "reserved" | "sold"; readonly name: string | null } | null;
}

/** Somebody who wrote about a listing, whom it can be marked for. */
export interface Interested {
  readonly roomId: string;
  readonly name: string;
}

/** What a form of a deal is told. */
export interface DealAnswer {
  readonly ok: boolean;
  /** A sentence for a person: what was done, or why not. */
  readonly said: string;
  /** What is wrong with which field. */
  readonly faults?: Readonly<Record<string, string>>;
}
