import {
  type AnyField,
  type ChoiceView,
  type FieldKind,
  issue,
  NEXT_VALUE,
  type Option,
  optionsText,
  sqlText,
  sqlTexts,
  USUAL,
  VALUE_SEPARATOR,
} from "./kind.ts";

/** Its values are stored as an array, in the order of `options` and without duplicates. */
export interface SeveralField extends AnyField {
  readonly kind: "several";
  readonly options: readonly Option[];
  readonly initial: readonly string[];
  /** The values that every listing has, even when they are not ticked. */
  readonly always?: readonly string[];
}

export interface SeveralView {
  readonly kind: "several";
  readonly options: readonly ChoiceView[];
}

const valuesOf = ({ options }: SeveralField) => options.map(({ value }) => value);

export const several: FieldKind<SeveralField, SeveralView> = {
  ...USUAL,
  isList: true,
  read(field, raw) {
    const chosen = [raw].flat().filter((value): value is string => typeof value === "string" && value !== "");
    const values = valuesOf(field);
    if (chosen.some((value) => !values.includes(value))) return { issue: issue("not_offered") };
    if (field.required && chosen.length === 0) return { issue: issue("required") };
    const stored = [...chosen, ...(field.always ?? [])];
    return { value: values.filter((value) => stored.includes(value)) };
  },
  options: ({ options }) => options,
  check: (field, json) =>
    [
      `jsonb_typeof(${json}) = 'array' and ${json} <@ jsonb_build_array(${sqlTexts(valuesOf(field))})`,
      ...(field.always ?? []).map((value) => ` and ${json} ? ${sqlText(value)}`),
    ].join(""),
  text: ({ options }, value, texts) => optionsText(options, value, texts),
  view: ({ kind, options }, { texts }) => ({
    kind,
    options: options.map((option) => ({ value: option.value, label: texts.option(option) })),
  }),
  input: ({ initial }, stored, isNew) => [...(isNew ? initial : Array.isArray(stored) ? stored : [])],
  ofCell({ initial }, text, isDefault) {
    if (text !== "") return text.split(VALUE_SEPARATOR).map((part) => part.trim());
    return isDefault ? initial : [];
  },
  emptyCell: ({ initial }) => initial.join(VALUE_SEPARATOR),
  offered: valuesOf,
  example: ({ initial }) => initial.join(VALUE_SEPARATOR),
  allowed: (field, { m }) =>
    m.csv_values_several({ values: valuesOf(field).join(NEXT_VALUE), sign: VALUE_SEPARATOR }),
};
