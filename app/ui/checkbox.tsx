import { type ComponentProps, type ReactNode, useId } from "react";
import { FieldError, fieldAria } from "./field-parts.tsx";

type TickProps = Omit<ComponentProps<"input">, "type"> & {
  label: ReactNode;
  /** Quieter text beside the label, such as a count. */
  note?: ReactNode;
  error?: string | readonly string[];
};

/** A native checkbox, so that it submits without JavaScript. */
export function Checkbox(props: TickProps) {
  return <Tick {...props} type="checkbox" />;
}

export function Radio(props: TickProps) {
  return <Tick {...props} type="radio" />;
}

function Tick({ label, note, error, className, type, ...input }: TickProps & { type: "checkbox" | "radio" }) {
  const ownId = useId();
  const id = input.id ?? (error === undefined ? undefined : ownId);
  const { errorId, aria } = fieldAria(ownId, { error, required: input.required });
  const tick = (
    <label className="tick">
      <input {...input} {...aria} id={id} type={type} />
      {typeof label === "string" ? label : <span>{label}</span>}
      {note !== undefined && <small>{note}</small>}
    </label>
  );
  if (className === undefined && error === undefined) return tick;
  return (
    <div className={className}>
      {tick}
      <FieldError id={errorId} error={error} />
    </div>
  );
}
