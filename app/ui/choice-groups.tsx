import { type ReactNode, useId } from "react";
import { Checkbox, Radio } from "./checkbox.tsx";
import { FieldError, FieldHint, fieldAria } from "./field-parts.tsx";

export type Choice = { value: string; label: ReactNode; note?: ReactNode; disabled?: boolean };

type GroupProps = {
  id?: string;
  legend: string;
  /** Shows the legend to screen readers only, where a heading already has the same text. */
  hideLegend?: boolean;
  name: string;
  choices: readonly Choice[];
  hint?: ReactNode;
  error?: string | readonly string[];
  /** As in FieldTexts. */
  announced?: boolean;
  className?: string;
  form?: string;
};

/** Choices inside a `details` element, which opens without JavaScript. */
type Folded = {
  choices: readonly Choice[];
  /** "Show all 34 brands". */
  more: string;
  fewer: string;
  onToggle: (open: boolean) => void;
};

export function CheckboxGroup({
  chosen,
  onChosenChange,
  folded,
  ...group
}: GroupProps & {
  folded?: Folded;
  chosen?: readonly string[];
  /** Makes the group controlled by `chosen`. Without it, `chosen` is only the initial value. */
  onChosenChange?: (chosen: string[]) => void;
}) {
  const now = chosen ?? [];
  const box = (choice: Choice) => (
    <Checkbox
      key={choice.value}
      name={group.name}
      value={choice.value}
      label={choice.label}
      note={choice.note}
      disabled={choice.disabled}
      form={group.form}
      {...(onChosenChange
        ? {
            checked: now.includes(choice.value),
            onChange: (event) =>
              onChosenChange(
                event.currentTarget.checked
                  ? [...now, choice.value]
                  : now.filter((value) => value !== choice.value),
              ),
          }
        : { defaultChecked: now.includes(choice.value) })}
    />
  );
  return (
    <Group {...group}>
      {group.choices.map(box)}
      {folded && folded.choices.length > 0 && (
        <details className="group" onToggle={(event) => folded.onToggle(event.currentTarget.open)}>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-[0.9375rem] text-link underline-offset-4 hover:underline">
            <span className="group-open:hidden">{folded.more}</span>
            <span className="hidden group-open:inline">{folded.fewer}</span>
          </summary>
          {folded.choices.map(box)}
        </details>
      )}
    </Group>
  );
}

export function RadioGroup({
  chosen,
  onChosenChange,
  required,
  ...group
}: GroupProps & {
  chosen?: string;
  /** Makes the group controlled. Without it, `chosen` is only the initial value. */
  onChosenChange?: (chosen: string) => void;
  required?: boolean;
}) {
  return (
    <Group {...group}>
      {group.choices.map((choice) => (
        <Radio
          key={choice.value}
          name={group.name}
          value={choice.value}
          label={choice.label}
          note={choice.note}
          disabled={choice.disabled}
          required={required}
          form={group.form}
          {...(onChosenChange
            ? { checked: chosen === choice.value, onChange: () => onChosenChange(choice.value) }
            : { defaultChecked: chosen === choice.value })}
        />
      ))}
    </Group>
  );
}

function Group({
  id: givenId,
  legend,
  hideLegend = false,
  hint,
  error,
  announced,
  className,
  children,
}: GroupProps & { children: ReactNode }) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const { hintId, errorId, aria } = fieldAria(id, { hint, error });
  return (
    <fieldset
      id={givenId}
      aria-describedby={aria["aria-describedby"]}
      className="grid min-w-0 content-start gap-1.5"
    >
      <legend className={hideLegend ? "sr-only" : "mb-1 font-semibold text-[0.9375rem]"}>{legend}</legend>
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
      <div className={className}>{children}</div>
      <FieldError id={errorId} error={error} announced={announced} />
    </fieldset>
  );
}
