import { href, Link, useHref } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Avatar } from "#app/ui/avatar.tsx";
import { classes } from "#app/ui/classes.ts";
import { EmptyState, Failed } from "#app/ui/empty-state.tsx";
import { Skeleton } from "#app/ui/lazy-load.tsx";
import { useTimeFormat } from "#app/ui/time-format.ts";
import { showToast } from "#app/ui/toast.ts";
import { useAnswer } from "#app/ui/use-answer.ts";
import { type LivePage, useLiveEvents } from "#app/ui/use-live-events.ts";
import type { ChatSummary } from "../view.ts";

/** The latest conversations, kept current. */
export function RecentConversations({ page }: { page: LivePage }) {
  const endpoint = useHref(href("/chat/recent"));
  const { answer, failed, reload } = useAnswer<{ rooms: readonly ChatSummary[] }>(endpoint, (sentence) =>
    showToast({ title: m.chat_fetch_failed(), description: sentence, tone: "danger" }),
  );
  useLiveEvents(page, ({ kind }) => {
    if (kind === "chat.message" || kind === "chat.read" || kind === "chat.left" || kind === "reset") reload();
  });

  if (failed) return <Failed title={m.chat_fetch_failed()} onRetry={reload} />;
  if (!answer) return <Waiting />;
  if (answer.rooms.length === 0) {
    return <EmptyState heading="p" title={m.chat_inbox_empty()} hint={m.chat_inbox_empty_hint()} />;
  }
  return (
    <ul className="divide-y divide-line">
      {answer.rooms.map((room) => (
        <li key={room.id}>
          <Row room={room} />
        </li>
      ))}
    </ul>
  );
}

function Row({ room: { id, other, last, at, unread } }: { room: ChatSummary }) {
  const moments = useTimeFormat();
  const name = other.left || other.username === "" ? m.listing_unknown_user() : other.username;
  return (
    <Link
      to={href("/messages/:roomId", { roomId: id })}
      className="flex items-center gap-3.5 px-4 py-3.5 hover:bg-sunken focus-visible:-outline-offset-3 sm:px-5"
    >
      <Avatar name={other.left ? "" : name} src={other.avatarUrl} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-3">
          <span className={classes("min-w-0 flex-1 truncate", unread > 0 ? "font-bold" : "font-semibold")}>
            {name}
          </span>
          <time dateTime={at} className="shrink-0 text-soft text-sm">
            {moments.brief(at)}
          </time>
        </span>
        <span className="mt-0.5 flex items-center gap-3">
          <span className={classes("min-w-0 flex-1 truncate", unread > 0 ? "font-semibold" : "text-soft")}>
            {last?.mine && `${m.chat_you()}: `}
            <bdi>{last?.message ?? m.chat_no_messages()}</bdi>
          </span>
          {unread > 0 && (
            <span className="size-2.5 shrink-0 rounded-full bg-danger">
              <span className="sr-only">{m.chat_unread()}</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label={m.chat_loading()} className="divide-y divide-line">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex items-center gap-3.5 px-4 py-3.5 sm:px-5">
          <Skeleton className="size-11 shrink-0 rounded-full" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-4 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
