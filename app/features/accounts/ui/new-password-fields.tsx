import type { FieldMetadata } from "@conform-to/react";
import { PASSWORD_MIN } from "#app/domain/text-rules.ts";
import { m } from "#app/paraglide/messages.js";
import { fieldOf } from "./account-form.tsx";
import { PasswordField } from "./password-field.tsx";

type Field = FieldMetadata<string, Record<string, unknown>, string[]>;

/** `fault` is the field that gets the focus. */
export function NewPasswordFields({
  label,
  fields,
  fault,
}: {
  label: string;
  fields: { password: Field; confirm: Field };
  fault: string | undefined;
}) {
  return (
    <>
      <PasswordField
        {...fieldOf(fields.password, "password")}
        label={label}
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
    </>
  );
}

/**
 * Names the account in a form that sets a password, for password managers: without it they store the new password
 * without a name, or under another account's. Nobody sees it, and the server does not read it.
 */
export function AccountName({ username }: { username: string }) {
  return <input type="text" name="account" value={username} autoComplete="username" readOnly hidden />;
}
