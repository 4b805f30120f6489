import { COUNTRIES, type Country, normalizePostalCode, POSTAL_TEXT_MAX } from "./place.ts";

/** What people write before a code: the country's sign. */
const SIGNS: Readonly<Record<Country, string>> = {
  NL: "NL",
  DE: "D|DE|DEU|GER",
  FR: "F|FR|FRA",
  GB: "GB|UK|GBR",
  US: "USA?",
};
/** Names and signs of countries near ours too. They contradict the chosen country, and are no towns. */
const NAMES: Readonly<Record<Country | "others", string>> = {
  NL: "NEDERLAND|NETHERLANDS|HOLLAND|NIEDERLANDE|PAYS[- ]BAS",
  DE: "DEUTSCHLAND|GERMANY|DUITSLAND|ALLEMAGNE",
  FR: "FRANCE|FRANKRIJK|FRANKREICH",
  GB: "ENGLAND|SCOTLAND|WALES|NORTHERN IRELAND|GREAT BRITAIN|UNITED KINGDOM|GROOT-BRITTANNIE|GROSSBRITANNIEN|ROYAUME-UNI",
  US: "UNITED STATES(?: OF AMERICA)?|VERENIGDE STATEN|VEREINIGTE STAATEN|ETATS-UNIS",
  others:
    "BELGIE|BELGIUM|BELGIQUE|BELGIEN|OSTERREICH|AUSTRIA|OOSTENRIJK|AUTRICHE|SCHWEIZ|SUISSE|SWITZERLAND|LUXEMBOURG",
};
const OTHER_SIGNS = "BE?|BEL|AT?|AUT|CH|L|LU";

const CODES: Readonly<Record<Country, string>> = {
  // Two letters behind the digits belong to the code, so the digits alone are no match.
  NL: String.raw`\d{4}(?:[ ./-]{0,3}[A-Z]{2}(?![\p{L}\d'’-])|(?![ ./-]{0,3}[A-Z]{2}(?![\p{L}'’-])))`,
  DE: String.raw`\d{5}|\d{2} \d{3}`,
  FR: String.raw`\d{5}|\d{2} \d{3}`,
  GB: String.raw`[A-Z]{1,2}\d[A-Z\d]?(?:[ -]?\d[A-Z]{2})?(?![\p{L}\d])`,
  US: String.raw`\d{5}(?:[ -]?\d{4})?`,
};
const TOWN = String.raw`['’]?\p{L}[\p{L}\p{M} .,'’()/-]+`;

/** A country's code with its sign, and with the town before or behind it. */
function patternOf(country: Country): RegExp {
  // "Paris CEDEX 08", "Lyon 3e"
  const behind =
    country === "FR" ? String.raw`${TOWN}(?:(?:CEDEX(?: \d{1,2})?)|\d{1,2}(?:ER|E|[EÈ]ME)?)?` : TOWN;
  return new RegExp(
    String.raw`^(?:(${TOWN})[ ,(:]+)?(?:(?:${SIGNS[country]})[ .-]*)?(${CODES[country]})(?:[() ,./-]+(${behind})?)?$`,
    "u",
  );
}
const WRITTEN = {
  NL: patternOf("NL"),
  DE: patternOf("DE"),
  FR: patternOf("FR"),
  GB: patternOf("GB"),
  US: patternOf("US"),
} satisfies Record<Country, RegExp>;

function contradicts(country: Country, before: string, behind: string): boolean {
  const others = COUNTRIES.filter((one) => one !== country);
  const names = [...others.map((one) => NAMES[one]), NAMES.others].join("|");
  const signs = [...others.map((one) => SIGNS[one]), OTHER_SIGNS].join("|");
  const plain = `${before} ${behind}`.normalize("NFD").replace(/\p{M}/gu, "");
  return (
    new RegExp(`(?<!\\p{L})(?:${names})(?!\\p{L})`, "u").test(plain) ||
    new RegExp(`^(?:${signs})$`, "u").test(before)
  );
}

/**
 * Reads a postal code as people write it: "D-10115", "1012-AB", "75001 Paris", "London SW1A 1AA". It is the only reader
 * of what people type (decision 0014).
 * @returns the code as `normalizePostalCode` does; null when the text has no code of the country, or names another one
 */
export function readPostalCode(country: Country, text: string): string | null {
  if (text.length > POSTAL_TEXT_MAX) return null;
  const written = text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/\s+/g, " ")
    .trim();
  const code = normalizePostalCode(country, written);
  if (code !== null) return code;
  // "3731 De Bilt": the article is no part of the code.
  const withoutArticle =
    country === "NL" ? written.replace(/^(.*\d{4}) (?=(?:De|de) \p{L})/u, "$1, ") : written;
  const [, before = "", postcode = "", behind = ""] =
    WRITTEN[country].exec(withoutArticle.toUpperCase()) ?? [];
  if (contradicts(country, before, behind)) return null;
  return normalizePostalCode(country, country === "US" ? postcode : postcode.replace(/[./-]+/, ""));
}
