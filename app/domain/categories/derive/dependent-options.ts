import type { ChoiceField, Narrowing, NumberField, Option } from "../field-kinds.ts";

/** The values of a form or a stored listing, as far as they are known. */
type Values = Readonly<Record<string, unknown>>;

function inForce<Limits>(
  narrow: readonly Narrowing<Limits>[] | undefined,
  values: Values,
): Limits | undefined {
  return narrow?.find(({ when }) =>
    Object.entries(when).every(([field, wanted]) => wanted.includes(String(values[field]))),
  )?.to;
}

/** The options that the other values leave over. */
export function optionsFor(field: ChoiceField, values: Values): readonly Option[] {
  const left = inForce(field.narrow, values);
  return left ? field.options.filter((option) => left.includes(option.value)) : field.options;
}

/** The range, both ends inclusive, that the other values narrow a number to; undefined where they do not. */
export function narrowedLimits(field: NumberField, values: Values): { min: number; max: number } | undefined {
  return inForce(field.narrow, values);
}

/** The range, both ends inclusive, that the other values leave over. */
export function limitsFor(field: NumberField, values: Values): { min: number; max: number } {
  return narrowedLimits(field, values) ?? { min: field.min, max: field.max };
}

/**
 * The value that a choice has after the field `changed` did: itself where it still stands, else what the field says.
 */
export function settle(field: ChoiceField, value: string, values: Values, changed?: string): string {
  if (changed !== undefined && field.clearedBy?.includes(changed)) return "";
  const options = optionsFor(field, values);
  if (value === "" || options.some((option) => option.value === value)) return value;
  return field.excluded === "first" ? (options[0]?.value ?? "") : "";
}
