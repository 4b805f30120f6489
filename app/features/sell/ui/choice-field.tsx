import type { ReactNode } from "react";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { ChoiceView } from "#app/domain/categories/fields/kind.ts";
import { kindOf, optionsOf, traitsOf } from "#app/domain/categories/fields/registry.ts";
import type { FieldView, FormStepView } from "#app/features/listings/view.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { SelectField } from "#app/ui/select-field.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

export interface ChoiceTexts {
  readonly id: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error: string | undefined;
  readonly optional: boolean;
}

interface ChoiceFieldProps {
  readonly field: Extract<FieldView, { kind: "choice" }>;
  readonly definition: CategoryDefinition;
  readonly steps: readonly FormStepView[];
  readonly choices: Readonly<Record<string, string>>;
  readonly texts: ChoiceTexts;
}

/**
 * The options depend on the choices in other selects: there are none until these choices are made. Without JavaScript
 * all options are offered, and the server validates.
 */
export function ChoiceField({ field, definition, steps, choices, texts }: ChoiceFieldProps) {
  const hydrated = useHydrated();
  const fieldDefinition = definition.fields[field.name];
  const first = hydrated ? (traitsOf(fieldDefinition).clearedBy ?? []).filter((name) => !choices[name]) : [];
  const allowed =
    hydrated && fieldDefinition
      ? kindOf(fieldDefinition).options(fieldDefinition, choices)
      : optionsOf(fieldDefinition);
  const meaning = field.options.find((option) => option.value === choices[field.name])?.meaning;
  const select = (
    <SelectField
      {...texts}
      hint={meaning ?? texts.hint}
      name={field.name}
      options={field.options.filter(
        (option) => first.length === 0 && allowed.some((one) => one.value === option.value),
      )}
      placeholder={
        first.length === 0
          ? m.listing_choose()
          : m.listing_choose_first({ fields: listed(first.map((name) => labelOf(steps, name))) })
      }
      required={field.required}
      value={choices[field.name] ?? ""}
      // The form handles the change, because it may change the options of other selects too.
      onChange={() => {}}
    />
  );
  if (field.options.every((option) => option.meaning === undefined)) return select;
  return (
    <div className="grid content-start gap-2">
      {select}
      <Meanings options={field.options} />
    </div>
  );
}

function labelOf(steps: readonly FormStepView[], name: string): string {
  return steps.flatMap((step) => step.fields).find((field) => field.name === name)?.label ?? name;
}

/** "Gender and Type" */
function listed(labels: readonly string[]): string {
  return new Intl.ListFormat(getLocale(), { type: "conjunction" }).format(labels);
}

function Meanings({ options }: { options: readonly ChoiceView[] }) {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-soft hover:text-link">{m.condition_meanings()}</summary>
      <dl className="mt-2 grid gap-2">
        {options.map(({ value, label, meaning }) => (
          <div key={value}>
            <dt className="font-semibold">{label}</dt>
            <dd className="text-soft">{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
