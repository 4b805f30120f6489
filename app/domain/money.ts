/** The maximum price of a listing. Money is in whole euro cents. */
export const MAX_PRICE_CENTS = 10_000_000;

/**
 * What a typed price means. `readings`: it is ambiguous and means one of these two amounts. `otherCurrency`: it is an
 * amount, but not of euros. Null: it is not an amount.
 */
export type PriceReading =
  | { readonly cents: number }
  | { readonly readings: readonly [number, number] }
  | { readonly otherCurrency: true }
  | null;

/** The database compares integers of four bytes. */
const MAX_LIMIT_CENTS = 1_000_000_000;

const MAX_LENGTH = 60;

const EURO = String.raw`(?:€|euro['s]*|eur[.]?)`;
/** The signs, codes and names of currencies in which people of our countries may think, without the euro's. */
const OTHER_CURRENCY = new RegExp(
  [
    String.raw`\p{Sc}|(?<![a-z])(?:dollars?|bucks|pounds?|quid|pence|francs?|franken|fr|sfr|chf|usd|gbp|sek|nok|dkk|isk`,
    String.raw`kr|kronor|kroner|pln|zl|zł|czk|kč|huf|ft|ron|lei|bgn|try|tl|rub|uah|jpy|yen|cny|rmb|krw|inr|rs|aud|cad`,
    String.raw`nzd|sgd|hkd|mxn|brl|zar|aed|ils)(?![a-z])`,
  ].join("|"),
  "iu",
);

/** Whole euros; spaces, dots, commas or apostrophes stand only between groups of three digits. */
const WHOLE = String.raw`(?:\d+|[1-9]\d{0,2}(?:(?:[.]\d{3})+|(?:,\d{3})+|(?:'\d{3})+|(?: \d{3})+))`;
const PLAIN = new RegExp(`^${WHOLE}$`);
/** "45€50" */
const AROUND_EURO = new RegExp(String.raw`^(${WHOLE}) ?${EURO} ?(\d{2})$`);
/** "45,-", "45.–": no cents. */
const NO_CENTS = new RegExp(String.raw`^(${WHOLE}) ?[.,] ?(?:-{1,3}|=)$`);
const WITH_CENTS = new RegExp(String.raw`^(${WHOLE})?([.,])(\d{1,2})$`);
/** "12.345" and "12,345": the separator marks thousands in one language and decimals in another. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/;

const BEFORE = new RegExp(String.raw`^(-?) ?(?:${EURO} ?)?(-?)`);
const AFTER = new RegExp(String.raw` ?(?:${EURO}|e)$`);

/** The zeros of the digits that keyboards of Arabic, Persian and full-width letters type. */
const ZEROS = [0x0660, 0x06f0, 0xff10];

/** The same text in ASCII, as far as the characters are other forms of digits, separators, dashes and spaces. */
function inAscii(text: string): string {
  return text
    .replace(/\p{Cf}/gu, "")
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      const zero = ZEROS.find((one) => code >= one && code <= one + 9);
      return zero === undefined ? digit : String(code - zero);
    })
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[’‘‛ʼ′`´٬]/g, "'")
    .replace(/·/g, ".")
    .replace(/٫/g, ",")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

function centsOf(whole: string, fraction = ""): number {
  return Number(whole.replace(/\D/g, "")) * 100 + Number(fraction.padEnd(2, "0"));
}

function readAmount(amount: string): PriceReading {
  if (AMBIGUOUS.test(amount)) {
    const thousands = Number(amount.replace(/[.,]/, ""));
    return { readings: [thousands * 100, Math.round(thousands / 10)] };
  }
  if (PLAIN.test(amount)) return { cents: centsOf(amount) };
  const [, whole, fraction] = AROUND_EURO.exec(amount) ?? NO_CENTS.exec(amount) ?? [];
  if (whole !== undefined) return { cents: centsOf(whole, fraction) };
  const [, before = "", separator = "", cents] = WITH_CENTS.exec(amount) ?? [];
  // ".5" may be a slip for "0.5" or "5"; ",50" is written for fifty cents.
  const isWritten = before === "" ? cents?.length === 2 : !before.includes(separator);
  return cents === undefined || !isWritten ? null : { cents: centsOf(before, cents) };
}

/**
 * Reads a price of euros as people write it, and as the shop prints it in its languages: "199", "199,50", "EUR 199",
 * "1.199,50 €", "1’199.-", "45€50". It is the only reader of money (decision 0124).
 */
export function readPrice(text: string): PriceReading {
  if (text.length > MAX_LENGTH) return null;
  const written = inAscii(text);
  const other = OTHER_CURRENCY.exec(written.replaceAll("€", ""));
  if (other) return /\d/.test(written) ? { otherCurrency: true } : null;
  const [start = "", sign = "", innerSign = ""] = BEFORE.exec(written) ?? [];
  if (sign !== "" && innerSign !== "") return null;
  const rest = written.slice(start.length);
  const amount = rest.replace(AFTER, "");
  // "89€ 99€" and "€ 89 € 99" are two prices.
  if ((amount !== rest || /[€e]/.test(start)) && AROUND_EURO.test(amount)) return null;
  const read = readAmount(amount);
  if (sign + innerSign === "" || read === null || "otherCurrency" in read) return read;
  return "cents" in read
    ? { cents: read.cents === 0 ? 0 : -read.cents }
    : { readings: [-read.readings[0], -read.readings[1]] };
}

/**
 * Reads a limit of a search in cents. Nobody limits a price to a tenth of a cent, so "1.000" and "1,000" are a thousand;
 * the page shows the limit that it read. Null: it is not an amount of euros from 0 to `MAX_LIMIT_CENTS`.
 */
export function readPriceLimit(text: string): number | null {
  const read = readPrice(text);
  if (read === null || "otherCurrency" in read) return null;
  const cents = "cents" in read ? read.cents : read.readings[0];
  return cents < 0 || cents > MAX_LIMIT_CENTS ? null : cents;
}

/**
 * Reads a price of 0 to `max` cents.
 * @returns the cents, or the issue (`IssueCode` with its parameters)
 */
export function checkPrice(text: string, max = MAX_PRICE_CENTS): { cents: number } | { issue: string } {
  if (text.trim() === "") return { issue: "required" };
  const read = readPrice(text);
  if (read === null) return { issue: "not_an_amount" };
  if ("otherCurrency" in read) return { issue: "other_currency" };
  if ("readings" in read) return { issue: `ambiguous_amount:${read.readings.join(":")}` };
  if (read.cents < 0) return { issue: "negative" };
  return read.cents > max ? { issue: `too_high:${max / 100}` } : read;
}

/** Cents as an input shows them: "199.50", "199". */
export function centsToInput(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}
