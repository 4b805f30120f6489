import { Search } from "lucide-react";
import type { FormEvent } from "react";
import { Form, useLocation, useNavigate, useSearchParams } from "react-router";
import { m } from "#app/paraglide/messages.js";

/** The search of the header (spec account §2): trimmed text goes to /search?q=, empty text nowhere. */
export function SearchBox() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const query = pathname === "/search" ? (params.get("q") ?? "") : "";

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("q") ?? "").trim();
    if (text) navigate(`/search?q=${encodeURIComponent(text)}`);
  }

  return (
    <Form action="/search" role="search" onSubmit={search} className="relative w-full max-w-[340px]">
      <input
        key={query}
        type="search"
        name="q"
        defaultValue={query}
        maxLength={200}
        aria-label={m.shell_search_label()}
        placeholder={m.shell_search_placeholder()}
        autoComplete="off"
        enterKeyHint="search"
        className="h-11 w-full appearance-none text-ellipsis rounded-full border border-edge bg-surface pr-12 pl-4.5 text-base transition-colors hover:border-ink"
      />
      <button
        type="submit"
        aria-label={m.shell_search()}
        title={m.shell_search()}
        className="absolute top-0 right-0 flex size-11 items-center justify-center rounded-full text-ink"
      >
        <Search aria-hidden="true" className="size-5" />
      </button>
    </Form>
  );
}
