import { type FormEvent, useState } from "react";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { kindOf } from "#app/domain/categories/fields/registry.ts";
import type { FormStepView } from "#app/features/listings/view.ts";

export type Choices = Readonly<Record<string, string>>;

/** Old drafts may have values that the choices in other selects exclude; these are cleared or replaced. */
function choicesOf(
  definition: CategoryDefinition,
  values: Readonly<Record<string, unknown>>,
  steps: readonly FormStepView[],
): Choices {
  const isSelect = (name: string) => {
    const field = definition.fields[name];
    return field !== undefined && kindOf(field).isSelect;
  };
  const names = steps.flatMap(({ fields }) => fields.map(({ name }) => name)).filter(isSelect);
  const picked: Choices = Object.fromEntries(names.map((name) => [name, String(values[name] ?? "")]));
  return withoutExcluded(definition, picked);
}

function withoutExcluded(definition: CategoryDefinition, choices: Choices, changed?: string): Choices {
  const now: Record<string, string> = { ...choices };
  for (const [name, field] of Object.entries(definition.fields)) {
    if (name in now && name !== changed)
      now[name] = kindOf(field).afterChange(field, now[name] ?? "", now, changed);
  }
  return now;
}

/** The selects limit and clear each other, as the category's definition says. */
export function useChoices(
  definition: CategoryDefinition,
  values: Readonly<Record<string, unknown>>,
  steps: readonly FormStepView[],
) {
  const [choices, setChoices] = useState(() => choicesOf(definition, values, steps));
  function chosen(event: FormEvent<HTMLFormElement>): void {
    const input = event.target;
    if (!(input instanceof HTMLSelectElement) || !(input.name in choices)) return;
    if (choices[input.name] === input.value) return;
    setChoices(withoutExcluded(definition, { ...choices, [input.name]: input.value }, input.name));
  }
  return { choices, chosen };
}
