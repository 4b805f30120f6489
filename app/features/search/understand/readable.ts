import { traitsOf } from "#app/domain/categories/fields/registry.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";

/**
 * Numbers that are said of rackets, balls, years and grips: "a bag for six rackets". "One" is also an article, and the
 * French "onze" is "our" in Dutch.
 */
const SMALL: ReadonlyMap<string, number> = new Map(
  [
    ...["", "", "two zwei twee deux", "three drei drie trois", "four vier quatre", "five fünf vijf cinq"],
    ...[
      "six sechs zes",
      "seven sieben zeven sept",
      "eight acht huit",
      "nine neun negen neuf",
      "ten zehn tien dix",
    ],
    ...["eleven elf", "twelve zwölf twaalf douze"],
  ].flatMap((words, value) => (words === "" ? [] : words.split(" ").map((word) => [word, value] as const))),
);
/** What fields count: "rackets" in a bag, "balls" in a can. */
const THINGS = CATEGORIES.flatMap(({ fields }) =>
  Object.values(fields).flatMap((field) => {
    const { bareNumbers, unit = "", units = [], counted } = traitsOf(field);
    return [...(bareNumbers ? [unit, ...units] : []), ...(counted?.before ?? [])];
  }),
).filter((word) => /^\p{L}{4,}$/u.test(word));
const COUNTED = [...THINGS, "years?", "yrs?", "jahren?", "jähr\\p{L}*", "jaar", "jarige", "ans"].join("|");
const SIZED = "grip|grip\\ssize|griff|griffstärke|griffgröße|gripmaat|manche|maat|size|taille";
const SAID_NUMBER = new RegExp(
  String.raw`(?<!\p{L})(${[...SMALL.keys()].join("|")})(?=[\s-]*(?:${COUNTED})(?!\p{L}))|(?<=(?<!\p{L})(?:${SIZED})\s)(${[...SMALL.keys()].join("|")})(?!\p{L})`,
  "giu",
);

/** With digits for the numbers that are said: "bag for 6 rackets", "grip 3". */
function withDigits(text: string): string {
  return text.replace(SAID_NUMBER, (word) => String(SMALL.get(word.toLowerCase()) ?? word));
}

/** French and Italian articles that lose their vowel: "d'occasion", "l'écran". */
const ELIDED = /(?<![\p{L}\p{N}])(?:[dljncmst]|qu|jusqu|lorsqu|puisqu)'/giu;

/** "80/100 €", "80€/100€", "€80/100": two prices, and no fraction. */
const PRICES = [
  /(?<![\d/.,x])(\d{2,4}\s?(?:€|£|\$)?)\s?\/\s?(\d{2,4})(?=\s?(?:€|£|\$|eur\b|euros?\b))/giu,
  /(?<![\d/.,x])((?:€|£|\$)\s?\d{2,4})\s?\/\s?((?:€|£|\$)?\s?\d{2,4})(?![\d/])/giu,
] as const;

/** Head size, weight and pattern, as players note them: "98/305/16x19". */
const FIGURES = /(?<![\d/])(\d{2,3})\s?\/\s?(\d{3})\s?g?\s?\/\s?(\d\dx\d\d)(?!\d)/giu;

/** "L 3" for "L3"; "polo L 3 er" and "L 3 €" have another number. */
const SPACED_CODE =
  /(?<![\p{L}\p{N}'])(L) ([0-5])(?![\d.,/€$£-]|\s?(?:\p{Sc}|x|er|pack|pcs|stk|stück|stuks|paar|pairs?|paires?|euros?|eur)(?!\p{L}))/giu;

/** Makes "backpack/rucksack" two words with a sign between them, and "d’occasion" two words; "16/19" and "125/16L" stay. */
export function readable(q: string): string {
  return (
    withDigits(q.normalize("NFC"))
      .replace(/[’‘‛`´ʼ′＇]/g, "'")
      // "I'm", "we've"
      .replace(/(?<!\p{L})(i|you|we|they|he|she|it)'(?:m|re|ve|ll|d|s)(?!\p{L})/giu, "$1")
      .replace(ELIDED, "$& ")
      .replace(
        /(?<=\p{L}{3}|\dx\d\d|\b[lL]\d|\b[SMLX]{1,3})\/(?=\p{L}{3}|\d\dx\d|[lL]\d|[SMLX]{1,3}\b)/gu,
        " / ",
      )
      // "max100", "under100"
      .replace(/(?<!\p{L})(max|maxi|under|unter|onder|bis|tot|sous)(?=\d{2,4}(?![\p{L}\d]))/giu, "$1 ")
      .replace(SPACED_CODE, "$1$2")
      .replace(FIGURES, "$1 head $2 g $3")
      .replace(PRICES[0], "$1 - $2")
      .replace(PRICES[1], "$1 - $2")
      // A decimal comma; the comma of "1,500" and "1.299,50" belongs to an amount.
      .replace(/(?<![.,'’ ]\d{3})(?<=\d),(?=\d{1,2}(?!\d))/g, ".")
      .replace(/\s+/g, " ")
      .trim()
  );
}
