import { type ComponentProps, type ReactNode, useId } from "react";
import { classes } from "./classes.ts";
import { FieldError, FieldHint, FieldLabel, type FieldTexts, fieldAria } from "./field-parts.tsx";

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
  prefix,
  suffix,
  className,
  type = "text",
  ...input
}: TextFieldProps) {
  const ownId = useId();
  const id = input.id ?? ownId;
  const { hintId, errorId, aria } = fieldAria(id, { hint, error });
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
      <FieldError id={errorId} error={error} />
    </div>
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
