import type { ComponentProps } from "react";
import { m } from "#app/paraglide/messages.js";
import { TextField } from "#app/ui/text-field.tsx";

/**
 * Six digits. Phones offer the code that just arrived. There is no maximum length, because users paste codes with
 * spaces and full stops, which the schema removes.
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
