import { UNIT } from "#app/domain/categories/derive/units.ts";
import type { Currency } from "#app/domain/currency.ts";
import { readPrice, readPriceLimit } from "#app/domain/money.ts";
import type { DateFilter, Range } from "#app/domain/search.ts";
import { foldedInPlace } from "#app/domain/text-rules.ts";

export interface Amount {
  readonly at: number;
  readonly length: number;
  /** In the currency or unit of the text; both ends are inclusive. */
  readonly range: Range;
  /** Null if no currency is named. Then the amount may be a measure, such as grams. */
  readonly currency: Currency | null;
  /** The unit of the first number, or the one that the phrase implies: "290g-300", "lighter than 300". */
  readonly unit: string | undefined;
}

const CURRENCY = String.raw`(?:€|\$|£|(?:eur|euro['’]?s?|usd|dollars?|gbp|pounds?|quid|bucks)(?![\p{L}\p{N}]))`;

/** After these words, pounds are a tension: "strings at 55 pounds". */
const TENSION = new RegExp(
  [
    String.raw`(?:^|\s)(?:strung|tension|spannung|spanning|bespannt|besaitet|bespannen|corde[es]*)`,
    String.raw`(?:\s+(?:at|to|with|of|mit|op|met|a|de))?\s*$`,
    String.raw`|(?:^|\s)(?:strings?|saiten|snaren|cordages?)\s+(?:at|@|mit|op|a)\s*$`,
  ].join(""),
);

const IN_WORDS: Readonly<Record<string, number>> = {
  ...{ five: 5, ten: 10, fifteen: 15, twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70 },
  ...{ eighty: 80, ninety: 90, "a hundred": 100, "one hundred": 100, hundred: 100, "two hundred": 200 },
  ...{
    "three hundred": 300,
    funf: 5,
    zehn: 10,
    funfzehn: 15,
    zwanzig: 20,
    dreißig: 30,
    dreissig: 30,
    vierzig: 40,
  },
  ...{ funfzig: 50, sechzig: 60, siebzig: 70, achtzig: 80, neunzig: 90, hundert: 100, einhundert: 100 },
  ...{
    zweihundert: 200,
    dreihundert: 300,
    vijf: 5,
    tien: 10,
    vijftien: 15,
    twintig: 20,
    dertig: 30,
    veertig: 40,
  },
  ...{ vijftig: 50, zestig: 60, zeventig: 70, tachtig: 80, negentig: 90, honderd: 100, tweehonderd: 200 },
  ...{ driehonderd: 300, cinq: 5, dix: 10, quinze: 15, vingt: 20, trente: 30, quarante: 40, cinquante: 50 },
  ...{ soixante: 60, "soixante-dix": 70, "quatre-vingts": 80, "quatre-vingt": 80, "quatre-vingt-dix": 90 },
  ...{ cent: 100, "deux cents": 200, "trois cents": 300 },
};
const WORDED = Object.keys(IN_WORDS)
  .sort((a, b) => b.length - a.length)
  .join("|");
/** In whole units. Higher ones are no prices. */
const MAX_AMOUNT = 10_000_000;
/** "1.000": thousands, unless a unit makes it a measure. */
const GROUPED = String.raw`[1-9]\d{0,2}(?:(?:[.]\d{3})+|(?:,\d{3})+|(?:['’]\d{3})+)(?:[.,]\d{1,2})?(?!\s*${UNIT})`;
/** The rest of "1 000", which may also be two numbers: "blade 98 100 €". */
const SPACED = String.raw`(?:\s\d{3})+(?:[.,]\d{1,2})?(?!\s*${UNIT})`;
const FEW_THOUSANDS = `1${SPACED}`;
const ANY_THOUSANDS = String.raw`[1-9]\d{0,2}${SPACED}`;
const DIGITS = String.raw`\d{1,5}€\d{2}|\d{1,7}(?:[.,]\d{1,2})?(?:\s?k(?![\p{L}\p{N}]))?`;
const WORD = String.raw`(?:${WORDED})(?![\p{L}\p{N}])`;
function valuePattern(...numbers: readonly string[]): string {
  const number = String.raw`(${numbers.join("|")})(?![\d/]|[.,'’]\d|[xe]\d|\s?%)`;
  return String.raw`(${CURRENCY}\s*)?${number}(\s*${CURRENCY}|[.,](?:-{1,2}|[–—=]))?`;
}
const VALUE = valuePattern(GROUPED, DIGITS, WORD);
const VALUE_AFTER_A_PHRASE = valuePattern(ANY_THOUSANDS, GROUPED, DIGITS, WORD);

// Longer phrases first, since the first alternative that matches is taken.
const UNDER = [
  ...[
    "no more than",
    "not more than",
    "not over",
    "not above",
    "not exceeding",
    "within",
    "max of",
    "cheaper than",
    "lighter than",
    "smaller than",
    "less than",
    "at most",
    "up to",
    "under",
    "below",
    "budget of",
    "budget is",
    "budget:",
    "budget",
  ],
  ...[
    "nicht mehr als",
    "nicht teurer als",
    "nicht uber",
    "gunstiger als",
    "billiger als",
    "leichter als",
    "weniger als",
    "hochstens",
    "maximal",
    "bis zu",
    "unter",
    "budget von",
    "budget ist",
  ],
  ...[
    "niet duurder dan",
    "niet meer dan",
    "goedkoper dan",
    "lichter dan",
    "minder dan",
    "hoogstens",
    "maximaal",
    "onder de",
    "onder",
    "tot en met",
    "budget van",
  ],
  ...[
    "plus leger que",
    "plus legere que",
    "a moins de",
    "pas plus cher que",
    "pas plus de",
    "moins chere que",
    "moins cher que",
    "moins de",
    "en dessous de",
    "jusqu'a",
    "jusqu’a",
    "maximum",
    "au plus",
    "budget de",
    "budget est",
  ],
  ...["max.", "max", "bis", "tot", "<=", "≤", "<"],
];
const OVER = [
  ...[
    "no less than",
    "heavier than",
    "bigger than",
    "larger than",
    "more than",
    "at least",
    "above",
    "over",
    "starting at",
  ],
  ...["mehr als", "schwerer als", "großer als", "mindestens", "uber", "ab"],
  ...["meer dan", "zwaarder dan", "groter dan", "minstens", "minimaal", "vanaf", "boven de", "boven"],
  ...["plus lourd que", "plus lourde que", "plus de", "a partir de", "au moins", "au-dessus de"],
  ...["minimum", "min.", "min", ">=", "≥", ">"],
];
const WEIGHS = /^(?:lighter|leichter|lichter|plus leg|heavier|schwerer|zwaarder|plus lourd)/;
const FROM = ["between", "zwischen", "tussen", "entre", "from", "von", "van", "de"];
const TO = ["and", "und", "en", "et", "to", "bis", "tot", "a", "-", "–", "—"];

function anyOf(phrases: readonly string[]): string {
  return `(?:${phrases.map((phrase) => phrase.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`;
}

const START = String.raw`(?<![\p{L}\p{N}])`;
const AFTER_FROM = String.raw`(?<=${START}${anyOf(FROM)}\s+)${ANY_THOUSANDS}`;
const BETWEEN = new RegExp(
  [
    String.raw`${START}(${anyOf(FROM)}\s+)?${valuePattern(AFTER_FROM, FEW_THOUSANDS, GROUPED, DIGITS, WORD)}(?:\s*(${UNIT}))?\s*${anyOf(TO)}\s*`,
    String.raw`${VALUE_AFTER_A_PHRASE}(?!\p{N})(?=(\s*${UNIT})?)`,
  ].join(""),
  "gu",
);
const ONE_END = new RegExp(
  String.raw`${START}(?:(${anyOf(UNDER)})|(${anyOf(OVER)}))\s*${VALUE_AFTER_A_PHRASE}(?![\p{N}])`,
  "gu",
);
const MONEY = new RegExp(String.raw`${START}${VALUE}(?![\p{L}\p{N}])`, "gu");

const SPACED_MONEY = new RegExp(String.raw`${START}${valuePattern(FEW_THOUSANDS)}(?![\p{L}\p{N}])`, "gu");
/** The number after such a word is a size: "grip 1 100 €". */
const SIZE = /^(?:grips?|griff\S*|manche|taille|size|maat|gr|l|v|no|nr)$/;

function toNumber(text: string): number {
  const [, thousands] = /^(.*?)\s?k$/.exec(text) ?? [];
  const cents = readPriceLimit(thousands ?? text) ?? Number.NaN;
  return IN_WORDS[text] ?? (thousands === undefined ? cents / 100 : cents * 10);
}

/** "50 CHF": the shop has no rate for it. */
function isOtherCurrency(after: string): boolean {
  const [, sign = ""] = /^\s*([\p{Sc}\p{L}]+)/u.exec(after) ?? [];
  const read = readPrice(`1 ${sign}`);
  return read !== null && "otherCurrency" in read;
}

function currencyIn(...texts: readonly (string | undefined)[]): Currency | null {
  const named = texts.join("").trim();
  if (named === "") return null;
  if (/[$]|usd|dollar|bucks/.test(named)) return "USD";
  return /£|gbp|pound|quid/.test(named) ? "GBP" : "EUR";
}

function readable(text: string): string {
  return foldedInPlace(text.normalize("NFC"));
}

/**
 * "under 100", "50-100 euro", "zwischen 50 und 100", "< €50". A number alone counts only with a currency, and is then a
 * maximum.
 */
export function amountsIn(
  text: string,
  isModelNumber: (word: string, number: number) => boolean = () => false,
): Amount[] {
  const simple = readable(text);
  const amounts: Amount[] = [];
  const add = (
    match: RegExpExecArray,
    currency: Currency | null,
    min: number | null,
    max: number | null,
    unit = WEIGHS.test(match[0]) ? "g" : undefined,
  ) => {
    const [at, end] = [match.index, match.index + match[0].length];
    // NaN too: it is no amount, or too high.
    if (!(Math.max(min ?? 0, max ?? 0) <= MAX_AMOUNT)) return;
    if (isOtherCurrency(simple.slice(end))) return;
    if (amounts.some((one) => at < one.at + one.length && one.at < end)) return;
    amounts.push({ at, length: match[0].length, range: { min, max }, currency, unit });
  };
  const isTension = ({ 0: match, index }: RegExpExecArray) =>
    /pounds?$/.test(match) && TENSION.test(simple.slice(0, index));
  const wordBefore = ({ index }: RegExpExecArray) => /(\S+)\s+$/.exec(simple.slice(0, index))?.[1] ?? "";
  for (const match of simple.matchAll(BETWEEN)) {
    const [, from, before1, low = "", after1, unit, before2, high = "", after2, unit2] = match;
    const currency = isTension(match) ? null : currencyIn(before1, after1, before2, after2);
    const [min, max] = [toNumber(low), toNumber(high)];
    // "Blade 98 bis 150 Euro" has a model and a maximum.
    const word = wordBefore(match);
    if (/^\d+ (?:bis|tot) /.test(match[0]) && isModelNumber(word, min)) continue;
    if (currency || (min <= max && (from ?? unit ?? unit2 ?? after2) !== undefined))
      add(match, currency, Math.min(min, max), Math.max(min, max), unit);
  }
  for (const match of simple.matchAll(ONE_END)) {
    const [, under, , before, number = "", after] = match;
    const currency = isTension(match) ? null : currencyIn(before, after, /€/.exec(number)?.[0]);
    const value = toNumber(number);
    add(match, currency, under === undefined ? value : null, under === undefined ? null : value);
  }
  for (const match of [...simple.matchAll(SPACED_MONEY), ...simple.matchAll(MONEY)]) {
    const [, before, number = "", after] = match;
    const word = wordBefore(match);
    if (/\s\d/.test(number) && (SIZE.test(word) || isModelNumber(word, 1))) continue;
    const currency = isTension(match) ? null : currencyIn(before, after, /€/.exec(number)?.[0]);
    if (currency) add(match, currency, null, toNumber(number));
  }
  return amounts.sort((a, b) => a.at - b.at);
}

export const DATE_WORDS: ReadonlyMap<string, DateFilter> = new Map([
  ...["today", "heute", "vandaag", "aujourd'hui", "aujourd’hui"].map((word) => [word, "today"] as const),
  ...["this week", "last week", "diese woche", "letzte woche", "deze week", "cette semaine"].map(
    (word) => [word, "week"] as const,
  ),
  ...["this month", "last month", "diesen monat", "deze maand", "ce mois", "ce mois-ci"].map(
    (word) => [word, "month"] as const,
  ),
]);

/** Words that do not narrow a search, in lower case without accents. */
export const FILLERS: ReadonlySet<string> = new Set(
  `tennis a an the some any my our your me i we it is are am for with of in on or and to at by
  est ce est-ce que vous avez y a-t-il il hast du gibt es habt ihr heb je heeft jullie er zijn sind have got does there
  passen past passt passend 2nd 2de 2ndhand preloved occase seconde main fit fits holds hold suitable easy pour-tennis d-occasion real proper whats im id ive hi hello sale second hand pre owned kind type quel quelle quels quelles welche welcher welk welke want need needs looking look find search searching buy get please something anything good best nice great cheap
  affordable inexpensive used secondhand second-hand pre-owned preowned who what which that have has do
  ein eine einen einem einer der die das den dem fur mit und oder im in von zum zur ich suche brauche mochte gut gute guter
  gutes guten gunstig gunstige gunstiger gunstiges billig billige billiger gebraucht gebrauchte gebrauchter gebrauchtes
  een het de voor met en of van ik zoek zoeken nodig goed goede goedkoop goedkope gebruikt gebruikte tweedehands 2e-hands
  un une le la les l' d' des du de pour avec et ou en je cherche besoin bon bonne pas cher chere d'occasion occasion`.split(
    /\s+/,
  ),
);

/** The words before a preposition name the item, and those after it describe the item ("sac pour raquettes"). */
export const PREPOSITIONS: ReadonlySet<string> = new Set(
  "for with of in fur mit von voor met van pour avec de du des d' a à".split(" "),
);

/** Of these, the ones before something that comes with an item, or that it is for ("raquette avec housse"). */
export const ACCOMPANYING: ReadonlySet<string> = new Set("for with fur mit voor met pour avec".split(" "));
