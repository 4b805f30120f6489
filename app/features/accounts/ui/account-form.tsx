import type { FormMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { Alert } from "#app/ui/alert.tsx";
import { classes } from "#app/ui/classes.ts";

export function formFaults(errors: string[] | undefined): string | undefined {
  return errors?.length ? errors.join(" ") : undefined;
}

/** A form of the account pages. Errors of the whole form are shown above its fields. */
export function AccountForm<Fields extends Record<string, unknown>>({
  form,
  intent,
  fault = formFaults(form.errors),
  className,
  children,
}: {
  form: FormMetadata<Fields, string[]>;
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
