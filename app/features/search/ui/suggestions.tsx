import { ArrowUpRight, Clock, CornerDownLeft, Search, Store, X } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { href, useHref, useNavigate } from "react-router";
import { LineDrawing } from "#app/features/photos/ui/line-drawing.tsx";
import { m } from "#app/paraglide/messages.js";
import { call } from "#app/ui/call.ts";
import type { Combobox } from "#app/ui/combobox.ts";
import { fileUrl } from "#app/ui/files-url.ts";
import { SuggestionOptions, SuggestionPanel, useSuggestionList } from "#app/ui/suggestion-list.tsx";
import type { Suggestion } from "../view.ts";
import {
  clearRecentSearches,
  recentSearches,
  rememberSearch,
  removeRecentSearch,
} from "./recent-searches.ts";

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
    kind: "search" as const,
    text,
    to: `${href("/search")}?${new URLSearchParams({ q: text })}`,
  }));
  return { items, recent: true };
}

/** Enter opens a suggestion whose exact name was typed, if it leads to a page and not to a search. */
function isPromised({ kind, text }: Suggestion, typed: string): boolean {
  const isPage = kind === "category" || kind === "seller" || kind === "model";
  return isPage && text.localeCompare(typed.trim(), undefined, { sensitivity: "base" }) === 0;
}

/** By the URL of their request, so that deleting a letter sends no request. */
const suggestionCache = new Map<string, readonly Suggestion[]>();

async function fetchSuggestions(address: string, signal: AbortSignal): Promise<readonly Suggestion[]> {
  const cached = suggestionCache.get(address);
  if (cached) return cached;
  const suggestions = await call<readonly Suggestion[]>(address, undefined, { signal });
  if (suggestionCache.size > 200) suggestionCache.clear();
  suggestionCache.set(address, suggestions);
  return suggestions;
}

/** Shows recent searches while the search box is empty. The key Delete removes a recent search. */
export function Suggestions({ input, onChange, onChoose }: SuggestionsProps) {
  const address = useHref(href("/search/suggestions"));
  const [text, setText] = useState("");
  const [{ items, recent }, setShown] = useState(NOTHING);

  useEffect(() => {
    const words = text.trim();
    if (words === "") {
      setShown(recentOnes());
      return;
    }
    const request = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const fetched = await fetchSuggestions(
          `${address}?${new URLSearchParams({ q: words })}`,
          request.signal,
        );
        if (!request.signal.aborted) setShown({ items: fetched, recent: false });
      } catch {
        // The search box works without suggestions.
        if (!request.signal.aborted) setShown(NOTHING);
      }
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [address, text]);

  function choose(item: Suggestion): void {
    list.close();
    input.current?.blur();
    onChoose(item.to, item.kind === "search" ? item.text : undefined);
  }

  function forget(words: string): void {
    removeRecentSearch(words);
    setShown(recentOnes());
    list.deactivate();
  }

  const [first] = items;
  const byEnter = !recent && first !== undefined && isPromised(first, text) ? 0 : -1;

  const list = useSuggestionList({
    input,
    count: items.length,
    opensOnFocus: true,
    byEnter,
    onText: setText,
    onChange,
    onChoose(at) {
      const item = items[at];
      if (item) choose(item);
    },
    onDelete(at) {
      const item = items[at];
      if (!recent || !item) return false;
      forget(item.text);
      return true;
    },
  });

  return (
    <SuggestionPanel
      expanded={list.expanded}
      count={items.length}
      // On a phone it is as wide as the bar that the field is in.
      className="sm:w-96 max-sm:inset-x-4"
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
        <SuggestionOptions
          list={list}
          label={recent ? m.search_recent() : m.search_suggestions()}
          items={items}
          keyOf={({ to, note }) => `${to} ${note ?? ""}`}
          onChoose={choose}
        >
          {(item) => (
            <>
              <SuggestionIcon item={item} recent={recent} />
              <span className="min-w-0 truncate">
                <bdi>{item.text}</bdi>
                {item.note && <span className="text-soft"> {item.note}</span>}
              </span>
              {item.price && <span className="ml-auto shrink-0 font-semibold">{item.price}</span>}
              {byEnter === 0 && item === first && (
                <CornerDownLeft aria-hidden="true" className="ml-auto size-4 shrink-0 text-soft" />
              )}
            </>
          )}
        </SuggestionOptions>
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
    </SuggestionPanel>
  );
}

interface BarSuggestionsProps extends Pick<SuggestionsProps, "input" | "onChange"> {
  /** The category that is searched, as its name in URLs; null for all. */
  readonly within: string | null;
}

/**
 * The suggestions of a results page, in the same module as `Suggestions`: the bundler would put texts that two
 * lazy-loaded modules share into every page.
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
  if (item.kind === "listing") return <Picture of={item} />;
  const Icon = recent
    ? Clock
    : item.kind === "search"
      ? Search
      : item.kind === "seller"
        ? Store
        : ArrowUpRight;
  return <Icon aria-hidden="true" className="size-4 shrink-0 text-soft" />;
}

function Picture({ of: { picture, drawing = [] } }: { of: Suggestion }) {
  return (
    <span className="my-1 flex size-10 shrink-0 items-center justify-center overflow-hidden rounded-lg bg-sunken text-soft">
      {picture === undefined ? (
        <LineDrawing paths={drawing} className="w-3/5 text-clay" />
      ) : (
        <img src={fileUrl(picture)} alt="" width={40} height={40} className="size-full object-cover" />
      )}
    </span>
  );
}
