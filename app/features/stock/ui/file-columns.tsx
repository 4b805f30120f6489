import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { m } from "#app/paraglide/messages.js";
import { type Option, SelectField } from "#app/ui/select-field.tsx";
import { COLUMNS } from "../csv/columns.ts";
import type { Layout } from "../profiles/layout.ts";

/** The value of a column that a profile reads for variants, stock and status. */
const OF_PROFILE = "of-profile";
/** Several columns of a file may have pictures, texts or categories; of the others each is chosen once. */
const OF_MANY = ["imageUrls", "description", "type"];

/** In the language of the page. */
export interface StockLabels {
  /** By the name of one of COLUMNS. */
  readonly columns: Readonly<Record<string, string>>;
  readonly types: readonly Option[];
  readonly conditions: readonly Option[];
}

interface FileColumnsProps {
  readonly layout: Layout;
  readonly roles: readonly (string | null)[];
  readonly price: readonly number[];
  readonly isOpen: boolean;
  readonly labels: StockLabels["columns"];
  readonly onColumns: (roles: readonly (string | null)[], price: readonly number[]) => void;
}

/** All columns of the file, with what each means. */
export function FileColumns({ layout, roles, price, isOpen, labels, onColumns }: FileColumnsProps) {
  // It stays open while the last missing column is chosen.
  const [isOpenAtFirst] = useState(isOpen);
  const names = COLUMNS.map(({ name }) => name);

  function choose(at: number, value: string): void {
    if (value === OF_PROFILE) return;
    const role = value === "price" ? null : value || null;
    const next = roles.map((old, n) =>
      n === at ? role : old === role && !OF_MANY.includes(role ?? "") ? null : old,
    );
    const others = price.filter((column) => column !== at);
    onColumns(next, value === "price" ? [at] : others);
  }

  function chosenFor(at: number): string {
    if (price[0] === at) return "price";
    const role = roles[at] ?? "";
    return role === "" || names.includes(role) ? role : OF_PROFILE;
  }

  return (
    <details open={isOpenAtFirst} className="group mt-6 border-line border-y">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 font-semibold hover:text-link">
        {m.business_all_columns()}
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-soft transition-transform group-open:rotate-180"
        />
      </summary>
      <ul className="divide-y divide-line border-line border-t">
        {layout.columns.map(({ heading, samples, sure, role }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file may be called alike, and do not move
          <li key={at} className="grid items-center gap-x-6 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_16rem]">
            <div className="min-w-0">
              <p className="font-semibold">
                {heading || m.business_mapping_unnamed({ number: at + 1 })}
                {!sure && role !== null && (
                  <span className="ml-2 font-normal text-notice text-sm">{m.business_unsure()}</span>
                )}
              </p>
              <p className="truncate text-[0.9375rem] text-soft">
                {samples.length > 0
                  ? m.business_sample({ sample: samples.join(" · ") })
                  : m.business_no_sample()}
              </p>
            </div>
            <SelectField
              label={m.business_mapping_of({ heading: heading || String(at + 1) })}
              hideLabel
              value={chosenFor(at)}
              onChange={(event) => choose(at, event.currentTarget.value)}
              placeholder={m.business_leave_out()}
              options={[
                ...(chosenFor(at) === OF_PROFILE
                  ? [{ value: OF_PROFILE, label: m.business_column_system() }]
                  : []),
                ...names.map((value) => ({ value, label: labels[value] ?? value })),
              ]}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
