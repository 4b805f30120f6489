import { type ComponentType, useCallback } from "react";
import type { ChatMessage, ChatOffer } from "#app/domain/chat-message.ts";
import type { Conversation } from "./conversation.ts";

/** Renders the offer of a message. `onAnswer` is called once an answer was given. */
export type OfferInThread = ComponentType<{
  offer: ChatOffer;
  mine: boolean;
  otherName: string;
  onAnswer: () => void;
}>;

/** Renders the offer that a message is, if it is one. After an answer the conversation fetches what changed. */
export function useOfferRenderer(Offer: OfferInThread, conversation: Conversation, otherName: string) {
  return useCallback(
    ({ offer, mine }: ChatMessage) =>
      offer && (
        <Offer offer={offer} mine={mine} otherName={otherName} onAnswer={() => void conversation.catchUp()} />
      ),
    [Offer, conversation, otherName],
  );
}
