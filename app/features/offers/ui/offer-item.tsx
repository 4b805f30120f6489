import { MessagesSquare } from "lucide-react";
import { href } from "react-router";
import { offerAmount, offerStateName } from "#app/features/deals/offer-texts.ts";
import { ListingName, ListingPicture, OtherName } from "#app/features/deals/ui/listing-name.tsx";
import { otherPartyName } from "#app/features/deals/ui/order-texts.ts";
import { m } from "#app/paraglide/messages.js";
import { Badge } from "#app/ui/badge.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import type { TimeFormat } from "#app/ui/time-format.ts";
import type { OfferView } from "../view.ts";
import { OfferAnswers } from "./offer-answers.tsx";

export function OfferItem({ item, moments }: { item: OfferView; moments: TimeFormat }) {
  const { offer, mine, roomId, listing, other, at } = item;
  const name = otherPartyName(other);
  const price = offerAmount(offer);
  const isMyTurn = offer.state === "open" && !mine;
  return (
    <article
      aria-labelledby={`offer-${offer.id}`}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 p-4 sm:gap-x-5 sm:p-5"
    >
      <ListingPicture listing={listing} />
      <div className="grid min-w-0 content-start gap-3">
        <div>
          <h2 id={`offer-${offer.id}`} className="font-display font-semibold text-lg">
            <ListingName listing={listing} />
          </h2>
          <p className="mt-0.5 text-[0.9375rem] text-soft">
            <OtherName other={other} />
            {" · "}
            <time dateTime={at}>{moments.brief(at)}</time>
          </p>
        </div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[0.9375rem] *:whitespace-normal">
          <Badge tone={offer.state === "accepted" ? "good" : isMyTurn ? "notice" : "plain"}>
            {offerStateName(offer)}
          </Badge>
          <span>{mine ? m.offers_by_you({ price }) : m.offers_by_them({ name, price })}</span>
        </p>
        {offer.state === "open" && (
          <p className="text-[0.9375rem]">{mine ? m.offers_theirs({ name }) : m.offers_yours()}</p>
        )}
      </div>
      {/* A phone has no room for the answers beside the picture. */}
      <div className="col-span-2 grid gap-3 sm:col-span-1 sm:col-start-2">
        {/* Nothing to do on an answer: React Router loads the list again after each form. */}
        <OfferAnswers offer={offer} onAnswer={() => {}} />
        <LinkButton
          to={href("/messages/:roomId", { roomId })}
          size="sm"
          variant="ghost"
          icon={<MessagesSquare aria-hidden="true" className="size-4" />}
          aria-label={`${m.chat_inbox_title()}: ${listing.name}`}
          className="justify-self-start"
        >
          {m.chat_inbox_title()}
        </LinkButton>
      </div>
    </article>
  );
}
