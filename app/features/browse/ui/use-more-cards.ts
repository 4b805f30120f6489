import { useEffect, useEffectEvent, useRef, useState } from "react";
import { href, useHref, useLocation } from "react-router";
import { MAX_PAGES_SHOWN } from "#app/features/listings/rules.ts";
import type { BatchView, ListingCard } from "#app/features/listings/view.ts";
import { call } from "#app/ui/call.ts";
import { useStateResetBy } from "#app/ui/use-synced-state.ts";
import { RESULTS_ID } from "./filter-form.ts";

interface PageOfCards {
  /** The query without the page. */
  readonly query: string;
  /** The first page that is shown. */
  readonly page: number;
  readonly pages: number;
  /** How many pages the server rendered. */
  readonly shown: number;
  readonly pageSize: number;
  readonly cards: readonly ListingCard[];
  readonly favorites: readonly string[];
}

export interface MoreCards {
  readonly cards: readonly ListingCard[];
  readonly isFavorite: (card: ListingCard) => boolean;
  /** How many of the cards the server rendered. */
  readonly rendered: number;
  /** The last page that is shown. */
  readonly last: number;
  readonly state: "idle" | "loading" | "failed";
  /** Whether the next page can be appended: a very long list continues on a page of its own. */
  readonly appends: boolean;
  /** Appends the next page. `focused`: its first card gets the focus. */
  readonly load: (focused: boolean) => Promise<void>;
}

/**
 * Appends pages to a page of results. The address counts them (`pages`), so the server renders them after a reload and
 * after Back.
 */
export function useMoreCards(path: string, page: PageOfCards): MoreCards {
  const base = useHref(href("/listings/window"));
  const { key } = useLocation();
  const start = `${path}?${page.query} ${page.page} ${page.shown} ${page.pageSize}`;
  const [batches, setBatches] = useStateResetBy(start, (): readonly BatchView[] => []);
  const [state, setState] = useStateResetBy(start, (): MoreCards["state"] => "idle");
  const [focusAt, setFocusAt] = useState<number | null>(null);
  const current = useRef(start);
  useEffect(() => {
    current.current = start;
  }, [start]);

  const shown = page.shown + batches.length;
  const last = page.page + shown - 1;
  // New listings shift the others, so the same card may come twice.
  const cards = [
    ...new Map(
      [...page.cards, ...batches.flatMap((batch) => batch.cards)].map((card) => [card.id, card]),
    ).values(),
  ];
  const favorites = new Set([page.favorites, ...batches.map((batch) => batch.favorites)].flat());

  const loaded = useRef(page.cards);
  /** If the page is loaded again meanwhile, perhaps for another person, the answer is out of date, and is read again. */
  async function batchOf(number: number): Promise<BatchView> {
    const before = loaded.current;
    const params = new URLSearchParams(page.query);
    params.set("in", path);
    params.set("page", String(number));
    const batch = await call<BatchView>(`${base}?${params}`);
    return loaded.current === before ? batch : batchOf(number);
  }

  async function load(focused: boolean): Promise<void> {
    if (state === "loading") return;
    setState(() => "loading");
    try {
      const batch = await batchOf(last + 1);
      if (current.current !== start) return;
      // Meanwhile a card may have been opened, or Back pressed.
      if ((window.history.state?.key ?? "default") === key) {
        const address = new URL(window.location.href);
        address.searchParams.set("pages", String(shown + 1));
        // Not a navigation of the router: it would load the whole page again, and announce it.
        window.history.replaceState(window.history.state, "", address);
      }
      setBatches((before) => [...before, batch]);
      setState(() => "idle");
      if (focused) setFocusAt(cards.length);
    } catch {
      if (current.current === start) setState(() => "failed");
    }
  }

  // The page was loaded again: with another currency or region, another stock, or for another person.
  const refresh = useEffectEvent(async () => {
    if (batches.length === 0) return;
    const first = page.page + page.shown;
    const fresh = await Promise.all(batches.map((_, at) => batchOf(first + at)));
    if (current.current === start) setBatches((now) => [...fresh, ...now.slice(fresh.length)]);
  });
  useEffect(() => {
    if (loaded.current === page.cards) return;
    loaded.current = page.cards;
    // The cards that cannot be read again stay.
    refresh().catch(() => {});
  }, [page.cards]);

  useEffect(() => {
    if (focusAt === null) return;
    const links = document.querySelectorAll<HTMLElement>(`#${RESULTS_ID} article h2 a`);
    links[focusAt]?.focus({ preventScroll: true });
    setFocusAt(null);
  }, [focusAt]);

  return {
    cards,
    isFavorite: ({ id }) => favorites.has(id),
    rendered: page.cards.length,
    last,
    state,
    appends: last < page.pages && shown < MAX_PAGES_SHOWN,
    load,
  };
}
