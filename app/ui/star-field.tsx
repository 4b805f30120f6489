import { Star } from "lucide-react";
import { classes } from "./classes.ts";
import { FieldError, FieldHint, type FieldTexts, fieldAria } from "./field-parts.tsx";

type StarFieldProps = FieldTexts & {
  readonly id: string;
  readonly name: string;
  readonly words: readonly string[];
  /** The accessible name of each: "4 stars: Very good". */
  readonly labels: readonly string[];
  readonly defaultValue?: string;
  readonly autoFocus?: boolean;
};

// CSS shows the word of the chosen star, so that it works without JavaScript.
const SAYS = [
  "group-has-[[value='1']:checked]/stars:inline",
  "group-has-[[value='2']:checked]/stars:inline",
  "group-has-[[value='3']:checked]/stars:inline",
  "group-has-[[value='4']:checked]/stars:inline",
  "group-has-[[value='5']:checked]/stars:inline",
];

/** Radio buttons, so that arrow keys work and the form submits the number. */
export function StarField({
  id,
  label,
  hint,
  error,
  name,
  words,
  labels,
  defaultValue,
  autoFocus,
}: StarFieldProps) {
  const { hintId, errorId, aria } = fieldAria(id, { hint, error });
  return (
    <fieldset
      id={id}
      aria-describedby={aria["aria-describedby"]}
      className="group/stars grid min-w-0 content-start gap-1.5"
    >
      <legend className="mb-1 font-semibold text-[0.9375rem]">{label}</legend>
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="-ml-2 flex">
          {words.map((word, index) => (
            <label
              key={word}
              title={word}
              // Fills the chosen star and all before it.
              className={classes(
                "group/star relative grid size-11 cursor-pointer place-items-center rounded-md text-edge transition-colors",
                "has-checked:text-clay [&:has(~label_:checked)]:text-clay hover:text-clay [&:has(~label:hover)]:text-clay",
                "has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:-outline-offset-2",
              )}
            >
              <input
                type="radio"
                name={name}
                value={index + 1}
                defaultChecked={defaultValue === String(index + 1)}
                {...(autoFocus && index === 0 && { autoFocus })}
                aria-label={labels[index]}
                aria-invalid={aria["aria-invalid"]}
                className="absolute inset-0 m-0 cursor-pointer appearance-none opacity-0"
              />
              <Star
                aria-hidden="true"
                strokeWidth={1.5}
                className="size-8 group-has-checked/star:fill-current [label:has(~label_:checked)>&]:fill-current"
              />
            </label>
          ))}
        </div>
        <span aria-hidden="true" className="font-semibold">
          {words.map((word, index) => (
            <span key={word} className={classes("hidden", SAYS[index])}>
              {word}
            </span>
          ))}
        </span>
      </div>
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}
