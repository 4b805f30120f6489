import { type ComponentType, useCallback } from "react";
import type { ChatMessage, ChatOffer } from "#app/domain/chat-message.ts";
import type { Conversation } from "./conversation.ts";

/** Renders the offer of a message. `onAnswer` is called after an answer. */
export type OfferInThread = ComponentType<{
  offer: ChatOffer;
  mine: boolean;
  otherName: string;
  onAnswer: () => void;
}>;

/** Returns a function that renders the offer of a message. When an offer is answered, the conversation is updated. */
export function useOfferRenderer(Offer: OfferInThread, conversation: Conversation, otherName: string) {
  return useCallback(
    ({ offer, mine }: ChatMessage) =>
      offer && (
        <Offer offer={offer} mine={mine} otherName={otherName} onAnswer={() => void conversation.catchUp()} />
      ),
    [Offer, conversation, otherName],
  );
}
