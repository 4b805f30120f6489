import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "#app/paraglide/messages.js";
import { classes } from "./classes.ts";

/** The props of every field. `error` accepts Conform's list; empty or absent means no fault. */
export type FieldTexts = {
  label: string;
  hint?: ReactNode;
  error?: string | readonly string[];
  optional?: boolean;
  /** A screen reader reads the error when it appears. For a field of a form without FormErrors. */
  announced?: boolean;
};

export function FieldLabel({ id, label, optional }: { id: string; label: string; optional?: boolean }) {
  return (
    <label htmlFor={id} className="font-semibold text-[0.9375rem]">
      {label}
      {optional && <span className="font-normal text-soft"> {m.ui_optional()}</span>}
    </label>
  );
}

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="text-sm text-soft">
      {children}
    </p>
  );
}

export function FieldError({
  id,
  error,
  announced,
  className,
}: {
  id: string;
  error: FieldTexts["error"];
  announced?: boolean;
  className?: string;
}) {
  const faults = faultsOf(error);
  if (faults.length === 0) return null;
  return (
    <p
      id={id}
      role={announced ? "alert" : undefined}
      className={classes("flex items-start gap-1.5 text-danger text-sm", className)}
    >
      <CircleAlert aria-hidden="true" className="mt-[0.1875rem] size-4 shrink-0" />
      <span>{faults.join(" ")}</span>
    </p>
  );
}

function faultsOf(error: FieldTexts["error"]): readonly string[] {
  if (!error) return [];
  return typeof error === "string" ? [error] : error;
}

export function fieldAria(
  id: string,
  { hint, error, required }: Pick<FieldTexts, "hint" | "error"> & { required?: boolean | undefined },
): {
  hintId: string;
  errorId: string;
  aria: { "aria-invalid"?: boolean; "aria-describedby"?: string };
} {
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const faulty = faultsOf(error).length > 0;
  const described = [faulty && errorId, hint && hintId].filter(Boolean).join(" ");
  return {
    hintId,
    errorId,
    aria: {
      // Browsers call a required field invalid before the user has typed or chosen anything.
      ...((faulty || required) && { "aria-invalid": faulty }),
      ...(described && { "aria-describedby": described }),
    },
  };
}
