import { type KeyboardEvent, memo } from "react";
import { Link } from "react-router";
import { statusText } from "#app/features/listings/summary.ts";
import { m } from "#app/paraglide/messages.js";
import { Avatar } from "#app/ui/avatar.tsx";
import { classes } from "#app/ui/classes.ts";
import { type TimeFormat, useTimeFormat } from "#app/ui/time-format.ts";
import type { ChatSummary } from "../view.ts";
import { ListingThumb } from "./room-header.tsx";
import { useDraftText } from "./use-draft.ts";

type InboxListProps = {
  rooms: readonly ChatSummary[];
  userId: string;
  /** The room that is open beside the list. */
  openId?: string;
  hrefOf: (room: ChatSummary) => string;
};

/** The arrow keys move between conversations. */
export function InboxList({ rooms, userId, openId, hrefOf }: InboxListProps) {
  const moments = useTimeFormat();
  return (
    <ul onKeyDown={moveAmongRows} className="divide-y divide-line">
      {rooms.map((room) => (
        <li key={room.id}>
          <InboxRow
            room={room}
            userId={userId}
            open={room.id === openId}
            alone={openId === undefined}
            href={hrefOf(room)}
            moments={moments}
          />
        </li>
      ))}
    </ul>
  );
}

function moveAmongRows(event: KeyboardEvent<HTMLUListElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const rows = [...event.currentTarget.querySelectorAll("a")];
  const at = rows.indexOf(document.activeElement as HTMLAnchorElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  const row = to === undefined ? undefined : rows[to];
  if (!row) return;
  event.preventDefault();
  row.focus();
}

const InboxRow = memo(function InboxRow({
  room,
  userId,
  open,
  alone,
  href,
  moments,
}: {
  room: ChatSummary;
  userId: string;
  open: boolean;
  /** Whether no conversation is open beside the list. */
  alone: boolean;
  href: string;
  moments: TimeFormat;
}) {
  const { other, listing, terms, at, unread } = room;
  return (
    <Link
      to={href}
      // With this state, the conversation's link back to the list goes back in the history.
      state={alone ? { fromInbox: true } : undefined}
      aria-current={open ? "page" : undefined}
      className={classes(
        "relative flex items-center gap-3.5 px-4 py-3.5 focus-visible:-outline-offset-3",
        open
          ? "bg-sunken before:absolute before:inset-y-0 before:left-0 before:w-1 before:bg-clay"
          : "hover:bg-sunken",
      )}
    >
      <Avatar name={other.left ? "" : other.username} src={other.avatarUrl} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-3">
          <span className={classes("min-w-0 flex-1 truncate", unread > 0 ? "font-bold" : "font-semibold")}>
            <bdi>{other.username}</bdi>
          </span>
          <time dateTime={at} className="shrink-0 text-soft text-sm">
            {moments.brief(at)}
          </time>
        </span>
        <span className="block truncate text-soft text-sm">
          <bdi>{listing.name}</bdi>
          {!listing.available && ` · ${m.chat_listing_gone_badge()}`}
          {listing.status !== "available" && ` · ${statusText(listing.status)}`}
        </span>
        {terms && <span className="block truncate text-sm tabular-nums">{terms.text}</span>}
        <span className="mt-0.5 flex items-center gap-3">
          <Preview room={room} userId={userId} open={open} />
          {unread > 0 && <Unread count={unread} />}
        </span>
      </span>
      <ListingThumb listing={listing} />
    </Link>
  );
});

function Preview({ room, userId, open }: { room: ChatSummary; userId: string; open: boolean }) {
  const draft = useDraftText({ userId, roomId: room.id });
  const { last, hit, unread } = room;
  if (hit) {
    return (
      <span className="line-clamp-2 min-w-0 flex-1 text-soft">
        <bdi>
          {hit.snippet.map((piece, index) => {
            const key = `${index} ${piece.text}`;
            return piece.hit ? (
              <mark key={key} className="rounded-xs bg-notice-ground font-semibold text-ink">
                {piece.text}
              </mark>
            ) : (
              <span key={key}>{piece.text}</span>
            );
          })}
        </bdi>
      </span>
    );
  }
  // An open conversation shows its draft in the message field.
  if (draft !== "" && !open) {
    return (
      <span className="min-w-0 flex-1 truncate text-soft">
        <span className="font-semibold text-clay">{m.chat_draft()}</span> <bdi>{draft}</bdi>
      </span>
    );
  }
  return (
    <span className={classes("min-w-0 flex-1 truncate", unread > 0 ? "font-semibold" : "text-soft")}>
      {last?.mine && `${m.chat_you()}: `}
      <bdi>{last?.message ?? m.chat_no_messages()}</bdi>
    </span>
  );
}

function Unread({ count }: { count: number }) {
  return (
    <span className="min-w-5.5 shrink-0 rounded-full bg-danger px-1.5 text-center font-bold text-page text-xs leading-5.5 tabular-nums">
      <span className="sr-only">{m.chat_unread_count({ count })}</span>
      <span aria-hidden="true">{count > 99 ? "99+" : count}</span>
    </span>
  );
}
