import type { FormMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { Alert } from "#app/ui/alert.tsx";
import { classes } from "#app/ui/classes.ts";

/** The sentence above a form whose answer is about none of its fields. */
export function formFaults(errors: string[] | undefined): string | undefined {
  return errors?.length ? errors.join(" ") : undefined;
}

/** A form of the account pages, with the sentence above it that is about none of its fields. */
export function AccountForm<Fields extends Record<string, unknown>>({
  form,
  intent,
  fault = formFaults(form.errors),
  className,
  children,
}: {
  form: FormMetadata<Fields, string[]>;
  /** Which form it is, where its page has several. */
  intent?: string;
  fault?: string;
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
      {fault && <Alert tone="danger">{fault}</Alert>}
      {children}
    </Form>
  );
}
