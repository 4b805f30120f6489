import { ChevronDown } from "lucide-react";
import type { SubmitEvent } from "react";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { COLUMNS } from "../csv/columns.ts";
import { type Fill, MAX_FILL_LENGTH } from "../reading/sheet-state.ts";

/** Columns that often have the same value in all rows of a file. */
const FILLABLE = ["type", "condition", "shipping", "transaction_options", "country", "postalCode"];
const FIELDS = FILLABLE.flatMap((name) => COLUMNS.filter((column) => column.name === name));

/** Fills the empty cells of columns, also of columns that the file lacks. */
export function FillForm({ onFill }: { readonly onFill: (fills: readonly Fill[]) => void }) {
  function submitted(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const fills = FILLABLE.map((column) => ({
      column,
      value: String(data.get(column) ?? "").trim(),
      sameFaultAs: null,
    }));
    onFill(fills.filter(({ value }) => value !== ""));
  }

  return (
    <details className="group mb-3 border-line border-y">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 font-semibold hover:text-link">
        {m.business_fill_title()}
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-soft transition-transform group-open:rotate-180"
        />
      </summary>
      <form onSubmit={submitted} className="grid justify-items-start gap-4 pt-1 pb-5">
        <p className="max-w-prose text-[0.9375rem] text-soft">{m.business_fill_lead()}</p>
        <div className="grid w-full gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
          {FIELDS.map(({ name, values }) =>
            values.length > 0 ? (
              <SelectField
                key={name}
                name={name}
                label={name}
                placeholder={m.business_fill_nothing()}
                options={values.map((value) => ({ value, label: value }))}
              />
            ) : (
              <TextField key={name} name={name} label={name} maxLength={MAX_FILL_LENGTH} autoComplete="off" />
            ),
          )}
        </div>
        <Button type="submit">{m.business_fill_action()}</Button>
      </form>
    </details>
  );
}
