import type { ChatOffer } from "#app/domain/chat-message.ts";
import { formatPrice } from "#app/domain/format.ts";
import type { OfferState } from "#app/domain/offer.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";

const STATE_NAMES: Readonly<Record<OfferState, () => string>> = {
  open: m.offer_is_open,
  countered: m.offer_is_countered,
  accepted: m.offer_is_accepted,
  declined: m.offer_is_declined,
  withdrawn: m.offer_is_withdrawn,
  expired: m.offer_is_expired,
  ended: m.offer_is_ended,
};

export function offerStateName({ state, pieces }: Pick<ChatOffer, "state" | "pieces">): string {
  return state === "ended" && pieces > 1 ? m.offer_is_ended_pieces() : STATE_NAMES[state]();
}

/** "€120.00", "€120.00 (quantity: 3)" */
export function amountText({ price, pieces }: { readonly price: string; readonly pieces: number }): string {
  return pieces > 1 ? m.deal_amount_pieces({ price, count: pieces }) : price;
}

export function offerAmount({ cents, pieces }: Pick<ChatOffer, "cents" | "pieces">): string {
  return amountText({ price: formatPrice(cents, getLocale()), pieces });
}
