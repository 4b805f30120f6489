import { useEffect, useRef, useState } from "react";
import { href, Link, useHref } from "react-router";
import { StatusBadge } from "#app/features/listings/ui/listing-card.tsx";
import { m } from "#app/paraglide/messages.js";
import { call } from "#app/ui/call.ts";
import { whenNear } from "#app/ui/lazy-load.tsx";
import { Price } from "#app/ui/price.tsx";
import { useWindowEvent } from "#app/ui/use-window-event.ts";
import type { ChatListing } from "../view.ts";
import { ListingThumb } from "./room-header.tsx";

/** Reads the cards before they come into view. */
const SOON = "600px 0px";

/**
 * The listings that a message links to, as cards. They are read when they are nearly in view, and until then keep their
 * place. If that fails, the links of the message remain, and the cards are read again when the connection is back.
 * @param keys as of `linkedListings`
 */
export function LinkedListings({ keys }: { keys: readonly string[] }) {
  const address = `${useHref(href("/chat/linked"))}?${new URLSearchParams(keys.map((key) => ["listing", key]))}`;
  const list = useRef<HTMLUListElement>(null);
  const [listings, setListings] = useState<readonly (ChatListing | null)[] | "failed">();
  const [tries, setTries] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try reads the same URL again
  useEffect(() => {
    if (!list.current) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const load = () => {
      endWatch();
      call<{ listings: readonly (ChatListing | null)[] }>(address, undefined, { signal }).then(
        (answer) => setListings(answer.listings),
        () => {
          if (!signal.aborted) setListings("failed");
        },
      );
    };
    const endWatch = whenNear(list.current, load, {
      root: list.current.closest("[role=log]"),
      rootMargin: SOON,
    });
    return () => {
      endWatch();
      leaving.abort();
    };
  }, [address, tries]);
  useWindowEvent(
    "online",
    () => {
      setListings(undefined);
      setTries(tries + 1);
    },
    listings === "failed",
  );
  if (listings === "failed") return null;
  const rows = listings ?? keys.map(() => undefined);
  return (
    // A new message of the log is said, and its text names the listings.
    <ul
      ref={list}
      aria-live="off"
      aria-busy={!listings}
      className="grid w-72 max-w-full gap-1 noscript:hidden"
    >
      {rows.map((listing, at) => (
        <li key={keys[at]} className="h-17 overflow-hidden rounded-lg border border-edge bg-surface">
          {listing ? <Card listing={listing} /> : listing === null && <Gone />}
        </li>
      ))}
    </ul>
  );
}

function Card({ listing }: { listing: ChatListing }) {
  const { name, path, price, approximately, status } = listing;
  return (
    <Link to={path} className="flex items-center gap-3 rounded-lg p-2.5 hover:bg-sunken">
      <ListingThumb listing={listing} />
      <span className="min-w-0 flex-1">
        <bdi className="block truncate font-semibold">{name}</bdi>
        <Price price={price} approximately={approximately} className="block truncate text-sm tabular-nums" />
      </span>
      <StatusBadge status={status} />
    </Link>
  );
}

function Gone() {
  return <p className="p-2.5 text-soft text-sm">{m.chat_listing_gone()}</p>;
}
