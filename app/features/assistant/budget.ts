import { folded } from "#app/domain/folded.ts";

/** A price range in whole euros; null means no limit. */
export interface Budget {
  readonly min: number | null;
  readonly max: number | null;
}

const AMOUNT = String.raw`(\d{1,4})(?:[.,]\d{1,2})?`;
const BEFORE = String.raw`(?:[€£$]|eur|euros?)?\s*`;
const CURRENCY = String.raw`(?:[€£$]|eur\b|euros?\b)`;
/** Excludes numbers that are measures: "under 300 g", "100 sq in", "16x19". */
const NO_MEASURE = String.raw`(?![\d.,]*\d|\s*(?:x\s*\d|g\b|gr\b|gram|sq\b|in2|inch|mm\b|cm|m\b|lbs?\b|kg|%|"|²|\/))`;

const AT_MOST = [
  "under|below|less than|up to|no more than|at most|within|max(?:imum|imal)?",
  "onder(?: de)?|minder dan|tot|hooguit|hoogstens|maximaal",
  "unter|weniger als|bis(?: zu)?|hochstens",
  "moins de|jusqu.?a|au plus|sous",
  "(?:budget(?: (?:of|is|van|von|de|ist|est))?)",
].join("|");
const AT_LEAST = [
  "over|above|more than|at least|from",
  "boven(?: de)?|meer dan|minstens|vanaf",
  "uber|mehr als|mindestens|ab",
  "plus de|au moins|a partir de",
].join("|");

const BETWEEN = new RegExp(
  String.raw`${BEFORE}${AMOUNT}\s*${CURRENCY}?\s*(?:-|–|to|and|en|tot|und|bis|et|a)\s*${BEFORE}${AMOUNT}\s*${CURRENCY}${NO_MEASURE}`,
  "u",
);
const NO_MORE = new RegExp(
  String.raw`(?<![\p{L}])(?:${AT_MOST})\s*:?\s*${BEFORE}${AMOUNT}${NO_MEASURE}\s*${CURRENCY}?`,
  "u",
);
const NO_LESS = new RegExp(
  String.raw`(?<![\p{L}])(?:${AT_LEAST})\s*:?\s*${BEFORE}${AMOUNT}${NO_MEASURE}\s*${CURRENCY}?`,
  "u",
);
/** A price without "under" or "over" counts as a maximum. */
const SUM = new RegExp(String.raw`(?:[€£$]\s*${AMOUNT}|${AMOUNT}\s*${CURRENCY})`, "u");

/** Extracts a budget from a question, and returns the rest of the question. */
export function budgetIn(question: string): { budget: Budget; rest: string } {
  let rest = question;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const found = pattern.exec(folded(rest));
    if (found) rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`;
    return found;
  };
  const between = take(BETWEEN);
  if (between) {
    const ends = [Number(between[1]), Number(between[2])].sort((one, other) => one - other);
    return { budget: { min: ends[0] ?? null, max: ends[1] ?? null }, rest };
  }
  const most = take(NO_MORE);
  const least = take(NO_LESS);
  const sum = most || least ? null : take(SUM);
  const max = most?.[1] ?? sum?.[1] ?? sum?.[2];
  return {
    budget: { min: least ? Number(least[1]) : null, max: max === undefined ? null : Number(max) },
    rest,
  };
}
