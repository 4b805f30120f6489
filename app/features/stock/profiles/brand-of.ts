import { CATEGORIES, categoryOfType } from "#app/domain/categories/registry.ts";
import { comparable } from "#app/domain/text-rules.ts";
import { MODEL_FAMILIES } from "./model-families.ts";

/** Brands of old and of rarer gear, which no form offers. */
const MORE_BRANDS = [
  ...[
    "Slazenger",
    "Donnay",
    "Fischer",
    "Rossignol",
    "Spalding",
    "Snauwaert",
    "Artengo",
    "Toalson",
    "Diadem",
    "Mantis",
  ],
  ...[
    "Puma",
    "Bidi Badu",
    "Le Coq Sportif",
    "Pro Kennex",
    "Technifibre",
    "Völkl",
    "Tretorn",
    "Wimbledon",
    "Pro's Pro",
  ],
  ...[
    "Bosworth",
    "Angell",
    "Topspin",
    "Dita",
    "Australian",
    "Cygnus",
    "Yamaha",
    "Kuebler",
    "Kneissl",
    "MacGregor",
  ],
];

/** These are words of other meanings in titles, so they are brands only at the beginning of one. */
const ONLY_FIRST = new Set([
  "head",
  "prince",
  "gamma",
  "topspin",
  "genesis",
  "alpha",
  "alien",
  "leopard",
  "klip",
  "rs",
  "penn",
]);
const NO_BRANDS = new Set(["other", "brand", "wimbledon"]);

const SPELLINGS: Readonly<Record<string, string>> = {
  technifibre: "Tecnifibre",
  volkl: "Volkl",
  "pro kennex": "ProKennex",
};

/** By the brand in lower case, without accents. */
const BRANDS = new Map<string, string>();
for (const brand of [
  ...CATEGORIES.flatMap(({ brand: { form, browse } }) => [...form, ...browse]),
  ...Object.values(MODEL_FAMILIES).flatMap((families) => Object.keys(families)),
  ...MORE_BRANDS,
]) {
  const word = comparable(brand);
  if (NO_BRANDS.has(word)) continue;
  for (const written of [word, word.replaceAll("'", "")])
    if (!BRANDS.has(written)) BRANDS.set(written, SPELLINGS[word] ?? brand);
}

const LONGEST_FIRST = [...BRANDS.keys()].toSorted((one, other) => other.length - one.length);

/** Names of brands, and the first words of their models. */
export const WORDS_OF_BRANDS = [
  ...BRANDS.keys(),
  ...Object.values(MODEL_FAMILIES).flatMap((families) => Object.values(families)),
];

/** A longer text is no brand. */
const LONGEST_BRAND = 100;

/** The shop's spelling of a brand that it knows; undefined for any other. */
export function knownBrand(text: string): string | undefined {
  return BRANDS.get(comparable(text.trim().slice(0, LONGEST_BRAND)));
}

function standsAt(title: string, brand: string, at: number): boolean {
  const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
  return title.startsWith(brand, at) && !isLetter(title[at - 1]) && !isLetter(title[at + brand.length]);
}

/** Whether a text without accents begins with a brand whose name is no other word. */
export function beginsWithMaker(text: string): boolean {
  return LONGEST_FIRST.some((brand) => !ONLY_FIRST.has(brand) && standsAt(text, brand, 0));
}

/** Where a text without accents names a brand first; -1 if it names none of these. */
export function brandAt(text: string, brands: readonly string[] = LONGEST_FIRST): number {
  const places = brands.flatMap((brand) => {
    const at = text.indexOf(brand);
    return at >= 0 && standsAt(text, brand, at) ? [at] : [];
  });
  return places.length > 0 ? Math.min(...places) : -1;
}

/** What an article is, for whom, and how old may stand before its brand: "Raquette Head", "Vintage Prince". */
const KINDS =
  /^(?:(?:de |pour |sac a |housse )?(?:tennis[ -]?)?(?:[a-z]*rackets?|racquets?|raquettes?|[a-z]*schlager|[a-z]*saiten?|[a-z]*snaar|[a-z]*snaren|cordages?|bobine|sac|bag|[a-z]*tas|[a-z]*tasche|[a-z]*rucksack|[a-z]*rugzak|thermobag|housse|balles?|balls?|tennisballen|tennisballe|polo|shirt|tee|cap|tennis|set|lot|used|gebruikte?|gebrauchter?|tweedehands|occasion|pre-?(?:owned|loved)|ex-demo|demo|vintage|retro|original|neue?[rs]?|new|nieuwe?|kids?|kinder|junior|enfant|(?:wo)?men'?s|ladies|damen|herren|dames|heren|femme|homme|surgrips?|overgrips?|antivibrateurs?|griffband|\d{1,3} ?x|x ?\d{1,3}|\d0(?:er|s)|de \d{1,3}) )+/;

/** Whether the word after a brand begins the name of one of its models: "for Head Speed". */
function hasModel(title: string, brand: string, at: number): boolean {
  const [next = ""] = title
    .slice(at + brand.length)
    .trim()
    .split(/\s+/, 1);
  const families = Object.values(MODEL_FAMILIES).map((each) => each[BRANDS.get(brand) ?? ""] ?? "");
  return next !== "" && families.some((words) => words.split(" ").includes(next));
}

/** A player whose rackets several makers had. */
const PLAYER = "boris becker";

/** The brand with which a title begins. After what it is ("racket head ..."), some names are other words. */
export function firstBrand(title: string): string | undefined {
  const whole = comparable(title);
  const text = whole.replace(KINDS, "");
  const first = LONGEST_FIRST.find((brand) => standsAt(text, brand, 0));
  if (!first || first === PLAYER) return undefined;
  const isBrand = !ONLY_FIRST.has(first) || text === whole || hasModel(text, first, 0);
  return isBrand ? BRANDS.get(first) : undefined;
}

/** Whether the shop knows a brand as one of a category. */
export function isBrandOf(type: string, brand: string): boolean {
  const { form = [], browse = [] } = categoryOfType(type)?.brand ?? {};
  return [...form, ...browse, ...Object.keys(MODEL_FAMILIES[type] ?? {})].includes(brand);
}

/** The only brand that a title names; null where it names none or several. */
export function brandInTitle(title: string): string | null {
  const text = comparable(title).replace(KINDS, "");
  const first = LONGEST_FIRST.find((brand) => standsAt(text, brand, 0));
  if (first) return BRANDS.get(first) ?? null;
  const named = LONGEST_FIRST.filter((brand) => {
    const at = text.indexOf(brand);
    return (
      at > 0 &&
      (!ONLY_FIRST.has(brand) || hasModel(text, brand, at)) &&
      brand.length > 2 &&
      standsAt(text, brand, at)
    );
  });
  const brands = new Set(named.map((brand) => BRANDS.get(brand)));
  return brands.size === 1 ? ([...brands][0] ?? null) : null;
}
