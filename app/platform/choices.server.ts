import {
  CHOICE_NAMES,
  type Choices,
  choicesIn,
  DEFAULT_COUNTRY,
  type SomeChoices,
} from "#app/domain/choices.ts";
import type { Country } from "#app/domain/place.ts";
import { setCookie } from "./cookies.server.ts";
import { visitOf } from "./session.server.ts";

const YEAR_SECONDS = 31_536_000;

/** The choices of the signed-in user; where one is missing, that of this browser. */
export async function choicesOf(request: Request): Promise<SomeChoices> {
  const inBrowser = choicesIn(request.headers.get("cookie"));
  const theirs = (await visitOf(request))?.choices;
  return {
    country: theirs?.country ?? inBrowser.country,
    language: theirs?.language ?? inBrowser.language,
    currency: theirs?.currency ?? inBrowser.currency,
  };
}

/** The country that forms with a postal code preselect. */
export async function countryOf(request: Request): Promise<Country> {
  return (await choicesOf(request)).country ?? DEFAULT_COUNTRY;
}

/** Set-Cookie values that store these choices in this browser, for the server and for scripts. */
export function choiceCookies(choices: Partial<Choices>): string[] {
  return CHOICE_NAMES.flatMap((name) => {
    const value = choices[name];
    return value === undefined ? [] : setCookie(name, value, YEAR_SECONDS, { scripts: true });
  });
}

/** Set-Cookie values for choices that the signed-in user made in another browser. */
export async function choicesToAdopt(request: Request): Promise<string[]> {
  const theirs = (await visitOf(request))?.choices;
  if (!theirs) return [];
  const inBrowser = choicesIn(request.headers.get("cookie"));
  const differing = CHOICE_NAMES.filter((name) => theirs[name] !== null && theirs[name] !== inBrowser[name]);
  return choiceCookies(Object.fromEntries(differing.map((name) => [name, theirs[name]])));
}
