import { type ComponentType, useCallback } from "react";
import type { ChatMessage, ChatOffer } from "#app/domain/chat-message.ts";
import type { Conversation } from "./conversation.ts";

export type OfferInThread = ComponentType<{
  offer: ChatOffer;
  mine: boolean;
  otherName: string;
  onAnswer: () => void;
}>;

export function useOfferRenderer(Offer: OfferInThread, conversation: Conversation, otherName: string) {
  return useCallback(
    ({ offer, mine }: ChatMessage) =>
      offer && (
        <Offer offer={offer} mine={mine} otherName={otherName} onAnswer={() => void conversation.catchUp()} />
      ),
    [Offer, conversation, otherName],
  );
}
