import { type ComponentType, type ReactNode, useCallback } from "react";
import type { ChatMessage, ChatOffer } from "#app/domain/chat-message.ts";
import type { ChatRoom } from "../view.ts";
import type { Conversation } from "./conversation.ts";
import { ListingThumb } from "./room-header.tsx";

export type OfferInThread = ComponentType<{
  offer: ChatOffer;
  mine: boolean;
  otherName: string;
  /** The listing's. */
  picture: ReactNode;
  onAnswer: () => void;
}>;

export function useOfferRenderer(Offer: OfferInThread, conversation: Conversation, room: ChatRoom) {
  const { listing, other } = room;
  return useCallback(
    ({ offer, mine }: ChatMessage) =>
      offer && (
        <Offer
          offer={offer}
          mine={mine}
          otherName={other.username}
          picture={<ListingThumb listing={listing} />}
          onAnswer={() => void conversation.catchUp()}
        />
      ),
    [Offer, conversation, listing, other.username],
  );
}
