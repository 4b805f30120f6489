import { comparable } from "../text-rules.ts";
import { CATEGORIES } from "./registry.ts";
import { VALUE_SYNONYMS } from "./value-synonyms.ts";

// The nouns of articles in titles and groups, in five languages.

/** Titles and cells that are longer say no more of what an article is. */
const LONGEST_TEXT = 200;

/** The beginning of a title in lower case, without accents. */
export function compared(text: string): string {
  return comparable(text.slice(0, LONGEST_TEXT));
}

/** Whole words of five languages, without accents. The first entry that a text has decides. */
const WORDS: readonly (readonly [type: string | null, words: RegExp])[] = [
  // Nothing that the shop has: shoes, machines, books.
  [
    null,
    whole(
      "shoes?(?! ?bags?)|sneakers?|(?:tennis|sport)?(?:schoen(?:en)?|schuhe?)|chaussures?|ball(?:en)? ?machine|ballenkanon|ballmaschine|ball(?:en)?(?:wurf|werf)[a-z]*|ball (?:throwing |launching )?machines?|machines? a (?:lancer|balles)|lance-balles|porte-cles|key ?(?:ring|chain)s?|schlusselanhanger|sleutelhangers?|mugs?|posters?|affiches?|kunstdrucke?|stickers?|aufkleber|ear ?rings?|ohrringe|oorbellen|boucles d'oreilles?|bracelets?|necklaces?|halskette|ketting|figurines?|trophy|trophies|trofee|pokal|trophees?|coussins?|kissen|kussen|puzzles?|hundespielzeug|(?:dog|cat) toys?|christmas|weihnacht[a-z]*|kerst[a-z]*|noel|baubles?|ornaments?|decorations?|deko(?:ration(?:en)?)?|decoraties?|sunglasses|sonnenbrille|zonnebril|lunettes|svg|pdf|printable|downloads?|clip ?art|wall (?:art|mounts?)|[a-z]*halterung|wandhalter|wandhouder|porte-raquettes?|(?<!\\d )(?:racket|racquet) (?:holders?|hangers?|displays?|stands?)(?! bags?)|wandbild|leinwand|lamp(?:e|en|s)?|[a-z]*uhr|klok|horloge|clocks?|vases?|candles?|kerzen?|bougies?|kaars|notizbuch|notebooks?|notitieboek|carnets?|kalender|calendars?|calendriers?|cake ?toppers?|invitations?|einladung(?:en)?|uitnodiging|phone ?cases?|handyhulle|telefoonhoesje|fussmatte|door ?mat|deurmat|paillasson|kostum|medals?|medaille[ns]?|livre|book|boek|buch|dvd",
    ),
  ],
  [
    "accessory",
    whole(
      "overgrips?|over grips?|super ?grap|replacement grips?|basis ?grips?|griptapes?|grip tapes?|[a-z]*griffband(?:er)?|griffbaender|racketgrips?|surgrips?|dampeners?|dampers?|vibration|vibrastop|[a-z]*demper(?:s|tjes?)?|[a-z]*dampfer|antivibrateurs?|lead tape|loodtape|bleiband|string ?savers?|saitenschoner|snaarspaarders?|hoppers?|ball baskets?|[a-z]*ballenmand(?:en)?|[a-z]*balle?n?(?:korb|korbe|wagen)|[a-z]*ball(?:en)?sammel[a-z]*|ballsammler|ballenraap[a-z]*|ballenverzamelaars?|ball ?(?:collector|picker|(?:tube )?pick ?-?up)[a-z ]*|[a-z]*werkzeuge?|[a-z]*gereedschap|besaitungsmaschinen?|be(?:span|snaar)machines?|string(?:ing)? (?:tools?|machines?|clamps?)|machines? a corder|ramasse-balles|wrist ?bands?|sweat ?bands?|schweissband(?:er)?|schweissbander|zweetband(?:jes?|en)?|polsband(?:jes?|en)?|poignets?|head ?bands?|stirnband(?:er)?|hoofdband(?:en)?|bandeaux?|ball ?pumps?|pressuri[sz]er|ball ?clips?|stencils?|towels?|handtuch|handtucher|handdoek(?:en)?|serviettes?|(?:elbow |knee |ankle |wrist )?(?:brace|support|strap)s?|[a-z]*bandagen?|(?:knie|enkel|pols|elleboog)brace|genouilleres?|chevilleres?|coudieres?|water ?bottles?|trinkflasche|gourde|bidon|accessor(?:y|ies)|accessoires?|[a-z]*zubehor|toebehoren",
    ),
  ],
  [
    "bag",
    whole(
      "bags?(?! of \\d)|backpacks?|[a-z]*rucksacke?|[a-z]*rugzak(?:ken)?|tas|tassen|[a-z]+tas(?:sen)?|tasche|taschen|[a-z]+taschen?|racketbags?|holdall|duff(?:el|le)s?|sacs?|housses?|thermobags?|covers?|[a-z]*hoes|[a-z]*hoezen|[a-z]*hullen?|raquettehousse|(?:3|6|9|12|15) ?r|rh ?x? ?(?:3|6|9|12)|totes?|(?:racket|racquet) cases?",
    ),
  ],
  [
    "clothes",
    whole(
      "(?:(?:tennis|sports?|trainings?|damen|herren|dames|heren|kinder|wind|regen|falten|plooi|lauf|jogging|sweat)-?)?(?:shirts?|t-?shirts?|tees?|polos?|poloshirts?|shorts?|skirts?|skorts?|rok|rokje|rokken|rocke?|jupes?|jupettes?|dress|dresses|kleid|kleider|jurk|jurkje|jurken|robes?|hoodies?|jackets?|jacken?|jack(?! kramer)|jas|vestes?|blouson|trousers|pants|hosen?|broek|broeken|pantalons?|leggings?|tights|socks?|sokken|socken|chaussettes?|caps?|hats?|visors?|visieres?|zonnekleppe?n?|casquettes?|petje|pet|kappe|mutze|sweaters?|sweatshirts?|pullover|pulls?|trui|truien|track ?suits?|trainingspak|trainingsanzug|survetements?|tank ?tops?|(?:tennis|track) ?tops?|tops|singlets?|debardeurs?|clothing|clothes|apparel|kleding|kleidung|bekleidung|vetements?|textile?s?|wear)",
    ),
  ],
  // An hour with a trainer.
  [null, whole("training(?! (?:tennis ?)?ball)")],
  ["racket", whole("[a-z]*rackets?|racquets?|[a-z]*schlagers?|raquettes?|raq\\.?|raquet|frames?")],
  [
    "string",
    whole(
      "strings?|[a-z]*(?:saiten?|snaar|snaren)(?:sets?|rolle?n?|spulen?|garnituur|haspels?)?|(?:tennis|racket|racquet)strings?|haspels?|cordages?|bobines?|garnitures?|reels?|(?:200|220|110|100|12|12[.,]2) ?m(?:eter|etres?)?",
    ),
  ],
  [
    "ball",
    whole("balls?|tennisballs?|ballen|tennisballen|balle|baelle|tennisballe|balles|tennisbal|tube de balles"),
  ],
];

export function whole(words: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words.replace(/\s*\n\s*/g, "")})(?![\p{L}\p{N}])`, "u");
}

/** Shorter names of values mean other things too: "tape", "marker". */
const LEAST_SIGNS = 8;
/** Names of values that only articles of one type have: "line sweeper", "tennisjurkje". */
const VALUES = ["accessory", "clothes"].map((type) => {
  const names = Object.entries(VALUE_SYNONYMS[`${type}_type`] ?? {}).flatMap(([value, words]) => [
    value,
    ...words,
  ]);
  const long = names
    .map(comparable)
    .filter((name) => name.length >= LEAST_SIGNS && /^[\p{L} '-]+$/u.test(name));
  return [type, new RegExp(String.raw`(?<!\p{L})(?:${long.join("|")})s?(?!\p{L})`, "u")] as const;
});

/** Undefined: the text has no noun that says what it is. Null: it names what the shop does not have. */
export function namedType(text: string): string | null | undefined {
  const said = WORDS.find(([, words]) => words.test(text));
  return said ? said[0] : VALUES.find(([, names]) => names.test(text))?.[0];
}

/** "Racket grips". Titles of rackets name their grip too: "racket grip 3". */
const GROUP_WORDS: typeof WORDS = [
  ...WORDS,
  ["accessory", whole("grips?(?! ?(?:sizes?|mat?en|grossen?|[lg]?[0-5]))|griffe")],
];
/** Their first noun is what they mean: "cordage raquette". In the other languages it is the last: "racket strings". */
const FRENCH = whole(
  "raquettes?|cordages?|balles?|sacs?|housses?|bobines?|garnitures?|surgrips?|vetements?|textiles?",
);
interface Place {
  readonly from: number;
  readonly to: number;
}

/** Where a text has nouns of a type. Figures such as "12 m" are none, nor are parts of others: "ball tube pick-up". */
export function nounsOf(type: string, text: string): readonly Place[] {
  const places = [...WORDS, ...VALUES]
    .filter((entry) => entry[0] === type)
    .flatMap(([, words]) => [...text.matchAll(new RegExp(words, "gu"))])
    .map(({ 0: noun, index }) => ({ from: index, to: index + noun.length }));
  const isPart = ({ from, to }: Place) =>
    places.some((each) => each.from <= from && each.to >= to && each.to - each.from > to - from);
  return places.filter((place) => !isPart(place) && !/\d/.test(text.charAt(place.from)));
}

/** The type of the noun on which the others depend. */
export function headType(text: string): string | null | undefined {
  const nouns = GROUP_WORDS.flatMap(([type, words], rank) =>
    [...text.matchAll(new RegExp(words, "gu"))].map(({ 0: { length }, index }) => ({
      type,
      rank,
      from: index,
      to: index + length,
    })),
  );
  // "String savers" is no string.
  const whole = nouns.filter(
    (noun) =>
      !nouns.some(
        (other) =>
          other.from <= noun.from &&
          other.to >= noun.to &&
          (other.to - other.from > noun.to - noun.from || other.rank < noun.rank),
      ),
  );
  const inOrder = whole.toSorted((one, other) => one.from - other.from);
  return inOrder.at(FRENCH.test(text) ? 0 : -1)?.type;
}

/** Words for these stand before the nouns of many other things, and shops put both in a group: "ball tube holder". */
export function isModifier(type: string): boolean {
  return type === "racket" || type === "ball";
}

/** Names of accessories have the nouns of many things ("ball holder"), and no title says how it is sent. */
const UNTOLD = new Set(["accessory_type", "shipping", "negotiation_type", "transaction_options"]);

/** Names of categories and of values that titles of gear have. */
export function namesOfGear(): readonly string[] {
  const values = Object.entries(VALUE_SYNONYMS).filter(([column]) => !UNTOLD.has(column));
  const gear = CATEGORIES.filter(({ type }) => type !== "accessory");
  return [
    ...values.flatMap(([, names]) => Object.entries(names).flat(2)),
    ...gear.flatMap(({ searchNames, synonyms = [] }) => [...searchNames, ...synonyms.flat()]),
  ];
}
