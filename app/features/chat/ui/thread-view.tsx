import { ShieldAlert, UserX, WifiOff } from "lucide-react";
import {
  type ClipboardEvent,
  type DragEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { href, Link, useHref } from "react-router";
import { PHOTOS_MAX, tidyMessage } from "#app/domain/chat-message.ts";
import { isBlank } from "#app/domain/text-rules.ts";
import { isBusy } from "#app/features/photos/ui/picker-state.ts";
import { type UploadLimits, useUploads } from "#app/features/photos/ui/use-uploads.ts";
import { m } from "#app/paraglide/messages.js";
import { useKeptOffline } from "#app/ui/kept-offline.ts";
import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { PhoneFold } from "#app/ui/phone-fold.tsx";
import { Spoken } from "#app/ui/spoken.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useLiveEvents } from "#app/ui/use-live-events.ts";
import { useInterval } from "#app/ui/use-timer.ts";
import type { OpenChat } from "../view.ts";
import { BlockedNote } from "./blocking.tsx";
import { Composer } from "./composer.tsx";
import { Conversation } from "./conversation.ts";
import { loadUnsent } from "./draft.ts";
import { MessageList } from "./message-list.tsx";
import { PhotoTray } from "./photo-tray.tsx";
import { SuggestedMessages } from "./suggested-messages.tsx";
import { TypingNote } from "./typing-note.tsx";
import { useDraft } from "./use-draft.ts";
import { type OfferInThread, useOfferRenderer } from "./use-offer-renderer.tsx";
import { useReadMark, useResend } from "./use-read-mark.ts";
import { useRisk } from "./use-risk.ts";

const PushAsk = lazyLoad(async () => (await import("#app/features/push/ui/push-ask.tsx")).PushAsk);

const POLL_MS = 30_000;
/** The gap in an opener (a suggested first message), which the buyer fills in. */
const GAP = "…";
const PHOTOS: UploadLimits = {
  purpose: "message",
  most: PHOTOS_MAX,
  tooMany: () => m.chat_photos_many({ max: PHOTOS_MAX }),
};

type ThreadViewProps = {
  chat: OpenChat;
  Offer: OfferInThread;
  /** Only on a page that works without JavaScript: the next message's id, and the text and error or risk of a refused one. */
  form?: { clientId: string; message?: string; error?: string; risk?: string };
  /** The number of the message that the search result links to. `chat` has the messages around it. */
  at?: number | null;
  /** Whether the field takes the focus. It never does on a touch screen, whose keyboard would hide half of the chat. */
  takesFocus?: boolean;
  onBlocked?: (blocked: boolean) => void;
};

/** Where the room can change, the React key must contain the room's id. */
export function ThreadView({ chat, Offer, form, at = null, takesFocus = false, onBlocked }: ThreadViewProps) {
  const base = useHref("/chat");
  const threadPath = useHref(href("/messages/:roomId", { roomId: chat.room.id }));
  const draft = { userId: chat.page.userId, roomId: chat.room.id };
  const { risk, setRisk, onFailure } = useRisk(form?.risk, ({ message, photos = [] }) => {
    // Before what was typed meanwhile.
    setText((typed) => [message, typed].filter((part) => part !== "").join("\n"));
    uploads.takeBack(photos);
  });
  const [conversation] = useState(() => new Conversation(base, chat, onFailure, () => loadUnsent(draft)));
  const thread = useSyncExternalStore(
    (changed) => conversation.watch(changed),
    () => conversation.thread,
    () => conversation.thread,
  );
  const [text, setText] = useState(form?.message ?? "");
  const [atEnd, setAtEnd] = useState(at === null);
  const { other } = chat.room;
  const renderOffer = useOfferRenderer(Offer, conversation, chat.room);
  const field = useRef<HTMLTextAreaElement>(null);
  const online = useOnline();
  const uploads = useUploads([], PHOTOS);
  const [waiting, setWaiting] = useState(false);
  const [dropping, setDropping] = useState(false);
  const [hasSent, setHasSent] = useState(false);
  const uploading = isBusy(uploads.items);
  const sending = waiting || thread.unsent.some((unsent) => unsent.state === "sending");
  const open = !other.left && !other.blocked;

  const retry = useCallback((clientId: string) => void conversation.retry(clientId), [conversation]);
  const discard = useCallback((clientId: string) => conversation.discard(clientId), [conversation]);

  const live = useLiveEvents(chat.page, (event) => conversation.onEvent(event));
  useInterval(
    () => {
      if (document.visibilityState === "visible") void conversation.catchUp({ quiet: true });
    },
    live ? null : POLL_MS,
  );
  useDraft(draft, text, setText, conversation);
  useResend(conversation, live && online);
  useReadMark(conversation, thread, atEnd);
  const said = thread.messages.flatMap(({ mine, message }) =>
    message ? [`${mine ? m.assistant_you() : other.username}: ${message}`] : [],
  );
  useKeptOffline(
    chat.page.userId,
    at === null && said.length > 0 ? { title: other.username, path: threadPath, lines: said } : null,
  );
  useEffect(() => {
    if (at !== null) void conversation.catchUp();
  }, [conversation, at]);

  useEffect(() => {
    if (takesFocus && matchMedia("(pointer: fine)").matches) field.current?.focus();
  }, [takesFocus]);

  function write(next: string) {
    setText(next);
    setRisk(undefined);
    if (!isBlank(next)) void conversation.typing();
  }

  function begin(opener: string) {
    setText(opener);
    // Waits until the text is in the field. "…" is selected, so that typing replaces it.
    requestAnimationFrame(() => {
      const gap = opener.indexOf(GAP);
      field.current?.focus();
      field.current?.setSelectionRange(
        gap < 0 ? opener.length : gap,
        gap < 0 ? opener.length : gap + GAP.length,
      );
    });
  }

  async function send(isRiskConfirmed: boolean) {
    const message = tidyMessage(text);
    if (sending) return;
    if (isBlank(message) && uploads.items.length === 0) return field.current?.focus();
    if (uploading) return setWaiting(true);
    await sendNow(isRiskConfirmed);
  }

  async function sendNow(isRiskConfirmed: boolean) {
    if (uploads.items.some((item) => item.state === "failed"))
      return showToast({ title: m.chat_send_failed(), description: m.photos_unsent(), tone: "danger" });
    const message = tidyMessage(text);
    const photos = uploads.handOver();
    setText("");
    setRisk(undefined);
    field.current?.focus();
    const id = crypto.randomUUID();
    if (await conversation.send(id, isBlank(message) ? "" : message, photos, isRiskConfirmed))
      setHasSent(true);
  }

  // Of a message with pictures that still arrive, the risk is asked about then.
  const arrived = useEffectEvent(() => void sendNow(false));
  useEffect(() => {
    if (!waiting || uploading) return;
    setWaiting(false);
    arrived();
  }, [waiting, uploading]);

  function take(files: readonly File[]) {
    if (open && !sending && files.length > 0) uploads.add(files);
  }
  function pasted(event: ClipboardEvent) {
    const { files, types } = event.clipboardData;
    // Text that comes with a picture of itself is pasted as text.
    if (files.length === 0 || types.includes("text/plain")) return;
    event.preventDefault();
    take([...files]);
  }
  function dragged(event: DragEvent) {
    if (!open || !event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setDropping(true);
  }
  function dropped(event: DragEvent) {
    event.preventDefault();
    setDropping(false);
    take([...event.dataTransfer.files]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped on it; the button does the same
    <div
      data-room={chat.room.id}
      className="relative flex min-h-56 flex-1 flex-col"
      onPaste={pasted}
      onDragOver={dragged}
      onDragLeave={(event) =>
        event.currentTarget.contains(event.relatedTarget as Node | null) || setDropping(false)
      }
      onDrop={dropped}
    >
      {/* Afterwards, the icon in the header leads to the same page (room-header.tsx). */}
      {!thread.messages.some(({ mine }) => mine) && (
        <PhoneFold
          icon={<ShieldAlert aria-hidden="true" className="size-4.5 text-notice" />}
          line={
            <>
              <span>{m.chat_safety()}</span>{" "}
              <Link to={href("/safety")} className="text-link underline">
                {m.safety_link()}
              </Link>
            </>
          }
          className="border-line border-b bg-notice-ground px-4 py-2.5 text-sm"
        />
      )}
      <MessageList
        thread={thread}
        otherName={other.username}
        renderOffer={renderOffer}
        home={chat.home}
        at={at}
        onEarlier={() => conversation.loadEarlier()}
        onRetry={retry}
        onDiscard={discard}
        onEnd={setAtEnd}
      />
      <p role="status" className={online ? "sr-only" : "flex gap-2.5 border-line border-t px-4 py-2 text-sm"}>
        {!online && (
          <>
            <WifiOff aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
            {m.chat_offline()}
          </>
        )}
      </p>
      {open && <TypingNote chat={chat} thread={thread} />}
      {other.blocked && <BlockedNote room={chat.room} onBlocked={onBlocked} />}
      {other.left && (
        <p role="status" className="flex gap-2.5 border-line border-t px-4 py-3.5 text-soft">
          <UserX aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          {m.chat_other_left()}
        </p>
      )}
      {open &&
        (text === "" || chat.suggestedMessages.includes(text)) &&
        thread.messages.length + thread.unsent.length === 0 && (
          <SuggestedMessages messages={chat.suggestedMessages} onPick={begin} />
        )}
      {hasSent && (
        <PushAsk userId={chat.page.userId} name={other.username} onClosed={() => field.current?.focus()} />
      )}
      {open && (
        <Composer
          field={field}
          text={text}
          onText={write}
          onSend={send}
          risk={risk}
          onRiskChange={() => {
            setRisk(undefined);
            field.current?.focus();
          }}
          sending={sending}
          onFiles={take}
          tray={<PhotoTray items={uploads.items} onRemove={uploads.remove} onRetry={uploads.retry} />}
          hasPhotos={uploads.items.length > 0}
          clientId={form?.clientId}
          error={form?.error}
        />
      )}
      <Spoken said={uploads.news} />
      {dropping && (
        <div className="pointer-events-none absolute inset-2 grid place-items-center rounded-lg border-2 border-edge border-dashed bg-raised/95 p-6 text-center font-semibold">
          {m.chat_photos_drop()}
        </div>
      )}
    </div>
  );
}

function useOnline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      addEventListener("online", changed);
      addEventListener("offline", changed);
      return () => {
        removeEventListener("online", changed);
        removeEventListener("offline", changed);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}
