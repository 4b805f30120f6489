import { formatFigure } from "../../format.ts";
import { foldedInPlace } from "../../text-rules.ts";
import {
  type AnyField,
  type FieldKind,
  issue,
  type Limits,
  type Narrowing,
  narrowedTo,
  type Reader,
  readLine,
  type StringState,
  USUAL,
  type Values,
} from "./kind.ts";
import { anySpelling, measurePattern, plain, SAYS, sameUnits, UNIT_SPELLINGS } from "./spellings.ts";

/** `min` and `max` are inclusive. */
export interface NumberField extends AnyField {
  readonly kind: "number";
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly unit?: string;
  /** Other spellings of the unit in a search, in the five languages. */
  readonly units?: readonly string[];
  /**
   * A unit that counts other things too, and means this field from a number on, or beside the field's name: "98er" and
   * "90er Kopf", but not "90er Jahre".
   */
  readonly sharedUnit?: { readonly unit: string; readonly from: number };
  /** Searches may omit the decimal point: "125" for 1.25. */
  readonly pointIsOptional?: true;
  /** Whether a search may name its values alone beside the gear: "bag for 6". */
  readonly bareNumbers?: true;
  /** Words of the five languages that name a range of values in a search: "lightweight". */
  readonly rangeWords?: Readonly<
    Record<string, { readonly min: number | null; readonly max: number | null }>
  >;
  /** Words that name a range only beside the gear: "big". */
  readonly wordsBesideGear?: NumberField["rangeWords"];
  readonly narrow?: readonly Narrowing<Limits>[];
  readonly measured?: Measured;
}

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

export interface NumberView {
  readonly kind: "number";
  readonly unit: string | null;
  /** The unit beside the number 1, if it has a singular. */
  readonly unitOfOne: string | null;
  readonly step: number;
  /** The state of the strings in which the value is measured: "unstrung". Null for any other value. */
  readonly measured: string | null;
}

/** For `NumberField.rangeWords`: the same range for each word. */
export function sameRange<Range>(range: Range, ...words: readonly string[]): Readonly<Record<string, Range>> {
  return Object.fromEntries(words.map((word) => [word, range]));
}

const NUMBER = /^-?\d+(?:[.,]\d+)?$/;

function toNumber(text: string): number {
  return Number(text.replace(",", "."));
}

const withUnit = new Map<string, RegExp>();

const LONGEST_MEASURE = 100;

/** Removes the unit from a measure: "300 g" and "300gr" become "300". Other text is returned unchanged. */
function withoutUnit({ unit }: NumberField, text: string): string {
  if (!unit || text.length > LONGEST_MEASURE || /^[\d.,]*$/.test(text)) return text;
  const written =
    withUnit.get(unit) ?? new RegExp(String.raw`^(-?[\d.,]+)\s*${anySpelling(sameUnits(unit))}$`, "u");
  withUnit.set(unit, written);
  return written.exec(foldedInPlace(plain(text)))?.[1] ?? text;
}

/** The multiples of the step from `low` to `high`, with a tolerance for rounding errors: 1.17 / 0.01 is 116.99…. */
function steps({ step }: NumberField, low: number, high: number, most: number): string[] {
  const first = Math.ceil(low / step - 1e-6);
  const count = Math.floor(high / step + 1e-6) - first + 1;
  if (count < 1 || count > most) return [];
  return Array.from({ length: count }, (_, at) => String(Number(((first + at) * step).toFixed(6))));
}

/** The values that the field allows and that differ from `value` by at most `slack`. */
function near(field: NumberField, value: number, slack: number): string[] {
  const { min, max } = field;
  return steps(field, Math.max(value - slack, min), Math.min(value + slack, max), Number.POSITIVE_INFINITY);
}

/**
 * People round what they convert: to the last digit that they type, and at least to the field's step. Round numbers are
 * rounded more: a reel of 200 m is called 660 ft. Kilograms are only other grams.
 */
function slackOf({ step }: NumberField, amount: string, factor: number): number {
  if (factor === 1000) return 0;
  const [, decimals = ""] = amount.split(/[.,]/);
  const rounded = /^\d{2,}0$/.test(amount) ? toNumber(amount) * factor * ROUNDED_SHARE : 0;
  return Math.max(step, (factor * 10 ** -decimals.length) / 2, rounded);
}

const ROUNDED_SHARE = 0.006;

/** "100er Pack", "95er Jahre" */
const NOT_COUNTING = String.raw`(?!\s*-?(?:jahre|pack|packung|set|sets|box|karton|rolle|turnier)(?!\p{L}))`;

const AMOUNT = String.raw`(\d{1,4}(?:[.,]\d{1,3})?)`;

function readersOf(field: NumberField): Reader[] {
  const standard = field.unit ? (UNIT_SPELLINGS[field.unit] ?? [[field.unit, 1] as const]) : [];
  const spellings = [...standard, ...(field.units ?? []).map((unit) => [unit, 1] as const)];
  const names = field.searchNames && anySpelling(field.searchNames);
  // In "300 g weight 310" the name belongs to the second number.
  const nameAfter = String.raw`\s+${names}(?!${SAYS}\d)`;
  const readers: Reader[] = [];
  const factors = [...new Set(spellings.map(([, each]) => each))];
  for (const factor of factors) {
    const units = anySpelling(spellings.filter(([, each]) => each === factor).map(([unit]) => unit));
    readers.push({
      pattern: measurePattern(
        names ? `(?:${names}${SAYS})?${AMOUNT}[\\s-]*${units}(?:${nameAfter})?` : `${AMOUNT}[\\s-]*${units}`,
      ),
      read: ([, amount = ""]) =>
        near(field, toNumber(amount) * factor, factor === 1 ? 0 : slackOf(field, amount, factor)),
    });
  }
  const { sharedUnit } = field;
  if (sharedUnit) {
    const counted = `${AMOUNT}[\\s-]*${anySpelling([sharedUnit.unit])}${NOT_COUNTING}`;
    readers.push({
      pattern: measurePattern(counted),
      read: ([, amount = ""]) => (toNumber(amount) < sharedUnit.from ? [] : near(field, toNumber(amount), 0)),
    });
    // "90er Kopf"
    for (const source of names ? [`${names}${SAYS}${counted}`, `${counted}${nameAfter}`] : [])
      readers.push({
        pattern: measurePattern(source),
        read: ([, amount = ""]) => near(field, toNumber(amount), 0),
      });
  }
  if (names) {
    for (const source of [`${names}${SAYS}${AMOUNT}`, `${AMOUNT}${nameAfter}`])
      readers.push({
        pattern: measurePattern(source),
        // "balance 32.5" is in cm, "tamis 645" in cm².
        read: ([, amount = ""]) => {
          const values = near(field, toNumber(amount), 0);
          const others = factors.filter((factor) => factor !== 1);
          return values.length > 0
            ? values
            : others.flatMap((factor) =>
                near(field, toNumber(amount) * factor, slackOf(field, amount, factor)),
              );
        },
      });
  }
  return readers;
}

function limitsOf({ narrow, min, max }: NumberField, values: Values, usual: Limits = { min, max }): Limits {
  return narrowedTo(narrow, values) ?? usual;
}

export const number: FieldKind<NumberField, NumberView> = {
  ...USUAL,
  isDecimal: true,
  read: (field, raw, values) =>
    readLine(field, raw, (text) => {
      if (!NUMBER.test(text)) return { issue: issue("not_a_number") };
      const value = toNumber(text);
      const { min, max } = limitsOf(field, values);
      if (value < min || value > max) return { issue: issue("range", min, max) };
      // 0.1 + 0.2 is not exactly 0.3.
      const rounded = Number((Math.round(value / field.step) * field.step).toFixed(6));
      return Math.abs(rounded - value) > 1e-9 ? { issue: issue("step", field.step) } : { value: rounded };
    }),
  check: ({ min, max, step }, json, text) =>
    `jsonb_typeof(${json}) = 'number' and (${text})::numeric between ${min} and ${max} and mod((${text})::numeric, ${step}) = 0`,
  limits: limitsOf,
  narrowCheck: ({ narrow = [] }, text) =>
    narrow.map(({ when, to: { min, max } }) => ({
      when,
      to: `(${text})::numeric between ${min} and ${max}`,
    })),
  text: ({ unit }, value, texts) =>
    unit ? texts.measure(Number(value), unit) : formatFigure(Number(value), texts.locale()),
  view: ({ kind, unit, step }, { texts, measured }) => ({
    kind,
    unit: unit ? texts.unit(unit) : null,
    unitOfOne: unit ? texts.unitOfOne(unit) : null,
    step,
    measured: measured && texts.stringState(measured),
  }),
  cell: withoutUnit,
  example: (field, values) => String(limitsOf(field, values).min),
  allowed({ narrow, unit, min, max }, texts, narrowed) {
    const between = (limits: Limits) => texts.m.csv_values_range(limits);
    const range = narrow ? narrowed(narrow, between) : between({ min, max });
    return unit ? `${range} (${texts.unit(unit)})` : range;
  },
  within: (field, { min, max }, most) =>
    steps(field, Math.max(min ?? field.min, field.min), Math.min(max ?? field.max, field.max), most),
  readers: readersOf,
};
