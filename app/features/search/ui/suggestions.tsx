import { ArrowUpRight, Clock, Search, X } from "lucide-react";
import { type RefObject, startTransition, useEffect, useEffectEvent, useId, useState } from "react";
import { href, useHref, useNavigate } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { call } from "#app/ui/call.ts";
import { classes } from "#app/ui/classes.ts";
import type { Suggestion } from "../view.ts";
import {
  clearRecentSearches,
  recentSearches,
  rememberSearch,
  removeRecentSearch,
} from "./recent-searches.ts";

export interface Combobox {
  readonly list: string;
  readonly expanded: boolean;
  /** The id of the suggestion that Enter selects. */
  readonly active: string | undefined;
}

const DEBOUNCE_MS = 150;

interface SuggestionsProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onChange: (combobox: Combobox) => void;
  /** Goes to a page, and stores `words` as a recent search. */
  readonly onChoose: (to: string, words?: string) => void;
}

interface Shown {
  readonly items: readonly Suggestion[];
  readonly recent: boolean;
}

const NOTHING: Shown = { items: [], recent: false };

function recentOnes(): Shown {
  const items = recentSearches().map((text) => ({
    text,
    to: `${href("/search")}?${new URLSearchParams({ q: text })}`,
  }));
  return { items, recent: true };
}

/** By address, so that deleting a letter sends no request. */
const suggestionCache = new Map<string, readonly Suggestion[]>();

async function fetchSuggestions(address: string, signal: AbortSignal): Promise<readonly Suggestion[]> {
  const known = suggestionCache.get(address);
  if (known) return known;
  const suggestions = await call<readonly Suggestion[]>(address, undefined, { signal });
  if (suggestionCache.size > 200) suggestionCache.clear();
  suggestionCache.set(address, suggestions);
  return suggestions;
}

/**
 * The list below the header's search box: the ARIA combobox pattern. The focus stays in the box. The arrows, Home and
 * End move through the list, Enter selects, Escape closes, and Delete removes a recent search.
 */
export function Suggestions({ input, onChange, onChoose }: SuggestionsProps) {
  const id = useId();
  const address = useHref(href("/search/suggestions"));
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [{ items, recent }, setShown] = useState(NOTHING);
  const [active, setActive] = useState(-1);
  const expanded = open && items.length > 0;

  useEffect(() => {
    const words = text.trim();
    if (words === "") {
      setShown(recentOnes());
      return;
    }
    const request = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const found = await fetchSuggestions(
          `${address}?${new URLSearchParams({ q: words })}`,
          request.signal,
        );
        if (!request.signal.aborted) setShown({ items: found, recent: false });
      } catch {
        // The box works without suggestions.
        if (!request.signal.aborted) setShown(NOTHING);
      }
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [address, text]);

  const change = useEffectEvent(onChange);
  const activeId = expanded && active >= 0 ? `${id}-${active}` : undefined;
  useEffect(() => {
    change({ list: `${id}-list`, expanded, active: activeId });
  }, [id, expanded, activeId]);

  function close(): void {
    setOpen(false);
    setActive(-1);
  }

  function choose(item: Suggestion): void {
    close();
    input.current?.blur();
    onChoose(item.to, item.to.startsWith(`${href("/search")}?`) ? item.text : undefined);
  }

  function forget(words: string): void {
    removeRecentSearch(words);
    setShown(recentOnes());
    setActive(-1);
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const last = items.length - 1;
    const item = items[active];
    // Up from the box goes to the last item, and both ends of the list lead back to the box.
    const next: Readonly<Record<string, number>> = {
      ArrowDown: active === last ? -1 : active + 1,
      ArrowUp: active === -1 ? last : active - 1,
      ...(item && { Home: 0, End: last }),
    };
    if (event.key === "Escape" && expanded) close();
    else if (event.key in next && items.length > 0) {
      setActive(expanded ? (next[event.key] ?? -1) : event.key === "ArrowUp" ? last : 0);
      setOpen(true);
    } else if (event.key === "Enter" && expanded && item) choose(item);
    else if (event.key === "Delete" && expanded && recent && item) forget(item.text);
    else {
      if (event.key === "Enter") close();
      return;
    }
    event.preventDefault();
  });

  useEffect(() => {
    const box = input.current;
    if (!box) return;
    function typed(): void {
      setText(box?.value ?? "");
      setActive(-1);
      setOpen(true);
    }
    const shown = () => setOpen(true);
    // A transition, so that a press on something else is handled before the list closes.
    const hidden = () =>
      startTransition(() => {
        setOpen(false);
        setActive(-1);
      });
    const key = (event: KeyboardEvent) => onKeyDown(event);
    setText(box.value);
    if (box === document.activeElement) shown();
    box.addEventListener("input", typed);
    box.addEventListener("keydown", key);
    box.addEventListener("focus", shown);
    box.addEventListener("click", shown);
    box.addEventListener("blur", hidden);
    return () => {
      box.removeEventListener("input", typed);
      box.removeEventListener("keydown", key);
      box.removeEventListener("focus", shown);
      box.removeEventListener("click", shown);
      box.removeEventListener("blur", hidden);
    };
  }, [input]);

  return (
    <>
      <p role="status" className="sr-only">
        {expanded &&
          (items.length === 1
            ? m.search_suggestions_one()
            : m.search_suggestions_count({ count: items.length }))}
      </p>
      {/* A press inside keeps the focus in the box. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus in the box */}
      <div
        hidden={!expanded}
        onMouseDown={(event) => event.preventDefault()}
        className="absolute top-full left-0 z-40 mt-2 w-[min(24rem,calc(100vw-2rem))] overflow-hidden rounded-2xl border border-edge bg-surface py-2 shadow-lg"
      >
        {recent && (
          <div className="flex items-center justify-between gap-3 pr-2 pl-4 text-sm">
            <span className="font-semibold text-soft">{m.search_recent()}</span>
            <button
              type="button"
              tabIndex={-1}
              onClick={() => {
                clearRecentSearches();
                setShown(recentOnes());
              }}
              className="min-h-9 px-2 underline"
            >
              {m.search_recent_clear()}
            </button>
          </div>
        )}
        <div className="flex">
          <ul
            id={`${id}-list`}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the list of a combobox
            role="listbox"
            aria-label={recent ? m.search_recent() : m.search_suggestions()}
            className="min-w-0 flex-1"
          >
            {items.map((item, at) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the box handles its keys
              <li
                key={`${item.to} ${item.note ?? ""}`}
                id={`${id}-${at}`}
                // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an option of a combobox
                role="option"
                tabIndex={-1}
                aria-selected={at === active}
                onClick={() => choose(item)}
                className={classes(
                  "flex min-h-11 cursor-pointer items-center gap-3 px-4 hover:bg-sunken",
                  at === active && "bg-sunken outline-2 outline-focus -outline-offset-2",
                )}
              >
                <SuggestionIcon item={item} recent={recent} />
                <span className="min-w-0 truncate">
                  <bdi>{item.text}</bdi>
                  {item.note && <span className="text-soft"> {item.note}</span>}
                </span>
              </li>
            ))}
          </ul>
          {recent && (
            <ul>
              {items.map(({ text: words }) => (
                <li key={words}>
                  <button
                    type="button"
                    tabIndex={-1}
                    aria-label={m.search_recent_remove({ words })}
                    onClick={() => forget(words)}
                    className="flex size-11 items-center justify-center text-soft hover:text-ink"
                  >
                    <X aria-hidden="true" className="size-4" />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </>
  );
}

interface BarSuggestionsProps extends Pick<SuggestionsProps, "input" | "onChange"> {
  /** The category that is searched, as its address names it; null for all. */
  readonly within: string | null;
}

/**
 * Suggestions below the search field of a page of results; words are searched in the page's category. They are in this
 * module so that their texts load with the list: in two modules that load on demand, every page would have them.
 */
export function BarSuggestions({ within, ...box }: BarSuggestionsProps) {
  const navigate = useNavigate();
  function choose(to: string, words?: string): void {
    if (words) rememberSearch(words);
    const isSearch = to.startsWith(`${href("/search")}?`);
    void navigate(isSearch && within !== null ? `${to}&in=${within}` : to);
  }
  return <Suggestions {...box} onChoose={choose} />;
}

function SuggestionIcon({ item, recent }: { item: Suggestion; recent: boolean }) {
  const Icon = recent ? Clock : item.to.startsWith(`${href("/search")}?`) ? Search : ArrowUpRight;
  return <Icon aria-hidden="true" className="size-4 shrink-0 text-soft" />;
}
