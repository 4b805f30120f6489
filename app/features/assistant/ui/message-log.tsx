import { RotateCw, ThumbsDown, ThumbsUp } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import type { ConciergeReply } from "../rules.ts";
import type { AssistantMessage, Feedback } from "./conversation.ts";
import { ConciergeSuggestions } from "./suggestions.tsx";

/** The space above the last question after scrolling to it, in pixels. */
const VISIBLE_ABOVE = 16;

interface MessageLogProps {
  readonly messages: readonly AssistantMessage[];
  readonly waiting: boolean;
  readonly onRate: (id: string, reply: ConciergeReply, feedback: Feedback) => void;
  readonly onRetry: (id: string) => void;
  /** Called when a link in the conversation is followed. */
  readonly onLeave: () => void;
}

export function MessageLog({ messages, waiting, onRate, onRetry, onLeave }: MessageLogProps) {
  const scroller = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs at each new message, and only then
  useLayoutEffect(() => {
    // Scrolls to the last question, so that its answer can be read from the beginning.
    const lastQuestion = [...(scroller.current?.querySelectorAll<HTMLElement>("[data-question]") ?? [])].at(
      -1,
    );
    if (lastQuestion) scroller.current?.scrollTo({ top: lastQuestion.offsetTop - VISIBLE_ABOVE });
  }, [messages.length, waiting]);
  return (
    <div
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      role="log"
      aria-live="polite"
      aria-label={m.assistant_log()}
      className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-4 sm:px-5"
    >
      <ol className="grid gap-4">
        {messages.map((message) => (
          <MessageItem
            key={message.id}
            message={message}
            onRate={onRate}
            onRetry={onRetry}
            onLeave={onLeave}
          />
        ))}
        {waiting && <Typing />}
      </ol>
    </div>
  );
}

function MessageItem({
  message,
  onRate,
  onRetry,
  onLeave,
}: Pick<MessageLogProps, "onRate" | "onRetry" | "onLeave"> & { message: AssistantMessage }) {
  const { id, role, content, reply, question, feedback, failed } = message;
  const mine = role === "user";
  return (
    <li
      data-question={mine ? "" : undefined}
      className={classes("flex min-w-0 flex-col gap-1", mine ? "items-end" : "items-start")}
    >
      <div
        className={classes(
          "max-w-[88%] whitespace-pre-wrap rounded-lg px-3.5 py-2",
          mine
            ? "rounded-br-xs bg-clay-fill text-on-clay dark:border dark:border-edge"
            : "rounded-bl-xs bg-sunken text-ink",
          failed && "outline-2 outline-danger outline-dashed outline-offset-2",
        )}
      >
        <span className="sr-only">{mine ? m.assistant_you() : m.assistant_title()}: </span>
        <span dir="auto">{content}</span>
      </div>
      {failed && (
        <p className="flex flex-wrap items-center justify-end gap-x-1 text-xs">
          <span className="font-semibold text-danger">{m.assistant_not_answered()}</span>
          <Button
            size="sm"
            variant="ghost"
            icon={<RotateCw aria-hidden="true" className="size-4" />}
            onClick={() => onRetry(id)}
          >
            {m.assistant_retry()}
          </Button>
        </p>
      )}
      {question && (
        <div className="w-full min-w-0 sm:max-w-[88%]">
          <ConciergeSuggestions question={question} onLeave={onLeave} />
        </div>
      )}
      {reply && (
        <div className="-ml-2 flex">
          <IconButton
            label={m.assistant_good()}
            aria-pressed={feedback === "up"}
            onClick={() => onRate(id, reply, "up")}
            className="text-soft aria-pressed:text-good [&_svg]:size-4.5"
          >
            <ThumbsUp aria-hidden="true" fill={feedback === "up" ? "currentColor" : "none"} />
          </IconButton>
          <IconButton
            label={m.assistant_bad()}
            aria-pressed={feedback === "down"}
            onClick={() => onRate(id, reply, "down")}
            className="text-soft aria-pressed:text-danger [&_svg]:size-4.5"
          >
            <ThumbsDown aria-hidden="true" fill={feedback === "down" ? "currentColor" : "none"} />
          </IconButton>
        </div>
      )}
    </li>
  );
}

function Typing() {
  return (
    <li className="w-fit rounded-lg rounded-bl-xs bg-sunken px-3.5 py-3.5">
      <span className="sr-only">{m.assistant_typing()}</span>
      <span aria-hidden="true" className="flex gap-1.5">
        {["", "[animation-delay:200ms]", "[animation-delay:400ms]"].map((delay) => (
          <span key={delay} className={classes("size-2 animate-breathe rounded-full bg-soft", delay)} />
        ))}
      </span>
    </li>
  );
}
