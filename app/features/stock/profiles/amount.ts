import { readPrice } from "#app/domain/money.ts";

/** Signs, codes and names of currencies, each with its code. A bare "kr" is one of several. */
const CURRENCIES: readonly (readonly [string, RegExp])[] = [
  ["EUR", /€|(?<![a-z])eur(?:o(?:'?s)?)?(?![a-z])/iu],
  ["GBP", /£|(?<![a-z])(?:gbp|pounds?|pond|pfund|sterling|livres?|quid)(?![a-z])/iu],
  ["CAD", /(?<![a-z])(?:cad|c\$|ca\$)(?![a-z])/iu],
  ["AUD", /(?<![a-z])(?:aud|au?\$)(?![a-z])/iu],
  ["NZD", /(?<![a-z])(?:nzd|nz\$)(?![a-z])/iu],
  ["HKD", /(?<![a-z])(?:hkd|hk\$)(?![a-z])/iu],
  ["SGD", /(?<![a-z])(?:sgd|s\$)(?![a-z])/iu],
  ["BRL", /(?<![a-z])(?:brl|r\$)(?![a-z])/iu],
  ["USD", /(?<![a-z])(?:us)?\$|(?<![a-z])(?:usd|dollars?)(?![a-z])/iu],
  ["CHF", /(?<![a-z])(?:chf|sfr\.?|fr\.|franken|francs suisses)(?![a-z])/iu],
  ["SEK", /(?<![a-z])(?:sek|kronor)(?![a-z])/iu],
  ["NOK", /(?<![a-z])nok(?![a-z])/iu],
  ["DKK", /(?<![a-z])(?:dkk|kroner)(?![a-z])/iu],
  ["KR", /(?<![a-z])kr\.?(?![a-z])/iu],
  ["PLN", /(?<![a-z])(?:pln|zł|zl)(?![a-z])/iu],
  ["CZK", /(?<![a-z])(?:czk|kč)(?![a-z])/iu],
  ["HUF", /(?<![a-z])(?:huf|ft)(?![a-z])/iu],
  ["RON", /(?<![a-z])(?:ron|lei)(?![a-z])/iu],
  ["TRY", /₺|(?<![a-z])(?:try|tl)(?![a-z])/iu],
  ["JPY", /¥|(?<![a-z])jpy(?![a-z])/iu],
  ["CNY", /(?<![a-z])(?:cny|rmb)(?![a-z])/iu],
  ["ILS", /₪|(?<![a-z])ils(?![a-z])/iu],
  ["INR", /₹|(?<![a-z])inr(?![a-z])/iu],
  ["ISK", /(?<![a-z])isk(?![a-z])/iu],
  ["KRW", /₩|(?<![a-z])krw(?![a-z])/iu],
  ["MXN", /(?<![a-z])(?:mxn|mx\$)(?![a-z])/iu],
  ["ZAR", /(?<![a-z])zar(?![a-z])/iu],
];

/** Longer texts are no prices or currencies. */
const LONGEST_TEXT = 60;

/** The code of the currency that a text names, or an unknown sign as it is written: "MX$". Null for none. */
export function currencyOf(text: string): string | null {
  const short = text.slice(0, LONGEST_TEXT);
  if (/^[\d\s.,-]*$/.test(short)) return null;
  const named = CURRENCIES.find(([, written]) => written.test(short))?.[0];
  return named ?? /\p{L}{0,3}\p{Sc}/u.exec(short)?.[0].toUpperCase() ?? null;
}

/** The currency in a cell of a column of currencies: the cell itself, where it is none that is known. Null for no word. */
export function currencyInCell(text: string): string | null {
  const word = text.trim().slice(0, 12).toUpperCase();
  return currencyOf(text) ?? (/\p{L}/u.test(word) ? word : null);
}

/** What a title row says of its currency stands beside one of these, a sign, or is a code. */
const OF_PRICES =
  /pri[cjs]|prix|preis|currenc|währung|valuta|devise|betr[aä]g|bedrag|amount|montant|\p{Sc}/iu;
/** Their names and codes are other words in sentences: "Try our rackets". */
const OTHER_WORDS = new Set(["TRY", "HUF", "RON", "NOK", "ILS"]);

/** The currency that the rows above a heading say for all prices ("Prices in GBP"): one that is not the euro, if they name one. */
export function currencyOfTitle(text: string): string | null {
  const short = text.slice(0, 200);
  const isOfPrices = OF_PRICES.test(short);
  const named = CURRENCIES.filter(([code, written]) =>
    isOfPrices && !OTHER_WORDS.has(code)
      ? written.test(short)
      : new RegExp(`(?<!\\p{L})${code}(?!\\p{L})`, "u").test(short),
  ).map(([code]) => code);
  return named.find((code) => code !== "EUR") ?? named[0] ?? null;
}

/** What people write beside a price: "VB", "per piece", "from". */
const BESIDE =
  /\b(?:vb|vhb|verhandlungsbasis|fp|festpreis|o\.?b\.?o\.?|ono|bieden|notk|n\.?o\.?t\.?k\.?)\b\.?|\/?\s*(?:per|pro|je|p\.|par)\s*(?:stuk|st\.?|stk\.?|stück|piece|pièce|pc)\b\.?|incl\.?(?:\s*btw)?|inkl\.?(?:\s*mwst\.?)?|\bttc\b/giu;

export interface CellAmount {
  /** In hundredths. Null: the text is no amount, or has two readings. */
  readonly cents: number | null;
  readonly currency: string | null;
}

/** What replaces a part of a price: between two numbers, nothing that would make one of them. */
function gap(text: string, part: string, at: number): string {
  const isBetween = /\d\s*$/.test(text.slice(0, at)) && /^\s*\d/.test(text.slice(at + part.length));
  if (!isBetween) return " ";
  return part === "€" ? part : "?";
}

/** @param decimal the decimal sign that other prices of the file prove: it decides what "1.299" means */
export function amountInCell(text: string, decimal: "," | "." | null): CellAmount {
  const currency = currencyOf(text);
  let plain = text.slice(0, LONGEST_TEXT);
  let signs = 0;
  let kinds = 0;
  let isDivided = false;
  for (const written of [...CURRENCIES.map(([, each]) => each), /(?!€)\p{Sc}/u]) {
    const before = signs;
    plain = plain.replace(new RegExp(written.source, "giu"), (sign, at: number, whole: string) => {
      signs += 1;
      const instead = gap(whole, sign, at);
      isDivided ||= instead !== " ";
      return instead;
    });
    if (signs > before) kinds += 1;
  }
  // "€ 89 € 129" has two prices; "£45 GBP" has one.
  if (kinds > 1 || (signs > 1 && isDivided)) return { cents: null, currency };
  const amount = plain;
  plain = amount
    .replace(BESIDE, (words, at: number) => gap(amount, words, at))
    .replace(/\s+/g, " ")
    .trim();
  // Some systems write prices before rounding: "209.000000", "74.166667".
  const exact = /^\d+[.,]\d{4,}$/.test(plain) ? Number(plain.replace(",", ".")) : Number.NaN;
  if (!Number.isNaN(exact)) return { cents: Math.round(exact * 100), currency };
  const read = readPrice(plain);
  if (!read || "otherCurrency" in read) return { cents: null, currency };
  if ("cents" in read) return { cents: read.cents, currency };
  if (decimal === null) return { cents: null, currency };
  const isDecimal = plain.replace(/[^.,]/g, "") === decimal;
  return { cents: isDecimal ? null : read.readings[0], currency };
}

/** "129.00": as our own files write it. */
export function centsCell(cents: number): string {
  return (cents / 100).toFixed(2);
}
