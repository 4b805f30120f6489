import { CircleAlert, CircleCheck } from "lucide-react";
import { type ComponentProps, useEffect, useState } from "react";
import { href, useHref } from "react-router";
import { tidyUsername } from "#app/domain/username.ts";
import { m } from "#app/paraglide/messages.js";
import { call } from "#app/ui/call.ts";
import { classes } from "#app/ui/classes.ts";
import { TextField } from "#app/ui/text-field.tsx";
import type { NameAnswer } from "../view.ts";

const DEBOUNCE_MS = 350;

type UsernameFieldProps = Omit<ComponentProps<typeof TextField>, "label"> & {
  /** The current name, which needs no check. */
  current: string;
};

/** The username field, which says whether the name is free while the user types. */
export function UsernameField({ current, ...field }: UsernameFieldProps) {
  const [typed, setTyped] = useState<string>();
  const availability = useAvailability(typed, current);
  return (
    <div className="grid gap-1.5">
      <TextField
        {...field}
        label={m.auth_username()}
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <p aria-live="polite" className="min-h-5 text-sm">
        {availability === "checking" && <span className="text-soft">{m.profile_username_checking()}</span>}
        {/* The field itself shows the error of a submitted name, in the same words. */}
        {availability && availability !== "checking" && !field.error?.length && (
          <Answer answer={availability} />
        )}
      </p>
    </div>
  );
}

function Answer({ answer }: { answer: NameAnswer }) {
  const Icon = answer.free ? CircleCheck : CircleAlert;
  return (
    <span className={classes("flex items-start gap-1.5", answer.free ? "text-good" : "text-danger")}>
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{answer.text}</span>
    </span>
  );
}

/** The answer about the last typed name, or null for the user's own name or when the server is unreachable. */
function useAvailability(typed: string | undefined, current: string): NameAnswer | "checking" | null {
  const [answer, setAnswer] = useState<NameAnswer | null>(null);
  const [checking, setChecking] = useState(false);
  const address = useHref(href("/profile/username"));
  const name = typed === undefined ? "" : tidyUsername(typed);
  const nameToCheck = name !== "" && name !== current ? name : null;
  useEffect(() => {
    setChecking(false);
    if (nameToCheck === null) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      setChecking(true);
      const { signal } = controller;
      const url = `${address}?name=${encodeURIComponent(nameToCheck)}`;
      const answer = await call<NameAnswer>(url, undefined, { signal }).catch(() => null);
      if (signal.aborted) return;
      setAnswer(answer);
      setChecking(false);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [nameToCheck, address]);
  if (checking) return "checking";
  return nameToCheck !== null && answer?.name === nameToCheck ? answer : null;
}
