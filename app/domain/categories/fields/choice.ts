import { foldedInPlace, oneLine } from "../../text-rules.ts";
import { meantCell, valueOfText } from "./choice-cell.ts";
import type { ChoiceField } from "./choice-field.ts";
import {
  type ChoiceView,
  type FieldKind,
  issue,
  NEXT_VALUE,
  narrowedTo,
  type Option,
  optionOf,
  optionsText,
  type Reader,
  readLine,
  sqlTexts,
  textOf,
  USUAL,
  type Values,
} from "./kind.ts";
import { anySpelling, END, measurePattern, plain, SAYS } from "./spellings.ts";

export interface ChoiceFieldView {
  readonly kind: "choice";
  readonly options: readonly ChoiceView[];
}

/** The text of each option is its value, in every language. */
export function sameTextOptions<const Values extends readonly string[]>(...values: Values) {
  return values.map((value) => ({ value, name: value }));
}

/** The text of each option is the message `option_{value}`. */
export function translatedOptions<const Values extends readonly string[]>(...values: Values) {
  return values.map((value) => ({ value }));
}

/** For `ChoiceField.groupWords`: the same values for each phrase. */
export function sameValues(
  values: readonly string[],
  ...words: readonly string[]
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(words.map((word) => [word, values]));
}

/** From stored codes and their texts, which are the same in every language: `{ "3": "L3 · 4 3/8" }`. */
export function codeOptions(names: Readonly<Record<string, string>>) {
  return Object.entries(names).map(([value, name]) => ({ value, name }));
}

/** Other spellings of an option's text: "L3" and "4 3/8" for "L3 · 4 3/8", and "M" for "M (8-10)". */
function partsOf(text: string): string[] {
  return [...text.split(" · "), text.replace(/ \(.*\)$/, "")].filter((part) => part !== text);
}

/** "Stage 2 balls" are no two balls. */
const NO_STAGE = String.raw`(?<!(?:stage|stufe|stade|niveau|level|fase)\s)`;

function readersOf(field: ChoiceField): Reader[] {
  const valuesBy = new Map<string, string[]>();
  const codes = new Set<string>();
  const readers: Reader[] = [];
  const names = field.searchNames && anySpelling(field.searchNames);
  const units = field.units ? String.raw`(?:\s*${anySpelling(field.units)})?` : "";
  const after = units + (names ? String.raw`(?:\s*${names})?` : "");
  for (const { value, name: label = value } of field.options) {
    for (const spelling of new Set([value, label, ...partsOf(label)])) {
      const key = foldedInPlace(plain(spelling)).replace(/[\s-]/g, "");
      valuesBy.set(key, [...(valuesBy.get(key) ?? []), value]);
      // A code such as "L3" or "4 3/8" is clear without the field's name; a single number or letter is not.
      if (label.includes(" · ") && /^(?:\p{L}\d+|\d+ \d+\/\d+)$/u.test(spelling)) codes.add(spelling);
    }
    const [, mains, crosses] = /^(\d+)x(\d+)$/.exec(value) ?? [];
    if (mains && crosses) {
      const before = names ? String.raw`(?:${names}${SAYS})?` : "";
      const source = String.raw`${before}${mains}(?:\s*[x*/]\s*|\s+(?:by|mal|op|bij|par|sur|auf)\s+)${crosses}${after}`;
      readers.push({ pattern: measurePattern(source), read: () => [value] });
      if (names)
        readers.push({
          pattern: measurePattern(String.raw`${mains}-${crosses}\s*${names}`),
          read: () => [value],
        });
    }
  }
  const read = ([, spelling = ""]: RegExpExecArray) => valuesBy.get(spelling.replace(/[\s-]/g, "")) ?? [];
  // "4.25" and "4,25" for "4 1/4".
  for (const code of codes) {
    const [, whole, part, of] = /^(\d+) (\d+)\/(\d+)$/.exec(code) ?? [];
    if (whole === undefined) continue;
    const decimal = String(Number(whole) + Number(part) / Number(of));
    const key = foldedInPlace(plain(code)).replace(/[\s-]/g, "");
    const source = `${names ? `(?:${names}${SAYS})?` : ""}${decimal.replace(".", "[.,]")}0?`;
    readers.push({ pattern: measurePattern(source + after), read: () => valuesBy.get(key) ?? [] });
  }
  if (field.counted) {
    const numbers = `(${anySpelling(field.options.map(({ value }) => value))})`;
    const before = String.raw`[\s-]*${anySpelling(field.counted.before)}`;
    const behind = String.raw`(?<=(?<!\p{L})${anySpelling(field.counted.behind)}\s(?:(?:of|with|de|von|mit|van|met|a|avec)\s)?)`;
    for (const source of [NO_STAGE + numbers + before, `${behind}${numbers}(?:${before})?`])
      readers.push({ pattern: measurePattern(source), read });
  }
  if (codes.size > 0)
    readers.push({ pattern: measurePattern(`(${anySpelling([...codes])})${END}${after}`), read });
  if (names) {
    for (const [spelling, value] of Object.entries(field.spellings ?? {}))
      valuesBy.set(
        foldedInPlace(plain(spelling)).replace(/[\s-]/g, ""),
        valuesBy.get(value.toLowerCase()) ?? [value],
      );
    const all = field.options.flatMap(({ value, name: label = value }) => [value, label, ...partsOf(label)]);
    all.push(...Object.keys(field.spellings ?? {}));
    readers.push({ pattern: measurePattern(`${names}${SAYS}(${anySpelling(all)})(?!-\\d)${units}`), read });
    // "size 3 grip"
    if (codes.size > 0)
      readers.push({
        pattern: measurePattern(
          String.raw`(?:size|maat|grosse|größe|taille|#)\s*(${anySpelling(all)})\s*${names}`,
        ),
        read,
      });
  }
  return readers;
}

/** "3 (L3 · 4 3/8)". */
function coded({ value, name = value }: Option): string {
  return name === value ? value : `${value} (${name})`;
}

function offeredOf({ offered, options }: ChoiceField): readonly string[] {
  return offered?.csv ?? offered?.form ?? options.map(({ value }) => value);
}

function optionsBeside({ options, narrow }: ChoiceField, values: Values): readonly Option[] {
  const left = narrowedTo(narrow, values);
  return left ? options.filter(({ value }) => left.includes(value)) : options;
}

function offeredBeside(field: ChoiceField, values: Values): readonly string[] {
  const allowed = optionsBeside(field, values);
  return offeredOf(field).filter((value) => optionOf(allowed, value));
}

export const choice: FieldKind<ChoiceField, ChoiceFieldView> = {
  ...USUAL,
  isSelect: true,
  read: (field, raw, values) =>
    readLine(field, raw, (text) => {
      const value = valueOfText(field, text);
      return value !== undefined && optionOf(optionsBeside(field, values), value)
        ? { value }
        : { issue: issue("not_offered") };
    }),
  meant: (field, raw) => valueOfText(field, oneLine(textOf(raw))),
  afterChange(field, value, values, changed) {
    if (changed !== undefined && field.clearedBy?.includes(changed)) return "";
    const options = optionsBeside(field, values);
    if (value === "" || optionOf(options, value)) return value;
    return field.excluded === "first" ? (options[0]?.value ?? "") : "";
  },
  options: optionsBeside,
  check: ({ options }, json, text) =>
    `jsonb_typeof(${json}) = 'string' and ${text} in (${sqlTexts(options.map(({ value }) => value))})`,
  narrowCheck: ({ narrow = [] }, text) =>
    narrow.map(({ when, to }) => ({ when, to: `${text} in (${sqlTexts(to)})` })),
  text: ({ options }, value, texts) => optionsText(options, value, texts),
  view: ({ kind, options, offered }, { texts, stored, meaning }) => ({
    kind,
    // An import may have stored a value that the form does not offer.
    options: options
      .filter(({ value }) => !offered?.form || offered.form.includes(value) || value === stored)
      .map((option) => ({
        value: option.value,
        label: texts.option(option),
        meaning: meaning(option.value) ?? undefined,
      })),
  }),
  input: ({ initial = "" }, stored, isNew) => (isNew ? initial : String(stored ?? "")),
  cell: (field, text, values, isWritten = true) =>
    field.narrow ? meantCell(field, text, optionsBeside(field, values), isWritten ? values : null) : text,
  offered: offeredOf,
  offeredBeside,
  example(field, values) {
    const offered = offeredBeside(field, values);
    return [field.csv?.empty, ...offered].find((value) => value && offered.includes(value)) ?? "";
  },
  allowed(field, _, narrowed) {
    const offered = offeredOf(field);
    const list = (values: readonly string[]) =>
      field.options
        .filter(({ value }) => offered.includes(value) && values.includes(value))
        .map(coded)
        .join(NEXT_VALUE);
    if (field.narrow === undefined) return list(offered);
    const all = narrowed(field.narrow, list);
    return field.narrow.some(({ when }) => Object.keys(when).length === 0) ? all : `${list(offered)}; ${all}`;
  },
  readers: readersOf,
};
