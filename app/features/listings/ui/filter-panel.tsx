import { SlidersHorizontal } from "lucide-react";
import { type CSSProperties, type FormEvent, Fragment, useEffect, useRef } from "react";
import { Form, useSubmit } from "react-router";
import { ANY, rangeParams } from "#app/domain/categories/derive/search.ts";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { CachedFragment } from "#app/ui/cached-fragment.tsx";
import { classes } from "#app/ui/classes.ts";
import { useWindowEvent } from "#app/ui/use-window-event.ts";
import type { CountsView, FilterView } from "../view.ts";
import { FilterInput } from "./filter-input.tsx";
import { SHOWN_OPTIONS } from "./options.ts";

/** The form of all inputs of a browse page, regardless of where they are on it. */
export const FILTER_FORM = "filters";

/** The id of the results. */
export const RESULTS = "results";

/** Default values that a form sends, left out of the address. */
const MEANINGLESS: Readonly<Record<string, string>> = { dateFilter: "all", sort: "relevance" };

/** A form's entries as the shortest address. With `dated`, a search for all dates must be explicit. */
function addressOf(form: HTMLFormElement, dated: boolean): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const text = typeof value === "string" ? value.trim() : "";
    const isSaid = MEANINGLESS[name] !== text || (dated && name === "dateFilter");
    if (text !== "" && isSaid) params.append(name, text);
  }
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name);
    if (values.length === 1 || !values.includes(ANY)) continue;
    params.delete(name);
    for (const value of values) if (value !== ANY) params.append(name, value);
  }
  // A slider has a value even without a postal code, where it means nothing.
  const distance = form.elements.namedItem("maxDistance");
  const isSlider = distance instanceof HTMLInputElement && distance.type === "range";
  if (isSlider && !params.has("postalCode")) params.delete("maxDistance");
  if (!params.has("postalCode") && !params.has("maxDistance")) params.delete("country");
  const perPage = new URLSearchParams(window.location.search).get("perPage");
  if (perPage) params.set("perPage", perPage);
  return params;
}

/** The debounce of typing. */
const DEBOUNCE_MS = 400;

/** The number of filters that a phone shows of an opened panel. The others are lazily rendered, not with each tick. */
const SEEN_FIRST = 3;

/** The estimated height of a filter that was not rendered yet: its name, and a line for each option. */
function aboutHigh(filter: FilterView): string {
  const lines = "options" in filter ? Math.min(filter.options.length, SHOWN_OPTIONS + 1) : 1;
  return `${2 + lines * 2.75}rem`;
}

function toResults(): void {
  const results = document.getElementById(RESULTS);
  results?.focus({ preventScroll: true });
  results?.scrollIntoView();
}

interface FilterPanelProps {
  readonly filters: readonly FilterView[];
  readonly counts?: CountsView | null;
  readonly path: string;
  /** Whether the page itself filters by date: a search for all dates must then be explicit. */
  readonly dated?: boolean;
  /** "23 results", on the button that closes the panel on a phone. */
  readonly total: string;
}

/**
 * The filters of a browse page (M2.69). It is a plain GET form: without JavaScript its button applies it, with
 * JavaScript each change does. The address is the state, so Back removes a filter again.
 */
export function FilterPanel({ filters, counts, path, dated = false, total }: FilterPanelProps) {
  const submit = useSubmit();
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = useRef<HTMLInputElement>(null);
  useEffect(() => () => clearTimeout(soon.current), []);

  function apply(form: HTMLFormElement, replace = false): void {
    clearTimeout(soon.current);
    void submit(addressOf(form, dated), { method: "get", action: path, preventScrollReset: true, replace });
  }

  function applyChanged(form: HTMLFormElement): void {
    if (String(addressOf(form, dated)) !== window.location.search.slice(1)) apply(form);
  }

  // The form's inputs are in two places of the page, so the listeners are on the window.
  function changed(event: Event): void {
    const input = event.target;
    if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) return;
    const form = input.form;
    if (form?.id !== FILTER_FORM || input.name === "") return;
    const typed = input instanceof HTMLInputElement && ["text", "number", "search"].includes(input.type);
    clearTimeout(soon.current);
    // Keys move a slider step by step, so it is debounced. Without a postal code it means nothing.
    if (input.type === "range") soon.current = setTimeout(() => applyChanged(form), DEBOUNCE_MS);
    // A text changes on blur, so it is applied before the click that caused it. A tick is drawn first.
    else if (event.type === "change" && typed) apply(form);
    else if (event.type === "change") soon.current = setTimeout(() => apply(form));
    else if (typed && input.name === "q") {
      // Pauses in typing replace one history entry, so that Back does not step through them.
      const goesOn = new URLSearchParams(window.location.search).has("q");
      soon.current = setTimeout(() => apply(form, goesOn), DEBOUNCE_MS);
    }
  }
  useWindowEvent("change", changed);
  useWindowEvent("input", changed);

  function submitted(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    applyChanged(event.currentTarget);
  }

  function settled(field: string, low: number | undefined, high: number | undefined): void {
    const form = document.getElementById(FILTER_FORM);
    if (!(form instanceof HTMLFormElement)) return;
    const params = addressOf(form, dated);
    const names = rangeParams(field);
    for (const [name, value] of [
      [names.min, low],
      [names.max, high],
    ] as const) {
      if (value === undefined) params.delete(name);
      else params.set(name, String(value));
    }
    void submit(params, { method: "get", action: path, preventScrollReset: true });
  }

  /** Closes the panel on a phone and moves to the first card: the page is now many screens shorter. */
  function close(): void {
    if (!shown.current?.checked) return;
    shown.current.checked = false;
    toResults();
  }

  return (
    // On a desktop the panel stays beside the cards, so that a filter's effect is visible from the last of them too.
    <div className="min-w-0 lg:sticky lg:top-4 lg:-mx-2 lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:overflow-y-auto lg:px-2 lg:pb-1 lg:[scrollbar-width:thin]">
      {/* About a hundred tab stops lie between here and the first card. */}
      <a
        href={`#${RESULTS}`}
        onClick={(event) => {
          event.preventDefault();
          toResults();
        }}
        className="text-link sr-only rounded-md focus:not-sr-only focus:inline-flex focus:min-h-11 focus:items-center focus:px-3 focus-visible:-outline-offset-3"
      >
        {m.browse_skip_filters()}
      </a>
      {/* A checkbox opens the panel on a phone, so that it works before JavaScript. */}
      <input ref={shown} type="checkbox" id="show-filters" className="peer sr-only lg:hidden" />
      <label
        htmlFor="show-filters"
        className={classes(
          "inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-edge bg-surface px-5 font-semibold lg:hidden",
          "peer-checked:border-ink peer-focus-visible:outline-3 peer-focus-visible:outline-focus peer-focus-visible:outline-offset-2",
        )}
      >
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        {m.browse_filters()}
      </label>
      <Form
        id={FILTER_FORM}
        method="get"
        action={path}
        onSubmit={submitted}
        role="search"
        aria-label={m.browse_filters()}
        className="mt-5 hidden content-start gap-7 peer-checked:grid max-lg:peer-checked:after-press lg:mt-0 lg:grid"
      >
        {filters.map((filter, at) => {
          const name = "name" in filter ? filter.name : filter.kind;
          const counted = counts?.[name];
          const input = () => <FilterInput filter={filter} counts={counted} onSettle={settled} />;
          // Text fields have ids from useId, which depend on their place in the page, so they are not cached.
          const hasIds = filter.kind === "location" || (filter.kind === "range" && filter.as === "inputs");
          if (hasIds) return <Fragment key={name}>{input()}</Fragment>;
          return (
            <CachedFragment
              as="div"
              key={name}
              name="filter"
              cacheKey={[filter, counted]}
              className={classes("min-w-0", at >= SEEN_FIRST && "below")}
              style={{ "--about": aboutHigh(filter) } as CSSProperties}
            >
              {input}
            </CachedFragment>
          );
        })}
        <Button
          type="submit"
          variant="primary"
          // Beside the cards there is nothing to close. Without JavaScript the button submits the form.
          className="sticky bottom-3 lg:hidden lg:noscript:inline-flex"
          onClick={close}
        >
          {m.browse_filters_close()} · {total}
        </Button>
      </Form>
    </div>
  );
}
