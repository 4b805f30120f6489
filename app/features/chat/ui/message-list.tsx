import { ArrowDown } from "lucide-react";
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { ChatMessage } from "#app/domain/chat-message.ts";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import { whenNear } from "#app/ui/lazy-load.tsx";
import { lastSeen, type Thread } from "../thread.ts";
import { MessageRows } from "./message-rows.tsx";

/** In pixels: a reader who is closer to the end than this counts as being at the end. */
const NEAR_END = 48;
/** In pixels: when the reader is this close to the beginning, earlier messages are fetched. */
const NEAR_START = 240;

type MessageListProps = {
  thread: Thread;
  otherName: string;
  /** It must not change between renders, because the rows are memoized. */
  renderOffer: (message: ChatMessage) => ReactNode;
  home: string;
  /** The number of the message to scroll to first. By default the list is scrolled to its end. */
  at?: number | null;
  /** Resolves with false if it failed. */
  onEarlier: () => Promise<boolean>;
  /** Like `renderOffer`, this and `onDiscard` must not change between renders. */
  onRetry: (clientId: string) => void;
  onDiscard: (clientId: string) => void;
  /** Called with true when the reader arrives at the end of the list, with false when they leave it. */
  onEnd: (atEnd: boolean) => void;
};

/**
 * A conversation, oldest first. It starts at its end and stays there until the reader scrolls up. Then it does not
 * move, and a button announces new messages.
 */
export function MessageList({
  thread,
  otherName,
  renderOffer,
  home,
  at = null,
  onEarlier,
  onRetry,
  onDiscard,
  onEnd,
}: MessageListProps) {
  const { scroller, news, toEnd, scrolled } = useEnd(thread, at, onEnd);
  const { messages, unsent } = thread;
  const first = thread.from;
  const { start, loading, loadEarlier } = useEarlier(scroller, first, onEarlier);
  const empty = messages.length === 0 && unsent.length === 0;

  return (
    <div className="relative min-h-0 flex-1">
      {/* A reversed box is scrolled to its end without JavaScript. Its content is in reading order. */}
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
          {first > 1 && (
            <div ref={start} className="flex justify-center pb-2">
              <Button size="sm" variant="ghost" busy={loading} onClick={loadEarlier}>
                {m.chat_earlier()}
              </Button>
            </div>
          )}
          {empty && <p className="px-6 text-center text-soft">{m.chat_empty({ name: otherName })}</p>}
          <ol className="grid gap-1.5">
            <MessageRows
              messages={messages}
              unsent={unsent}
              otherName={otherName}
              renderOffer={renderOffer}
              home={home}
              seen={lastSeen(thread)}
              at={at}
              onRetry={onRetry}
              onDiscard={onDiscard}
            />
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

/**
 * Loads earlier messages when the button for them is almost visible. The visible messages do not move, because the list
 * is scrolled relative to its end.
 */
function useEarlier(
  scroller: RefObject<HTMLDivElement | null>,
  first: number,
  onEarlier: () => Promise<boolean>,
) {
  const start = useRef<HTMLDivElement>(null);
  const [loading, setLoading] = useState(false);
  const [failed, setFailed] = useState(false);
  async function loadEarlier() {
    if (loading) return;
    setLoading(true);
    setFailed(!(await onEarlier()));
    setLoading(false);
  }
  const load = useEffectEvent(loadEarlier);
  useEffect(() => {
    if (first <= 1 || loading || failed || !start.current) return;
    const options = { root: scroller.current, rootMargin: `${NEAR_START}px 0px 0px` };
    return whenNear(start.current, () => void load(), options);
  }, [first, loading, failed, scroller]);
  return { start, loading, loadEarlier };
}

/** In the reversed box `scrollTop` is 0 at the end, and negative above it. */
function useEnd(thread: Thread, at: number | null, onEnd: (atEnd: boolean) => void) {
  const scroller = useRef<HTMLDivElement>(null);
  const before = useRef<{ height: number; last: number; unsent: number }>(null);
  const [atEnd, setAtEnd] = useState(at === null);
  const [news, setNews] = useState(false);
  const last = thread.messages.at(-1)?.seq ?? 0;
  const unsent = thread.unsent.length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: it must run when the conversation changes, and only then
  useLayoutEffect(() => {
    const box = scroller.current;
    const was = before.current;
    if (!box) return;
    before.current = { height: box.scrollHeight, last, unsent };
    if (!was) {
      const place = box.querySelector(`[data-seq="${at}"]`)?.getBoundingClientRect();
      const view = box.getBoundingClientRect();
      if (place) box.scrollTop += place.top + place.height / 2 - view.top - view.height / 2;
      return;
    }
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
