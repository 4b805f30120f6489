import { type FieldMetadata, getInputProps, type SubmissionResult } from "@conform-to/react";

type Kind = "text" | "email" | "password";

/** The props of a text field from Conform: its name, initial value and errors. */
export function fieldOf<Schema>(field: FieldMetadata<Schema, Record<string, unknown>, string[]>, type: Kind) {
  const { key: _, form, id, name, defaultValue } = getInputProps(field, { type });
  return { form, id, name, type, error: field.errors, ...(type !== "password" && { defaultValue }) };
}

/** The name of the first invalid field, in the order of the form; undefined for none. It gets the focus. */
export function firstFormFault(
  result: SubmissionResult<string[]> | undefined,
  order: readonly string[],
): string | undefined {
  return order.find((name) => result?.error?.[name]);
}
