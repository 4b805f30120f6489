import type { Currency } from "#app/domain/currency.ts";
import type { Range } from "#app/domain/search.ts";
import { foldedInPlace } from "#app/domain/text-rules.ts";
import {
  anyPhrase,
  currencyAt,
  type Figure,
  figureAt,
  type IsModelNumber,
  matchAt,
  wordBefore,
} from "./figures.ts";
import {
  ABOUT,
  ABOUT_AFTER,
  AT_MOST,
  BESIDE_AMOUNTS,
  BETWEEN,
  NOT,
  OVER,
  OVER_AFTER,
  TO,
  UNDER,
  UNDER_AFTER,
} from "./words.ts";

export interface Amount {
  readonly at: number;
  readonly length: number;
  /** In the currency or unit of the text; both ends are inclusive. */
  readonly range: Range;
  /** Null if no currency is named. Then the amount may be a measure, such as grams. */
  readonly currency: Currency | null;
  /** The unit of one of its numbers, or the one that the phrase implies: "290g-300", "lighter than 300". */
  readonly unit: string | undefined;
  /** Where its last number stands in the text, without a currency and a unit. */
  readonly number: { readonly at: number; readonly end: number };
  /** Whether nothing says that it is a price: "98-100". */
  readonly mustBeMeasure?: boolean;
  /** The number that the range is about; a measure has a narrower one. Null for any other range. */
  readonly about: number | null;
}

/** How far "about 100" reaches, up and down. */
export const ABOUT_SHARE = 0.15;

type Relation = "under" | "over" | "about" | "between" | "not" | "beside";

type Phrases = readonly (readonly [Relation, RegExp])[];

const LEADS: Phrases = Object.entries({
  under: UNDER,
  over: OVER,
  about: ABOUT,
  between: BETWEEN,
  not: NOT,
  beside: BESIDE_AMOUNTS,
}).map(([relation, phrases]) => [
  relation as Relation,
  new RegExp(String.raw`${anyPhrase(phrases)}\s*[:=]?\s*`, "uy"),
]);

const TRAILS: Phrases = Object.entries({ under: UNDER_AFTER, over: OVER_AFTER, about: ABOUT_AFTER }).map(
  ([relation, phrases]) => [relation as Relation, new RegExp(String.raw`\s*${anyPhrase(phrases)}`, "uy")],
);

const LINK = new RegExp(
  String.raw`\s*${anyPhrase(TO)}\s*(?:${anyPhrase([...BESIDE_AMOUNTS, ...ABOUT, ...AT_MOST])}\s*){0,2}`,
  "uy",
);
const WEIGHS = /^(?:lighter|leichter|lichter|plus leg|moins lour|heavier|schwerer|zwaarder|plus lour)/;
const STARTS_WORD = /(?<![\p{L}\p{N}]|\d[.,'’])\S/uy;

interface Phrase {
  readonly relation: Relation;
  readonly end: number;
}

/** The longest phrase at a place. */
function phraseAt(phrases: Phrases, text: string, at: number): Phrase | null {
  let longest: Phrase | null = null;
  for (const [relation, pattern] of phrases) {
    const end = at + (matchAt(pattern, text, at)?.[0].length ?? 0);
    if (end > (longest?.end ?? at)) longest = { relation, end };
  }
  return longest;
}

/** "Max. about 100" is a maximum. */
const STRONGEST_FIRST: readonly Relation[] = ["under", "over", "about", "between"];

function strongest(relations: readonly (Relation | null | undefined)[]): Relation | null {
  return STRONGEST_FIRST.find((relation) => relations.includes(relation)) ?? null;
}

const MAX_PHRASES = 4;

interface Lead {
  readonly end: number;
  /** Null where the words before a number do not compare. */
  readonly relation: Relation | null;
}

/** The words before a number: "not more than about". */
function leadAt(text: string, at: number): Lead {
  const relations: Relation[] = [];
  let end = at;
  while (relations.length < MAX_PHRASES) {
    const phrase = phraseAt(LEADS, text, end);
    if (!phrase || (relations.length === 0 && phrase.relation === "beside")) break;
    relations.push(phrase.relation);
    end = phrase.end;
  }
  const relation = strongest(relations);
  if (!relations.includes("not")) return { end, relation };
  if (relation === "under") return { end, relation: "over" };
  return relation === "over" ? { end, relation: "under" } : { end: at, relation: null };
}

function rangeOf(relation: Relation | null, value: number): Range {
  const cents = (share: number) => Math.round(value * share * 100) / 100;
  if (relation === "about") return { min: cents(1 - ABOUT_SHARE), max: cents(1 + ABOUT_SHARE) };
  return relation === "over" ? { min: value, max: null } : { min: null, max: value };
}

function amountAt(text: string, at: number, isModelNumber: IsModelNumber): Amount | null {
  const lead = leadAt(text, at);
  const low = figureAt(text, lead.end, lead.relation !== null, isModelNumber);
  if (!low) return null;
  const [link] = matchAt(LINK, text, low.unitEnd) ?? [];
  const isEnd = lead.relation === "under" || lead.relation === "over";
  const isLink = link !== undefined && !isEnd;
  const high = isLink ? figureAt(text, low.unitEnd + link.length, true, isModelNumber) : null;
  const ends = high && { low, link: link ?? "", high };
  const range =
    ends && areLinked(text, at, lead.relation, ends)
      ? rangeAt(text, at, lead.relation, ends, isModelNumber)
      : null;
  return range ?? singleAt(text, at, lead, low, isModelNumber);
}

interface Ends {
  readonly low: Figure;
  readonly link: string;
  readonly high: Figure;
}

const WEIGHT_NAME = /(?:weight|gewicht|poids):?$/;

/** "98 up to 150" may be two things; "from 100 up to 150", "280g up to 300g" and "weight 280 up to 300" are ranges. */
function areLinked(text: string, at: number, relation: Relation | null, { low, link, high }: Ends): boolean {
  if (!/^\s*up/.test(link) || relation === "between" || low.currency !== null) return true;
  if (low.unit !== undefined) return low.unit === high.unit;
  return high.currency === null && areGrams(low.value, high.value) && WEIGHT_NAME.test(wordBefore(text, at));
}

function areGrams(low: number, high: number): boolean {
  return low >= 230 && high <= 360;
}

/** Behind these words, numbers without a unit are no prices: "sizes 36 to 38", "ages 10 to 14". */
const SIZED =
  /^(?:sizes?|maten?|maat|grosse|tailles?|gr\.?|ages?|aged|alter|leeftijd|grips?|griff|manche|no|nr)$/;

/**
 * Whether two numbers with a word between them, of which nothing says what they are, are prices: "80 tot 100". Sizes, ages,
 * years, tensions and head sizes are closer to each other ("98 to 100", "36 bis 38"), and these are grams: "285 à 300".
 */
function mayBePrices(low: number, high: number): boolean {
  return low >= 10 && high >= low * 1.25 && !areGrams(low, high);
}

/** "50-100 euro", "between 290 and 300" */
function rangeAt(
  text: string,
  at: number,
  relation: Relation | null,
  { low, link, high }: Ends,
  isModelNumber: IsModelNumber,
): Amount | null {
  // "Blade 98 bis 150 Euro" has a model and a maximum.
  if (relation === null && /\p{L}/u.test(link) && isModelNumber(wordBefore(text, at), low.value)) return null;
  const currency = low.currency ?? high.currency;
  const unit = low.unit;
  // "£50-100 in London", "€50 - 100 Head racket"
  const isNoUnit = low.currency !== null && /^\s+(?:in|head)\s+[\p{L}\p{N}]/u.test(text.slice(high.end));
  // "300 g bis 150 €"
  if (currency && (unit ?? (isNoUnit ? undefined : high.unit)) !== undefined) return null;
  const isSaid = relation !== null || (low.unit ?? high.unit) !== undefined;
  if (!currency && low.value > high.value) return null;
  if (!currency && !isSaid && SIZED.test(wordBefore(text, at))) return null;
  // "80 tot 100" and "50-100 range" are prices, "98-100" is a measure or nothing.
  const isPrice =
    (/\p{L}/u.test(link) && mayBePrices(low.value, high.value)) ||
    /^\s*(?:euro?s?\s+)?(?:range|bereich)/.test(text.slice(high.end));
  const mustBeMeasure = !currency && !isSaid && !isPrice;
  // "90 to 110 euros max"
  const trail = currency ? phraseAt(TRAILS, text, high.end) : null;
  const end =
    trail?.relation === "under" && /^(?![\p{L}\p{N}])/u.test(text.slice(trail.end)) ? trail.end : high.end;
  return {
    ...{ at, length: end - at, currency, unit, about: null, mustBeMeasure },
    range: { min: Math.min(low.value, high.value), max: Math.max(low.value, high.value) },
    number: { at: high.digitsAt, end: high.end },
  };
}

/** "under 100", "60 € max", "100+", "45 €" */
function singleAt(
  text: string,
  at: number,
  lead: Lead,
  { value, currency: named, unit, digitsAt, end, unitEnd }: Figure,
  isModelNumber: IsModelNumber,
): Amount | null {
  const phrase = text.slice(at, lead.end);
  const before = lead.relation === "between" ? (/^from\s/.test(phrase) ? "over" : null) : lead.relation;
  const isModel = !named && before === null && isModelNumber(wordBefore(text, at), value);
  const trail = isModel ? null : trailAt(text, unitEnd, isModelNumber);
  const relation = strongest([before, trail?.relation]);
  // "150+ euro"
  const late = trail && !named && unit === undefined ? currencyAt(text, trail.end) : null;
  const currency = named ?? late?.currency ?? null;
  if (relation === null && !currency) return null;
  const isPlain = !currency && unit === undefined;
  // Such digits are a postal code: "around 1071", "um 50667".
  if (relation === "about" && isPlain && value >= 1000) return null;
  const last = late?.end ?? trail?.end ?? end;
  return {
    ...{ at, length: last - at, currency, range: rangeOf(relation, value) },
    unit: WEIGHS.test(phrase) ? "g" : undefined,
    number: { at: digitsAt, end },
    about: relation === "about" ? value : null,
  };
}

/** The words after a number that compare it. Null where they belong to a next number: "100 max 150". */
function trailAt(text: string, at: number, isModelNumber: IsModelNumber): Phrase | null {
  const trail = phraseAt(TRAILS, text, at);
  if (!trail || /^[\p{L}\p{N}]/u.test(text.slice(trail.end))) return null;
  // "300 g up to 150 €": the second number has its own words.
  if (/up$/.test(text.slice(at, trail.end)) && /^\s+to\b/.test(text.slice(trail.end))) return null;
  const next = trail.end + (/^\s*/.exec(text.slice(trail.end))?.[0].length ?? 0);
  return figureAt(text, next, true, isModelNumber) ? null : trail;
}

/**
 * "under 100", "50-100 euro", "zwischen 50 und 100", "60 € max", "about 100". A number alone counts only with a currency,
 * and is then a maximum. An amount is read from left to right, so none begins within another.
 */
export function amountsIn(text: string, isModelNumber: IsModelNumber = () => false): Amount[] {
  const simple = foldedInPlace(text.normalize("NFC"));
  const amounts: Amount[] = [];
  for (let at = 0; at < simple.length; ) {
    const amount = matchAt(STARTS_WORD, simple, at) && amountAt(simple, at, isModelNumber);
    if (amount) amounts.push(amount);
    at += amount ? Math.max(amount.length, 1) : 1;
  }
  return amounts;
}
