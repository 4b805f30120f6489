import { type ComponentProps, useId, useState } from "react";
import { m } from "#app/paraglide/messages.js";
import { classes } from "./classes.ts";
import { FieldError, FieldHint, FieldLabel, type FieldTexts, fieldAria } from "./field-parts.tsx";

type TextAreaProps = ComponentProps<"textarea"> & FieldTexts;

/** Counts the characters if there is a `maxLength`. */
export function TextArea({
  label,
  hint,
  error,
  optional,
  announced,
  className,
  onChange,
  ...area
}: TextAreaProps) {
  const ownId = useId();
  const id = area.id ?? ownId;
  const { hintId, errorId, aria } = fieldAria(id, { hint, error, required: area.required });
  const [length, setLength] = useState(String(area.value ?? area.defaultValue ?? "").length);
  return (
    <div className={classes("grid content-start gap-1.5", className)}>
      <FieldLabel id={id} label={label} optional={optional} />
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
      <textarea
        rows={5}
        {...area}
        {...aria}
        id={id}
        className="field resize-y"
        onChange={(event) => {
          setLength(event.currentTarget.value.length);
          onChange?.(event);
        }}
      />
      <div className="flex justify-between gap-4">
        <FieldError id={errorId} error={error} announced={announced} />
        {area.maxLength !== undefined && (
          <span className="ml-auto shrink-0 text-sm text-soft tabular-nums">
            <span aria-hidden="true">
              {length} / {area.maxLength}
            </span>
            <span className="sr-only">{m.ui_characters_of({ count: length, max: area.maxLength })}</span>
          </span>
        )}
      </div>
    </div>
  );
}
