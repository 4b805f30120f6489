import { ChevronDown } from "lucide-react";
import { type ComponentProps, useId } from "react";
import { classes } from "./classes.ts";
import { FieldError, FieldHint, FieldLabel, type FieldTexts, fieldAria } from "./field-parts.tsx";

export type Option = { value: string; label: string; disabled?: boolean };

type SelectFieldProps = Omit<ComponentProps<"select">, "children"> &
  FieldTexts & {
    options: readonly Option[];
    /** Without it, there is no empty option. */
    placeholder?: string;
    hideLabel?: boolean;
  };

/**
 * A native select, which suits phones and works without JavaScript. Only the placeholder has an empty value.
 */
export function SelectField({
  label,
  hint,
  error,
  optional,
  options,
  placeholder,
  hideLabel = false,
  className,
  ...select
}: SelectFieldProps) {
  if (options.some((option) => option.value === ""))
    throw new Error(`An option of "${label}" has no value. Pass "placeholder" for the empty option.`);
  const ownId = useId();
  const id = select.id ?? ownId;
  const { hintId, errorId, aria } = fieldAria(id, { hint, error, required: select.required });
  return (
    <div className={classes("grid content-start gap-1.5", className)}>
      <div className={hideLabel ? "sr-only" : undefined}>
        <FieldLabel id={id} label={label} optional={optional} />
      </div>
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
      <div className="relative">
        <select {...select} {...aria} id={id} className="field cursor-pointer appearance-none pr-10">
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3.5 size-4 text-soft"
        />
      </div>
      <FieldError id={errorId} error={error} />
    </div>
  );
}
