import { Dialog as Radix } from "radix-ui";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from "react";
import { useHref } from "react-router";
import type { DealPanel } from "#app/features/deals/panel-view.ts";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import { DialogClose, overlayClasses, panelClasses } from "#app/ui/dialog.tsx";
import { useCloseWatcher } from "#app/ui/panel.tsx";
import { showToast } from "#app/ui/toast.ts";
import type { LivePage } from "#app/ui/use-live-events.ts";
import type { OpenChat } from "../view.ts";
import { openChat } from "./chat-calls.ts";
import { RoomHeader, useOtherPerson } from "./room-header.tsx";
import { ThreadSkeleton } from "./thread-skeleton.tsx";
import { ThreadView } from "./thread-view.tsx";
import type { OfferInThread } from "./use-offer-renderer.tsx";

interface DealOfChat {
  readonly roomId: string;
  readonly page: LivePage;
  readonly onPanel: (panel: DealPanel) => void;
}

type ChatDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  opener: RefObject<HTMLElement | null>;
  listing: { type: string; id: string };
  renderDeal?: (chat: DealOfChat) => ReactNode;
  Offer: OfferInThread;
};

/** The buyer's chat about a listing: 500 by 600 pixels, the whole screen on a phone. */
export function ChatDialog({ open, onOpenChange, opener, listing, renderDeal, Offer }: ChatDialogProps) {
  useCloseWatcher(open, () => onOpenChange(false));
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener.current?.focus();
          }}
          className={classes(
            panelClasses,
            "inset-0 animate-rise border-0 sm:inset-auto sm:top-1/2 sm:left-1/2 sm:h-[600px] sm:max-h-[calc(100dvh-2rem)]",
            "sm:w-[500px] sm:rounded-xl sm:border sm:[translate:-50%_-50%]",
          )}
        >
          <Room
            key={`${listing.type} ${listing.id}`}
            listing={listing}
            renderDeal={renderDeal}
            Offer={Offer}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Room({ listing, renderDeal, Offer }: Pick<ChatDialogProps, "listing" | "renderDeal" | "Offer">) {
  const base = useHref("/chat");
  const [chat, setChat] = useState<OpenChat | "failed">();
  const load = useEffectEvent(async (isCurrent: () => boolean) => {
    try {
      const opened = await openChat(base, listing);
      if (isCurrent()) setChat(opened);
    } catch (refusal) {
      if (!isCurrent()) return;
      setChat("failed");
      showToast({ title: m.chat_fetch_failed(), description: (refusal as Error).message, tone: "danger" });
    }
  });
  useEffect(() => {
    if (chat !== undefined) return;
    let mounted = true;
    void load(() => mounted);
    return () => {
      mounted = false;
    };
  }, [chat]);

  if (chat === undefined || chat === "failed") {
    return <Waiting failed={chat === "failed"} onRetry={() => setChat(undefined)} />;
  }
  return <Opened chat={chat} renderDeal={renderDeal} Offer={Offer} />;
}

function Opened({
  chat: opened,
  renderDeal,
  Offer,
}: { chat: OpenChat } & Pick<ChatDialogProps, "renderDeal" | "Offer">) {
  const [blocked, setBlocked] = useState(opened.room.other.blocked);
  const [terms, setTerms] = useState(opened.room.terms);
  const current = useOtherPerson(opened);
  const { room } = current;
  const chat = { ...current, room: { ...room, terms, other: { ...room.other, blocked } } };
  return (
    <>
      <RoomHeader room={chat.room} title={Radix.Title} actions={<DialogClose />} onBlocked={setBlocked} />
      {renderDeal?.({ roomId: room.id, page: chat.page, onPanel: (panel) => setTerms(panel.terms) })}
      <ThreadView chat={chat} Offer={Offer} takesFocus onBlocked={setBlocked} />
    </>
  );
}

function Waiting({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  return (
    <>
      <div className="flex items-center gap-3 py-1 pr-2 pl-4 sm:py-3">
        <Radix.Title className="flex-1 text-heading">{m.chat_title()}</Radix.Title>
        <DialogClose />
      </div>
      {failed ? (
        <div role="alert" className="grid flex-1 content-center justify-items-center gap-4 p-6">
          <p>{m.chat_fetch_failed()}</p>
          <Button onClick={onRetry}>{m.chat_again()}</Button>
        </div>
      ) : (
        <ThreadSkeleton />
      )}
    </>
  );
}
