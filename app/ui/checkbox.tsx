import { type ComponentProps, type ReactNode, useId } from "react";
import { classes } from "./classes.ts";
import { FieldError, fieldAria } from "./field-parts.tsx";

type TickProps = Omit<ComponentProps<"input">, "type"> & {
  label: ReactNode;
  /** Beside the label, quieter: a count. */
  note?: ReactNode;
  error?: string | readonly string[];
};

/** A box to tick: a native input, so it submits without JavaScript. */
export function Checkbox(props: TickProps) {
  return <Tick {...props} type="checkbox" />;
}

/** One of several: give all of them the same `name`, or use RadioGroup. */
export function Radio(props: TickProps) {
  return <Tick {...props} type="radio" />;
}

function Tick({ label, note, error, className, type, ...input }: TickProps & { type: "checkbox" | "radio" }) {
  const ownId = useId();
  const id = input.id ?? ownId;
  const { errorId, aria } = fieldAria(id, { error });
  return (
    <div className={className}>
      <label
        htmlFor={id}
        className="flex min-h-11 cursor-pointer items-center gap-3 py-1 has-disabled:cursor-not-allowed has-disabled:opacity-60 sm:min-h-9"
      >
        <input
          {...input}
          {...aria}
          id={id}
          type={type}
          className={classes(
            "size-5 shrink-0 cursor-pointer appearance-none border border-edge bg-surface",
            "transition-colors hover:border-ink checked:border-ink aria-invalid:border-danger",
            type === "radio" ? "tick-radio rounded-full" : "tick-check rounded-xs checked:bg-ink",
          )}
        />
        <span className="min-w-0 flex-1 text-[0.9375rem]">{label}</span>
        {note !== undefined && <span className="text-sm text-soft tabular-nums">{note}</span>}
      </label>
      <FieldError id={errorId} error={error} />
    </div>
  );
}
