import type { ChatOffer } from "#app/domain/chat-message.ts";
import type { OfferRole } from "#app/domain/offer.ts";
import type { OrderView, OtherView } from "#app/features/deals/view.ts";
import type { MainPhoto } from "#app/features/photos/photo.ts";
import type { Approximation } from "#app/ui/price.tsx";
import type { LivePage } from "#app/ui/use-live-events.ts";

/** An entry of the page /offers: the latest offer of a conversation, as one party sees it. */
export interface OfferView {
  readonly offer: ChatOffer;
  /** The viewer made the offer. */
  readonly mine: boolean;
  readonly roomId: string;
  readonly listing: OrderView["listing"];
  readonly other: OtherView;
  /** When the offer was made, in ISO 8601. */
  readonly at: string;
}

/** A page of the viewer's offers in one role: the open ones first, then the newest. */
export interface OfferList {
  readonly as: OfferRole;
  readonly totals: Readonly<Record<OfferRole, number>>;
  readonly offers: readonly OfferView[];
  readonly page: number;
  readonly pages: number;
  readonly live: LivePage;
}

export interface OfferStart {
  /** "racket:0198…" */
  readonly listing: string;
  readonly name: string;
  readonly path: string;
  readonly seller: string;
  /** The id of the new offer. The form contains it, so that a form that is sent twice makes only one. */
  readonly offerId: string;
  /** How many pieces are neither reserved nor sold: at least one. */
  readonly left: number;
  /** The asking price of one piece: "€129.50". */
  readonly asking: string;
  readonly priceCents: number;
  /** The lowest price that can be offered, in percent of the asking price. */
  readonly percent: number;
  /** The lowest price that can be offered for one piece: "€64.75". */
  readonly least: string;
}

export interface BuyStart {
  /** "racket:0198…" */
  readonly listing: string;
  readonly name: string;
  readonly path: string;
  readonly seller: string;
  /** A sentence about the buyer's legal rights, which depend on whether the seller is a trader. */
  readonly rights: string;
  /** The id of the new deal. The form contains it, so that a form that is sent twice makes only one. */
  readonly dealId: string;
  /** How many pieces are neither reserved nor sold: at least one. */
  readonly left: number;
  /** For one piece. The buyer agrees to this price only. */
  readonly priceCents: number;
  readonly price: string;
}

/** Values of the field `transaction_options`. */
export type Way = "direct_checkout" | "bid";

/** What a sheet says of the listing before its form is there. */
export interface SheetListing {
  /** "racket:0198…" */
  readonly key: string;
  readonly name: string;
  readonly lang?: string | undefined;
  readonly photo: MainPhoto | null;
  /** "€189.00" */
  readonly price: string | null;
  readonly approximately: Approximation | null;
  readonly seller: { readonly username: string; readonly avatarUrl: string | null };
}

/** The fields of a sheet's form as they were typed. */
export type SheetDraft = Readonly<Partial<Record<"price" | "pieces" | "note", string>>>;

/** What the sheet of one of the two forms starts with, or why there is no form. */
export type SheetStart =
  | { readonly offer: OfferStart; readonly buy?: undefined; readonly refusal?: undefined }
  | { readonly buy: BuyStart; readonly offer?: undefined; readonly refusal?: undefined }
  | { readonly refusal: { readonly text: string; readonly link: { to: string; text: string } | null } };

/** An order or an offer that is not over. */
export interface OpenDealing {
  /** The page on which it is finished or cancelled. */
  readonly to: string;
  readonly name: string;
  /** Its state, and what happens next. */
  readonly text: string;
}
