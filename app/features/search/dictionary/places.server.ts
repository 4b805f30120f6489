import { kmBetween } from "#app/domain/geo.ts";
import { type Country, formatPostalCode, isRegion, type Located, postalAreas } from "#app/domain/place.ts";
import { PLAIN_PART, type TokenizedPart, vocabularyKey } from "../understand/parts.ts";
import {
  agrees,
  areasOf,
  codeKey,
  type FoundAreas,
  isLargeTown,
  SAME_TOWN_KM,
  townsOf,
} from "./areas.server.ts";
import { countryNamed } from "./country-names.ts";
import { codesIn, type Run, replaced, runsOf, type TypedCode } from "./place-runs.ts";

export interface PlacedParts {
  readonly parts: readonly TokenizedPart[];
  /** What else the parts may be: a word may be a town or part of a name, a code may be of several countries. */
  readonly alternatives: readonly (readonly TokenizedPart[])[];
}

/**
 * The words that are a town, a district or a postal code become one part, with its coordinates; so does a country's name.
 * @param home the countries to which a postal code belongs before any other: the visitor's, that of the language
 */
export async function withPlace(
  typed: readonly TokenizedPart[],
  text: string,
  home: readonly Country[],
): Promise<PlacedParts> {
  const { parts, alternatives } = await placed(typed.map(withoutCountries), text, home);
  return { parts: withoutExcludedPlaces(parts), alternatives: alternatives.map(withoutExcludedPlaces) };
}

async function placed(
  parts: readonly TokenizedPart[],
  text: string,
  home: readonly Country[],
): Promise<PlacedParts> {
  const runs = runsOf(parts, home);
  if (runs.length === 0) return { parts: withoutPlace(parts), alternatives: [] };
  const named = runs.map(({ typed }) => countryNamed(typed)).find((country) => country !== null);
  const preferred = named && named !== "other" ? [named, ...home] : home;
  const areas = await areasOf(runs);
  const [country] = countryRuns(runs);
  const isOfCountry = ({ at, length }: Run) =>
    country !== undefined && at < country.at + country.length && country.at < at + length;
  const readings = runs.flatMap((run) => codeReadings(run, areas, preferred, parts));
  if (readings.length === 0)
    readings.push(
      ...runs.filter((run) => !isOfCountry(run)).flatMap((run) => townReadings(run, areas, preferred)),
    );
  const sure = readings.find(({ isSure }) => isSure);
  const asRead = ({ run, place }: Reading) => withReading(parts, text, run, place, areas);
  if (sure) {
    const others = sure.isHome
      ? []
      : readings.filter((one) => one !== sure && one.run === sure.run && !one.isHome);
    return { parts: asRead(sure), alternatives: others.map(asRead) };
  }
  if (country) return { parts: withCountry(parts, text, country), alternatives: [] };
  const plain = withoutPlace(parts);
  const [likely] = readings;
  if (!likely) return { parts: plain, alternatives: [] };
  const isAlone = parts.every(
    ({ kind }, at) =>
      kind === "filler" ||
      kind === "distance" ||
      (at >= likely.run.at && at < likely.run.at + likely.run.length),
  );
  return isAlone && likely.isLarge
    ? { parts: asRead(likely), alternatives: [plain] }
    : { parts: plain, alternatives: [asRead(likely)] };
}

/** A run, and a place that it may be. */
interface Reading {
  readonly run: Run;
  readonly place: Located;
  /** Whether the run is certainly this place, and not part of a name. */
  readonly isSure: boolean;
  /** Whether the place is in a country that comes before others. */
  readonly isHome: boolean;
  /** Whether it is a large town. */
  readonly isLarge: boolean;
}

function townReadings(run: Run, areas: FoundAreas, preferred: readonly Country[]): Reading[] {
  const [near] = townsOf(run.typed, areas, preferred, run.isNamed);
  // A name that nothing else has may be a large town of the United States, rather than nothing.
  const [far] = near || !run.isFree ? [] : townsOf(run.typed, areas, preferred, true).filter(isLargeTown);
  const town = near ?? far;
  if (!town) return [];
  const { latitude, longitude, place } = town;
  return [
    {
      run,
      place: { latitude, longitude, approximate: false, town: place },
      isSure: near !== undefined && (run.isNamed || run.isFree),
      isHome: true,
      isLarge: isLargeTown(town),
    },
  ];
}

/** The places that a run's postal code may mean, the likeliest first. */
function codeReadings(
  run: Run,
  areas: FoundAreas,
  preferred: readonly Country[],
  parts: readonly TokenizedPart[],
): Reading[] {
  const candidates = codesIn(run).flatMap((typed) => {
    const { country, code, rest } = typed;
    const area = postalAreas(country, code)
      .map((part) => areas.byCode.get(codeKey({ country, code: part })))
      .find((one) => one !== undefined);
    if (!area) return [];
    const isExact = !isRegion(country, area.code);
    const withTown = rest.length > 2 && countryNamed(rest) === null;
    if (withTown && !agrees(area, rest, areas)) return [];
    if (!withTown && !isLikelyCode(typed, isExact, run, parts)) return [];
    const isHome = withTown || preferred.includes(country);
    const approximate = !isExact;
    const town = approximate || area.place === "" ? formatPostalCode(country, code) : area.place;
    const { latitude, longitude } = area;
    const order = [withTown ? 0 : 1, preferredRank(country, preferred), isExact ? 0 : 1];
    return [
      {
        order,
        isExact,
        run,
        place: { latitude, longitude, approximate, town },
        isSure: true,
        isHome,
        isLarge: false,
      },
    ];
  });
  const isAnyExact = candidates.some(({ isExact }) => isExact);
  return candidates
    .filter(({ isExact, isHome }) => isExact || isHome || !isAnyExact)
    .sort((a, b) => compareOrders(a.order, b.order));
}

function compareOrders(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function preferredRank(country: Country, preferred: readonly Country[]): number {
  const at = preferred.indexOf(country);
  return at < 0 ? preferred.length : at;
}

/** A code that is short enough to be something else must be one, unless a word such as "near" stands before it. */
function isLikelyCode(
  { country, code }: TypedCode,
  isExact: boolean,
  { isNamed, isFree, at, length }: Run,
  parts: readonly TokenizedPart[],
): boolean {
  const isShort = (country === "NL" && code.length === 4) || (country === "GB" && code.length <= 4);
  if (isNamed || !isShort) return true;
  const isModel = parts.slice(at, at + length).some(({ namesModel }) => namesModel);
  return isExact && isFree && !isModel && code.length > (country === "GB" ? 2 : 3);
}

function countryRuns(runs: readonly Run[]): Run[] {
  return runs.filter(({ typed, isNamed, isFree }) => (isNamed || isFree) && countryNamed(typed) !== null);
}

function withCountry(parts: readonly TokenizedPart[], text: string, run: Run): readonly TokenizedPart[] {
  const country = countryNamed(run.typed);
  const part: TokenizedPart = {
    ...PLAIN_PART,
    ...(country === null || country === "other" ? { kind: "unmet" } : { kind: "country", country }),
    typed: run.typed,
    words: [],
    namesModel: false,
  };
  return withoutPlace(replaced(parts, run, part, text));
}

/** What else names the same place becomes a filler: "10115 … Berlin, Germany". */
function withReading(
  parts: readonly TokenizedPart[],
  text: string,
  run: Run,
  place: Located,
  areas: FoundAreas,
): readonly TokenizedPart[] {
  const part: TokenizedPart = {
    ...PLAIN_PART,
    kind: "place",
    typed: run.typed,
    place,
    words: [],
    namesModel: false,
  };
  const others = runsOf(parts).filter(
    ({ at, length, typed, isFree, isNamed }) =>
      (at + length <= run.at || at >= run.at + run.length) &&
      (isFree || isNamed) &&
      (countryNamed(typed) !== null ||
        townsOf(typed, areas, [], true).some((town) => kmBetween(place, town) <= SAME_TOWN_KM)),
  );
  const isOther = (index: number) => others.some(({ at, length }) => index >= at && index < at + length);
  const kept = parts.map((one, at): TokenizedPart => (isOther(at) ? { ...one, kind: "filler" } : one));
  const placed = replaced(kept, run, part, text);
  const km = placed.find((one) => one.kind === "distance")?.km ?? null;
  return placed.map((one) => (one.kind === "place" ? { ...one, km: one.km ?? km } : one));
}

const IN = /^(?:in|from|aus|uit|bij|bei|near|dans|depuis)\s/iu;

/** "Except Germany", "nicht aus Köln": no search can leave a place out. */
function withoutCountries(part: TokenizedPart): TokenizedPart {
  const words = part.expansion ?? "";
  const isPlace = IN.test(words) && part.facts.length === 0;
  const isExcluded = part.kind === "excluded" && (isPlace || countryNamed(words) !== null);
  return isExcluded ? { ...part, kind: "unmet" } : part;
}

const NOT_THERE: ReadonlySet<string> = new Set(
  "not nicht niet pas except ausser behalve sauf hors buiten outside ausserhalb excluding".split(" "),
);

/** "Not in Germany", "nicht aus Köln": no search can leave a place out. */
function withoutExcludedPlaces(parts: readonly TokenizedPart[]): readonly TokenizedPart[] {
  const kept: TokenizedPart[] = [];
  for (const part of parts) {
    const not = kept.findLastIndex(({ kind }) => kind !== "filler");
    const isExcluded = NOT_THERE.has(vocabularyKey(kept[not]?.typed ?? ""));
    if ((part.kind === "place" || part.kind === "country" || part.kind === "unmet") && isExcluded) {
      const typed = [...kept.splice(not), part].map((each) => each.typed).join(" ");
      kept.push({ ...part, kind: "unmet", place: null, country: null, typed });
    } else kept.push(part);
  }
  return kept;
}

const NEAR = new Set(
  "near nearby around vicinity local nahe umgebung buurt omgeving pres proche alentours".split(" "),
);
const ME = new Set("me my here mir mich meiner mij mijn moi chez".split(" "));

/** "Near me", and a distance from nowhere: no search can say them. */
function withoutPlace(parts: readonly TokenizedPart[]): readonly TokenizedPart[] {
  const unmet = (part: TokenizedPart): TokenizedPart => ({ ...part, kind: "unmet" });
  const isNear = ({ typed, words }: TokenizedPart) =>
    NEAR.has(vocabularyKey(typed)) && words.every(({ listings }) => listings === 0);
  const isSaid = parts.some((part) => part.kind === "words" && isNear(part));
  return parts.map((part) => {
    if (part.kind === "distance") return unmet(part);
    const isPart = isNear(part) || ME.has(vocabularyKey(part.typed));
    return isSaid && isPart && part.kind === "words" ? unmet(part) : part;
  });
}
