import type { ComponentProps } from "react";
import { m } from "#app/paraglide/messages.js";
import { TextField } from "#app/ui/text-field.tsx";

/**
 * The field for a code of six digits. It has no maximum length, because users paste codes with spaces or dashes, which
 * the schema removes.
 */
export function CodeField(field: Omit<ComponentProps<typeof TextField>, "label">) {
  return (
    <TextField
      autoFocus
      {...field}
      label={m.account_code()}
      required
      autoComplete="one-time-code"
      inputMode="numeric"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
