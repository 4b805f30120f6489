import type { OutReason } from "./profile.ts";

// What titles and remarks of people say of an article that is sold or promised: "Head Speed - VERKOCHT", "réservé Mme D.".

/** By reason, words in five languages, with what makes them mean another thing behind them: "vendu avec housse". */
const WORDS: readonly (readonly [OutReason, string, not: string])[] = [
  ["sold_out", "sold out|ausverkauft|uitverkocht|épuisée?s?", "online|en ligne"],
  ["ended", "sold", "out|with|without|as|separately|individually|in|by|per|like|together"],
  ["ended", "verkauft", "mit|ohne|wie|einzeln|wird|werden|nur|im|als|paarweise|wegen|ich|bis|zusammen"],
  ["ended", "verkocht", "met|zonder|zoals|per|los|apart|wordt|worden|als|wegens|in|samen"],
  [
    "ended",
    "vendue?s?",
    "avec|sans|en|par|tele?s?|telles?|seule?s?|séparément|cordée?s?|non|à l|à la pièce|comme|complète?|dans|neufs?|neuves?|ensemble",
  ],
  ["sold_out", "reserved|on hold", "for (?:advanced|beginners|players|seat)"],
  ["sold_out", "reserviert|vorgemerkt|zurückgelegt", "für (?:fortgeschrittene|anfänger|profis)"],
  ["sold_out", "gereserveerd|apart gelegd", "voor (?:gevorderden|beginners)"],
  ["sold_out", "réservée?s?|mise? de côté", "aux?|à (?:un|une|des|la|l)|pour (?:les|joueurs)"],
];

const END = String.raw`(?![\p{L}\p{N}])`;
/** "2 sold" and "reserved: 1 pcs" leave others. */
const PIECES = String.raw`\s*:?\s*\d+\s*(?:x|st|stk|stück|stuks?|pcs|pieces|pièces?)`;
const BEFORE = String.raw`(?:(?:already|now|is|has been|bereits|schon|ist|leider|inzwischen|wurde|reeds|al|helaas|inmiddels|déjà|est|a été|malheureusement|unfortunately|sorry)[\s,:]+)*`;

const said = WORDS.map(([reason, words, not]) => {
  const word = String.raw`(?:${words})${END}(?!\s+(?:${not})${END}|${PIECES}${END})`;
  return {
    reason,
    /** "Verkauft an Hr. Meier", "(sold)", "Used. Sold to Declan". */
    sentence: new RegExp(String.raw`(?:^|[.!?;:,([{*|\n–—]|\s-)[\s*"'(]*${BEFORE}${word}`, "u"),
    start: new RegExp(String.raw`^[\s*"'([!]*${BEFORE}${word}`, "u"),
    end: new RegExp(String.raw`(?<![\p{L}\p{N}])${word}[\s\])!.*"']*$`, "u"),
    shouted: new RegExp(String.raw`(?<![\p{L}\p{N}])${word}`, "giu"),
  };
});
/** A negation, or what says that it will be sold, before a word that ends a title. */
const NOT_YET =
  /(?:^|\s)(?:not|nicht|niet|pas|non|nooit|never|être|be|wird|wordt|to be|te)\s+\S+[\s\])!.*"']*$/u;

/** Longer texts are read at their beginning only: they tell about the article, not the shop. */
const LONGEST_REMARK = 200;

/** A part of each of these words: most texts have none, and are read fast. */
const ANY = /sold|hold|verk|vend|reserv|réserv|vorgemerkt|gelegt|gelegd|côté|uft|épuis/i;

/** Why an article is gone, as a remark says; null if it does not. */
export function goneInRemark(remark: string): OutReason | null {
  if (!ANY.test(remark)) return null;
  const plain = remark
    .slice(0, 2 * LONGEST_REMARK)
    .replace(/<[^<>]*>/g, "\n")
    .trim();
  const isLong = remark.length > 2 * LONGEST_REMARK || plain.length > LONGEST_REMARK;
  const text = plain.slice(0, LONGEST_REMARK).toLowerCase();
  const by = said.find(({ sentence, start }) => (isLong ? start : sentence).test(text));
  return by?.reason ?? null;
}

/** Why an article is gone by its title: at its beginning or end, in brackets, behind a dash, or in capitals. */
export function goneInTitle(title: string): OutReason | null {
  if (!ANY.test(title)) return null;
  const short = title.slice(0, LONGEST_REMARK);
  const text = short.toLowerCase();
  const isAllCapitals = short === short.toUpperCase();
  const by = said.find(
    ({ sentence, end, shouted }) =>
      sentence.test(text) ||
      (end.test(text) && !NOT_YET.test(text)) ||
      (!isAllCapitals && [...short.matchAll(shouted)].some(([word]) => word === word.toUpperCase())),
  );
  return by?.reason ?? null;
}
