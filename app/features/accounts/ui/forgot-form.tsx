import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { forgotSchema } from "../schema.ts";
import { AccountForm, fieldOf } from "./account-form.tsx";

/** Asks for a reset link. The answer is the same whether or not there is an account. */
export function ForgotForm({
  result,
  sent,
  busy,
  signInTo,
}: {
  result: SubmissionResult<string[]> | undefined;
  sent: boolean;
  busy: boolean;
  signInTo: string;
}) {
  const [form, fields] = useForm({
    lastResult: result,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: forgotSchema }),
  });
  return (
    <AccountForm form={form} intent="forgot">
      {sent && <Alert tone="good">{m.auth_forgot_sent()}</Alert>}
      <TextField
        {...fieldOf(fields.email, "email")}
        label={m.auth_email()}
        required
        autoComplete="email"
        inputMode="email"
        autoFocus={result?.status === "error"}
      />
      <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel={m.auth_forgot_sending()}>
        {m.auth_forgot_send()}
      </Button>
      <p className="text-sm">
        <Link to={signInTo} className="text-link underline underline-offset-2">
          {m.auth_back_to_sign_in()}
        </Link>
      </p>
    </AccountForm>
  );
}
