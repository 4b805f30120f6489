/**
 * The closed set of field kinds. Each kind has exactly one derivation per consumer in `derive/`. A new kind needs a
 * case in each, and the compiler lists them.
 */
export type Field = ChoiceField | SeveralField | NumberField | MonthField | TextField;

/**
 * An option. `name` is the same in every language (a brand, a size); without it, the text is the message
 * `option_{value}`.
 */
export interface Option {
  readonly value: string;
  readonly name?: string;
}

/**
 * Limits that depend on other fields' values. The first entry whose `when` holds applies; an empty `when` always
 * holds.
 */
export interface Narrowing<Limits> {
  readonly when: Readonly<Record<string, readonly string[]>>;
  readonly to: Limits;
}

interface AnyField {
  readonly required?: true;
  /** The message for a missing value, where it is not "{label} is required". */
  readonly requiredMessage?: string;
  /** The message of the label, where it is not `field_{name}`. */
  readonly label?: string;
  /** The field's names in a search, before a value and in any language: "grip 3", "taille M" (derive/units.ts). */
  readonly searchNames?: readonly string[];
  /** The CSV column, where it differs from the field's name, and the meaning of an empty cell (M3.23, M7.25). */
  readonly csv?: { readonly column?: string; readonly empty?: string };
}

/** Who gear is for. Its words are in derive/audiences.ts. */
export type Audience = "adults" | "children" | "boys" | "girls" | "men" | "women";

/** One value of a closed list. */
export interface ChoiceField extends AnyField {
  readonly kind: "choice";
  readonly options: readonly Option[];
  /** Its values are kinds of things: a search that names one ("overgrip") finds only these. */
  readonly thing?: true;
  /** Words for its values mean something else in a text ("new strings"), so that a search looks only at the value. */
  readonly valueOnly?: true;
  /** The message `{type}_{field}_{value}` explains each value. */
  readonly explained?: true;
  /**
   * Other choices whose answers suggest a value of this field. Each of their values has the best value that it allows.
   * Requires `options` in order, the best first.
   */
  readonly suggestedBy?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Titles use its values for other things, so no search finds them and `listing_search` does not index them. */
  readonly unsearchable?: true;
  /** The values for each audience that a search can name. */
  readonly audiences?: Readonly<Partial<Record<Audience, readonly string[]>>>;
  /** The value that suits all adults, men and women. */
  readonly forAll?: string;
  /** The values that the form or a CSV row offers, where they differ from all values. */
  readonly offered?: { readonly form?: readonly string[]; readonly csv?: readonly string[] };
  /** Other spellings in lower case, each with its value. */
  readonly spellings?: Readonly<Record<string, string>>;
  readonly initial?: string;
  readonly narrow?: readonly Narrowing<readonly string[]>[];
  /** When one of these fields changes, this choice is cleared, even if its value is still allowed. */
  readonly clearedBy?: readonly string[];
  /** What replaces a value that a narrowing excludes: the first allowed one, or nothing. */
  readonly excluded?: "first" | "clear";
}

/** Any number of values of a closed list, stored as an array in the list's order without duplicates. */
export interface SeveralField extends AnyField {
  readonly kind: "several";
  readonly options: readonly Option[];
  readonly initial: readonly string[];
  /** The values that every listing has, even when they are not ticked. */
  readonly always?: readonly string[];
}

/** A number in `unit`, between `min` and `max` inclusive. */
export interface NumberField extends AnyField {
  readonly kind: "number";
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly unit?: string;
  /** Other spellings of the unit in a search, in the five languages. */
  readonly units?: readonly string[];
  /** Searches may omit the decimal point: "125" for 1.25. */
  readonly pointIsOptional?: true;
  /** Words of the five languages that name a range of values in a search: "lightweight". */
  readonly named?: Readonly<Record<string, { readonly min: number | null; readonly max: number | null }>>;
  readonly narrow?: readonly Narrowing<{ readonly min: number; readonly max: number }>[];
  readonly measured?: Measured;
}

/** Whether a racket was measured with or without strings. */
export type StringState = "Strung" | "Unstrung";

/**
 * How a number was measured.
 * - `always`: all sellers measure it in this state.
 * - `answer`: the name of the choice in which the seller says it. Without an answer, a value that differs from the
 *   maker's by at most `within` counts as unstrung, because makers publish unstrung values.
 * - `like`: the same as the field of this name.
 */
export type Measured =
  | { readonly always: StringState }
  | { readonly answer: string; readonly within: number }
  | { readonly like: string };

/** A month, stored as a number like 202611. */
export interface MonthField extends AnyField {
  readonly kind: "month";
  readonly min: number;
  readonly max: number;
}

export interface TextField extends AnyField {
  readonly kind: "text";
  readonly maxLength: number;
  readonly unsearchable?: true;
}

export function named<const Values extends readonly string[]>(...values: Values) {
  return values.map((value) => ({ value, name: value }));
}

export function worded<const Values extends readonly string[]>(...values: Values) {
  return values.map((value) => ({ value }));
}

/** Codes with their fixed names, e.g. `{ "3": "L3 · 4 3/8" }`. */
export function coded(names: Readonly<Record<string, string>>) {
  return Object.entries(names).map(([value, name]) => ({ value, name }));
}

/** Gives several words the same range (`NumberField.named`). */
export function same<Named>(range: Named, ...words: readonly string[]): Readonly<Record<string, Named>> {
  return Object.fromEntries(words.map((word) => [word, range]));
}

/** The month that a text means: "2026-11", "11/2026", "202611". Undefined when it means none. */
export function monthOfText(text: string): number | undefined {
  const [, y1, m1, m2, y2] = /^(?:(\d{4})-?(\d{2})|(\d{1,2})[/.-](\d{4}))$/.exec(text.trim()) ?? [];
  const month = Number(m1 ?? m2);
  return month >= 1 && month <= 12 ? Number(y1 ?? y2) * 100 + month : undefined;
}

/** A stored month in the format of `<input type="month">`: "2026-11". */
export function monthText(month: number): string {
  return `${String(month).slice(0, 4)}-${String(month).slice(4)}`;
}

/** The last part of a message key for a value: "Like New" -> "like_new", "Cap/Hat" -> "cap_hat". */
export function slug(value: string): string {
  return value
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
}

/** Caches the spellings of a field's values in lower case, because files have thousands of rows. */
const meanings = new WeakMap<ChoiceField, ReadonlyMap<string, string>>();

function meaningsOf(field: ChoiceField): ReadonlyMap<string, string> {
  const known = meanings.get(field);
  if (known) return known;
  const cache = new Map<string, string>();
  const means = (form: string, value: string) => {
    if (!cache.has(form)) cache.set(form, value);
  };
  for (const { value, name = value } of field.options)
    for (const form of [value, name, ...name.split(" · ")]) means(form.toLowerCase(), value);
  for (const [spelling, value] of Object.entries(field.spellings ?? {})) means(spelling, value);
  meanings.set(field, cache);
  return cache;
}

/**
 * The value that a text means: the value itself in any case, its name or a part of that ("L3", "4 3/8"), or another
 * spelling. Undefined when no option matches.
 */
export function valueOfText(field: ChoiceField, text: string): string | undefined {
  return optionOf(field.options, text)?.value ?? meaningsOf(field).get(text.toLowerCase());
}

export function optionOf(options: readonly Option[], value: string): Option | undefined {
  return options.find((option) => option.value === value);
}
