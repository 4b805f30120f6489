/** The files of `derive/` handle each kind. */
export type Field = ChoiceField | SeveralField | NumberField | MonthField | TextField;

/** `name` is its text in every language ("L3 · 4 3/8"). Without `name`, the text is the message `option_{value}`. */
export interface Option {
  readonly value: string;
  readonly name?: string;
}

/** The first entry whose `when` holds applies. An empty `when` always holds. */
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
  /** Names beside a value in a search, in any language: "grip 3", "300 g weight" (derive/units.ts). */
  readonly searchNames?: readonly string[];
  /**
   * `column`: the CSV column, where it differs from the field's name. `empty`: the value that an empty cell
   * means.
   */
  readonly csv?: { readonly column?: string; readonly empty?: string };
}

/** The words for each audience in a search are in derive/audiences.ts. */
export type Audience = "adults" | "children" | "boys" | "girls" | "men" | "women";

export interface ChoiceField extends AnyField {
  readonly kind: "choice";
  readonly options: readonly Option[];
  /**
   * Set when the field's values are kinds of gear ("Grip Tape"). A search with a word for such a value ("overgrip")
   * finds only listings with that value.
   */
  readonly thing?: true;
  /**
   * Set when words for its values mean something else in texts of listings ("new strings"). A search then compares such
   * a word with this field alone.
   */
  readonly valueOnly?: true;
  /** Set when each value has an explanation, the message `{type}_{field}_{value}`. */
  readonly explained?: true;
  /**
   * The answers in other fields that suggest a value of this field: by field and answer, the best value that the answer
   * allows. `options` must be in order, the best first.
   */
  readonly suggestedBy?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /**
   * Set when words for its values mean something else in titles. So no words of a search find listings by them, and the
   * SQL function `listing_search` leaves them out of the index. Filters still find them.
   */
  readonly unsearchable?: true;
  /** The unit of its codes in a search, in the five languages: "4 1/4 inch". */
  readonly units?: readonly string[];
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
  /**
   * What happens to a value that `narrow` no longer allows: the first allowed value replaces it, or the field is
   * cleared.
   */
  readonly excluded?: "first" | "clear";
}

/** Its values are stored as an array, in the order of `options` and without duplicates. */
export interface SeveralField extends AnyField {
  readonly kind: "several";
  readonly options: readonly Option[];
  readonly initial: readonly string[];
  /** The values that every listing has, even when they are not ticked. */
  readonly always?: readonly string[];
}

/** `min` and `max` are inclusive. */
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
  readonly rangeWords?: Readonly<
    Record<string, { readonly min: number | null; readonly max: number | null }>
  >;
  readonly narrow?: readonly Narrowing<{ readonly min: number; readonly max: number }>[];
  readonly measured?: Measured;
}

export type StringState = "Strung" | "Unstrung";

/**
 * How sellers measure a number: with or without strings.
 * - `always`: all sellers measure it in this state.
 * - `answer`: the name of the field in which the seller says how they measured. Without an answer, a value that differs
 * from the maker's by at most `within` counts as unstrung, because makers publish unstrung values.
 * - `like`: measured in the same way as the field of this name.
 *
 * `strings` is what strings add to an unstrung value.
 */
export type Measured =
  | { readonly always: StringState }
  | { readonly answer: string; readonly within: number; readonly strings: number }
  | { readonly like: string; readonly strings: number };

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

/** The text of each option is its value, in every language. */
export function sameTextOptions<const Values extends readonly string[]>(...values: Values) {
  return values.map((value) => ({ value, name: value }));
}

/** The text of each option is the message `option_{value}`. */
export function translatedOptions<const Values extends readonly string[]>(...values: Values) {
  return values.map((value) => ({ value }));
}

/** From stored codes and their texts, which are the same in every language: `{ "3": "L3 · 4 3/8" }`. */
export function codeOptions(names: Readonly<Record<string, string>>) {
  return Object.entries(names).map(([value, name]) => ({ value, name }));
}

/** For `NumberField.rangeWords`: the same range for each word. */
export function sameRange<Range>(range: Range, ...words: readonly string[]): Readonly<Record<string, Range>> {
  return Object.fromEntries(words.map((word) => [word, range]));
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

/** Caches the spellings of a field's values in lower case, because stock files have thousands of rows. */
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
 * The value that a text means: the value itself in any case, the option's name or a part of the name ("L3", "4 3/8"),
 * or another spelling. Undefined when no option matches.
 */
export function valueOfText(field: ChoiceField, text: string): string | undefined {
  return optionOf(field.options, text)?.value ?? meaningsOf(field).get(text.toLowerCase());
}

export function optionOf(options: readonly Option[], value: string): Option | undefined {
  return options.find((option) => option.value === value);
}
