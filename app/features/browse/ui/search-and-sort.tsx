import { Search, SlidersHorizontal } from "lucide-react";
import { type ReactNode, type RefObject, useId, useState } from "react";
import type { ChoiceView } from "#app/domain/categories/fields/kind.ts";
import type { FilterView } from "#app/features/listings/view.ts";
import { m } from "#app/paraglide/messages.js";
import { type Combobox, comboboxProps } from "#app/ui/combobox.ts";
import { SelectField } from "#app/ui/select-field.tsx";
import { useSyncedInput, useSyncedState } from "#app/ui/use-synced-state.ts";
import { FILTER_FORM } from "./filter-form.ts";
import { FILTERS_ID, useOpenSheet } from "./use-sheet.ts";

const DESKTOP = "(width >= 64rem)";

interface SearchBarProps {
  readonly q: string;
  /** "Search in Rackets" */
  readonly label: string;
  readonly filters: readonly FilterView[];
  /** Whether a desktop shows this bar too. On the page of all categories, it has only the header's search box. */
  readonly onDesktop?: boolean;
  /** Rendered once the field has had the focus on a small screen. */
  readonly suggestions: (
    input: RefObject<HTMLInputElement | null>,
    onChange: (combobox: Combobox) => void,
  ) => ReactNode;
}

/**
 * On a phone this bar stays at the top of the screen, and the header has no search box (`search-bar` in
 * styles/tokens.css).
 */
export function SearchBar({ q, label, filters, onDesktop = false, suggestions }: SearchBarProps) {
  const words = useSyncedInput(q);
  const field = useId();
  const [focused, setFocused] = useState(false);
  const [combobox, setCombobox] = useState<Combobox>();
  const open = useOpenSheet();
  const chosen = filters.filter(({ summary }) => summary !== null).length;
  return (
    <div
      data-search-bar=""
      className={
        "-mx-[clamp(1rem,4vw,3rem)] sticky top-0 z-20 mb-2 flex gap-2 border-line border-b bg-page px-[clamp(1rem,4vw,3rem)] py-2 " +
        (onDesktop
          ? "lg:static lg:col-start-2 lg:row-start-2 lg:mx-0 lg:mb-5 lg:border-b-0 lg:p-0"
          : "lg:hidden")
      }
    >
      <div className="grid min-w-0 flex-1 grid-cols-[1fr_auto] sm:relative">
        <label htmlFor={field} className="sr-only">
          {label}
        </label>
        <input
          ref={words}
          id={field}
          form={FILTER_FORM}
          type="search"
          name="q"
          defaultValue={q}
          maxLength={200}
          placeholder={label}
          enterKeyHint="search"
          autoComplete="off"
          // On a desktop the header's search box has suggestions.
          onFocus={() => setFocused(!window.matchMedia(DESKTOP).matches)}
          {...comboboxProps(focused ? combobox : undefined)}
          className="col-span-full row-start-1 h-11 w-full min-w-0 appearance-none text-ellipsis rounded-full border border-edge bg-surface pr-12 pl-4.5 text-base transition-colors hover:border-ink"
        />
        <button
          type="submit"
          form={FILTER_FORM}
          aria-label={m.browse_search_button()}
          title={m.browse_search_button()}
          className="col-start-2 row-start-1 flex size-11 items-center justify-center rounded-full text-ink"
        >
          <Search aria-hidden="true" className="size-5" />
        </button>
        {focused && suggestions(words, setCombobox)}
      </div>
      <a
        href={`#${FILTERS_ID}`}
        onClick={open}
        className="inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full border border-edge bg-surface px-4 font-semibold text-[0.9375rem] lg:hidden"
      >
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        {m.browse_filters()}{" "}
        {chosen > 0 && (
          <span className="min-w-5 rounded-full bg-clay-fill px-1.5 text-center font-bold text-on-clay text-xs leading-5">
            {chosen}
          </span>
        )}
      </a>
    </div>
  );
}

interface ResultsHeadProps {
  readonly title: string;
  /** "62 results" */
  readonly count: string;
  readonly sort: string;
  readonly sorts: readonly ChoiceView[];
  readonly save: ReactNode;
}

export function ResultsHead({ title, count, sort, sorts, save }: ResultsHeadProps) {
  return (
    // The count is not a status: the announcer of the shell says it together with the title (shell/ui/route-announcer.tsx).
    <header
      data-count={count}
      className="flex flex-wrap items-center gap-x-3 py-1 lg:gap-x-5 lg:pt-8 lg:pb-6"
    >
      <h1 className="text-heading max-lg:py-1.5 lg:text-title">{title}</h1>
      <p className="text-[0.9375rem] text-soft lg:text-base">{count}</p>
      <div className="ml-auto flex items-center gap-1 lg:gap-3">
        <SortSelect sort={sort} sorts={sorts} />
        {save}
      </div>
    </header>
  );
}

function SortSelect({ sort, sorts }: Pick<ResultsHeadProps, "sort" | "sorts">) {
  const [order, setOrder] = useSyncedState(sort);
  return (
    <SelectField
      form={FILTER_FORM}
      name="sort"
      label={m.browse_sort()}
      hideLabel
      options={sorts}
      value={order}
      onChange={(event) => setOrder(event.currentTarget.value)}
      className="quiet-select lg:w-52"
    />
  );
}
