import { ShieldAlert, UserX, WifiOff } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { useHref } from "react-router";
import { isBlank } from "#app/domain/text-rules.ts";
import { m } from "#app/paraglide/messages.js";
import { notify } from "#app/ui/toast.ts";
import { useLiveEvents } from "#app/ui/use-live-events.ts";
import { tidyMessage } from "../rules.ts";
import type { OpenChat } from "../view.ts";
import { Composer } from "./composer.tsx";
import { Conversation, type Trouble } from "./conversation.ts";
import { draftKey, keepDraft, loadDraft } from "./draft.ts";
import { MessageList } from "./message-list.tsx";

const POLL_MS = 30_000;

type ThreadViewProps = {
  chat: OpenChat;
  /** For the page, which works without JavaScript: the id of the next message, and what came of the last. */
  form?: { clientId: string; message?: string; error?: string };
  /** Whether one begins to write at once. On a touch screen that would hide half of it under a keyboard. */
  takesFocus?: boolean;
};

/** The messages of a room and where to write the next. Give it the room's id as its key. */
export function ThreadView({ chat, form, takesFocus = false }: ThreadViewProps) {
  const base = useHref("/chat");
  const [conversation] = useState(() => new Conversation(base, chat, tell));
  const thread = useSyncExternalStore(
    (changed) => conversation.watch(changed),
    () => conversation.thread,
    () => conversation.thread,
  );
  const [text, setText] = useState(form?.message ?? "");
  const [atEnd, setAtEnd] = useState(true);
  const field = useRef<HTMLTextAreaElement>(null);
  const online = useOnline();
  const sending = thread.unsent.some((unsent) => unsent.state === "sending");

  const live = useLiveEvents(chat.page, (heard) => conversation.hear(heard));
  usePolling(conversation, !live);
  useDraft(draftKey(chat.page.userId, chat.room.id), text, setText, conversation);
  useReading(conversation, thread, atEnd);

  useEffect(() => {
    if (takesFocus && matchMedia("(pointer: fine)").matches) field.current?.focus();
  }, [takesFocus]);

  useEffect(() => {
    // The toast that says that nothing can be reached cannot be fetched then.
    void import("#app/ui/toast-stage.tsx").catch(() => {});
  }, []);

  async function send() {
    const message = tidyMessage(text);
    if (sending) return;
    if (isBlank(message)) return field.current?.focus();
    setText("");
    field.current?.focus();
    await conversation.send(crypto.randomUUID(), message);
  }

  return (
    <>
      <p className="flex gap-2.5 border-line border-b bg-notice-ground px-4 py-2.5 text-sm">
        <ShieldAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-notice" />
        {m.chat_safety()}
      </p>
      <MessageList
        thread={thread}
        otherName={chat.room.other.username}
        onEarlier={() => conversation.loadEarlier()}
        onRetry={(clientId) => void conversation.retry(clientId)}
        onDiscard={(clientId) => conversation.discard(clientId)}
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
      {chat.room.other.left ? (
        <p role="status" className="flex gap-2.5 border-line border-t px-4 py-3.5 text-soft">
          <UserX aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          {m.chat_other_left()}
        </p>
      ) : (
        <Composer
          field={field}
          text={text}
          onText={setText}
          onSend={send}
          sending={sending}
          clientId={form?.clientId}
          error={form?.error}
        />
      )}
    </>
  );
}

/** The toasts of marketplace §8. */
function tell({ during, why }: Trouble): void {
  const title = during === "send" ? m.chat_send_failed() : m.chat_fetch_failed();
  notify({ title, description: why, tone: "danger" });
}

/** Keeps what is typed, and what was not sent, for when the room is opened again in this tab. */
function useDraft(
  key: string,
  text: string,
  setText: (text: string) => void,
  conversation: Conversation,
): void {
  const { unsent } = conversation.thread;
  const loaded = useRef(false);
  const restore = useEffectEvent(() => {
    const draft = loadDraft(key);
    if (text === "" && draft.text !== "") setText(draft.text);
    conversation.restore(draft.unsent);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a conversation has one key
  useEffect(() => {
    restore();
    loaded.current = true;
  }, [key]);
  useEffect(() => {
    if (loaded.current) keepDraft(key, { text, unsent });
  }, [key, text, unsent]);
}

/** Says what was read while it is looked at, and catches up when the reader or the network comes back. */
function useReading(conversation: Conversation, thread: Conversation["thread"], atEnd: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: there may be something new to have read
  useEffect(() => {
    if (!atEnd || document.visibilityState !== "visible") return;
    // Once it is on the screen, which must not wait for this.
    const frame = requestAnimationFrame(() => void conversation.markRead());
    return () => cancelAnimationFrame(frame);
  }, [conversation, thread, atEnd]);
  const back = useEffectEvent(() => {
    if (document.visibilityState !== "visible" || !navigator.onLine) return;
    void conversation.catchUp();
    if (atEnd) void conversation.markRead();
  });
  useEffect(() => {
    const came = () => back();
    document.addEventListener("visibilitychange", came);
    addEventListener("online", came);
    return () => {
      document.removeEventListener("visibilitychange", came);
      removeEventListener("online", came);
    };
  }, []);
}

/** For as long as the event stream cannot be had. */
function usePolling(conversation: Conversation, wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void conversation.catchUp({ quiet: true });
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [conversation, wanted]);
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
