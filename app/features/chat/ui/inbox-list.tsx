import { Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Avatar } from "#app/ui/avatar.tsx";
import { classes } from "#app/ui/classes.ts";
import type { ChatSummary } from "../view.ts";
import { useMoments } from "./moments.ts";
import { ListingThumb } from "./room-header.tsx";

/** Conversations, the latest first: the other, about what, the last message, when, and a dot while it is unread. */
export function InboxList({ rooms }: { rooms: readonly ChatSummary[] }) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {rooms.map((room) => (
        <li key={room.id}>
          <InboxRow room={room} />
        </li>
      ))}
    </ul>
  );
}

function InboxRow({ room: { id, other, listing, last, at, unread } }: { room: ChatSummary }) {
  const moments = useMoments();
  return (
    <Link
      to={`/messages/${id}`}
      className="flex items-center gap-3.5 px-4 py-3.5 hover:bg-sunken focus-visible:-outline-offset-3 sm:px-5"
    >
      <Avatar name={other.left ? "" : other.username} src={other.avatarUrl} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-3">
          <span className={classes("min-w-0 flex-1 truncate", unread ? "font-bold" : "font-semibold")}>
            {other.username}
          </span>
          <time dateTime={at} className="shrink-0 text-soft text-sm">
            {moments.brief(at)}
          </time>
        </span>
        <span className="block truncate text-soft text-sm">
          {listing.available ? listing.name : `${listing.name} · ${m.chat_listing_gone_badge()}`}
        </span>
        <span className="mt-0.5 flex items-center gap-3">
          <span className={classes("min-w-0 flex-1 truncate", unread ? "font-semibold" : "text-soft")}>
            {last?.mine && `${m.chat_you()}: `}
            <bdi>{last?.message ?? m.chat_no_messages()}</bdi>
          </span>
          {unread && (
            <span className="size-2.5 shrink-0 rounded-full bg-danger">
              <span className="sr-only">{m.chat_unread()}</span>
            </span>
          )}
        </span>
      </span>
      <ListingThumb listing={listing} />
    </Link>
  );
}
