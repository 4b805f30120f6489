import { memo, type ReactNode } from "react";
import type { ChatMessage } from "#app/domain/chat-message.ts";
import { m } from "#app/paraglide/messages.js";
import { type TimeFormat, useTimeFormat } from "#app/ui/time-format.ts";
import type { Unsent } from "../thread.ts";
import { Bubble, UnsentState } from "./bubble.tsx";

type MessageRowsProps = {
  otherName: string;
  renderOffer: (message: ChatMessage) => ReactNode;
  home: string;
  onRetry: (clientId: string) => void;
  onDiscard: (clientId: string) => void;
  messages: readonly ChatMessage[];
  unsent: readonly Unsent[];
  /** The number of the message that shows "Read". */
  seen: number;
  at: number | null;
};

/**
 * Memoized, so that typing does not render the messages again. A message of the viewer's keeps its row when the server
 * confirms it: screen readers say a row when it is added.
 */
export const MessageRows = memo(function MessageRows({ messages, unsent, ...rest }: MessageRowsProps) {
  const { otherName, renderOffer, home, seen, at, onRetry, onDiscard } = rest;
  const moments = useTimeFormat();
  const days = messages.map((message) => moments.dayOf(message.createdAt));
  const rows = messages.map((message, index) => {
    const next = messages[index + 1];
    return (
      <MessageRow
        key={message.clientId ?? message.id}
        message={message}
        by={message.mine ? m.chat_you() : otherName}
        card={renderOffer(message)}
        home={home}
        moments={moments}
        seen={message.seq === seen}
        highlighted={message.seq === at}
        newDay={days[index] !== days[index - 1]}
        timed={
          next?.mine !== message.mine ||
          moments.minuteOf(next.createdAt) !== moments.minuteOf(message.createdAt)
        }
      />
    );
  });
  const unsentRows = unsent.map((message) => (
    <MessageRow
      key={message.clientId}
      message={message}
      by={m.chat_you()}
      home={home}
      moments={moments}
      onRetry={onRetry}
      onDiscard={onDiscard}
    />
  ));
  return [...rows, ...unsentRows];
});

type MessageRowProps = {
  message: ChatMessage | Unsent;
  by: string;
  card?: ReactNode;
  home: string;
  moments: TimeFormat;
  seen?: boolean;
  highlighted?: boolean;
  newDay?: boolean;
  timed?: boolean;
  onRetry?: (clientId: string) => void;
  onDiscard?: (clientId: string) => void;
};

const MessageRow = memo(function MessageRow({
  message,
  by,
  card,
  home,
  moments,
  seen,
  highlighted,
  newDay,
  timed,
  onRetry,
  onDiscard,
}: MessageRowProps) {
  const stored = "seq" in message ? message : null;
  const unsent = "state" in message ? message : null;
  const foot = unsent ? (
    <UnsentState unsent={unsent} onRetry={onRetry} onDiscard={onDiscard} />
  ) : (
    stored &&
    (timed || seen) && (
      // Screen readers announce only the messages themselves.
      <span aria-live="off">
        {timed && <time dateTime={stored.createdAt}>{moments.time(stored.createdAt)}</time>}
        {timed && seen && " · "}
        {seen && m.chat_read()}
      </span>
    )
  );
  return (
    <>
      {newDay && stored && (
        <li aria-live="off" className="my-2 flex items-center gap-3 text-sm text-soft">
          <span aria-hidden="true" className="h-px flex-1 bg-line" />
          <time dateTime={stored.createdAt}>{moments.day(stored.createdAt)}</time>
          <span aria-hidden="true" className="h-px flex-1 bg-line" />
        </li>
      )}
      <Bubble
        mine={stored?.mine ?? true}
        by={by}
        text={message.message ?? m.chat_message_hidden()}
        lang={stored?.lang}
        photos={message.photos}
        card={card}
        warning={stored?.warning}
        home={home}
        id={stored?.id}
        seq={stored?.seq}
        highlighted={highlighted}
        faint={unsent?.state === "sending"}
        failed={unsent !== null && unsent.state !== "sending"}
      >
        {foot}
      </Bubble>
    </>
  );
});
