/** The maximum price of a listing. Money is in whole euro cents. */
export const MAX_PRICE_CENTS = 10_000_000;

/**
 * What a typed price means. `readings`: it is ambiguous and means one of these two amounts. Null: it is not an amount.
 */
export type PriceReading =
  | { readonly cents: number }
  | { readonly readings: readonly [number, number] }
  | null;

const MAX_LENGTH = 60;

const CURRENCY = /^(?:EUR|euro)|(?:EUR|euro)$/i;
const GROUPED = /^[1-9]\d{0,2}(?:\.\d{3})+$|^[1-9]\d{0,2}(?:,\d{3})+$|^[1-9]\d{0,2}(?:'\d{3})+$/;
/** "12.345" and "12,345": the separator marks thousands in one language and decimals in another. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/;
const WITH_FRACTION = /^(.*)([.,])(\d{1,2})$/;

/** Reads "199", "199.5", "199,50", "EUR 199", "€ 1.199,50" or "1,199.50". */
export function readPrice(text: string): PriceReading {
  if (text.length > MAX_LENGTH) return null;
  const written = text.replace(/[€\s\u00a0\u202f]/g, "").replace(CURRENCY, "");
  const sign = written.startsWith("-") ? -1 : 1;
  const amount = sign < 0 ? written.slice(1) : written;
  if (AMBIGUOUS.test(amount)) {
    const thousands = Number(amount.replace(/[.,]/, ""));
    return { readings: [sign * thousands * 100, sign * Math.round(thousands / 10)] };
  }
  const [, before = amount, separator = "", fraction = ""] = WITH_FRACTION.exec(amount) ?? [];
  const isWhole =
    /^\d+$/.test(before) || (GROUPED.test(before) && !(separator && before.includes(separator)));
  if (!isWhole) return null;
  const whole = Number(before.replace(/[.,']/g, ""));
  return { cents: sign * (whole * 100 + Number(fraction.padEnd(2, "0"))) };
}

/**
 * Reads a price of 0 to `max` cents.
 * @returns the cents, or the issue (`IssueCode` with its parameters)
 */
export function checkPrice(text: string, max = MAX_PRICE_CENTS): { cents: number } | { issue: string } {
  if (text.trim() === "") return { issue: "required" };
  const read = readPrice(text);
  if (read === null) return { issue: "not_an_amount" };
  if ("readings" in read) return { issue: `ambiguous_amount:${read.readings.join(":")}` };
  if (read.cents < 0) return { issue: "negative" };
  return read.cents > max ? { issue: `too_high:${max / 100}` } : read;
}

/** Cents as an input shows them: "199.50", "199". */
export function centsToInput(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}
