import { ImageOff, ShieldAlert } from "lucide-react";
import { type ComponentType, type ReactNode, useState } from "react";
import { href, Link } from "react-router";
import { sellerPath } from "#app/domain/username.ts";
import { StatusBadge } from "#app/features/listings/ui/listing-card.tsx";
import { isDrawing, photoUrl } from "#app/features/photos/photo.ts";
import { LineDrawing } from "#app/features/photos/ui/line-drawing.tsx";
import { m } from "#app/paraglide/messages.js";
import { Avatar } from "#app/ui/avatar.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { classes } from "#app/ui/classes.ts";
import { fileUrl } from "#app/ui/files-url.ts";
import { IconLink } from "#app/ui/icon-button.tsx";
import { Price } from "#app/ui/price.tsx";
import { useLiveEvents } from "#app/ui/use-live-events.ts";
import type { ChatListing, ChatRoom, OpenChat } from "../view.ts";
import { RoomMenu } from "./blocking.tsx";

/** The header of a conversation: the other user and the listing. */
export function RoomHeader({
  room,
  title: Title,
  back,
  actions,
  onBlocked,
}: {
  room: ChatRoom;
  /** The element around the other user's name: a page's h1, or a dialog's title. */
  title: ComponentType<{ className: string; children: ReactNode }> | "h1";
  /** Before the name: the way back, on a phone. */
  back?: ReactNode;
  actions?: ReactNode;
  onBlocked?: (blocked: boolean) => void;
}) {
  const { username, avatarUrl, left } = room.other;
  return (
    <header className="border-line border-b">
      <div className={classes("flex items-center gap-1 py-1 pr-2 sm:py-3", back ? "pl-1 lg:pl-4" : "pl-4")}>
        {back}
        <Avatar name={left ? "" : username} src={avatarUrl} />
        <Title className="mx-2 min-w-0 flex-1 truncate font-display font-semibold text-heading">
          {left ? (
            username
          ) : (
            <Link
              to={sellerPath(username)}
              className="block truncate hover:underline focus-visible:-outline-offset-3"
            >
              {username}
            </Link>
          )}
        </Title>
        <IconLink to={href("/safety")} label={m.safety_link()}>
          <ShieldAlert aria-hidden="true" />
        </IconLink>
        <RoomMenu room={room} onBlocked={onBlocked} />
        {actions}
      </div>
      <AboutListing room={room} />
    </header>
  );
}

function AboutListing({ room: { listing, terms } }: { room: ChatRoom }) {
  return (
    <Link
      to={listing.path}
      className="flex items-center gap-3 border-line border-t px-4 py-1.5 sm:py-2.5 hover:bg-sunken focus-visible:-outline-offset-3"
    >
      <ListingThumb listing={listing} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{listing.name}</span>
        {terms && <span className="block truncate text-sm tabular-nums">{terms.text}</span>}
      </span>
      <StatusBadge status={listing.status} />
      {terms?.isPriceAgreed ? null : listing.available ? (
        <Price
          price={listing.price}
          approximately={listing.approximately}
          className="max-sm:w-min shrink-0 whitespace-nowrap font-semibold tabular-nums"
        />
      ) : (
        <Badge>{m.chat_listing_gone_badge()}</Badge>
      )}
    </Link>
  );
}

/** Decorative: the name is beside it. */
export function ListingThumb({ listing: { photo } }: { listing: ChatListing }) {
  return (
    <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-xs bg-sunken text-soft">
      {photo && isDrawing(photo) ? (
        <LineDrawing paths={photo.drawing} className="w-3/5 text-clay" />
      ) : photo ? (
        <img
          src={fileUrl(photoUrl(photo.key, 160))}
          alt=""
          width={44}
          height={44}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      ) : (
        <ImageOff aria-hidden="true" className="size-5" strokeWidth={1.5} />
      )}
    </span>
  );
}

/** The chat, with "Deleted user" once the other user deletes their account. */
export function useOtherPerson(chat: OpenChat): OpenChat {
  const { room } = chat;
  const [leftRoom, setLeftRoom] = useState<string>();
  useLiveEvents(chat.page, (event) => {
    if (event.kind === "chat.left" && event.subject.roomIds.includes(room.id)) setLeftRoom(room.id);
  });
  if (leftRoom !== room.id || room.other.left) return chat;
  const other = { username: m.account_deleted_user(), avatarUrl: null, left: true, blocked: false };
  return { ...chat, room: { ...room, other } };
}
