import { COUNTRIES, type Country, normalizePostalCode, readPostalCode } from "#app/domain/place.ts";
import { isBrand } from "../understand/exclusions.ts";
import { FILLERS } from "../understand/fillers.ts";
import { type TokenizedPart, vocabularyKey } from "../understand/parts.ts";

/** Parts side by side that may be a place. */
export interface Run {
  readonly at: number;
  readonly length: number;
  readonly typed: string;
  /** Whether "near", "within 30 km of" or such stands before it. */
  readonly isNamed: boolean;
  /** Whether no listing has the words. */
  readonly isFree: boolean;
}

/** "Newcastle upon Tyne", "Alphen aan den Rijn" */
const MAX_WORDS = 4;

const BEFORE_A_PLACE: ReadonlySet<string> = new Set(
  [
    "in near nearby around close from vicinity area region local located zip zipcode postcode postal",
    "bei nahe um aus umgebung gegend raum grossraum region plz postleitzahl postleitzahlgebiet",
    "rond nabij buurt te bij uit omgeving regio postcodegebied omtrek",
    "a pres autour proche alentours environs region secteur cp proximite",
  ]
    .join(" ")
    .split(" "),
);
const PHRASES_BEFORE: ReadonlySet<string> = new Set(["code postal", "zip code", "post code"]);

/** "Berlin area", "Amsterdam en omgeving", "Lyon et environs" */
const AFTER_A_PLACE: ReadonlySet<string> = new Set(
  "area region city surroundings umgebung umkreis omgeving omstreken eo e.o environs alentours centre".split(
    " ",
  ),
);

function leads({ typed, kind }: TokenizedPart): boolean {
  const key = vocabularyKey(typed);
  // "a" is an article in English, "à" a preposition.
  if (key === "a" && typed.toLowerCase() !== "à") return false;
  return kind === "distance" || BEFORE_A_PLACE.has(key) || PHRASES_BEFORE.has(key);
}

/** "New York" has the name of a condition, "The Hague" a filler. */
function mayBeOfTown({ kind, terms }: TokenizedPart): boolean {
  return (kind === "words" && terms.length === 0) || kind === "filler" || kind === "value";
}

/** Whether no listing has these words. Words that listings have are never a seller. */
export function isFree({ kind, words, terms }: TokenizedPart): boolean {
  return (
    kind === "words" &&
    terms.length === 0 &&
    words.length > 0 &&
    words.every(({ listings }) => listings === 0)
  );
}

/** Whether only fillers stand between the part and a word that leads to a place: "in der Nähe von". */
function isNamedAt(parts: readonly TokenizedPart[], at: number): boolean {
  for (let before = at - 1; before >= 0; before--) {
    const part = parts[before];
    if (!part) return false;
    if (leads(part)) return true;
    if (part.kind !== "filler") return false;
  }
  return false;
}

/** Longer runs come before shorter ones. A brand is never a place: "a Wilson racket". */
export function runsOf(parts: readonly TokenizedPart[]): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < parts.length; at++) {
    const isNamed = isNamedAt(parts, at);
    for (let length = Math.min(MAX_WORDS, parts.length - at); length > 0; length--) {
      const some = parts.slice(at, at + length);
      // "Danvers" is a town, but not in "d’Anvers".
      if (some.some(leads) || /['’]$/.test(some[0]?.typed ?? "")) continue;
      const words = some.filter(({ kind }) => kind === "words");
      const last = some.at(-1);
      if (!some.every(mayBeOfTown) || words.length === 0 || last?.kind !== "words") continue;
      if (words.some(({ words: terms }) => isBrand(terms.map(({ term }) => term)))) continue;
      const typed = some.map((part) => part.typed).join(" ");
      runs.push({ at, length, typed, isNamed, isFree: words.every(isFree) });
    }
  }
  return runs;
}

export interface TypedCode {
  readonly country: Country;
  readonly code: string;
  /** The words beside the code: its town, or other words of the search. */
  readonly rest: string;
}

/** Two letters that are no part of a code: "2 rackets from 1998 in". */
const NO_LETTERS = /^(?:cm|mm|kg|gr|eu|xl|st|km|lb|oz)$/;

function isCode(typed: string, { isNamed }: Pick<Run, "isNamed">): boolean {
  const [, letters] = /(?<!\d)\d{4}[ -]?(\p{L}{2})(?!\p{L})/u.exec(typed) ?? [];
  if (letters !== undefined) {
    const low = letters.toLowerCase();
    return letters === letters.toUpperCase() || !(FILLERS.has(low) || NO_LETTERS.test(low));
  }
  if (/(?<!\d)\d{5}(?:-\d{4})?(?!\d)/.test(typed)) return true;
  if (/(?<![\p{L}\d])\p{L}{1,2}\d[\p{L}\d]?[ -]?\d\p{L}{2}(?![\p{L}\d])/iu.test(typed)) return true;
  // Four digits may be a year, and short British codes look like sizes.
  const [, year] = /(?<!\d)(\d{4})(?!\d)/.exec(typed) ?? [];
  if (year !== undefined) return isNamed || !/^(?:19|20)/.test(year);
  return isNamed || /(?<![\p{L}\d])\p{L}{1,2}\d[\p{L}\d]?(?![\p{L}\d])/iu.test(typed);
}

/** The postal codes that a run may mean, in the order of COUNTRIES. */
export function codesIn(run: Run): readonly TypedCode[] {
  const { typed } = run;
  if (!/\d/.test(typed) || !isCode(typed, run)) return [];
  return COUNTRIES.flatMap((country): TypedCode[] => {
    const code = readPostalCode(country, typed);
    if (code === null) return [];
    const isAlone = normalizePostalCode(country, typed) !== null;
    const rest = typed.replace(/(?<=\d{4})[ -]?\p{L}{2}(?!\p{L})/u, "").replace(/\S*\d\S*/g, " ");
    return [{ country, code, rest: isAlone ? "" : vocabularyKey(rest) }];
  });
}

/** The parts without those from `at` on, which became `place`, and with the words that lead to it in it. */
export function replaced(
  parts: readonly TokenizedPart[],
  { at, length, typed }: Pick<Run, "at" | "length" | "typed">,
  place: TokenizedPart,
  text: string,
): readonly TokenizedPart[] {
  let first = at;
  for (let before = at - 1; before >= 0; before--) {
    const part = parts[before];
    if (!part || !(leads(part) || part.kind === "filler")) break;
    if (leads(part)) first = before;
  }
  let end = at + length;
  const more = parts[end]?.kind === "filler" ? 1 : 0;
  if (AFTER_A_PLACE.has(vocabularyKey(parts[end + more]?.typed ?? ""))) end += more + 1;
  const before = parts.slice(first, at);
  const after = parts.slice(at + length, end);
  const whole = [...before.map((one) => one.typed), typed, ...after.map((one) => one.typed)].join(" ");
  const isWhole = text.replace(/\s+/g, " ").includes(whole);
  const asFiller = (part: TokenizedPart): TokenizedPart =>
    part.kind === "distance" ? part : { ...part, kind: "filler" };
  return [
    ...parts.slice(0, first),
    ...(isWhole ? [] : before.map(asFiller)),
    {
      ...place,
      typed: isWhole ? whole : typed,
      km: place.km ?? before.find(({ km }) => km !== null)?.km ?? null,
    },
    ...(isWhole ? [] : after.map(asFiller)),
    ...parts.slice(end),
  ];
}
