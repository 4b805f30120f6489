import { Search } from "lucide-react";
import { type FormEvent, useRef } from "react";
import { Form, useNavigate } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { countText } from "#app/ui/count-text.ts";
import { SelectField } from "#app/ui/select-field.tsx";
import { useSyncedInput } from "#app/ui/use-synced-state.ts";
import { readStock, STOCK_PATH, type StockRequest, stockPath } from "../address.ts";
import { STOCK_SORTS, STOCK_STATES } from "../rules.ts";
import { sortName, stateName } from "../texts.ts";

interface StockFiltersProps {
  readonly request: StockRequest;
  readonly types: readonly { readonly type: string; readonly label: string; readonly count: number }[];
  /** The uploads that the table can be filtered by. */
  readonly uploads: readonly { readonly id: string; readonly label: string }[];
}

export function StockFilters({ request, types, uploads }: StockFiltersProps) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const words = useSyncedInput(request.q);
  const all = types.reduce((sum, { count }) => sum + count, 0);

  function go() {
    if (!form.current) return;
    const fields = new FormData(form.current);
    const params = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
    void navigate(stockPath(readStock(params)), { preventScrollReset: true });
  }
  function send(event: FormEvent) {
    event.preventDefault();
    go();
  }

  return (
    <Form
      ref={form}
      role="search"
      aria-label={m.stock_find()}
      action={STOCK_PATH}
      onSubmit={send}
      className="mb-5 flex flex-wrap items-end gap-3"
    >
      <div className="flex min-w-0 flex-1 basis-72 gap-2">
        <label className="relative block min-w-0 flex-1">
          <span className="sr-only">{m.stock_find()}</span>
          <Search
            aria-hidden="true"
            className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3.5 size-4 text-soft"
          />
          <input
            ref={words}
            type="search"
            name="q"
            defaultValue={request.q}
            maxLength={200}
            placeholder={m.stock_find()}
            className="field w-full pl-10"
          />
        </label>
        <Button type="submit">{m.stock_search()}</Button>
      </div>
      {/* With the key, the Back button restores the choices. */}
      <div key={stockPath(request)} onChange={go} className="contents">
        <SelectField
          name="type"
          label={m.stock_type()}
          hideLabel
          placeholder={m.stock_all_types({ count: countText(all) })}
          options={types
            .filter(({ type, count }) => count > 0 || type === request.type)
            .map(({ type, label, count }) => ({
              value: type,
              label: m.stock_type_count({ type: label, count: countText(count) }),
            }))}
          defaultValue={request.type ?? ""}
          className="w-full sm:w-56"
        />
        <SelectField
          name="state"
          label={m.stock_state()}
          hideLabel
          placeholder={m.stock_state_any()}
          options={STOCK_STATES.map((state) => ({ value: state, label: stateName(state) }))}
          defaultValue={request.state ?? ""}
          className="min-w-0 flex-1 basis-36 sm:w-48 sm:flex-none"
        />
        {uploads.length > 0 && (
          <SelectField
            name="upload"
            label={m.stock_import()}
            hideLabel
            placeholder={m.stock_import_any()}
            options={uploads.map(({ id, label }) => ({ value: id, label }))}
            defaultValue={request.upload ?? ""}
            className="min-w-0 flex-1 basis-56 sm:w-56 sm:flex-none"
          />
        )}
        {/* On a wide screen, the headings of the table sort instead. */}
        <SelectField
          name="sort"
          label={m.stock_sort()}
          hideLabel
          options={STOCK_SORTS.map((sort) => ({ value: sort, label: sortName(sort) }))}
          defaultValue={request.sort}
          className="min-w-0 flex-1 basis-56 xl:hidden"
        />
      </div>
    </Form>
  );
}
