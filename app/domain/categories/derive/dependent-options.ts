import type { ChoiceField, Narrowing, NumberField, Option } from "../field-kinds.ts";

type Values = Readonly<Record<string, unknown>>;

function applicable<Limits>(
  narrow: readonly Narrowing<Limits>[] | undefined,
  values: Values,
): Limits | undefined {
  return narrow?.find(({ when }) =>
    Object.entries(when).every(([field, wanted]) => wanted.includes(String(values[field]))),
  )?.to;
}

export function optionsFor(field: ChoiceField, values: Values): readonly Option[] {
  const left = applicable(field.narrow, values);
  return left ? field.options.filter((option) => left.includes(option.value)) : field.options;
}

/** The narrowed range, both ends inclusive; undefined when the other values do not narrow it. */
export function narrowedLimits(field: NumberField, values: Values): { min: number; max: number } | undefined {
  return applicable(field.narrow, values);
}

export function limitsFor(field: NumberField, values: Values): { min: number; max: number } {
  return narrowedLimits(field, values) ?? { min: field.min, max: field.max };
}

/** The value that a choice has after the field `changed` has changed. */
export function choiceAfterChange(
  field: ChoiceField,
  value: string,
  values: Values,
  changed?: string,
): string {
  if (changed !== undefined && field.clearedBy?.includes(changed)) return "";
  const options = optionsFor(field, values);
  if (value === "" || options.some((option) => option.value === value)) return value;
  return field.excluded === "first" ? (options[0]?.value ?? "") : "";
}
