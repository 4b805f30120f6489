import { Tag } from "lucide-react";
import type { ChatOffer } from "#app/domain/chat-message.ts";
import type { OfferState } from "#app/domain/offer.ts";
import { m } from "#app/paraglide/messages.js";
import { useTimeFormat } from "#app/ui/time-format.ts";
import { OfferAnswers } from "./offer-answers.tsx";

const STATE_NAMES: Readonly<Record<OfferState, () => string>> = {
  open: m.offer_is_open,
  countered: m.offer_is_countered,
  accepted: m.offer_is_accepted,
  declined: m.offer_is_declined,
  withdrawn: m.offer_is_withdrawn,
  expired: m.offer_is_expired,
  ended: m.offer_is_ended,
};

interface OfferCardProps {
  readonly offer: ChatOffer;
  readonly mine: boolean;
  readonly otherName: string;
  readonly onAnswer: () => void;
}

export function OfferCard({ offer, mine, otherName, onAnswer }: OfferCardProps) {
  const moments = useTimeFormat();
  const { state, expiresAt } = offer;
  const until = `${moments.day(expiresAt)}, ${moments.time(expiresAt)}`;
  return (
    <section
      aria-label={titleOf(offer, mine, otherName)}
      className="grid w-72 max-w-full gap-2.5 rounded-lg border border-edge bg-surface p-3.5"
    >
      <p className="flex items-center gap-2 text-soft text-sm">
        <Tag aria-hidden="true" className="size-4 shrink-0" />
        <span className="min-w-0 [overflow-wrap:anywhere]">{titleOf(offer, mine, otherName)}</span>
      </p>
      <p className="font-display font-semibold text-xl tabular-nums">{offerAmount(offer)}</p>
      <p role="status" className="text-[0.9375rem]">
        {state === "open" ? (
          <time dateTime={expiresAt}>{m.offer_until({ time: until })}</time>
        ) : (
          offerStateName(offer)
        )}
      </p>
      <OfferAnswers offer={offer} onAnswer={onAnswer} />
    </section>
  );
}

function titleOf({ by }: ChatOffer, mine: boolean, name: string): string {
  if (by === "buyer") return mine ? m.offer_mine() : m.offer_theirs({ name });
  return mine ? m.offer_counter_mine() : m.offer_counter_theirs({ name });
}

export function offerStateName({ state, pieces }: ChatOffer): string {
  return state === "ended" && pieces > 1 ? m.offer_is_ended_pieces() : STATE_NAMES[state]();
}

/** "€120.00", "€120.00 (quantity: 3)" */
export function offerAmount({ price, pieces }: ChatOffer): string {
  return pieces > 1 ? m.deal_amount_pieces({ price, count: pieces }) : price;
}
