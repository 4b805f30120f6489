import { compared, headType, namedType, whole } from "./nouns.ts";

// What an article is, by titles in five languages.

/** An article may have been one: "ex-rental racket". */
const RENTALS = whole(
  "rentals?|hire|leih[a-z]*|verleih|miet[a-z]*|vermietung|(?:ver)?huur[a-z]*|location|(?:platz|maschinen|ballmaschinen)miete|baanhuur",
);
const SERVICES = whole(
  `(?:re)?stringing(?! (?:tools?|machines?|clamps?))|restrings?|[a-z]*services?(?! line)|(?:pose|changement) (?:de |du )?cordages?|repair|reparatur(?:en)?|reparaties?|reparations?|
  lessons?|(?:tennis|prive|groeps|proef) ?les(?:sen)?|
  lessen|lespakket|(?<!en |au )cours(?! de squash)|lecons?|dienst(?:en)?|dienstleistung(?:en)?|prestations?|labou?r|arbeitszeit|main d'oeuvre|arbeidsloon|
  (?:tennis)?kurs(?:e|us)?|cursus|coaching|trainingsstunden?|trainerstunden?|
  stages? (?:de |d'|tennis)[a-z]*|(?:tennis|ferien|sommer|summer )camps?|tenniskamp(?:en)?|(?:tennis)?clinics?|
  abonnements?|membership|mitgliedschaft|lidmaatschap|vouchers?|bookings?|[a-z]*buchung(?:en)?|baanreservering|gift ?(?:cards?|vouchers?|certificates?)|
  geschenk(?:karte|gutschein)[a-z]*|[a-z]*gutschein[a-z]*|guthaben(?:karte)?|tegoedbon(?:nen)?|store credit|cadeau(?:kaart|bon)(?:en|nen)?|kadobon(?:nen)?|waardebon(?:nen)?|
  bons? cadeaux?|(?:cartes?|cheques?) cadeaux?|bons? d'achat`,
);
const OTHER_SPORTS = whole(
  `(?:table|tafel|tisch)[ -]?tennis[a-z]*|tennis de table|ping[ -]?pong[a-z]*|beach[ -]?tennis[a-z]*|padel[a-z]*|paddles?|squash[a-z]*|rac(?:qu|k)etballs?|(?:cross|speed)mintons?|badminton[a-z]*|
  pickle ?ball[a-z]*|federball[a-z]*|golf[a-z]*|(?:fuss|foot|voet|basket|volley|hand)bal(?:l?e?n?|ls)|hockey[a-z]*|cricket|soccer`,
);
/** Of a title that begins so, no word after it says what is sold: ads of people who look for something, and services. */
const WANTED =
  /^(?:(?:ich |wir )?suchen?|gesuch|gesucht|gezocht|zoek|gevraagd|wanted|wtb|looking for|recherche|(?:je )?cherche)(?![\p{L}\p{N}])/u;
/** "Bespannen" alone is what a shop does; "Head Speed bespannen met RPM" is a racket, and "postage included" is no article. */
const SERVICE_FIRST =
  /^(?:(?:tennis)?rackets? )?(?:bespannen|besnaren|besaiten|recordages?)(?! met)(?!\p{L})|^(?:versandkosten|verzendkosten|frais de port|shipping (?:costs?|fee)|delivery fee|postage)(?!\p{L})/u;
const STRINGING = /^(?:besaitung|bespannung|besnaring|bespanning)(?:en)?(?![\p{L}\p{N}])/u;

/** What comes with an article stands after one of these: "mit Hülle", "+ overgrip", "new strings". */
const WITH =
  /(?<=\S)(?<!(?:^| )(?:dose|blik|cans?|tubes?|boite|box|doos|karton|packs?|pak|paket|rolle|rol|reel|eimer|emmer|bucket|beutel|koker|set)) (?:(?:with|mit|met|avec|including|incl|inkl|inclusief|inklusive|and|und|en|et)(?![\p{L}\p{N}])|w\/|[+&](?= )|(?:brand ?)?(?:new|neu(?:es|er|en?)?|nieuwe?|nouveau|nouvelle|fresh|frische[sr]?) (?=over|grip|griff|surgrip|strings?|saite|snaar|snaren|bespan|besait|cordage|damp|demp))/u;
/** What an article is for: "cover for rackets". */
const FOR = /(?<=\S) (?:for|fur|voor|pour)(?![\p{L}\p{N}])/u;
/** These come with nothing else, so a title that names them means them: "boys & girls shirt". */
const MAIN = new Set<string | null | undefined>(["clothes", "racket"]);

/** Whether a text names tennis, and another sport. "Table tennis" is another. */
export function sportsIn(text: string): { readonly tennis: boolean; readonly other: boolean } {
  const folded = compared(text);
  const other = OTHER_SPORTS.test(folded);
  return { other, tennis: folded.replace(new RegExp(OTHER_SPORTS, "gu"), " ").includes("tennis") };
}

/** The text before a mark; all of it without one. */
function before(mark: RegExp, text: string): string {
  const end = mark.exec(text)?.index;
  return end === undefined ? text : text.slice(0, end);
}

/**
 * Undefined: the text says nothing. Null: it names something that the shop does not have.
 * @param text without accents
 */
function typeByWords(text: string): string | null | undefined {
  const main = before(WITH, text);
  if ([WANTED, STRINGING, SERVICE_FIRST].some((words) => words.test(text))) return null;
  if ([SERVICES, RENTALS].some((words) => words.test(main))) return null;
  const type = namedType(before(FOR, main));
  if (type !== undefined || main === text) return type;
  const rest = namedType(before(FOR, text));
  return MAIN.has(rest) ? rest : undefined;
}

const ANY_ACCESSORY = whole("accessor(?:y|ies)|accessoires?|[a-z]*zubehor|toebehoren");

/** Whether a group is one of accessories of all kinds, in which shops put what has no group of its own. */
function isForAccessories(group: string): boolean {
  return ANY_ACCESSORY.test(compared(group));
}

/**
 * The type of a group of articles. Undefined: it says nothing, or may have things for several sports. Null: the shop has
 * none of them.
 */
export function typeOfGroup(group: string): string | null | undefined {
  const { tennis, other } = sportsIn(group);
  if (other) return tennis ? undefined : null;
  // "Clothes > Training" is no hour with a trainer.
  const text = compared(group).replace(/(?<!\p{L})training(?!\p{L})/gu, " ");
  if (typeByWords(text) === null) return null;
  return isForAccessories(group) ? "accessory" : headType(before(FOR, before(WITH, text)));
}

/** Whether the title is that of a service, or of a voucher. */
export function isService(title: string): boolean {
  const text = compared(title).trim();
  return (
    [STRINGING, SERVICE_FIRST].some((words) => words.test(text)) ||
    SERVICES.test(before(/[,;(]/, before(WITH, text)))
  );
}

/** Whether a group has services or vouchers alone: "Strings & services" may have strings. */
export function isForServices(group: string): boolean {
  const text = compared(group).trim();
  return (SERVICES.test(text) || SERVICE_FIRST.test(text)) && headType(text) === undefined;
}

/** Whether the title is a wanted ad: its author wants to buy. */
export function isWanted(title: string): boolean {
  return WANTED.test(compared(title).trim());
}

const PATTERN = /(?<!\d)1[4-8] ?[x/] ?(?:1[5-9]|2[01])(?!\d)/;
const WEIGHT = /(?<!\d)(?:2[2-9]\d|3[0-4]\d) ?(?:g|gr|gram|gramm|grammes)(?![a-z])/;

/** Of these, one may be for tennis and for another sport. */
const EITHER_SPORT = new Set<string | null | undefined>(["accessory", "bag", "clothes"]);

/** What a title begins with, after its brand: "Wilson overgrip". */
const FIRST_WORDS = 2;

/**
 * The type that the words or the figures of a title say. Undefined: it says nothing. Null: it is something that the shop
 * does not have.
 */
export function typeBySigns(title: string): string | null | undefined {
  const text = compared(title);
  const byWords = typeByWords(text);
  const { tennis, other } = sportsIn(title);
  // A bag for tennis and padel is one; a racket is for one of them.
  if (other)
    return tennis && EITHER_SPORT.has(byWords ?? namedType(text)) ? (byWords ?? namedType(text)) : null;
  if (byWords === null || byWords === "racket" || byWords === "clothes") return byWords;
  const isFirst = byWords !== undefined && namedType(text.split(/\s+/, FIRST_WORDS).join(" ")) === byWords;
  const isExtra = byWords === "accessory" || byWords === "bag";
  // "Blade 98 16x19, overgrip": strings, balls, grips and bags come with a racket. A bag weighs something too.
  if (PATTERN.test(text)) return isExtra && isFirst ? byWords : "racket";
  if (!WEIGHT.test(text)) return byWords;
  if (!isExtra) return "racket";
  return isFirst ? byWords : undefined;
}

/** Whether a title names after a comma what may come with a racket: "Speed MP, Tasche". */
export function hasAddition(title: string): boolean {
  const text = compared(title);
  return namedType(before(/,(?!\d)/, text)) === undefined && !MAIN.has(namedType(text));
}

/**
 * The type of an article in a group, unless its title names another one: shops put things wherever there is room. Undefined:
 * either may be right.
 */
export function typeBeside(ofGroup: string, group: string, title: string): string | undefined {
  const named = hasAddition(title) ? undefined : typeBySigns(title);
  // "Racket bag", "string for rackets": many things are for rackets, and clothes may be accessories.
  if (named == null || named === "racket" || ofGroup === "clothes" || named === ofGroup) return ofGroup;
  return isForAccessories(group) ? named : undefined;
}

/** Whether models of other types have the word for this type in their names: "Tonic+ Ball Feel". */
export function isInNamesOfModels(type: string | undefined): boolean {
  return type === "ball";
}

/** The words of a title that name the article, without accents and without what comes with it. */
export function mainWords(title: string): string {
  return before(WITH, compared(title));
}

/** The main words without what the article is for. */
export function wordsOfArticle(title: string): string {
  return before(FOR, mainWords(title));
}

/** Whether a group may be strings, or the service of stringing. */
export function isStringing(group: string): boolean {
  const text = compared(group).trim();
  return STRINGING.test(text) && text.replace(STRINGING, "") === "";
}

/**
 * The type of an article in a group that may be strings, or the service of stringing ("Besaitung"), if its title says a
 * string; null otherwise.
 */
export function typeWithinStringing(group: string, type: string | null | undefined): string | null {
  return isStringing(group) && type === "string" ? type : null;
}
