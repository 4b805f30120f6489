import { namesOfGear, nounsOf } from "#app/domain/categories/nouns.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { wordsOfArticle } from "#app/domain/categories/titles.ts";
import { comparable } from "#app/domain/text-rules.ts";
import { beginsWithMaker, brandAt, knownBrand, WORDS_OF_BRANDS } from "./brand-of.ts";
import { TITLE_WORDS } from "./title-words.ts";

// "Tennis ball candle", "support mural raquette": the gear's word only says more of another noun. Nobody can list all
// other nouns. So a gear's word is what the title means only if all words beside it are known to be no such nouns.

const WORD = /[\p{L}\p{N}'’.+-]+/gu;
/** After these, nothing says what the article is: figures, a new part of the title, "from the eighties". */
const END = /^\s*(?:[^\s\p{L}\p{N}'’.-]|-\s|\d|(?:in|im|with|by|from|von|aus|van|uit)\s|$)/u;

const KNOWN = new Set(
  [...namesOfGear(), ...WORDS_OF_BRANDS, TITLE_WORDS].flatMap((text) => wordsOf(comparable(text))),
);

function wordsOf(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

/** Whether a word is known to be no noun of another thing. */
function isKnown(word: string): boolean {
  const bare = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  if (bare.length < 2 || /\d/.test(bare) || KNOWN.has(bare) || KNOWN.has(word)) return true;
  return bare.includes("-") && bare.split("-").every(isKnown);
}

/** Whether the words after a noun, up to the end of its phrase, are known or name the same type. */
function isKnownUpToEnd(type: string, text: string): boolean {
  let rest = text;
  while (!END.test(rest) && !beginsWithMaker(rest.trimStart())) {
    const [word = ""] = rest.match(/^\s*\S[\p{L}\p{N}'’.+-]*/u) ?? [];
    if (!isKnown(word.trim()) && nounsOf(type, word).length === 0) return false;
    rest = rest.slice(word.length);
  }
  return true;
}

/** The words before which a compound is one of gear: "Gitarrensaiten" are none. */
function isGear(type: string, noun: string): boolean {
  if (KNOWN.has(noun)) return true;
  const starts = [...noun].map((_, at) => at).slice(1);
  const at = starts.findLast((start) => nounsOf(type, noun.slice(start)).some(({ from }) => from === 0));
  if (at === undefined) return true;
  const before = noun.slice(0, at).replace(/-$/, "");
  return [before, before.replace(/(?:s|n|en)$/, "")].some(
    (word) => isKnown(word) || CATEGORIES.some((each) => nounsOf(each.type, word).length > 0),
  );
}

/** Whether no noun of a type is followed by a word that may be the article's own noun: "racket wall mount". */
export function isHead(title: string, type: string): boolean {
  const text = wordsOfArticle(title);
  return nounsOf(type, text).every(({ to }) => isKnownUpToEnd(type, text.slice(to)));
}

/**
 * Whether a title means an article of the type that its words name.
 * @param brand the article's brand; "" if nothing says it
 */
export function isArticle(title: string, type: string, brand: string): boolean {
  const text = wordsOfArticle(title);
  const maker = comparable(knownBrand(brand) ?? "");
  // The names of a known maker's models may have any words.
  const isOfMaker =
    maker !== "" && (brandAt(text, [maker]) < 0 || wordsOf(text.slice(0, brandAt(text))).every(isKnown));
  const nouns = nounsOf(type, text);
  const [first] = nouns;
  if (!first) return isOfMaker;
  const before = text.slice(0, first.from).replace(comparable(brand), " ");
  return (
    nouns.every(({ from, to }) => isGear(type, text.slice(from, to).split(" ").at(-1) ?? "")) &&
    (isOfMaker || wordsOf(before).every(isKnown)) &&
    isHead(title, type)
  );
}

const PACKS_OF_BALLS = new Set(
  "can cans tin tins tube tubes dose dosen blik blikken koker kokers boite boites bucket eimer emmer seau baril".split(
    " ",
  ),
);

/** Whether a title that names a model of a brand has no word of another thing: "Wilson Blade towel rail". */
export function isModel(title: string): boolean {
  const words = wordsOf(wordsOfArticle(title).split(/[,;(|]/, 1)[0] ?? "");
  return words.every((word) => isKnown(word) && !PACKS_OF_BALLS.has(word));
}
