import { Search } from "lucide-react";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { useSyncedInput, useSyncedState } from "#app/ui/use-synced-state.ts";
import type { ChoiceView } from "../view.ts";
import { FILTER_FORM } from "./filter-panel.tsx";

interface SearchAndSortProps {
  readonly q: string;
  readonly sort: string;
  readonly sorts: readonly ChoiceView[];
  /** "Rackets", for the box's label. */
  readonly category: string;
}

/** The search words and the sort order of a browse page. They are part of the filters' form, beside the results. */
export function SearchAndSort({ q, sort, sorts, category }: SearchAndSortProps) {
  const words = useSyncedInput(q);
  const label = m.browse_search({ category });
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="flex min-w-0 flex-1 basis-64 gap-2">
        <label className="relative block min-w-0 flex-1">
          <span className="sr-only">{label}</span>
          <Search
            aria-hidden="true"
            className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3.5 size-4 text-soft"
          />
          <input
            ref={words}
            form={FILTER_FORM}
            type="search"
            name="q"
            defaultValue={q}
            maxLength={200}
            placeholder={label}
            className="field w-full pl-10"
          />
        </label>
        <Button type="submit" form={FILTER_FORM}>
          {m.browse_search_button()}
        </Button>
      </div>
      <SortSelect sort={sort} sorts={sorts} />
    </div>
  );
}

/**
 * The sort order, a part of the filters' form regardless of its place. On a phone it is beside the button that opens
 * the panel, so that less lies between the title and the first card.
 */
export function SortSelect({ sort, sorts }: Pick<SearchAndSortProps, "sort" | "sorts">) {
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
      className="w-52 max-lg:absolute max-lg:top-0 max-lg:right-0 max-lg:max-w-[calc(100%-8.5rem)]"
    />
  );
}
