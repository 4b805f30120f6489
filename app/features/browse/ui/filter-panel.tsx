import { ChevronDown, X } from "lucide-react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Form, Link, useNavigate } from "react-router";
import { isSingular } from "#app/domain/format.ts";
import { readPriceLimit } from "#app/domain/money.ts";
import type { CountsView, FilterView } from "#app/features/listings/view.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { Button } from "#app/ui/button.tsx";
import { CachedFragment } from "#app/ui/cached-fragment.tsx";
import { classes } from "#app/ui/classes.ts";
import { resultCount } from "#app/ui/count-text.ts";
import { useStateResetBy } from "#app/ui/use-synced-state.ts";
import { useWindowEvent } from "#app/ui/use-window-event.ts";
import { chosenIn, FILTER_FORM, filterAddress, RESULTS_ID, scrollToResults } from "./filter-form.ts";
import { FilterInput } from "./filter-input.tsx";
import { FILTERS_ID, useSheet } from "./use-sheet.ts";

const DEBOUNCE_MS = 400;

/** How many filters are open at first where the panel is beside the results. */
const OPEN_AT_FIRST = 3;

/** How many filters the sheet of a phone has before "More filters". Each category's list begins with those that decide. */
const BEFORE_MORE = 5;

interface FilterPanelProps {
  readonly filters: readonly FilterView[];
  readonly counts?: CountsView | null;
  readonly path: string;
  /** Whether the page itself filters by date: a search for all dates must then be explicit. */
  readonly dated?: boolean;
  /** Shown on the button that closes the sheet of a phone. */
  readonly total: number;
  readonly capped: boolean;
  /** The path and query of the search without its filters. */
  readonly clearTo: string;
  /** Whether the page is for a phone, where every filter is folded at first. */
  readonly compact: boolean;
}

/** The names of the filters that "More filters" shows: those after the first few that have no value. */
function behindMore(filters: readonly FilterView[]): string[] {
  return filters
    .slice(BEFORE_MORE)
    .filter(({ summary, isFaulty }) => summary === null && !isFaulty)
    .map(({ name }) => name);
}

/** Whether the field has a number, or nothing. A half-typed amount waits. */
function isNumber(input: HTMLInputElement): boolean {
  if (input.type === "number") return input.validity.valid;
  const isAmount = input.inputMode === "decimal";
  return isAmount && (input.value.trim() === "" || readPriceLimit(input.value) !== null);
}

/** "Show 62 results" */
function showResults(total: number, capped: boolean): string {
  if (capped) return m.browse_show_results_many({ count: total });
  return isSingular(total, getLocale())
    ? m.browse_show_results_one({ count: total })
    : m.browse_show_results({ count: total });
}

/**
 * The filters of a browse page: a sheet on a phone, elsewhere a panel beside the results. It is a plain GET
 * form: without JavaScript its button applies the filters, with JavaScript each change does.
 */
export function FilterPanel(props: FilterPanelProps) {
  const { filters, counts, path, dated = false, total, capped, clearTo, compact } = props;
  const navigate = useNavigate();
  const title = useId();
  const { sheet, open, stay, cancel, finish } = useSheet();
  // Chosen when the sheet opens, so that a row stays when its value is deleted.
  const [behind, setBehind] = useStateResetBy(open, () => (open ? behindMore(filters) : []));
  const [firstMore, setFirstMore] = useState<{ readonly name: string | undefined }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A sheet that closes discards a number that waits for a pause in typing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cleanup must run when `open` changes.
  useEffect(() => () => clearTimeout(timer.current), [open]);

  function go(params: URLSearchParams, replace = false): void {
    const { hash, ...staying } = stay ?? { hash: "", replace };
    const to = { pathname: path, search: String(params), hash };
    void navigate(to, { preventScrollReset: true, ...staying });
  }

  function apply(form: HTMLFormElement, replace = false): void {
    clearTimeout(timer.current);
    go(filterAddress(form, dated), replace);
  }

  function applyChanged(form: HTMLFormElement): void {
    if (String(filterAddress(form, dated)) !== chosenIn(window.location.search)) apply(form);
  }

  // The form's inputs are in two parts of the page, so the listeners are on the window.
  function handleChange(event: Event): void {
    const input = event.target;
    if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) return;
    const form = input.form;
    if (form?.id !== FILTER_FORM || input.name === "") return;
    const typed = input instanceof HTMLInputElement && ["text", "number", "search"].includes(input.type);
    clearTimeout(timer.current);
    // A slider tells when it has settled.
    if (input.type === "range") return;
    // A text field fires "change" when it loses the focus. Its value is applied immediately, before the click that took
    // the focus. Inputs of other kinds first show their new value.
    if (event.type === "change" && typed) apply(form);
    else if (event.type === "change") timer.current = setTimeout(() => apply(form));
    else if (typed && input.name === "q") {
      // Each pause in typing replaces the same history entry, so that Back does not step through them.
      const replacesEntry = new URLSearchParams(window.location.search).has("q");
      timer.current = setTimeout(() => apply(form, replacesEntry), DEBOUNCE_MS);
    } else if (open && input instanceof HTMLInputElement && isNumber(input))
      // The button of the sheet tells the number of results while the field still has the focus.
      timer.current = setTimeout(() => applyChanged(form), DEBOUNCE_MS);
  }
  useWindowEvent("change", handleChange);
  useWindowEvent("input", handleChange);

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    clearTimeout(timer.current);
    const search = String(filterAddress(form, dated));
    if (open) finish(search && `?${search}`);
    else applyChanged(form);
  }

  function applySliders(values: Readonly<Record<string, number | undefined>>): void {
    const form = document.getElementById(FILTER_FORM);
    if (!(form instanceof HTMLFormElement)) return;
    const params = filterAddress(form, dated);
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined) params.delete(name);
      else params.set(name, String(value));
    }
    // A distance without a postal code does not change the URL.
    if (String(params) !== chosenIn(window.location.search)) go(params);
  }

  useWindowEvent("keydown", ({ key }) => key === "Escape" && cancel(), open);

  useEffect(() => {
    if (firstMore)
      sheet.current?.querySelector<HTMLElement>(`[data-filter="${firstMore.name}"] > summary`)?.focus();
  }, [firstMore, sheet]);

  return (
    <div
      ref={sheet}
      id={FILTERS_ID}
      data-sheet={open === undefined ? undefined : open ? "open" : "closed"}
      {...(open && { role: "dialog", "aria-modal": true, "aria-labelledby": title, tabIndex: -1 })}
      // On a desktop the panel stays beside the cards, so that a filter's effect is visible from the last of them too.
      className="sheet min-w-0 outline-none lg:sticky lg:top-4 lg:row-span-2 lg:row-start-2 lg:-mx-2 lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:scroll-py-2 lg:overflow-x-hidden lg:overflow-y-auto lg:px-2 lg:pb-1 lg:[scrollbar-width:thin]"
    >
      {/* About twenty tab stops lie between here and the first card. */}
      <a
        href={`#${RESULTS_ID}`}
        onClick={(event) => {
          event.preventDefault();
          scrollToResults();
        }}
        className="text-link sr-only rounded-md focus:not-sr-only focus:inline-flex focus:min-h-11 focus:items-center focus:px-3 focus-visible:-outline-offset-3 max-lg:hidden"
      >
        {m.browse_skip_filters()}
      </a>
      <div className="flex items-center justify-between border-line border-b py-1.5 pr-1.5 pl-4 lg:hidden">
        <h2 id={title} className="text-heading">
          {m.browse_filters()}
        </h2>
        <a
          href={`#${RESULTS_ID}`}
          aria-label={m.ui_close()}
          title={m.ui_close()}
          onClick={(event) => {
            event.preventDefault();
            cancel();
          }}
          className="inline-flex size-11 items-center justify-center rounded-full hover:bg-sunken"
        >
          <X aria-hidden="true" className="size-5.5" />
        </a>
      </div>
      <Form
        id={FILTER_FORM}
        method="get"
        action={path}
        onSubmit={handleSubmit}
        role="search"
        aria-label={m.browse_filters()}
        className="flex min-h-0 flex-1 flex-col"
      >
        <div className="min-h-0 flex-1 max-lg:overflow-y-auto max-lg:overscroll-contain max-lg:px-4">
          {filters.map((filter, at) => {
            const { name } = filter;
            const className = behind.includes(name) ? "hidden" : undefined;
            const counted = counts?.[name];
            const unfolded = filter.isFaulty || (!compact && at < OPEN_AT_FIRST);
            const row = () => (
              <details open={unfolded} data-filter={name} className="group/filter border-line border-b">
                <summary className="flex min-h-13 cursor-pointer items-center gap-3 text-[0.9375rem] focus-visible:-outline-offset-3 lg:min-h-12">
                  <span className="font-semibold">{filter.label}</span>
                  <span className="min-w-0 flex-1 truncate text-right text-soft">{filter.summary}</span>
                  <ChevronDown
                    aria-hidden="true"
                    className="size-4 shrink-0 text-soft transition-transform group-open/filter:rotate-180"
                  />
                </summary>
                <div className="pt-1 pb-5">
                  <FilterInput filter={filter} counts={counted} onSettle={applySliders} />
                </div>
              </details>
            );
            // Text fields have ids from useId, which depend on the position in the page, so their HTML is not cached.
            if (filter.isTyped)
              return (
                <div key={name} className={className}>
                  {row()}
                </div>
              );
            return (
              <CachedFragment
                as="div"
                key={name}
                name="filter"
                cacheKey={[filter, counted, unfolded]}
                className={className}
              >
                {row}
              </CachedFragment>
            );
          })}
          {behind.length > 0 && (
            <button
              type="button"
              onClick={() => {
                setFirstMore({ name: behind[0] });
                setBehind(() => []);
              }}
              className="flex min-h-13 w-full items-center gap-3 font-semibold text-[0.9375rem]"
            >
              {m.browse_filters_more()}
            </button>
          )}
        </div>
        <div
          data-bottom-bar=""
          className={classes(
            "flex items-center justify-between gap-3 border-line border-t bg-raised px-4 pt-3",
            "pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:hidden lg:noscript:flex",
          )}
        >
          <Link
            to={`${clearTo}${stay?.hash ?? ""}`}
            replace={stay !== null}
            state={stay?.state}
            preventScrollReset
            className="inline-flex min-h-11 items-center px-2 font-semibold underline"
          >
            {m.browse_filters_reset()}
          </Link>
          {/* The count of the page is inert behind the sheet. */}
          {open && (
            <p role="status" className="sr-only">
              {resultCount(total, capped)}
            </p>
          )}
          <Button type="submit" variant="primary">
            <span className="noscript:hidden">{showResults(total, capped)}</span>
            <span className="hidden noscript:inline">{m.browse_filters_close()}</span>
          </Button>
        </div>
      </Form>
    </div>
  );
}
