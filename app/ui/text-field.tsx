import { type ComponentProps, type ReactNode, useId } from "react";
import { classes } from "./classes.ts";
import { FieldError, FieldHint, FieldLabel, type FieldTexts, fieldAria } from "./field-parts.tsx";
import { useSyncedState } from "./use-synced-state.ts";

type TextFieldProps = Omit<ComponentProps<"input">, "prefix"> &
  FieldTexts & {
    /** Before the text: "€". */
    prefix?: ReactNode;
    /** After the text: "g", "sq in". */
    suffix?: ReactNode;
  };

export function TextField({
  label,
  hint,
  error,
  optional,
  announced,
  prefix,
  suffix,
  className,
  type = "text",
  ...input
}: TextFieldProps) {
  const ownId = useId();
  const id = input.id ?? ownId;
  const { hintId, errorId, aria } = fieldAria(id, { hint, error, required: input.required });
  return (
    <div className={classes("grid content-start gap-1.5", className)}>
      <FieldLabel id={id} label={label} optional={optional} />
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
      <div className="relative">
        {prefix && <Affix className="left-0">{prefix}</Affix>}
        <input
          {...input}
          {...aria}
          id={id}
          type={type}
          className={classes("field tabular-nums", Boolean(prefix) && "pl-9", Boolean(suffix) && "pr-14")}
        />
        {suffix && <Affix className="right-0">{suffix}</Affix>}
      </div>
      <FieldError id={errorId} error={error} announced={announced} />
    </div>
  );
}

type NumberFieldProps = Omit<
  TextFieldProps,
  "prefix" | "suffix" | "inputMode" | "onInput" | "defaultValue"
> & {
  defaultValue: string;
  unit: string | null;
  /** The unit beside the number 1, if it has a singular. */
  unitOfOne: string | null;
};

/** A text field for a number, whose unit follows what is typed: "2 rackets", "1 racket". */
export function NumberField({ defaultValue, unit, unitOfOne, ...field }: NumberFieldProps) {
  const [typed, setTyped] = useSyncedState(defaultValue);
  return (
    <TextField
      {...field}
      defaultValue={defaultValue}
      inputMode="decimal"
      suffix={typed.trim() === "1" ? (unitOfOne ?? unit) : unit}
      onInput={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

function Affix({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        "pointer-events-none absolute inset-y-0 flex items-center px-3.5 text-[0.9375rem] text-soft",
        className,
      )}
    >
      {children}
    </span>
  );
}
