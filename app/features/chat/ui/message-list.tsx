import { ArrowDown, Clock3, RotateCw, Trash2 } from "lucide-react";
import { memo, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { ChatMessage } from "#app/domain/chat-message.ts";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import type { Thread, Unsent } from "../thread.ts";
import { type Moments, useMoments } from "./moments.ts";

/** So near to the end counts as being there, in pixels. */
const NEAR_END = 48;

type MessageListProps = {
  thread: Thread;
  otherName: string;
  onEarlier: () => Promise<void>;
  onRetry: (clientId: string) => void;
  onDiscard: (clientId: string) => void;
  /** Whether the reader sees the latest messages. */
  onEnd: (atEnd: boolean) => void;
};

/**
 * A conversation, oldest first. It begins at its end and stays there until the reader scrolls up; then it stands
 * still, and says when something new has come.
 */
export function MessageList({ thread, otherName, onEarlier, onRetry, onDiscard, onEnd }: MessageListProps) {
  const { scroller, news, toEnd, scrolled } = useEnd(thread, onEnd);
  const [loading, setLoading] = useState(false);
  const { messages, unsent } = thread;
  const empty = messages.length === 0 && unsent.length === 0;

  async function loadEarlier() {
    setLoading(true);
    await onEarlier();
    setLoading(false);
  }

  return (
    <div className="relative min-h-0 flex-1">
      {/* Reversed, a box is scrolled to its end without any script. Its content is in reading order. */}
      <div
        ref={scroller}
        onScroll={scrolled}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-live="polite"
        aria-busy={loading}
        aria-label={m.chat_log({ name: otherName })}
        className="flex h-full flex-col-reverse overflow-y-auto overscroll-contain px-4 py-3 [overflow-anchor:none]"
      >
        <div className={classes(empty && "m-auto")}>
          {(messages[0]?.seq ?? 1) > 1 && (
            <div className="flex justify-center pb-2">
              <Button size="sm" variant="ghost" busy={loading} onClick={loadEarlier}>
                {m.chat_earlier()}
              </Button>
            </div>
          )}
          {empty && <p className="px-6 text-center text-soft">{m.chat_empty({ name: otherName })}</p>}
          <ol className="grid gap-1.5">
            <Messages messages={messages} otherName={otherName} />
            {unsent.map((message) => (
              <UnsentBubble key={message.clientId} unsent={message} onRetry={onRetry} onDiscard={onDiscard} />
            ))}
          </ol>
        </div>
      </div>
      {news && (
        <div className="absolute inset-x-0 bottom-2 flex justify-center">
          <Button
            size="sm"
            className="shadow-float"
            icon={<ArrowDown aria-hidden="true" className="size-4" />}
            onClick={toEnd}
          >
            {m.chat_news()}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Where the reader is in the list, and what happens there when it grows. Distances are from the end, hence negative. */
function useEnd(thread: Thread, onEnd: (atEnd: boolean) => void) {
  const scroller = useRef<HTMLDivElement>(null);
  const before = useRef<{ height: number; last: number; unsent: number }>(null);
  const [atEnd, setAtEnd] = useState(true);
  const [news, setNews] = useState(false);
  const last = thread.messages.at(-1)?.seq ?? 0;
  const unsent = thread.unsent.length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the conversation changes, and only then
  useLayoutEffect(() => {
    const box = scroller.current;
    const was = before.current;
    if (!box) return;
    before.current = { height: box.scrollHeight, last, unsent };
    if (!was) return;
    const grown = last > was.last || unsent !== was.unsent;
    if (unsent > was.unsent) box.scrollTop = 0;
    else if (grown && !atEnd) {
      box.scrollTop -= box.scrollHeight - was.height;
      if (last > was.last) setNews(true);
    }
  }, [thread]);

  function scrolled() {
    const end = Math.abs(scroller.current?.scrollTop ?? 0) < NEAR_END;
    if (end) setNews(false);
    if (end === atEnd) return;
    setAtEnd(end);
    onEnd(end);
  }
  function toEnd() {
    scroller.current?.scrollTo({ top: 0 });
    scroller.current?.focus();
  }
  return { scroller, news, toEnd, scrolled };
}

/** Memoized as its rows are: neither what is typed below nor the next message draws the others anew. */
const Messages = memo(function Messages({
  messages,
  otherName,
}: {
  messages: readonly ChatMessage[];
  otherName: string;
}) {
  const moments = useMoments();
  const days = messages.map((message) => moments.dayOf(message.createdAt));
  return messages.map((message, index) => {
    const next = messages[index + 1];
    return (
      <MessageRow
        key={message.id}
        message={message}
        by={message.mine ? m.chat_you() : otherName}
        moments={moments}
        newDay={days[index] !== days[index - 1]}
        // Of what one person writes in a minute, the last says when.
        timed={
          next?.mine !== message.mine ||
          moments.minuteOf(next.createdAt) !== moments.minuteOf(message.createdAt)
        }
      />
    );
  });
});

const MessageRow = memo(function MessageRow({
  message: { mine, message, createdAt },
  by,
  moments,
  newDay,
  timed,
}: {
  message: ChatMessage;
  by: string;
  moments: Moments;
  newDay: boolean;
  timed: boolean;
}) {
  return (
    <>
      {newDay && (
        <li className="my-2 flex items-center gap-3 text-sm text-soft">
          <span aria-hidden="true" className="h-px flex-1 bg-line" />
          <time dateTime={createdAt}>{moments.day(createdAt)}</time>
          <span aria-hidden="true" className="h-px flex-1 bg-line" />
        </li>
      )}
      <Bubble mine={mine} by={by} text={message}>
        {timed && <time dateTime={createdAt}>{moments.time(createdAt)}</time>}
      </Bubble>
    </>
  );
});

function UnsentBubble({
  unsent: { clientId, message, state },
  onRetry,
  onDiscard,
}: {
  unsent: Unsent;
  onRetry: (clientId: string) => void;
  onDiscard: (clientId: string) => void;
}) {
  if (state === "sending") {
    return (
      <Bubble mine by={m.chat_you()} text={message} faint>
        <span className="inline-flex items-center gap-1">
          <Clock3 aria-hidden="true" className="size-3.5" />
          {m.chat_sending()}
        </span>
      </Bubble>
    );
  }
  return (
    <Bubble mine by={m.chat_you()} text={message} failed>
      <span className="flex flex-wrap items-center justify-end gap-x-1">
        <span className="font-semibold text-danger">{m.chat_not_sent()}</span>
        <Button
          size="sm"
          variant="ghost"
          icon={<RotateCw aria-hidden="true" className="size-4" />}
          onClick={() => onRetry(clientId)}
        >
          {m.chat_retry()}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          icon={<Trash2 aria-hidden="true" className="size-4" />}
          onClick={() => onDiscard(clientId)}
        >
          {m.chat_discard()}
        </Button>
      </span>
    </Bubble>
  );
}

function Bubble({
  mine,
  by,
  text,
  faint,
  failed,
  children,
}: {
  mine: boolean;
  by: string;
  text: string;
  faint?: boolean;
  failed?: boolean;
  children: ReactNode;
}) {
  return (
    <li className={classes("flex flex-col", mine ? "items-end" : "items-start")}>
      <div
        className={classes(
          "max-w-[85%] whitespace-pre-wrap rounded-lg px-3.5 py-2 [overflow-wrap:anywhere]",
          mine
            ? "rounded-br-xs bg-clay-fill text-on-clay dark:border dark:border-edge"
            : "rounded-bl-xs bg-sunken text-ink",
          faint && "opacity-65",
          failed && "outline-2 outline-danger outline-dashed outline-offset-2",
        )}
      >
        <span className="sr-only">{by}: </span>
        <span dir="auto">{text}</span>
      </div>
      {children && <div className="mt-0.5 px-1 text-soft text-xs">{children}</div>}
    </li>
  );
}
