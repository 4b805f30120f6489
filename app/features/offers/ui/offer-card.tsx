import type { ReactNode } from "react";
import type { ChatOffer } from "#app/domain/chat-message.ts";
import { offerAmount, offerStateName } from "#app/features/deals/offer-texts.ts";
import { m } from "#app/paraglide/messages.js";
import { useTimeFormat } from "#app/ui/time-format.ts";
import { OfferAnswers } from "./offer-answers.tsx";

interface OfferCardProps {
  readonly offer: ChatOffer;
  readonly mine: boolean;
  readonly otherName: string;
  readonly picture: ReactNode;
  readonly onAnswer: () => void;
}

export function OfferCard({ offer, mine, otherName, picture, onAnswer }: OfferCardProps) {
  const moments = useTimeFormat();
  const { state, expiresAt } = offer;
  const until = `${moments.date(expiresAt)}, ${moments.time(expiresAt)}`;
  return (
    <section
      aria-label={titleOf(offer, mine, otherName)}
      className="grid w-72 max-w-full gap-2.5 rounded-lg border border-edge bg-surface p-3.5"
    >
      <div className="flex items-center gap-3">
        {picture}
        <div className="min-w-0">
          <p className="text-soft text-sm">{titleOf(offer, mine, otherName)}</p>
          <p className="font-display font-semibold text-xl tabular-nums">{offerAmount(offer)}</p>
        </div>
      </div>
      {/* A new message of the log is said with what it contains, so that only the price is said of an offer. */}
      <p aria-live={isNews(offer, mine) ? "polite" : "off"} className="text-[0.9375rem]">
        {state === "open" ? (
          <time dateTime={expiresAt}>{m.offer_until({ time: until })}</time>
        ) : (
          offerStateName(offer)
        )}
      </p>
      <div aria-live="off" className="contents">
        <OfferAnswers offer={offer} onAnswer={onAnswer} />
      </div>
    </section>
  );
}

/**
 * Whether screen readers say the state: what the viewer answered is in a toast, a counter-offer is a message, and a deal
 * is said by its panel.
 */
function isNews({ state }: ChatOffer, mine: boolean): boolean {
  if (state === "declined") return mine;
  if (state === "withdrawn") return !mine;
  return state === "expired" || state === "ended";
}

function titleOf({ by }: ChatOffer, mine: boolean, name: string): string {
  if (by === "buyer") return mine ? m.offer_mine() : m.offer_theirs({ name });
  return mine ? m.offer_counter_mine() : m.offer_counter_theirs({ name });
}
