import { type FieldMetadata, getInputProps, type SubmissionResult } from "@conform-to/react";

type Kind = "text" | "email" | "password";

/** What a text field of app/ui takes from Conform: its place in the form, the value it begins with and its faults. */
export function fieldOf<Schema>(field: FieldMetadata<Schema, Record<string, unknown>, string[]>, type: Kind) {
  const { key: _, form, id, name, defaultValue } = getInputProps(field, { type });
  return { form, id, name, type, error: field.errors, ...(type !== "password" && { defaultValue }) };
}

/** The first faulty field of an answer, in the order of the form: where the cursor belongs without JavaScript too. */
export function firstFault(
  result: SubmissionResult<string[]> | undefined,
  order: readonly string[],
): string | undefined {
  return order.find((name) => result?.error?.[name]);
}
