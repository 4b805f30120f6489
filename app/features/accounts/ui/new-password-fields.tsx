import type { FieldMetadata } from "@conform-to/react";
import { m } from "#app/paraglide/messages.js";
import { PASSWORD_MIN } from "../rules.ts";
import { fieldOf } from "./form-field.ts";
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
