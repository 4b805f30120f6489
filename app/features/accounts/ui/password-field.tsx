import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useState } from "react";
import { m } from "#app/paraglide/messages.js";
import { classes } from "#app/ui/classes.ts";
import { FieldError, FieldHint, FieldLabel, type FieldTexts, fieldAria } from "#app/ui/field-parts.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

type PasswordFieldProps = Omit<ComponentProps<"input">, "id" | "type"> & FieldTexts & { id: string };

export function PasswordField({ id, label, hint, error, optional, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const hydrated = useHydrated();
  const { hintId, errorId, aria } = fieldAria(id, { hint, error, required: input.required });
  const Icon = shown ? EyeOff : Eye;

  function notice(event: KeyboardEvent<HTMLInputElement>) {
    setCapsLock(event.getModifierState("CapsLock"));
  }

  return (
    <div className="grid content-start gap-1.5">
      <FieldLabel id={id} label={label} optional={optional} />
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
      <div className="relative">
        <input
          {...input}
          {...aria}
          id={id}
          type={shown ? "text" : "password"}
          autoCapitalize={shown ? "none" : undefined}
          autoCorrect="off"
          spellCheck={false}
          onKeyDown={notice}
          onKeyUp={notice}
          onBlur={() => setCapsLock(false)}
          className={classes("field", hydrated && "pr-13")}
        />
        {hydrated && (
          <button
            type="button"
            aria-pressed={shown}
            aria-label={m.auth_password_show()}
            aria-controls={id}
            title={shown ? m.auth_password_hide() : m.auth_password_show()}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 flex w-12 items-center justify-center rounded-sm text-soft hover:text-ink"
          >
            <Icon aria-hidden="true" className="size-5" />
          </button>
        )}
      </div>
      {/* A live region must exist before its text, so that a screen reader reads it. */}
      <p role="status" className="text-sm text-soft empty:hidden">
        {capsLock ? m.auth_caps_lock() : null}
      </p>
      <FieldError id={errorId} error={error} />
    </div>
  );
}
