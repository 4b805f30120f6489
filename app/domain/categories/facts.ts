import { comparable } from "../text-rules.ts";
import { spokenColor, spokenLength, spokenMaking } from "./details.ts";
import { kindOf } from "./fields/registry.ts";
import { compared } from "./nouns.ts";
import { categoryOfType } from "./registry.ts";
import { mainWords } from "./titles.ts";
import { VALUE_SYNONYMS } from "./value-synonyms.ts";

// Values that titles in five languages say, and that a stock file has no column for.

/** Columns of each type whose empty cells mean a usual value, so that a title which says another one must be heard. */
const SPOKEN: Readonly<Record<string, readonly string[]>> = {
  clothes: ["clothes_type"],
  accessory: ["accessory_type"],
  bag: ["style"],
  string: ["material"],
};
/** It is also the German for "good". */
const NO_MATERIAL = "gut";

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
    [value, ...synonyms]
      .filter((word) => word !== NO_MATERIAL)
      .map((word) => ({ value, word: comparable(word) })),
  );
  SPOKEN_WORDS.set(
    column,
    words.toSorted((a, b) => b.word.length - a.word.length),
  );
}

/** "Tennisrock" is a word for what "rock" is a word for. */
const FIRST_PART =
  /(?:tennis|racket|racquet|schlager|ball|trainings?|sport|regen|damen|herren|dames|heren|kinder)$/;

function says(text: string, word: string): boolean {
  const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
  for (let start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + 1))
    if (
      (!isLetter(text[start - 1]) || FIRST_PART.test(text.slice(0, start))) &&
      !isLetter(text[start + word.length])
    )
      return true;
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

/** "maat L", "mt. 152", "size 34", but no "model wears size S". */
const NAMED_SIZE =
  /(?<!\p{L}|(?:wear(?:s|ing)|tragt|draagt|porte) (?:an? |een |eine |la |une )?)(?:maat|mt\.?|size|gr\.?|grosse|taille|t\.) ?:?((?:xx?|[2-4]x)?[sl]|x{0,3}[sl]|m|\d{2,3}(?:[/-]\d{2,3})?)(?![\p{L}\p{N}])/u;
/** "XL" alone is a size wherever it stands; other letters are one at the end, or in brackets: "Polo, L". */
const BARE_SIZE =
  /(?<![\p{L}\p{N}])(xs|x{1,3}l|[2-4]xl)(?![\p{L}\p{N}])|[,(/–-] ?([sml])(?=\)|$)|(?<=[\p{L}'’]{3} )([sml])$/u;
/** "Homme L bleu", "Damen S weiß". */
const SIZE_OF =
  /(?<!\p{L})(?:homme|femme|herren|damen|heren|dames|(?:wo)?men'?s?|ladies),? (xs|x{0,2}[sl]|m)(?![\p{L}\p{N}])/u;
/** "Jupe blanche 36", at the end of a title. */
const NUMBER = /(?<=\p{L} )(3[2-9]|4[0-8])$/u;
/** "UK 12" of women's clothes. */
const COUNTRY_SIZE = /(?<!\p{L})((?:uk|us|eu|fr|de) ?\d{1,2})(?![\p{L}\d])/u;
const HEIGHT =
  /(?<!\d)(1[0-7]\d(?:[/-]1[0-7]\d)?) ?(?:cm)?(?=\)|$)|(?<![\p{L}\d])(\d{1,2}(?:-\d{1,2})?) ?(?:ans|jahre|jaar|years|y)(?!\p{L})/u;
/** A box, or several cans: "6 cans of 3". */
const BOX =
  /(?<!\p{L})(?:box|case|doos|karton|carton)(?!\p{L})|(?<![\d.,])(?:[2-9]|[1-7]\d) ?x? ?(?:cans|tubes|tins|dosen|blikken|kokers|boites)(?!\p{L})|^(?:[2-9]|[1-7]\d) ?x |(?<![\d.,])\d{1,2} ?x ?[34](?: |-)?(?:er|balls|ballen|balles|balle)(?!\p{L})/u;
/** In the clothes of children. */
const CHILDREN: Readonly<Record<string, string>> = { Men: "Boys", Women: "Girls" };
const NUMBERED = ["Pants", "Shorts", "Leggings", "Skirt", "Dress"];
/** Clothes that only women wear on a court. */
const WOMENS = ["Skirt", "Dress"];

const JUNIOR =
  /(?<![\p{L}\p{N}])(?:junior|jr|kids?|kinder\p{L}*|enfants?|jeugd\p{L}*|childrens?|children's|(?:17|19|21|23|25|26) ?(?:inch|zoll|pouces|"|''|in)|(?<!\d ?[x/*] ?)(?:17|19|21|23|25|26)(?=$))(?![\p{L}\p{N}])/u;
const REEL =
  /(?<![\p{L}\p{N}])(?:reels?|rol|rolle|rollen|bobines?|spool|saitenrolle|snarenrol|coil|(?:100|110|200|220) ?m(?:eter|ètres?|etres?)?)(?![\p{L}\p{N}])/u;
const BALLS =
  /(?<![\d.,])([234])[\s-]*(?:er|x|st|stk|stuks?|stuck|pcs|pieces|ballen|balle|balls?|balles|ball)?\.?[\s-]*(?:tennis)?(?:balls?|ballen|balle|balles|can|cans|tin|tube|blik|dose|boite|pack|pak|st|stuks?|stuck|er)(?![\p{L}\d])|(?:tube|boite|blik|dose|koker|can|tin|pack)s?:? ?(?:(?:de|van|mit|met|of|a|x) ?)?([234])(?! ?(?:x|tubes?|blikken|dosen|cans|tins|\/))(?![\d.,])|(?<![\p{L}\d])x ?([234])$/u;

/** Figures that titles of these types have, and how searches say them. */
const FIGURES = new Map(
  Object.entries({ racket: "gripsize", bag: "capacity" }).map(([type, column]) => {
    const field = categoryOfType(type)?.fields[column];
    const readers = field ? kindOf(field).readers(field) : [];
    const anywhere = readers.map(({ pattern, read }) => ({
      pattern: new RegExp(pattern.source, "gu"),
      read,
    }));
    return [type, { column, readers: anywhere }] as const;
  }),
);
/** "1.25" and "125", but no "100 m". */
const GAUGE = /(?<![\p{L}\d.,])1(?:[.,][0-4]\d?|[0-4]\d)(?![.,]?\d| ?(?:m|ft)(?!\p{L}))/gu;

/** "G2", as French shops write grips. */
const FRENCH_GRIP = /(?<![\p{L}\p{N}])g ?([0-5])(?![\p{L}\p{N}])/u;

/** The only figure that a title says: "Griff L3", "12R". */
function figureIn(type: string, text: string): Record<string, string> {
  const { column = "", readers = [] } = FIGURES.get(type) ?? {};
  const values = readers.flatMap(({ pattern, read }) => [...text.matchAll(pattern)].flatMap(read));
  const [value, ...others] = new Set(values);
  return value !== undefined && others.length === 0 ? { [column]: value } : {};
}

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
  const facts: Record<string, string> = {
    ...(type === "racket" ? figureIn(type, compared(description)) : {}),
    ...(type === "racket" && FRENCH_GRIP.test(text) ? { gripsize: FRENCH_GRIP.exec(text)?.[1] ?? "" } : {}),
    ...figureIn(type, text),
  };
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
    const isForChildren = facts.gender === "Boys" || facts.gender === "Girls";
    const isNumbered = facts.gender === "Women" && NUMBERED.includes(facts.clothes_type ?? "");
    const patterns = [
      ...[NAMED_SIZE, COUNTRY_SIZE, SIZE_OF, BARE_SIZE],
      ...(isForChildren ? [HEIGHT] : isNumbered ? [NUMBER] : []),
    ];
    const ofTitle = patterns.flatMap((pattern) => pattern.exec(text)?.slice(1) ?? []);
    const ofDescription = NAMED_SIZE.exec(compared(description))?.slice(1) ?? [];
    const size = [...ofTitle, ...ofDescription].find((each) => each);
    if (size) facts.size = size.toUpperCase();
  }
  const color = spokenColor(type, mainWords(title));
  if (color) facts.color = color;
  const length =
    spokenLength(type, text) ?? (type === "string" ? spokenLength(type, compared(description)) : undefined);
  if (length) facts.length = length;
  if (type === "string") {
    const said = [text, compared(description)].map(spokenMaking).find(({ stringType }) => stringType);
    Object.assign(facts, { ...said, ...facts });
  }
  if (type === "string" && REEL.test(text)) facts.packaging = "reel";
  // A hybrid has two.
  const [gauge, ...otherGauges] = type === "string" ? (text.match(GAUGE) ?? []) : [];
  if (gauge && otherGauges.length === 0) facts.gauge = gauge.replace(/^1[.,]?/, "1.");
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
  "gripsize",
  "capacity",
  "gauge",
  "material",
  "color",
  "length",
  "stringType",
];

/** Columns of options by which variants are listings of their own. */
export const VARIANT_COLUMNS = [
  ...["gripsize", "size", "gauge", "length", "weight", "headsize", "packaging", "gender", "string_pattern"],
];

/** Columns of figures, which no "yes" means. */
export const MEASURED_COLUMNS = [
  ...["string_tension", "tension", "strung_with", "weight", "headsize", "length", "balance"],
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
