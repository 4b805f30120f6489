import {
  type FocusEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { href, useHref, useLocation } from "react-router";
import { call } from "#app/ui/call.ts";
import { useWindowEvent } from "#app/ui/use-window-event.ts";
import type { BatchView } from "../view.ts";
import { entryOf, remember, remembered, storedSnapshot, storeSnapshot } from "./batch-memory.ts";

export interface ListOf {
  readonly path: string;
  /** The query without the batch's number. */
  readonly query: string;
  /** The batch that the page was loaded with, from 1. */
  readonly first: number;
  readonly pages: number;
  readonly size: number;
  readonly ids: readonly string[];
  /** Another object when the page's loader ran again: then the batches are stale. */
  readonly fresh: unknown;
}

export interface ShownBatch {
  readonly number: number;
  /** Whether the batch is near the screen: only then are its cards rendered. */
  readonly near: boolean;
  readonly view: BatchView | undefined;
}

/** How many batches load automatically before a button loads the next. */
const BY_THEMSELVES = 5;
/** The most batches whose cards are kept in memory. */
const MAX_VIEWS = 60;
/** Batches are rendered up to one and a half screens above and below the screen (`rootMargin`). */
const NEAR = "150% 0px";
/** The next batch starts to load when the end of the list is one screen below the screen (`rootMargin`). */
const SOON = "0px 0px 100% 0px";

function numberOf(frame: Element): number {
  return Number(frame.getAttribute("data-window"));
}

export function useCardBatches(list: ListOf, byThemselves = BY_THEMSELVES) {
  const { path, query, first, pages, ids, fresh } = list;
  const base = useHref(href("/listings/window"));
  const entry = entryOf(useLocation().key, list);
  const [start] = useState(() => remembered(entry));
  const [last, setLast] = useState(start?.last ?? first);
  const [credit, setCredit] = useState(start?.credit ?? byThemselves);
  const [views, setViews] = useState<ReadonlyMap<number, BatchView>>(start?.views ?? new Map());
  const [near, setNear] = useState<ReadonlySet<number>>(start?.near ?? new Set());
  const [heights, setHeights] = useState<ReadonlyMap<number, number>>(start?.heights ?? new Map());
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");
  const seen = useRef(start ? start.fresh : fresh);
  const requested = useRef(new Set<number>());
  const onScreen = useRef(new Set<number>());
  const end = useRef<HTMLDivElement>(null);
  const goingTo = useRef<number>(undefined);

  async function read(number: number): Promise<boolean> {
    if (requested.current.has(number)) return false;
    requested.current.add(number);
    try {
      const params = new URLSearchParams(query);
      params.set("in", path);
      params.set("page", String(number));
      const view = await call<BatchView>(`${base}?${params}`);
      setViews((before) => {
        // New listings shift the others, so the same card may come twice.
        const others = [...before].filter(([other]) => other < number).flatMap(([, { cards }]) => cards);
        const known = new Set([...ids, ...others.map(({ id }) => id)]);
        const after = new Map(before).set(number, {
          ...view,
          cards: view.cards.filter(({ id }) => !known.has(id)),
        });
        const [oldest] = after.keys();
        if (after.size > MAX_VIEWS && oldest !== undefined) after.delete(oldest);
        return after;
      });
      return true;
    } finally {
      requested.current.delete(number);
    }
  }

  async function next(): Promise<void> {
    if (state === "loading" || last >= pages) return;
    setState("loading");
    try {
      if (!(await read(last + 1))) return;
      setNear((before) => new Set(before).add(last + 1));
      setLast(last + 1);
      setCredit((before) => Math.max(0, before - 1));
      setState("idle");
    } catch {
      setState("failed");
    }
  }

  const [observer] = useState(
    () =>
      new IntersectionObserver(
        (entries) => {
          const entered = entries.filter((one) => one.isIntersecting).map((one) => numberOf(one.target));
          const left = entries.filter((one) => !one.isIntersecting);
          for (const number of entered) onScreen.current.add(number);
          for (const one of left) onScreen.current.delete(numberOf(one.target));
          // A batch with the keyboard focus stays rendered.
          const gone = left.filter(({ target }) => !target.contains(document.activeElement));
          const measured = gone.filter(({ target }) => target.childElementCount > 0);
          if (measured.length > 0) {
            setHeights(
              (before) =>
                new Map([
                  ...before,
                  ...measured.map((one): [number, number] => [
                    numberOf(one.target),
                    one.boundingClientRect.height,
                  ]),
                ]),
            );
          }
          setNear((before) => {
            const after = new Set([...before, ...entered]);
            for (const { target } of gone) after.delete(numberOf(target));
            return after.size === before.size && [...after].every((number) => before.has(number))
              ? before
              : after;
          });
        },
        { rootMargin: NEAR },
      ),
  );
  const [watch] = useState(() => (frame: HTMLDivElement) => {
    observer.observe(frame);
    return () => observer.unobserve(frame);
  });

  // Reloads batches that are near the screen again, and whose cards were dropped from memory.
  useEffect(() => {
    for (const number of near) {
      if (number > first && number <= last && !views.has(number))
        read(number).catch(() => setState("failed"));
    }
  });

  // The page's loader ran again: near batches are reloaded now, and the others when they come near.
  useEffect(() => {
    if (seen.current === fresh) return;
    seen.current = fresh;
    setViews((before) => new Map([...before].filter(([number]) => near.has(number))));
    for (const number of near) read(number).catch(() => {});
  });

  useEffect(() => {
    const foot = end.current;
    if (!foot || credit === 0 || state !== "idle" || last >= pages) return;
    const soon = new IntersectionObserver(([foot]) => foot?.isIntersecting && void next(), {
      rootMargin: SOON,
    });
    soon.observe(foot);
    return () => soon.disconnect();
  });

  useEffect(() => {
    if (goingTo.current === undefined || last < goingTo.current) return;
    const frame = document.querySelector(`[data-window="${goingTo.current}"]`);
    goingTo.current = undefined;
    frame?.querySelector("a")?.focus({ preventScroll: true });
  }, [last]);

  // In a window of another width, the cards have another height.
  const width = useRef(window.innerWidth);
  useWindowEvent("resize", () => {
    if (window.innerWidth === width.current) return;
    width.current = window.innerWidth;
    const filled = [...document.querySelectorAll("[data-window]")].find(
      (frame) => frame.childElementCount > 0,
    );
    const height = filled?.getBoundingClientRect().height;
    if (height !== undefined)
      setHeights((before) => new Map([...before.keys()].map((number) => [number, height])));
  });

  useEffect(() => {
    remember(entry, { last, credit, views, near, heights, fresh: seen.current });
  });

  // Saved on each change too: a reload may read the snapshot before the old document's "pagehide" has written it.
  const save = useCallback(() => {
    const frames = [...document.querySelectorAll("[data-window]")];
    storeSnapshot(entry, {
      last,
      heights: frames.map((frame) => [numberOf(frame), frame.getBoundingClientRect().height]),
      scrolled: window.scrollY,
    });
  }, [entry, last]);
  useEffect(() => {
    if (last > first) save();
  }, [save, first, last]);
  useWindowEvent("scrollend", save);
  useWindowEvent("pagehide", save);

  // Runs once, when the list is mounted.
  const restore = useEffectEvent(() => {
    const snapshot = start ? null : storedSnapshot(entry);
    if (!snapshot || snapshot.last <= last) return;
    setLast(Math.min(snapshot.last, pages));
    setCredit(0);
    setHeights(new Map(snapshot.heights));
    const frame = requestAnimationFrame(() =>
      window.scrollTo({ top: snapshot.scrolled, behavior: "instant" }),
    );
    return () => cancelAnimationFrame(frame);
  });
  useLayoutEffect(() => restore(), []);

  const batches = Array.from({ length: last - first }, (_, index): ShownBatch => {
    const number = first + 1 + index;
    return { number, near: near.has(number), view: near.has(number) ? views.get(number) : undefined };
  });

  return {
    batches,
    last,
    end,
    state,
    frameOf({ number, view }: ShownBatch) {
      return {
        "data-window": number,
        ref: watch,
        style: view ? undefined : { minHeight: heights.get(number) ?? usual(heights) },
        onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>) {
          const stays = currentTarget.contains(relatedTarget ?? document.activeElement);
          if (stays || onScreen.current.has(number)) return;
          setNear((before) => new Set([...before].filter((other) => other !== number)));
        },
      };
    },
    /** Loads the next batch. Including it, up to `byThemselves` batches load without another press. */
    goOn(): void {
      goingTo.current = last + 1;
      setCredit(byThemselves);
      setState("idle");
      void next();
    },
    /** The page's loader does not load these cards, so revalidation does not update their hearts. */
    setFavorite(id: string, favorite: boolean): void {
      setViews((before) => {
        const changed = [...before].map(([number, view]): [number, BatchView] => {
          const others = view.favorites.filter((other) => other !== id);
          return [number, { ...view, favorites: favorite ? [...others, id] : others }];
        });
        return new Map(changed);
      });
    },
  };
}

/** The assumed height of batches that were never rendered. */
function usual(heights: ReadonlyMap<number, number>): number | undefined {
  const [height] = heights.values();
  return height;
}
