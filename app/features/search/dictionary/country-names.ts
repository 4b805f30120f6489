import type { Country } from "#app/domain/place.ts";
import { vocabularyKey } from "../understand/parts.ts";

/** Names of the countries in which people sell, in the five languages. */
const NAMES: Readonly<Record<Country, string>> = {
  NL: "nederland|netherlands|the netherlands|holland|niederlande|den niederlanden|pays-bas|les pays-bas|hollande",
  DE: "deutschland|germany|duitsland|allemagne|brd",
  FR: "france|frankreich|frankrijk|la france",
  GB: [
    "united kingdom|the united kingdom|uk|u.k.|the uk|great britain|britain|england|scotland|wales|northern ireland",
    "verenigd koninkrijk|het verenigd koninkrijk|groot-brittannië|engeland|schotland",
    "vereinigtes königreich|großbritannien|schottland|royaume-uni|grande-bretagne|angleterre|écosse",
  ].join("|"),
  US: [
    "united states|the united states|united states of america|usa|u.s.a.|the us|the usa|america|verenigde staten",
    "de verenigde staten|amerika|vereinigte staaten|états-unis|les états-unis|amérique",
  ].join("|"),
};

/** Countries in which nobody can sell. */
const OTHERS = [
  "belgium|belgië|belgique|belgien|austria|oostenrijk|autriche|österreich|oesterreich|switzerland|zwitserland|suisse",
  "schweiz|luxembourg|luxemburg|spain|spanje|espagne|spanien|italy|italië|italie|italien|portugal|denmark|denemarken",
  "danemark|dänemark|sweden|zweden|suède|schweden|norway|noorwegen|norvège|norwegen|finland|finlande|finnland|poland",
  "polen|pologne|ireland|ierland|irlande|irland|czech republic|tsjechië|tchéquie|tschechien|hungary|hongarije|hongrie",
  "ungarn|greece|griekenland|grèce|griechenland|turkey|turkije|turquie|türkei|canada|kanada|australia|australië",
  "australie|australien|japan|japon|china|chine|ukraine|oekraïne|romania|roumanie|rumänien|croatia|kroatië|croatie",
  "kroatien|mexico|mexique|mexiko|brazil|brazilië|brésil|brasilien",
].join("|");

const COUNTRY_OF: ReadonlyMap<string, Country | "other"> = new Map<string, Country | "other">([
  ...OTHERS.split("|").map((name) => [vocabularyKey(name), "other"] as const),
  ...Object.entries(NAMES).flatMap(([country, names]) =>
    names.split("|").map((name) => [vocabularyKey(name), country as Country] as const),
  ),
]);

/** The country of a name in any of the five languages; "other" for one in which nobody can sell. */
export function countryNamed(name: string): Country | "other" | null {
  return COUNTRY_OF.get(vocabularyKey(name)) ?? null;
}
