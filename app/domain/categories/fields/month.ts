import { formatMonth } from "../../format.ts";
import { comparable } from "../../text-rules.ts";
import { type AnyField, type FieldKind, issue, readLine, USUAL } from "./kind.ts";

/** A month, stored as a number like 202611. */
export interface MonthField extends AnyField {
  readonly kind: "month";
  readonly min: number;
  readonly max: number;
}

export type MonthView = Pick<MonthField, "kind">;

/** "2026-11", "2026/3", "202611" */
const YEAR_FIRST = /^(\d{4})(?:[-/. ](\d{1,2})|(\d{2}))$/;
/** "11/2026", "3.26", "3 '26" */
const MONTH_FIRST = /^(\d{1,2})[-/. ]+['’]?(\d{4}|\d{2})$/;
/** "March 2025", "mrt. '25", "mars de 2025" */
const NAME_FIRST = /^(\p{L}{3,})\.?[-/, ]*(?:(?:of|de|van|von) )?['’]?(\d{4}|\d{2})$/u;
/** "2025 March" */
const NAME_LAST = /^(\d{4})[-/, ]*(\p{L}{3,})\.?$/u;

/** The names of the months in the languages of the shop, without accents: `names[0]` has those of January. */
let names: readonly (readonly string[])[] | undefined;

function monthNames() {
  const formats = ["en-GB", "nl", "de", "fr"].flatMap((locale) =>
    (["long", "short"] as const).map((month) => new Intl.DateTimeFormat(locale, { month, timeZone: "UTC" })),
  );
  return Array.from({ length: 12 }, (_, at) => {
    const date = new Date(Date.UTC(2026, at, 1));
    const all = formats.map((format) => comparable(format.format(date)).replace(/\.$/, ""));
    return at === 2 ? [...all, "mrz"] : all;
  });
}

/** The number of the month with this name, or with a name that begins so. NaN when none or several do. */
function numberOf(text: string): number {
  names ??= monthNames();
  const start = comparable(text);
  const fitting = names.flatMap((of, at) => (of.some((name) => name.startsWith(start)) ? [at + 1] : []));
  return fitting.length === 1 ? Number(fitting[0]) : Number.NaN;
}

/**
 * The month that a text means, as a number like 202611: "2026-11", "11/2026", "3/25", "March 2025", "mrt '25". Years of
 * two digits are of this century. Undefined when the text is not a month.
 */
export function monthOfText(raw: string): number | undefined {
  const text = raw.trim();
  const [, y1, m1, m2] = YEAR_FIRST.exec(text) ?? [];
  const [, m3, y2] = MONTH_FIRST.exec(text) ?? [];
  const [, n1, y3] = NAME_FIRST.exec(text) ?? [];
  const [, y4, n2] = NAME_LAST.exec(text) ?? [];
  const name = n1 ?? n2;
  const month = name === undefined ? Number(m1 ?? m2 ?? m3) : numberOf(name);
  const year = Number(y1 ?? y2 ?? y3 ?? y4);
  return month >= 1 && month <= 12 ? (year < 100 ? 2000 + year : year) * 100 + month : undefined;
}

/** A stored month in the format of `<input type="month">`: "2026-11". */
export function monthText(month: number): string {
  return `${String(month).slice(0, 4)}-${String(month).slice(4)}`;
}

export const month: FieldKind<MonthField, MonthView> = {
  ...USUAL,
  read: (field, raw) =>
    readLine(field, raw, (text) => {
      const value = monthOfText(text);
      const isKnown = value !== undefined && value >= field.min && value <= field.max;
      return isKnown ? { value } : { issue: issue("not_a_month") };
    }),
  check: ({ min, max }, json, text) =>
    `jsonb_typeof(${json}) = 'number' and (${text})::numeric between ${min} and ${max} and mod((${text})::numeric, 100) between 1 and 12 and mod((${text})::numeric, 1) = 0`,
  text: (_, value, { locale }) => formatMonth(new Date(`${monthText(Number(value))}-01T00:00:00Z`), locale()),
  view: ({ kind }) => ({ kind }),
  input: (_, stored) => (typeof stored === "number" ? monthText(stored) : String(stored ?? "")),
  allowed: (_, { m }) => m.csv_values_month(),
};
