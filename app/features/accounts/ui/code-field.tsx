import type { ComponentProps } from "react";
import { m } from "#app/paraglide/messages.js";
import { TextField } from "#app/ui/text-field.tsx";

/**
 * Six digits. Phones offer the code that just came; nothing limits what is pasted, since codes are copied with spaces
 * and ends of sentences, and the schema takes those away.
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
