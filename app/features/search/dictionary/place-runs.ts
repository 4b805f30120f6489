import { COUNTRIES, type Country, normalizePostalCode } from "#app/domain/place.ts";
import { readPostalCode } from "#app/domain/postal-text.ts";
import { isBrand } from "../understand/exclusions.ts";
import { FILLERS } from "../understand/fillers.ts";
import { type TokenizedPart, vocabularyKey } from "../understand/parts.ts";
import { AFTER_A_PLACE } from "../understand/words.ts";
import { ABSENT, OCCASIONS } from "./not-sold.ts";

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

const NAMES_TOO: ReadonlySet<string> = new Set([...ABSENT, ...OCCASIONS].map(vocabularyKey));

/** Where a town is expected, a player's name may be one, and what the shop does not sell: "near Murray", "in Buch". */
function mayBeNamed({ kind, typed }: TokenizedPart): boolean {
  if (kind === "words") return true;
  return (kind === "absent" || kind === "unmet" || kind === "extra") && NAMES_TOO.has(vocabularyKey(typed));
}

/** "A racket from Murray" is the player's. */
const BEFORE_A_PERSON: ReadonlySet<string> = new Set(["from"]);

/** Whether no listing has these words. Words that listings have are never a seller. */
export function isFree({ kind, words, terms }: TokenizedPart): boolean {
  return (
    kind === "words" &&
    terms.length === 0 &&
    words.length > 0 &&
    words.every(({ listings }) => listings === 0)
  );
}

/** The word that leads to a place at the part, with only fillers between them: "in der Nähe von". */
function leaderOf(parts: readonly TokenizedPart[], at: number): TokenizedPart | undefined {
  const before = parts.slice(0, at);
  const leader = before.findLastIndex(leads);
  return before.slice(leader + 1).every(({ kind }) => kind === "filler") ? before[leader] : undefined;
}

/** Fillers that are towns too. */
const TOWNS_TOO: ReadonlySet<string> = new Set(["nice", "deal", "best", "sale"]);

/**
 * Whether such a filler is the town: behind "in", at the end of the text ("racket in nice", but not "in nice condition"),
 * or as the only word with a capital letter, which is not the first ("racket Nice"). In France, "nice" is no other word.
 */
function isTownToo(parts: readonly TokenizedPart[], at: number, home: readonly Country[]): boolean {
  const part = parts[at];
  const key = vocabularyKey(part?.typed ?? "");
  if (part?.kind !== "filler" || !TOWNS_TOO.has(key) || at === 0) return false;
  if (leaderOf(parts, at) && at === parts.length - 1) return true;
  if (key === "nice" && home.includes("FR")) return true;
  const isCapital = ({ typed }: TokenizedPart) => /^\p{Lu}/u.test(typed);
  return isCapital(part) && !parts.slice(1).some((other) => other !== part && isCapital(other));
}

/**
 * Longer runs come before shorter ones. A brand is never a place: "a Wilson racket".
 * @param home the visitor's countries
 */
export function runsOf(parts: readonly TokenizedPart[], home: readonly Country[] = []): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < parts.length; at++) {
    if (isTownToo(parts, at, home))
      runs.push({ at, length: 1, typed: parts[at]?.typed ?? "", isNamed: true, isFree: true });
    const leader = leaderOf(parts, at);
    const isNamed = leader !== undefined;
    const isTown = isNamed && !BEFORE_A_PERSON.has(vocabularyKey(leader.typed));
    const isName = (part: TokenizedPart) => part.kind === "words" || (isTown && mayBeNamed(part));
    for (let length = Math.min(MAX_WORDS, parts.length - at); length > 0; length--) {
      const some = parts.slice(at, at + length);
      // "Danvers" is a town, but not in "d’Anvers".
      if (some.some(leads) || /['’]$/.test(some[0]?.typed ?? "")) continue;
      const words = some.filter(isName);
      const isPossible = some.every((part) => mayBeOfTown(part) || (isTown && mayBeNamed(part)));
      if (!isPossible || !some.slice(-1).every(isName)) continue;
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
