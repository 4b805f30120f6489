import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { href, Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { signUpSchema } from "../schema.ts";
import { AccountForm, fieldOf, firstFormFault } from "./account-form.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { useSignUpDraft } from "./sign-up-draft.ts";

export function SignUpForm({
  result,
  busy,
  terms,
}: {
  result: SubmissionResult<string[]> | undefined;
  busy: boolean;
  /** The version of the operator's terms that a person accepts by signing up; null if the operator has none. */
  terms: string | null;
}) {
  const [form, fields] = useForm({
    lastResult: result,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: signUpSchema }),
  });
  useSignUpDraft(form.id);
  const fault = firstFormFault(result, ["username", "email", "password", "confirm"]);
  return (
    <AccountForm form={form} intent="sign-up">
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
      <NewPasswordFields label={m.auth_password()} fields={fields} fault={fault} />
      {terms !== null && (
        <p className="text-soft text-sm">
          <input type="hidden" name="terms" value={terms} />
          {m.terms_sign_up()}{" "}
          <Link to={href("/terms")} className="text-link underline underline-offset-2">
            {m.legal_terms()}
          </Link>
          {" · "}
          <Link to={href("/privacy")} className="text-link underline underline-offset-2">
            {m.legal_privacy()}
          </Link>
        </p>
      )}
      <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel={m.auth_signing_up()}>
        {m.auth_sign_up()}
      </Button>
    </AccountForm>
  );
}
