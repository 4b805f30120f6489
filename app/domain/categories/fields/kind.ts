import { isWritable, oneLine, withoutUnseen } from "../../text-rules.ts";

/** `name` is its text in every language ("L3 · 4 3/8"). Without `name`, the text is the message `option_{value}`. */
export interface Option {
  readonly value: string;
  readonly name?: string;
}

/** Whether the option is written differently in each language. */
export function isTranslated({ name }: Option): boolean {
  return name === undefined;
}

/** The first entry whose `when` holds applies. An empty `when` always holds. */
export interface Narrowing<Limits> {
  readonly when: Readonly<Record<string, readonly string[]>>;
  readonly to: Limits;
}

/** Both ends are inclusive. */
export interface Limits {
  readonly min: number;
  readonly max: number;
}

/** What fields of all kinds have. */
export interface AnyField {
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

export type StringState = "Strung" | "Unstrung";

/** The messages that kinds of fields and filters need. The object `m` of Paraglide has them all. */
interface Messages {
  browse_chip_between(inputs: { min: string; max: string }): string;
  browse_chip_from(inputs: { min: string }): string;
  browse_chip_to(inputs: { max: string }): string;
  browse_chip_within(inputs: { distance: string; place: string }): string;
  browse_date_all(): string;
  browse_date_today(): string;
  browse_date_week(): string;
  browse_date_month(): string;
  browse_date_three_months(): string;
  browse_date_six_months(): string;
  browse_date_year(): string;
  browse_listing_date(): string;
  browse_malformed_month(inputs: { month: string; label: string }): string;
  browse_malformed_price(inputs: { price: string }): string;
  csv_values_else(): string;
  csv_values_month(): string;
  csv_values_range(inputs: { min: number; max: number }): string;
  csv_values_several(inputs: { values: string; sign: string }): string;
  csv_values_text(inputs: { max: number }): string;
}

/** Texts in the language of the request. The server hands them to kinds, because `app/domain/` has no messages. */
export interface Texts {
  readonly m: Messages;
  locale(): string;
  option(option: Option): string;
  brand(brand: string): string;
  unit(unit: string): string;
  /** The unit beside the number 1, if it has a singular: "racket". */
  unitOfOne(unit: string): string | null;
  /** "300 g", "1 racket" */
  measure(value: number, unit: string): string;
  stringState(state: StringState): string;
}

export type AttributeValue = string | number | readonly string[];

/** The values of other fields, which can narrow a field. */
export type Values = Readonly<Record<string, unknown>>;

/** An issue is a code with its parameters, "{code}:{parameter}:…". The page that shows the issue translates it. */
const ISSUE_CODES = [
  "required",
  "characters",
  "too_long",
  "not_a_number",
  "not_a_month",
  "not_an_amount",
  "other_currency",
  "ambiguous_amount",
  "range",
  "step",
  "not_offered",
  "too_high",
  "too_many_photos",
  "negative",
  "postal_code",
  "unknown_place",
  "country",
] as const;
export type IssueCode = (typeof ISSUE_CODES)[number];

export function isIssueCode(text: string): text is IssueCode {
  return (ISSUE_CODES as readonly string[]).includes(text);
}

/** A code with its parameters ("range:85:135"). `issueText` says it to people. */
export function issue(code: IssueCode, ...parameters: (string | number)[]): string {
  return [code, ...parameters].join(":");
}

/** `value` is undefined for an empty text. */
export interface Reading {
  readonly value?: AttributeValue;
  readonly issue?: string;
}

/** A way to write a value in a search: "300g", "grip 3". */
export interface Reader {
  readonly pattern: RegExp;
  /** The values that the match means; empty when the field has no such value. */
  readonly read: (found: RegExpExecArray) => readonly string[];
}

export interface ChoiceView {
  readonly value: string;
  readonly label: string;
  /** What the value means, where the category explains it. */
  readonly meaning?: string;
}

/** What a form shows besides the field itself. */
export interface FieldContext {
  readonly texts: Texts;
  /** The value of the listing that is edited. */
  readonly stored: unknown;
  /** What a value means, where the category explains it. */
  readonly meaning: (value: string) => string | null;
  /** The state of the strings in which sellers measure the value; null where strings make no difference. */
  readonly measured: StringState | null;
}

/** Limits by other fields, as a stock file lists them: "category = senior: 250 to 400; …". */
export type NarrowingText = <To>(narrow: readonly Narrowing<To>[], written: (limits: To) => string) => string;

/** Separates several values in one cell of a stock file, or in a list of values. */
export const VALUE_SEPARATOR = "|";
export const NEXT_VALUE = ", ";

/**
 * All that depends on the kind of a field, besides its input in a form (`FIELD_INPUTS`). Nothing outside this folder
 * asks which kind a field is (docs/laws.md, law 21).
 */
export interface FieldKind<Field extends AnyField, View> {
  /** Whether a value is a list of values. */
  readonly isList: boolean;
  /** Whether a value may have a decimal sign. */
  readonly isDecimal: boolean;
  /** Whether a form shows it as a select, which can limit and clear others. */
  readonly isSelect: boolean;

  /** Reads and checks what a form or a CSV row says. */
  read(field: Field, raw: unknown, values: Values): Reading;
  /** The stored value that an unchecked text means, for the fields that it narrows. */
  meant(field: Field, raw: unknown): unknown;
  /** The text that a form has after the field `changed` has changed. */
  afterChange(field: Field, text: string, values: Values, changed?: string): string;
  /** The options beside these values of other fields; empty for a field without options. */
  options(field: Field, values: Values): readonly Option[];
  /** The limits beside these values of other fields: the narrowed ones, or `usual`. Undefined for a field without limits. */
  limits(field: Field, values: Values, usual?: Limits): Limits | undefined;
  /** The SQL condition for a stored value; `json` and `text` are the value as JSON and as text. */
  check(field: Field, json: string, text: string): string;
  /** The SQL conditions for a stored value beside other values; `text` is the value as text. */
  narrowCheck(field: Field, text: string): readonly Narrowing<string>[];
  /** "300 g", "Like New" */
  text(field: Field, value: unknown, texts: Texts): string;

  view(field: Field, context: FieldContext): View;
  /** The value of the input; `stored` is undefined for an unknown value, or in a new form. */
  input(field: Field, stored: unknown, isNew: boolean): string | string[];

  /**
   * A cell as a form would send it: "300 g" becomes "300". Undefined when the cell means nothing.
   * @param isWritten false for the value that an empty cell means
   */
  cell(field: Field, text: string, values: Values, isWritten?: boolean): string | undefined;
  /** The values of a cell. An empty cell means the default, unless `isDefault` is false. */
  ofCell(field: Field, text: string, isDefault: boolean): string | readonly string[];
  /** The value that an empty cell means, as written in a cell. */
  emptyCell(field: Field): string;
  /** The values that templates and error messages offer; empty for a field without options. */
  offered(field: Field): readonly string[];
  /** Those that an error message offers beside these values of other fields. */
  offeredBeside(field: Field, values: Values): readonly string[];
  /** A value that is allowed beside these values of other fields, as written in a cell. */
  example(field: Field, values: Values): string;
  /** The allowed values, as a text. */
  allowed(field: Field, texts: Texts, narrowed: NarrowingText): string;

  /** The values within a range, as the index of the search stores them. Empty when there are none, or more than `most`. */
  within(field: Field, range: { min: number | null; max: number | null }, most: number): readonly string[];
  /** How people write a value in a search. */
  readers(field: Field): readonly Reader[];
}

/** What most kinds do. */
export const USUAL = {
  isList: false,
  isDecimal: false,
  isSelect: false,
  meant: (_: AnyField, raw: unknown): unknown => raw,
  afterChange: (_: AnyField, text: string) => text,
  options: (): readonly Option[] => [],
  limits: (): Limits | undefined => undefined,
  narrowCheck: (): readonly Narrowing<string>[] => [],
  text: (_: AnyField, value: unknown) => String(value),
  input: (_: AnyField, stored: unknown): string | string[] => (stored === undefined ? "" : String(stored)),
  cell: (_: AnyField, text: string): string | undefined => text,
  ofCell: ({ csv }: AnyField, text: string, isDefault: boolean): string | readonly string[] =>
    text || (isDefault && csv?.empty) || "",
  emptyCell: ({ csv }: AnyField) => csv?.empty ?? "",
  offered: (): readonly string[] => [],
  offeredBeside: (): readonly string[] => [],
  example: () => "",
  within: (): readonly string[] => [],
  readers: (): readonly Reader[] => [],
};

/** Forms and CSV rows both send text. Any other type counts as missing. */
export function textOf(raw: unknown): string {
  return typeof raw === "string" ? withoutUnseen(raw) : "";
}

/** Reads a text of one line; `read` gets it when it is neither empty nor faulty. */
export function readLine(field: AnyField, raw: unknown, read: (text: string) => Reading): Reading {
  const text = oneLine(textOf(raw));
  if (text === "") return field.required ? { issue: issue("required") } : {};
  return isWritable(text) ? read(text) : { issue: issue("characters") };
}

export function optionOf(options: readonly Option[], value: string): Option | undefined {
  return options.find((option) => option.value === value);
}

/** "Like New, Good" */
export function optionsText(options: readonly Option[], value: unknown, texts: Texts): string {
  return [value]
    .flat()
    .map((each) => {
      const option = optionOf(options, String(each));
      return option ? texts.option(option) : String(each);
    })
    .join(", ");
}

/** What `narrow` allows beside these values; undefined when they do not narrow it. */
export function narrowedTo<To>(narrow: readonly Narrowing<To>[] | undefined, values: Values): To | undefined {
  return narrow?.find(({ when }) =>
    Object.entries(when).every(([field, wanted]) => wanted.includes(String(values[field]))),
  )?.to;
}

export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function sqlTexts(values: readonly string[]): string {
  return values.map(sqlText).join(", ");
}

type Names<Each> = Each extends unknown ? keyof Each : never;
type ValueOf<Each, Name> = Each extends unknown ? (Name extends keyof Each ? Each[Name] : never) : never;

/** The properties that some of the kinds have. */
export type TraitsOf<Kinds> = { readonly [Name in Names<Kinds>]?: ValueOf<Kinds, Name> };
