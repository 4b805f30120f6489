import { sql } from "kysely";
import { editDistance } from "#app/domain/edit-distance.ts";
import { kmBetween } from "#app/domain/geo.ts";
import { type Coordinates, type Country, isCountry, postalAreas } from "#app/domain/place.ts";
import { prepared } from "#app/platform/db.server.ts";
import { vocabularyKey } from "../understand/parts.ts";
import { codesIn, type Run } from "./place-runs.ts";
import {
  codesOfTown,
  isRegionOf,
  otherNamesOfLargeTowns,
  PLACE_COUNTRIES,
  type PlaceCountry,
  spellingsOfTown,
  townOfState,
} from "./town-names.ts";

/** A row of postal_codes. */
export interface Area extends Coordinates {
  readonly country: PlaceCountry;
  readonly code: string;
  readonly place: string;
  /** The place in lower case and without accents; null where the code was looked up. */
  readonly name: string | null;
}

export interface FoundAreas {
  readonly byCode: ReadonlyMap<string, Area>;
  readonly byName: ReadonlyMap<string, readonly Area[]>;
}

/** Looks up all that the runs may be, in one statement. */
export async function areasOf(runs: readonly Run[]): Promise<FoundAreas> {
  const typedCodes = runs.flatMap(codesIn);
  const towns = [
    ...runs.map(({ typed }) => typed).filter((typed) => /^\P{N}{2,}(?: \d{1,2}\p{L}{0,3})?$/u.test(typed)),
    ...typedCodes.map(({ rest }) => rest).filter((rest) => rest.length > 2),
  ];
  const codes = [
    ...typedCodes.flatMap(({ country, code }) =>
      postalAreas(country, code).map((area) => ({ country, code: area })),
    ),
    ...towns.flatMap(codesOfTown),
  ];
  const names = [...new Set(towns.flatMap(spellingsOfTown))];
  if (codes.length + names.length === 0) return { byCode: new Map(), byName: new Map() };
  const rows = await prepared<Area>(sql`
    select country, code, place, latitude, longitude, null as name
    from unnest(${codes.map(({ country }) => country)}::text[], ${codes.map(({ code }) => code)}::text[])
      as asked (country, code) join postal_codes using (country, code)
    union all
    select * from (
      select distinct on (fold(place), country) country, code, place, latitude, longitude, fold(place) as name
      from postal_codes where fold(place) = any(${names}::text[]) order by fold(place), country, length(code), code
    ) towns
  `);
  const byName = new Map<string, Area[]>();
  for (const row of rows) if (row.name !== null) byName.set(row.name, [...(byName.get(row.name) ?? []), row]);
  const byCode = new Map(rows.flatMap((row) => (row.name === null ? [[codeKey(row), row] as const] : [])));
  return { byCode, byName };
}

export function codeKey({
  country,
  code,
}: {
  readonly country: PlaceCountry;
  readonly code: string;
}): string {
  return `${country} ${code}`;
}

export function isLargeTown(area: Area): boolean {
  return isRegionOf(area) || !isCountry(area.country);
}

/**
 * The towns of a name. Large ones come before small ones, then those of preferred countries. Towns of the United States
 * are looked for by visitors from there, and after words such as "near": they have too many names.
 */
export function townsOf(
  typed: string,
  { byCode, byName }: FoundAreas,
  preferred: readonly Country[],
  withStates: boolean,
): readonly Area[] {
  const areas = [
    ...spellingsOfTown(typed).flatMap((name) => byName.get(name) ?? []),
    ...codesOfTown(typed).flatMap((code) => {
      const area = byCode.get(codeKey(code));
      // A district has the name of its town.
      return area ? [isRegionOf(code) || !isCountry(code.country) ? area : { ...area, place: typed }] : [];
    }),
  ];
  const isPreferred = ({ country }: Area) => (preferred as readonly string[]).includes(country);
  const rank = (area: Area) => (isLargeTown(area) ? 0 : 2) + (isPreferred(area) ? 0 : 1);
  const isOfState = townOfState(typed) !== null;
  return areas
    .filter(({ country }) =>
      isOfState ? country === "US" : country !== "US" || withStates || preferred.includes("US"),
    )
    .sort(
      (a, b) =>
        rank(a) - rank(b) ||
        a.code.length - b.code.length ||
        PLACE_COUNTRIES.indexOf(a.country) - PLACE_COUNTRIES.indexOf(b.country),
    );
}

/** Within this distance, a town fits to a postal code. */
export const SAME_TOWN_KM = 60;

export function agrees(
  area: Coordinates & { readonly place: string },
  rest: string,
  areas: FoundAreas,
): boolean {
  if (` ${rest} `.includes(` ${vocabularyKey(area.place)} `)) return true;
  return townsOf(rest, areas, [], true).some((town) => kmBetween(area, town) <= SAME_TOWN_KM);
}

/** Names of small towns are many, so a shorter word is like one of them by chance. */
const MIN_SMALL_TOWN = 8;

/**
 * The town of which a word is a misspelling by one edit, behind the first two letters: a large one, or else a small one of
 * a country where people sell, for a long word. Null where it is none. Names of towns of the United States look too much
 * like other words, except to visitors from there.
 * @param word in lower case without accents
 */
export async function townSpelledLike(word: string, preferred: readonly Country[]): Promise<string | null> {
  const isLike = (name: string) => name !== word && editDistance(name, word, 1) === 1;
  const start = word.slice(0, 2);
  const rows = await prepared<Area & { readonly name: string }>(sql`
    select distinct on (fold(place), country) country, code, place, latitude, longitude, fold(place) as name
    from postal_codes where fold(place) >= ${start}::text and fold(place) < ${start}::text || U&'\\+10FFFF'
      and abs(length(fold(place)) - ${word.length}::int) <= 1
    order by fold(place), country, length(code), code
  `);
  const like = rows.filter(({ name }) => isLike(name));
  const nearest = (towns: readonly Area[]) =>
    towns.find(({ country }) => preferred.some((one) => one === country)) ??
    towns.find(({ country }) => country !== "US");
  return (
    nearest(like.filter(isRegionOf))?.place ??
    otherNamesOfLargeTowns().find((name) => name.startsWith(start) && isLike(name)) ??
    (word.length < MIN_SMALL_TOWN ? null : (nearest(like)?.place ?? null))
  );
}
