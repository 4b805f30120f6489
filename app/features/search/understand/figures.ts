import { UNIT } from "#app/domain/categories/derive/units.ts";
import type { Currency } from "#app/domain/currency.ts";
import { readPrice, readPriceLimit } from "#app/domain/money.ts";
import { NUMBER_WORDS } from "./words.ts";

/** A number in a text, with the currency or the unit beside it. */
export interface Figure {
  readonly value: number;
  readonly currency: Currency | null;
  readonly unit: string | undefined;
  /** Where its digits begin: after a currency. */
  readonly digitsAt: number;
  /** Where it ends without the unit. */
  readonly end: number;
  /** Where the unit ends, or the number if it has none. */
  readonly unitEnd: number;
}

/** Whether a model is called by the word and the number: "blade" and 98. */
export type IsModelNumber = (word: string, number: number) => boolean;

export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** A regular expression for any of the phrases, the longest first. */
export function anyPhrase(phrases: Iterable<string>): string {
  const longestFirst = [...phrases].sort((a, b) => b.length - a.length);
  const sources = longestFirst.map((phrase) => {
    const source = phrase.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&").replaceAll(" ", String.raw`\s+`);
    return /[\p{L}\p{N}]$/u.test(phrase) ? String.raw`${source}(?![\p{L}\p{N}])` : source;
  });
  return `(?:${sources.join("|")})`;
}

const CURRENCY = String.raw`(?:€|\$|£|(?:eur|euro['’]?s?|usd|dollars?|gbp|pounds?|quid|bucks)(?![\p{L}\p{N}]))`;
const CURRENCY_BEFORE = new RegExp(String.raw`${CURRENCY}\s*`, "uy");
/** "60e" is typed for "60 €". */
const CURRENCY_AFTER = new RegExp(String.raw`\s*${CURRENCY}|(?<=\d\d)eu?(?![\p{L}\p{N}])`, "uy");
const UNIT_AFTER = new RegExp(String.raw`\s*(${UNIT})`, "uy");
/** All digits with their separators: no number is read from its middle. */
const DIGITS = /\d+(?:[.,'’]\d+)*/uy;
const NUMBER_WORD = new RegExp(anyPhrase(NUMBER_WORDS.keys()), "uy");
/** The rest of "1 000". */
const MORE_GROUPS = /(?:\s\d{3})+(?:[.,]\d{1,2})?(?![\d/]|[.,'’]\d)/uy;
/** "45€50" */
const CENTS = /€\d{2}(?!\d)/uy;
/** "45,-" */
const NO_CENTS = /[.,](?:-{1,2}|[–—=])/uy;
const THOUSANDS = /\s?k(?![\p{L}\p{N}])/uy;
/** After these, the number is a part of a fraction, or a share or a distance. */
const NO_AMOUNT =
  /\s?%|\s?\/\s?\d|\s\d\/\d|\s?(?:km|kilometers?|kilometres?|miles?|mi|prozent|procent|percent)(?![\p{L}\p{N}])/uy;
/** "8rkt", "16x19": the number begins a word. */
const WORD_REST = /(?!ish)[\p{L}\p{N}]/uy;

/** After these words, pounds are a tension: "strings at 55 pounds". */
const TENSION = new RegExp(
  [
    String.raw`(?:^|\s)(?:(?:strung|tension|spannung|spanning|bespannt|besaitet|bespannen|corde[es]*)`,
    String.raw`(?:\s+(?:at|to|with|of|mit|op|met|a|de|between|about|under|over|below|above|max|min|unter|onder)){0,3}`,
    String.raw`|(?:strings?|saiten|snaren|cordages?)\s+(?:at|@|mit|op|a))`,
    String.raw`\s*(?:[\d.,]+\s*(?:-|–|to|and|und|en|et|bis|tot|a)\s*)?$`,
  ].join(""),
);

/** The number after such a word is a size: "grip 1 100 €". */
const SIZE = /^(?:grips?|griff\S*|manche|taille|size|maat|gr|l|v|no|nr)$/;

/** "Paris 15e" is no price. */
const DISTRICT = /(?:^|\s)(?:paris|lyon|marseille)\s\d{1,2}e$/;

/** In whole units. Higher ones are no prices. */
const MAX_AMOUNT = 10_000_000;

/** "50 CHF": the shop has no rate for it. */
function isOtherCurrency(after: string): boolean {
  const [, sign = ""] = /^\s*([\p{Sc}\p{L}]+)/u.exec(after) ?? [];
  const read = readPrice(`1 ${sign}`);
  return read !== null && "otherCurrency" in read;
}

function currencyOf(sign: string): Currency {
  if (/[$]|usd|dollar|bucks/.test(sign)) return "USD";
  return /£|gbp|pound|quid/.test(sign) ? "GBP" : "EUR";
}

/** A currency after other words: "150+ euro". */
export function currencyAt(text: string, at: number): { currency: Currency; end: number } | null {
  const [sign] = matchAt(CURRENCY_AFTER, text, at) ?? [];
  return sign === undefined ? null : { currency: currencyOf(sign), end: at + sign.length };
}

export function wordBefore(text: string, at: number): string {
  return /(?<!\S)(\S+)\s+$/.exec(text.slice(0, at))?.[1] ?? "";
}

/**
 * The number that begins at a place in a `folded` text. `isSaid`: the words before say that an amount follows. Null where
 * no number begins, and where it is part of something else.
 */
export function figureAt(
  text: string,
  at: number,
  isSaid: boolean,
  isModelNumber: IsModelNumber,
): Figure | null {
  const [before = ""] = matchAt(CURRENCY_BEFORE, text, at) ?? [];
  const digitsAt = at + before.length;
  const [digits = ""] = matchAt(DIGITS, text, digitsAt) ?? [];
  const [word = ""] = digits === "" ? (matchAt(NUMBER_WORD, text, digitsAt) ?? []) : [];
  if (digits + word === "") return null;
  let end = digitsAt + digits.length + word.length;
  const take = (pattern: RegExp) => {
    const [taken = ""] = matchAt(pattern, text, end) ?? [];
    end += taken.length;
    return taken;
  };
  let value = NUMBER_WORDS.get(word.replace(/\s+/g, " ")) ?? Number.NaN;
  let isMoney = before !== "";
  if (digits !== "") {
    const groups = moreGroups(text, digitsAt, digits, isSaid || isMoney, isModelNumber);
    end += groups.length;
    const cents = take(CENTS);
    isMoney ||= cents + take(NO_CENTS) !== "";
    const factor = take(THOUSANDS) === "" ? 1 : 1000;
    value = ((readPriceLimit(digits + groups + cents) ?? Number.NaN) * factor) / 100;
  }
  if (DISTRICT.test(text.slice(0, end + 1))) return null;
  const unit = matchAt(UNIT_AFTER, text, end);
  const isTension = /^\s*pounds?/.test(text.slice(end)) && TENSION.test(text.slice(0, at));
  const sign = before + (isTension ? "" : take(CURRENCY_AFTER));
  isMoney ||= sign !== "";
  const unitEnd = isMoney || !unit ? end : end + unit[0].length;
  // NaN too: it is no amount, or too high.
  if (!(value <= MAX_AMOUNT) || matchAt(WORD_REST, text, unitEnd) || matchAt(NO_AMOUNT, text, end))
    return null;
  if (!isMoney && !unit && isOtherCurrency(text.slice(end))) return null;
  return {
    value,
    currency: isMoney ? currencyOf(sign) : null,
    unit: isMoney ? undefined : unit?.[1],
    ...{ digitsAt, end, unitEnd },
  };
}

/**
 * The rest of a number with spaces between its thousands. "" where the next digits are another number: "blade 98 100 €",
 * "grip 1 100 €".
 */
function moreGroups(
  text: string,
  at: number,
  digits: string,
  isSaid: boolean,
  isModelNumber: IsModelNumber,
): string {
  if (!/^[1-9]\d{0,2}$/.test(digits)) return "";
  const [groups = ""] = matchAt(MORE_GROUPS, text, at + digits.length) ?? [];
  if (groups === "") return "";
  const after = at + digits.length + groups.length;
  const isMoney = matchAt(CURRENCY_AFTER, text, after) !== null;
  if (!isMoney && matchAt(UNIT_AFTER, text, after)) return "";
  if (isSaid) return groups;
  const word = wordBefore(text, at);
  const isNamed = SIZE.test(word) || isModelNumber(word, Number(digits));
  return isMoney && digits.length === 1 && !isNamed ? groups : "";
}
