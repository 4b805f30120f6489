import { Handshake, Heart, MessageCircle, Search, ShieldCheck, Star, Tag } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { href, Link, useHref, useLocation } from "react-router";
import type { NoticeKind } from "#app/domain/notification-kinds.ts";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import { fileUrl } from "#app/ui/files-url.ts";
import { useTimeFormat } from "#app/ui/time-format.ts";
import type { NoticeView } from "../view.ts";
import type { Marking } from "./use-marking.ts";

const ICONS = {
  message: MessageCircle,
  saved_search: Search,
  price_drop: Heart,
  sold: Heart,
  back: Heart,
  review: Star,
  deal: Handshake,
  offer: Tag,
  account: ShieldCheck,
} as const satisfies Record<NoticeKind, typeof Heart>;

/** Notifications as cards. */
export function NoticeItems({ notices, marking }: { notices: readonly NoticeView[]; marking: Marking }) {
  return (
    <ul className="divide-y divide-line">
      {notices.map((notice) => (
        <li key={notice.id}>
          <NoticeCard notice={notice} read={marking.isRead(notice)} onRead={() => marking.mark(notice)} />
        </li>
      ))}
    </ul>
  );
}

function NoticeCard({ notice, read, onRead }: { notice: NoticeView; read: boolean; onRead: () => void }) {
  const { content, searchQuery, path, createdAt } = notice;
  const moments = useTimeFormat();
  const contentId = useId();
  const text = (
    <span id={contentId} dir="auto">
      {content}
    </span>
  );
  return (
    <article
      aria-labelledby={contentId}
      className={classes(
        "relative flex gap-3.5 px-4 py-3.5 sm:px-5",
        path !== null &&
          "hover:bg-sunken has-[a:focus-visible]:outline-3 has-[a:focus-visible]:-outline-offset-3",
        // Without this class, `outline-none` keeps the outline from being drawn.
        "has-[a:focus-visible]:outline-focus has-[a:focus-visible]:outline-solid",
      )}
    >
      <Picture notice={notice} />
      <div className="min-w-0 flex-1">
        <div className="flex items-start gap-3">
          <p className={classes("min-w-0 flex-1", !read && "font-semibold")}>
            {path === null ? (
              text
            ) : (
              <Link
                to={path}
                onClick={onRead}
                onAuxClick={({ button }) => button === 1 && onRead()}
                className="outline-none after:absolute after:inset-0"
              >
                {text}
              </Link>
            )}
          </p>
          {!read && (
            <span className="mt-2 size-2.5 shrink-0 rounded-full bg-danger">
              <span className="sr-only">{m.notices_unread_one()}</span>
            </span>
          )}
        </div>
        {searchQuery !== null && (
          <p className="mt-0.5 text-soft text-sm">
            {m.notices_search()} <bdi>{searchQuery}</bdi>
          </p>
        )}
        <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3">
          <time dateTime={createdAt} className="text-soft text-sm">
            {moments.shortDate(createdAt)}
          </time>
          {!read && <MarkOne id={notice.id} describedBy={contentId} onRead={onRead} />}
        </div>
      </div>
    </article>
  );
}

function MarkOne({ id, describedBy, onRead }: { id: string; describedBy: string; onRead: () => void }) {
  const page = useHref(href("/notifications"));
  const { search } = useLocation();
  function press(event: FormEvent) {
    event.preventDefault();
    onRead();
  }
  return (
    <form method="post" action={page} onSubmit={press} className="relative -mr-2">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="next" value={search} />
      <Button type="submit" size="sm" variant="ghost" aria-describedby={describedBy}>
        {m.notices_mark_read()}
      </Button>
    </form>
  );
}

/** Decorative, because the text is next to it. */
function Picture({ notice: { imageUrl, kind } }: { notice: NoticeView }) {
  const [broken, setBroken] = useState<string>();
  const Icon = ICONS[kind];
  return (
    <span
      aria-hidden="true"
      className="flex size-12 shrink-0 items-center justify-center overflow-hidden rounded-sm bg-sunken text-soft"
    >
      {imageUrl !== null && imageUrl !== broken ? (
        <img
          src={fileUrl(imageUrl)}
          alt=""
          width={48}
          height={48}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(imageUrl)}
          className="size-full object-cover"
        />
      ) : (
        <Icon className="size-5" />
      )}
    </span>
  );
}
