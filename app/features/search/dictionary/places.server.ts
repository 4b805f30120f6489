import { sql } from "kysely";
import {
  COUNTRIES,
  formatPostalCode,
  type Located,
  normalizePostalCode,
  readPostalCode,
} from "#app/domain/place.ts";
import { locate } from "#app/features/listings/places.server.ts";
import { db, prepared } from "#app/platform/db.server.ts";
import { PLAIN_PART, type TokenizedPart, vocabularyKey } from "../understand/parts.ts";

/** The first words that are a town or a postal code become one part, with its coordinates. */
export async function withPlace(parts: readonly TokenizedPart[]): Promise<readonly TokenizedPart[]> {
  const runs = runsOf(parts);
  if (runs.length === 0) return parts;
  const isNamed = runs.some(({ at }) => isAfterPreposition(parts, at));
  const towns = await townsNamed(
    runs.map(({ typed }) => vocabularyKey(typed)).filter((name) => /^\p{L}[\p{L} .]{2,}$/u.test(name)),
    isNamed,
  );
  for (const run of runs) {
    const place = isPostalCode(run, parts)
      ? await postalPlace(run.typed)
      : towns.get(vocabularyKey(run.typed));
    if (!place) continue;
    const part: TokenizedPart = {
      ...PLAIN_PART,
      kind: "place",
      typed: run.typed,
      place,
      words: [],
      namesModel: false,
    };
    return [...withoutPrepositions(parts.slice(0, run.at)), part, ...parts.slice(run.at + run.length)];
  }
  return parts;
}

interface Run {
  readonly at: number;
  readonly length: number;
  readonly typed: string;
}

const MAX_WORDS = 3;

/** Words that may be a town or a postal code: those that no listing has, and those after "near". */
function runsOf(parts: readonly TokenizedPart[]): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < parts.length; at++) {
    const isNamed = isAfterPreposition(parts, at);
    for (let length = Math.min(MAX_WORDS, parts.length - at); length > 0; length--) {
      const some = parts.slice(at, at + length);
      if (some.every((part) => part.kind === "words" && (isNamed || isFree(part))))
        runs.push({ at, length, typed: some.map(({ typed }) => typed).join(" ") });
    }
  }
  return runs;
}

const BEFORE_A_PLACE: ReadonlySet<string> = new Set(
  "in near nearby around close bei nahe um aus rond nabij buurt te bij a pres autour".split(" "),
);

function isAfterPreposition(parts: readonly TokenizedPart[], at: number): boolean {
  const before = parts[at - 1];
  return before !== undefined && BEFORE_A_PLACE.has(vocabularyKey(before.typed));
}

/** Whether no listing has these words. Words that listings have are never a seller, and a place only after "near". */
function isFree({ kind, words, terms }: TokenizedPart): boolean {
  return (
    kind === "words" &&
    terms.length === 0 &&
    words.length > 0 &&
    words.every(({ listings }) => listings === 0)
  );
}

/**
 * If several towns have a name, the town with the shortest postal code is taken, and among equals the first in the
 * order of COUNTRIES.
 */
async function townsNamed(names: readonly string[], withStates: boolean): Promise<Map<string, Located>> {
  if (names.length === 0) return new Map();
  const countries = COUNTRIES.filter((country) => withStates || country !== "US");
  const rows = await prepared<Located & { name: string; place: string }>(sql`
    select distinct on (fold(place)) fold(place) as name, place as town, latitude, longitude, false as approximate
    from postal_codes where fold(place) = any(${names}::text[]) and country = any(${countries}::text[])
    order by fold(place), length(code), array_position(${countries}::text[], country), code
  `);
  return new Map(rows.map(({ name, ...town }) => [name, town]));
}

/**
 * Five digits, or four with two letters. Four digits alone may be a year, and British codes look like names of models,
 * so they count only after "near".
 */
function isPostalCode({ typed, at }: Run, parts: readonly TokenizedPart[]): boolean {
  if (/(?<!\d)(?:\d{5}(?!\d)|\d{4}[ -]?\p{L}{2}(?!\p{L}))/u.test(typed)) return true;
  const isAmbiguous = /^\d{4}$/.test(typed) || normalizePostalCode("GB", typed) !== null;
  return isAmbiguous && isAfterPreposition(parts, at);
}

async function postalPlace(typed: string): Promise<Located | null> {
  for (const country of COUNTRIES) {
    const code = readPostalCode(country, typed);
    const located = code === null ? null : await locate(country, code);
    // Words beside the code are its town, or other words of the search.
    if (code && located && (!/\s\p{L}{3}|\p{L}{3}\s/u.test(typed) || namesTown(typed, located.town)))
      return { ...located, town: located.town ?? formatPostalCode(country, code) };
  }
  return null;
}

/** A word that is a username, and that no listing has, limits the search to that seller. Of several, the first counts. */
export async function withSeller(parts: readonly TokenizedPart[]): Promise<readonly TokenizedPart[]> {
  const names = parts.filter(isFree).map(({ typed }) => typed.replace(/^@/, "").toLowerCase());
  if (names.length === 0) return parts;
  const { rows } = await sql<{ id: string; name: string }>`
    select id, lower(username) as name from profiles where lower(username) = any(${names}::text[])
    order by array_position(${names}::text[], lower(username)) limit 1
  `.execute(db());
  const [seller] = rows;
  if (!seller) return parts;
  return parts.map((part) =>
    isFree(part) && part.typed.replace(/^@/, "").toLowerCase() === seller.name
      ? { ...part, kind: "seller", sellerId: seller.id }
      : part,
  );
}

function namesTown(typed: string, town: string | null): boolean {
  return town !== null && ` ${vocabularyKey(typed)} `.includes(` ${vocabularyKey(town)} `);
}

/** The words that lead to a place ("near", "in der Nähe von") become fillers. */
function withoutPrepositions(parts: readonly TokenizedPart[]): TokenizedPart[] {
  const leads = ({ kind, typed }: TokenizedPart) =>
    kind === "filler" || BEFORE_A_PLACE.has(vocabularyKey(typed));
  const first = parts.findLastIndex((part) => !leads(part)) + 1;
  return parts.map((part, at) => (at < first ? part : { ...part, kind: "filler" }));
}
