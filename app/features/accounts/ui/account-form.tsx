import {
  type FieldMetadata,
  type FormMetadata,
  getInputProps,
  type SubmissionResult,
} from "@conform-to/react";
import type { ComponentProps, ReactNode } from "react";
import { Form } from "react-router";
import { classes } from "#app/ui/classes.ts";
import { FormErrors } from "#app/ui/form-errors.tsx";

/** A form of the account pages. Its errors are listed above its fields. */
export function AccountForm<Fields extends Record<string, unknown>>({
  form,
  intent,
  errors = form.allErrors,
  className,
  children,
}: {
  form: FormMetadata<Fields, string[]>;
  intent?: string;
  /** By default those that Conform knows. */
  errors?: ComponentProps<typeof FormErrors>["errors"];
  className?: string;
  children: ReactNode;
}) {
  return (
    <Form
      method="post"
      id={form.id}
      onSubmit={form.onSubmit}
      noValidate
      className={classes("grid gap-4", className)}
    >
      {intent && <input type="hidden" name="intent" value={intent} />}
      <FormErrors formId={form.id} errors={errors} />
      {children}
    </Form>
  );
}

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
