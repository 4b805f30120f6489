import { Ban, Search } from "lucide-react";
import { useId } from "react";
import { Form, href, Link, useNavigation } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { IconLink } from "#app/ui/icon-button.tsx";
import { Skeleton } from "#app/ui/lazy-load.tsx";
import { useSyncedInput } from "#app/ui/use-synced-state.ts";
import { useDelayedBusy } from "#app/ui/use-timer.ts";
import type { Inbox } from "../inbox.ts";
import type { ChatSummary } from "../view.ts";
import { InboxList } from "./inbox-list.tsx";
import type { InboxAddress } from "./use-inbox.ts";

type InboxPanelProps = {
  inbox: Inbox;
  userId: string;
  address: InboxAddress;
  openId: string | undefined;
  more: "idle" | "loading" | "failed";
  onMore: () => void;
};

export function InboxPanel({ inbox, userId, address, openId, more, onMore }: InboxPanelProps) {
  const { q, before } = address;
  const path = openId === undefined ? href("/messages") : href("/messages/:roomId", { roomId: openId });
  const Title = openId === undefined ? "h1" : "h2";
  const waiting = useDelayedBusy(useSearching(q));
  const rooms = inbox.rows.map(({ room }) => room);
  const outcome = searchOutcome(q, rooms.length);

  return (
    <>
      {/* Beside a conversation, the title of the page does not say what was found. */}
      <header
        data-count={openId !== undefined && q !== "" ? outcome : undefined}
        className="px-1 pt-2 pb-4 lg:border-line lg:border-b lg:px-4 lg:py-3.5"
      >
        <div className="mb-3 flex items-center justify-between gap-3">
          <Title className="text-title lg:font-semibold lg:text-heading">{m.chat_inbox_title()}</Title>
          <IconLink to={href("/messages/blocked")} label={m.chat_blocked_title()} className="-my-1">
            <Ban aria-hidden="true" />
          </IconLink>
        </div>
        <SearchRooms q={q} path={path} />
      </header>
      <div className="flex min-h-0 flex-1 flex-col max-lg:overflow-hidden max-lg:rounded-lg max-lg:border max-lg:border-line max-lg:bg-surface lg:overflow-y-auto">
        {q !== "" && rooms.length > 0 && (
          <p className="border-line border-b px-4 py-2.5 text-sm">
            {outcome} · <PlainLink to={path}>{m.chat_search_all()}</PlainLink>
          </p>
        )}
        {before !== "" && (
          <p className="border-line border-b px-4 py-2.5 text-sm">
            <PlainLink to={pathWith(path, { q })}>{m.chat_latest_rooms()}</PlainLink>
          </p>
        )}
        {waiting ? (
          <RowSkeletons />
        ) : rooms.length > 0 ? (
          <nav aria-label={m.chat_list()}>
            <InboxList
              rooms={rooms}
              userId={userId}
              openId={openId}
              hrefOf={(room) => hrefOf(room, address)}
            />
          </nav>
        ) : (
          <NothingHere q={q} path={path} />
        )}
        {inbox.next !== null && !waiting && (
          <More href={pathWith(path, { q, before: inbox.next })} state={more} onMore={onMore} />
        )}
      </div>
    </>
  );
}

/** The room's page shows the same list beside the room, so its URL has the list's parameters too. */
function hrefOf(room: ChatSummary, { q, before }: InboxAddress): string {
  return pathWith(href("/messages/:roomId", { roomId: room.id }), {
    q,
    before,
    at: room.hit ? String(room.hit.seq) : "",
  });
}

export function pathWith(path: string, params: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== ""));
  return query.size > 0 ? `${path}?${query}` : path;
}

function useSearching(q: string): boolean {
  const { location } = useNavigation();
  return (
    location !== undefined &&
    /\/messages(\/|$)/.test(location.pathname) &&
    (new URLSearchParams(location.search).get("q") ?? "") !== q
  );
}

function SearchRooms({ q, path }: { q: string; path: string }) {
  const id = useId();
  const field = useSyncedInput(q);
  return (
    <Form method="get" action={path} role="search" aria-label={m.chat_search()} className="relative">
      <label htmlFor={id} className="sr-only">
        {m.chat_search()}
      </label>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-soft"
      />
      <input
        ref={field}
        id={id}
        type="search"
        name="q"
        defaultValue={q}
        maxLength={100}
        placeholder={m.chat_search_placeholder()}
        enterKeyHint="search"
        autoComplete="off"
        dir="auto"
        className="field w-full pl-10.5"
      />
    </Form>
  );
}

/** What a search of the conversations found: "Results for “grip”". */
export function searchOutcome(query: string, rooms: number): string {
  return rooms > 0 ? m.chat_search_found({ query }) : m.chat_search_none({ query });
}

function NothingHere({ q, path }: { q: string; path: string }) {
  if (q === "") return <p className="px-4 py-10 text-center text-soft">{m.chat_inbox_empty()}</p>;
  return (
    <EmptyState
      title={searchOutcome(q, 0)}
      hint={m.chat_search_none_hint()}
      action={<LinkButton to={path}>{m.chat_search_all()}</LinkButton>}
    />
  );
}

/** With JavaScript the next page is appended to this one. */
function More({
  href,
  state,
  onMore,
}: {
  href: string;
  state: "idle" | "loading" | "failed";
  onMore: () => void;
}) {
  return (
    <div className="grid justify-items-center gap-2 border-line border-t p-4">
      {state === "failed" && (
        <p role="alert" className="text-center text-danger text-sm">
          {m.chat_more_failed()}
        </p>
      )}
      <LinkButton
        to={href}
        size="sm"
        aria-busy={state === "loading" || undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
          event.preventDefault();
          onMore();
        }}
      >
        {m.chat_more_rooms()}
      </LinkButton>
    </div>
  );
}

function PlainLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="text-link underline underline-offset-2">
      {children}
    </Link>
  );
}

const ROWS = [0, 1, 2, 3, 4, 5];

function RowSkeletons() {
  return (
    <div role="status" aria-label={m.chat_loading()} className="divide-y divide-line">
      {ROWS.map((row) => (
        <div key={row} className="flex items-center gap-3.5 px-4 py-3.5">
          <Skeleton className="size-11 rounded-full" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-3.5 w-1/2" />
            <Skeleton className="h-4" />
          </div>
        </div>
      ))}
    </div>
  );
}
