import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { signInSchema } from "../schema.ts";
import { AccountForm, fieldOf, firstFormFault } from "./account-form.tsx";
import { PasswordField } from "./password-field.tsx";

export function SignInForm({
  result,
  busy,
  forgotTo,
  codeTo,
}: {
  result: SubmissionResult<string[]> | undefined;
  busy: boolean;
  forgotTo: string;
  codeTo: string;
}) {
  const [form, fields] = useForm({
    lastResult: result,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: signInSchema }),
  });
  const fault = firstFormFault(result, ["identifier", "password"]);
  return (
    <AccountForm form={form} intent="sign-in">
      <TextField
        {...fieldOf(fields.identifier, "text")}
        label={m.auth_identifier()}
        required
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={fault === "identifier"}
      />
      <PasswordField
        {...fieldOf(fields.password, "password")}
        label={m.auth_password()}
        required
        autoComplete="current-password"
        autoFocus={fault === "password"}
      />
      <p className="text-sm">
        <Link to={forgotTo} className="text-link underline underline-offset-2">
          {m.auth_forgot_link()}
        </Link>
      </p>
      <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel={m.auth_signing_in()}>
        {m.auth_sign_in()}
      </Button>
      <LinkButton to={codeTo} size="lg">
        {m.code_link()}
      </LinkButton>
    </AccountForm>
  );
}
