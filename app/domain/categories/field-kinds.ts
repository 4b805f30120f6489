/**
 * The closed set of kinds that a category's own field can have. Each kind has exactly one derivation per consumer in
 * `derive/`; adding a kind means adding a case there, and the compiler lists the places.
 */
export type Field = ChoiceField | SeveralField | NumberField | TextField;

/** One value that can be chosen. With a `name` it reads alike in every language (a brand, a size); without, its text is the message `option_{value}`. */
export interface Option {
  readonly value: string;
  readonly name?: string;
}

/** Values that other fields' values leave over; the first entry whose `when` holds is in force, an empty one always. */
export interface Narrowing<Limits> {
  readonly when: Readonly<Record<string, readonly string[]>>;
  readonly to: Limits;
}

interface AnyField {
  /** A seller must fill it in. */
  readonly required?: true;
  /** Message of the missing value, where it is not "{label} is required". */
  readonly requiredMessage?: string;
  /** Message of the label, where it is not `field_{name}`. */
  readonly label?: string;
  /** What people call it in a search, before a value and in any language: "grip 3", "taille M" (derive/units.ts). */
  readonly spoken?: readonly string[];
  /** Its column in a CSV row, where that is not its name, and what an empty cell means (M3.23, M7.25). */
  readonly csv?: { readonly column?: string; readonly empty?: string };
}

/** One of a closed list, stored as its value. */
export interface ChoiceField extends AnyField {
  readonly kind: "choice";
  /** Every value that can be stored. */
  readonly options: readonly Option[];
  /** The values that a form, a CSV row offers, where that is not all of them. */
  readonly offered?: { readonly form?: readonly string[]; readonly csv?: readonly string[] };
  /** Other ways in which a value is written, in small letters, and what they mean. */
  readonly spellings?: Readonly<Record<string, string>>;
  /** What a new listing starts with. */
  readonly initial?: string;
  readonly narrow?: readonly Narrowing<readonly string[]>[];
  /** Fields whose change means that this must be chosen anew, even where the old value would still stand. */
  readonly clearedBy?: readonly string[];
  /** What becomes of a value that a narrowing excludes: the first one that is left, or nothing. */
  readonly excluded?: "first" | "clear";
}

/** Any number of a closed list, stored as an array without doubles in the list's order. */
export interface SeveralField extends AnyField {
  readonly kind: "several";
  readonly options: readonly Option[];
  /** What a new listing starts with. */
  readonly initial: readonly string[];
  /** The values that every listing has, whatever is ticked. */
  readonly always?: readonly string[];
}

/** A number in `unit`, between `min` and `max` inclusive. */
export interface NumberField extends AnyField {
  readonly kind: "number";
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly unit?: string;
  readonly narrow?: readonly Narrowing<{ readonly min: number; readonly max: number }>[];
}

/** A short line of the seller's own words. */
export interface TextField extends AnyField {
  readonly kind: "text";
  readonly maxLength: number;
}

/** Options that read alike in every language. */
export function named<const Values extends readonly string[]>(...values: Values) {
  return values.map((value) => ({ value, name: value }));
}

/** Options whose texts are messages. */
export function worded<const Values extends readonly string[]>(...values: Values) {
  return values.map((value) => ({ value }));
}

/** Codes with their fixed written forms, e.g. `{ "3": "L3 · 4 3/8" }`. */
export function coded(names: Readonly<Record<string, string>>) {
  return Object.entries(names).map(([value, name]) => ({ value, name }));
}

/** The last part of a message key for a value: "Like New" -> "like_new", "Cap/Hat" -> "cap_hat". */
export function slug(value: string): string {
  return value
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
}

/** What each way of writing a field's values means, in small letters; made once, since files have thousands of rows. */
const meanings = new WeakMap<ChoiceField, ReadonlyMap<string, string>>();

function meaningsOf(field: ChoiceField): ReadonlyMap<string, string> {
  const known = meanings.get(field);
  if (known) return known;
  const made = new Map<string, string>();
  const means = (form: string, value: string) => {
    if (!made.has(form)) made.set(form, value);
  };
  for (const { value, name = value } of field.options)
    for (const form of [value, name, ...name.split(" · ")]) means(form.toLowerCase(), value);
  for (const [spelling, value] of Object.entries(field.spellings ?? {})) means(spelling, value);
  meanings.set(field, made);
  return made;
}

/**
 * The value that a person or a file means: by itself, in any case, by its written form or a part of that ("L3", "4 3/8"),
 * or in another spelling. Undefined where it is none of the list.
 */
export function valueMeant(field: ChoiceField, text: string): string | undefined {
  return optionOf(field.options, text)?.value ?? meaningsOf(field).get(text.toLowerCase());
}

/** The option of a value, if it is one. */
export function optionOf(options: readonly Option[], value: string): Option | undefined {
  return options.find((option) => option.value === value);
}
