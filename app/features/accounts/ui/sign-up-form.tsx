import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { PASSWORD_MIN } from "../rules.ts";
import { signUpSchema } from "../schema.ts";
import { formFaults } from "./auth-frame.tsx";
import { fieldOf, firstFault } from "./form-field.ts";
import { PasswordField } from "./password-field.tsx";

/** Create Account. */
export function SignUpForm({
  result,
  busy,
}: {
  result: SubmissionResult<string[]> | undefined;
  busy: boolean;
}) {
  const [form, fields] = useForm({
    lastResult: result,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: signUpSchema }),
  });
  const fault = firstFault(result, ["username", "email", "password", "confirm"]);
  const broken = formFaults(form.errors);
  return (
    <Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-4">
      <input type="hidden" name="intent" value="sign-up" />
      {broken && <Alert tone="danger">{broken}</Alert>}
      <TextField
        {...fieldOf(fields.username, "text")}
        label={m.auth_username()}
        hint={m.auth_username_hint()}
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={fault === "username"}
      />
      <TextField
        {...fieldOf(fields.email, "email")}
        label={m.auth_email()}
        required
        autoComplete="email"
        inputMode="email"
        autoFocus={fault === "email"}
      />
      <PasswordField
        {...fieldOf(fields.password, "password")}
        label={m.auth_password()}
        hint={m.auth_password_hint({ min: PASSWORD_MIN })}
        required
        autoComplete="new-password"
        autoFocus={fault === "password"}
      />
      <PasswordField
        {...fieldOf(fields.confirm, "password")}
        label={m.auth_confirm()}
        required
        autoComplete="new-password"
        autoFocus={fault === "confirm"}
      />
      <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel={m.auth_signing_up()}>
        {m.auth_sign_up()}
      </Button>
    </Form>
  );
}
