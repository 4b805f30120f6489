import { Search } from "lucide-react";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { Form, href, useLocation, useNavigate, useSearchParams } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { type Combobox, comboboxProps } from "#app/ui/combobox.ts";
import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { rememberSearch } from "./recent-searches.ts";

// Lazy-loaded when the box gets the focus. Until then, the box is a plain form.
const Suggestions = lazyLoad(async () => (await import("./suggestions.tsx")).Suggestions);

/** The search box of the header: trimmed text opens /search?q=, empty text does nothing. */
export function SearchBox() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const query = pathname === href("/search") ? (params.get("q") ?? "") : "";
  const input = useRef<HTMLInputElement>(null);
  const [focused, setFocused] = useState(false);
  const [combobox, setCombobox] = useState<Combobox>();

  // data-typing tells shell/ui/route-announcer.tsx not to take the focus from a visitor who types during a search.
  useEffect(() => {
    const box = input.current;
    if (box && !box.hasAttribute("data-typing")) box.value = query;
  }, [query]);

  const go = useCallback(
    (to: string, words?: string) => {
      input.current?.removeAttribute("data-typing");
      if (words) rememberSearch(words);
      void navigate(to);
    },
    [navigate],
  );

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("q") ?? "").trim();
    if (text) go(`${href("/search")}?q=${encodeURIComponent(text)}`, text);
  }

  return (
    <Form
      action={href("/search")}
      role="search"
      onSubmit={search}
      className="grid w-full max-w-[340px] grid-cols-[1fr_auto] sm:relative"
    >
      <input
        ref={input}
        type="search"
        name="q"
        defaultValue={query}
        maxLength={200}
        aria-label={m.shell_search_label()}
        placeholder={m.shell_search_placeholder()}
        autoComplete="off"
        enterKeyHint="search"
        onFocus={() => setFocused(true)}
        onInput={(event) => {
          // The focus may be older than this handler.
          setFocused(true);
          event.currentTarget.setAttribute("data-typing", "");
        }}
        onBlur={(event) => event.currentTarget.removeAttribute("data-typing")}
        {...comboboxProps(combobox)}
        className="col-span-full row-start-1 h-11 w-full min-w-0 appearance-none text-ellipsis rounded-full border border-edge bg-surface pr-12 pl-4.5 text-base transition-colors hover:border-ink"
      />
      <button
        type="submit"
        aria-label={m.shell_search()}
        title={m.shell_search()}
        className="col-start-2 row-start-1 flex size-11 items-center justify-center rounded-full text-ink"
      >
        <Search aria-hidden="true" className="size-5" />
      </button>
      {focused && <Suggestions key={query} input={input} onChange={setCombobox} onChoose={go} />}
    </Form>
  );
}
