import { useState } from "react";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { COLUMNS, missingColumns } from "../csv/columns.ts";
import type { FileColumn } from "../reading/protocol.ts";

interface MappingStepProps {
  readonly name: string;
  readonly columns: readonly FileColumn[];
  readonly onDone: (columns: readonly (string | null)[]) => void;
  readonly onCancel: () => void;
}

/** Each of COLUMNS can be chosen once. */
export function MappingStep({ name, columns, onDone, onCancel }: MappingStepProps) {
  const [chosen, setChosen] = useState<readonly (string | null)[]>(columns.map(({ column }) => column));
  const missing = missingColumns(chosen);
  // The type may be missing: the next step can set it for all rows.
  const needed = missing.filter((column) => column !== "type");

  function choose(at: number, column: string | null): void {
    setChosen((now) => now.map((old, index) => (index === at ? column : old === column ? null : old)));
  }

  return (
    <Panel aria-labelledby="business-mapping">
      <h2 id="business-mapping" className="text-heading">
        {m.business_mapping_title()}
      </h2>
      <p className="mt-1 mb-5 max-w-prose text-soft">{m.business_mapping_lead({ name })}</p>
      <ul className="divide-y divide-line border-line border-y">
        {columns.map(({ heading, sample, sure }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file may be called alike, and do not move
          <li key={at} className="grid items-center gap-x-6 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_16rem]">
            <div className="min-w-0">
              <p className="font-semibold">
                {heading || m.business_mapping_unnamed({ number: at + 1 })}
                {!sure && <span className="ml-2 font-normal text-notice text-sm">{m.business_unsure()}</span>}
              </p>
              <p className="truncate text-[0.9375rem] text-soft">
                {sample ? m.business_sample({ sample }) : m.business_no_sample()}
              </p>
            </div>
            <SelectField
              label={m.business_mapping_of({ heading: heading || String(at + 1) })}
              hideLabel
              value={chosen[at] ?? ""}
              onChange={(event) => choose(at, event.currentTarget.value || null)}
              placeholder={m.business_leave_out()}
              options={COLUMNS.map((column) => ({ value: column.name, label: column.name }))}
            />
          </li>
        ))}
      </ul>
      <div aria-live="polite">
        {needed.length > 0 && (
          <Alert className="mt-5">{m.business_mapping_missing({ columns: missing.join(", ") })}</Alert>
        )}
        {needed.length === 0 && missing.length > 0 && (
          <Alert className="mt-5">{m.business_mapping_no_type()}</Alert>
        )}
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="primary" disabled={needed.length > 0} onClick={() => onDone(chosen)}>
          {m.business_mapping_done()}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {m.business_other_file()}
        </Button>
      </div>
    </Panel>
  );
}
