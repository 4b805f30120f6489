import { comparable } from "../text-rules.ts";
import { compared } from "./titles.ts";
import { VALUE_SYNONYMS } from "./value-synonyms.ts";

// Values that titles in five languages say, and that a stock file has no column for.

/** Columns of each type whose empty cells mean a usual value, so that a title which says another one must be heard. */
const SPOKEN: Readonly<Record<string, readonly string[]>> = {
  clothes: ["clothes_type"],
  accessory: ["accessory_type"],
  bag: ["style"],
};

/** Words that titles have for other reasons, or that are values only beside others. */
const TOO_SHORT =
  /^(?:op|or|top|tops|bob|set|sets|support|sleeve|strap|straps|pince|pinces|short sleeve|plots|tape|other|others|anders|andere|autre|crew|hooded|compression|rock|vest|jack|cap|hat|hut|pet|tank|tee)$/;

interface Spoken {
  readonly value: string;
  readonly word: string;
}

/** Words for the values of a column, the longest first. */
const SPOKEN_WORDS = new Map<string, readonly Spoken[]>();
for (const column of new Set(Object.values(SPOKEN).flat())) {
  const words = Object.entries(VALUE_SYNONYMS[column] ?? {}).flatMap(([value, synonyms]) =>
    [value, ...synonyms].map((word) => ({ value, word: comparable(word) })),
  );
  SPOKEN_WORDS.set(
    column,
    words.toSorted((a, b) => b.word.length - a.word.length),
  );
}

function says(text: string, word: string): boolean {
  const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
  for (let start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + 1))
    if (!isLetter(text[start - 1]) && !isLetter(text[start + word.length])) return true;
  return false;
}

const GENDERS: readonly (readonly [string, RegExp])[] = [
  ["Girls", /(?<!\p{L})(?:girls?|girl's|madchen|meisjes?|filles?)(?!\p{L})/u],
  ["Boys", /(?<!\p{L})(?:boys?|boy's|jungen|jongens?|garcons?)(?!\p{L})/u],
  [
    "Women",
    /(?<!\p{L})(?:women'?s?|womens|ladies|lady|damen\p{L}*|dames\p{L}*|femmes?|wmns|female)(?!\p{L})/u,
  ],
  ["Men", /(?<!\p{L})(?:men'?s?|mens|herren\p{L}*|heren\p{L}*|hommes?|male)(?!\p{L})/u],
];
/** The gender that a description names, if it names one only: "Mens jacket". */
function onlyGender(description: string): string | undefined {
  const text = compared(description);
  const named = GENDERS.filter(([, words]) => words.test(text));
  return named.length === 1 ? named[0]?.[0] : undefined;
}

/** "maat L", or a size at the end: "Polo, XL". */
const SIZE =
  /(?<!\p{L})(?:maat|size|gr\.?|grosse|taille) ?(xs|s|m|l|xl|xxl)(?![\p{L}\p{N}])|[,(-] ?(xs|s|m|l|xl|xxl)\)?$/u;
const BOX = /(?<!\p{L})(?:box|case|doos|karton|carton)(?!\p{L})/u;
/** In the clothes of children. */
const CHILDREN: Readonly<Record<string, string>> = { Men: "Boys", Women: "Girls" };
/** Clothes that only women wear on a court. */
const WOMENS = ["Skirt", "Dress"];

const JUNIOR =
  /(?<![\p{L}\p{N}])(?:junior|jr|kids?|kinder\p{L}*|enfants?|jeugd\p{L}*|childrens?|children's|(?:17|19|21|23|25|26) ?(?:inch|zoll|pouces|"|''|in)|(?:17|19|21|23|25|26)(?=$))(?![\p{L}\p{N}])/u;
const REEL =
  /(?<![\p{L}\p{N}])(?:reels?|rol|rolle|rollen|bobines?|spool|saitenrolle|snarenrol|coil|(?:100|110|200|220) ?m(?:eter|ètres?|etres?)?)(?![\p{L}\p{N}])/u;
const BALLS =
  /(?<![\d.,])([234])[\s-]*(?:er|x|st|stk|stuks?|stuck|pcs|pieces|ballen|balle|balls?|balles|ball)?\.?[\s-]*(?:tennis)?(?:balls?|ballen|balle|balles|can|cans|tin|tube|blik|dose|boite|pack|pak|st|stuks?|stuck|er)(?![\p{L}\d])|(?:tube|boite|blik|dose|can|pack) (?:de|van|mit|met|of|a) ([234])(?![\d.,])|(?<![\p{L}\d])x ?([234])$/u;

/**
 * What a title and a category say of an article of this type, by column: "Nike girls dress" has the type and the gender.
 * Only what replaces a usual value is read.
 * @param description the beginning of it may say what the title does not
 */
export function titleFacts(
  type: string,
  title: string,
  categories: readonly string[],
  description = "",
): Record<string, string> {
  const text = compared(title);
  const all = [title, ...categories].map(compared);
  const facts: Record<string, string> = {};
  for (const column of SPOKEN[type] ?? []) {
    const words = SPOKEN_WORDS.get(column) ?? [];
    const spoken =
      words.find(({ word }) => !TOO_SHORT.test(word) && says(text, word)) ??
      words.find(({ word }) => says(text, word)) ??
      all.slice(1).flatMap((each) => words.find(({ word }) => says(each, word)) ?? [])[0];
    if (spoken) facts[column] = spoken.value;
  }
  if (type === "clothes") {
    const gender =
      GENDERS.find(([, words]) => all.some((each) => words.test(each)))?.[0] ?? onlyGender(description);
    const isWomens = WOMENS.includes(facts.clothes_type ?? "");
    const isJunior = all.some((each) => JUNIOR.test(each));
    if (gender) facts.gender = (isJunior && CHILDREN[gender]) || gender;
    else if (isWomens) facts.gender = "Women";
    const [, named, last] = SIZE.exec(text) ?? [];
    const size = named ?? last;
    if (size) facts.size = size.toUpperCase();
  }
  if (type === "string" && REEL.test(text)) facts.packaging = "reel";
  if (type === "racket" && all.some((each) => JUNIOR.test(each))) facts.category = "junior";
  const [, ...counts] = type === "ball" ? (BALLS.exec(text) ?? []) : [];
  const balls = counts.find((count) => count !== undefined);
  if (type === "ball" && BOX.test(text)) facts.packaging_type = "box";
  if (balls) facts.balls_per_can = balls;
  return facts;
}

/** The columns that `titleFacts` may fill. */
export const TITLE_COLUMNS = [
  "clothes_type",
  "accessory_type",
  "style",
  "gender",
  "packaging",
  "category",
  "balls_per_can",
  "packaging_type",
  "size",
];

/** Columns of options by which variants are listings of their own. */
export const VARIANT_COLUMNS = [
  ...["gripsize", "size", "gauge", "length", "weight", "headsize", "packaging", "gender", "string_pattern"],
];

/** Columns whose names mean the same in the files of all systems. */
export const PLAIN_COLUMNS = [
  ...["gripsize", "headsize", "string_pattern", "gauge", "color", "gender", "condition", "brand"],
];

/** "16 x 19" and "16/19" as the field has it; undefined for a cell of another column. */
export function patternCell(column: string, text: string): string | undefined {
  if (column !== "string_pattern") return undefined;
  return text.replace(/^(\d{2})\s*[x×/*-]\s*(\d{2})$/i, "$1x$2");
}
