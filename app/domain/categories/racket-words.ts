import { sameValues } from "./fields/choice.ts";
import { sameRange } from "./fields/number.ts";

/** What players of five languages type for fields of rackets and their values, each separated by "|". */
function words(list: string): readonly string[] {
  return list.split("|").map((word) => word.trim().replace(/\s+/g, " "));
}

export const HEADSIZE_NAMES = words(
  `headsize|head size|blad|kopf|bladgrootte|bladmaat|kopfgröße|schlägerkopfgröße|schlägerkopf|schlägerfläche|tamis|
  taille de tamis|taille du tamis`,
);

/** As makers and shops sort frames. */
export const HEADSIZE_WORDS = {
  ...sameRange({ min: null, max: 97 }, ...words("midsize|mid size|mid-size|petit tamis")),
  ...sameRange({ min: 98, max: 105 }, ...words("midplus|mid plus|mid-plus")),
  ...sameRange(
    { min: 106, max: null },
    ...words("oversize|over size|oversized|grand tamis|großer schlägerkopf|groot blad|big head|large head"),
  ),
};

/** Longer than the usual 27 inches. "Longbody" is a name: not all listings of such rackets state a length. */
export const LENGTH_WORDS = sameRange(
  { min: 27.05, max: null },
  ...words(
    `extended|extended length|extra long|extralong|extra length|plus length|xl length|überlang|
    überlänge|verlängert|verlängerter|verlängerte|verlengd|verlengde|extra lang|rallongée|rallongé|extra longue|version longue`,
  ),
);

export const WEIGHT_WORDS = {
  ...sameRange(
    { min: null, max: 285 },
    ...words(
      "light|lightweight|leicht|leichter|leichte|licht|lichte|lichtgewicht|leger|legere|leichtgewicht",
    ),
  ),
  ...sameRange({ min: 315, max: null }, ...words("heavy|schwer|schwerer|zwaar|zware|lourd|lourde")),
};

/** A racket of 27 inches is even at 343 mm. */
export const BALANCE_WORDS = {
  ...sameRange(
    { min: 290, max: 338 },
    ...words(
      "head light|head light balance|head-light|headlight|grifflastig|kopflicht|koplicht|licht in de kop|équilibré en manche",
    ),
  ),
  ...sameRange(
    { min: 339, max: 347 },
    ...words("even balance|even balanced|evenly balanced|ausgewogene balance"),
  ),
  ...sameRange(
    { min: 348, max: 400 },
    ...words("head heavy|head heavy balance|head-heavy|kopflastig|kopzwaar|équilibré en tête"),
  ),
};

export const GRIP_NAMES = words(
  `grip|grip size|gripsize|handle|handle size|gripmaat|grip maat|handvat|maat grip|griff|griffstärke|griffgröße|
  griffgroesse|griffumfang|griffstaerke|griff größe|handgriff|manche|taille de manche|taille manche|taille du manche|
  taille de grip|taille grip|grip taille|grip n°|manche taille|greep|griffdicke|griff nr|
  size|maat|größe|groesse|taille`,
);

/** As shops advise: up to 4 1/8 for small hands, from 4 1/2 for large ones. */
export const GRIP_WORDS = {
  ...sameValues(
    ["0", "1"],
    ...words(
      `small grip|small grip size|small handle|thin grip size|thin handle|small hands|kleiner griff|kleine griffstärke|
      kleinen griff|dünner griff|dünnen griff|kleine griffgröße|kleine hände|kleine grip|kleine gripmaat|dunne grip|
      klein handvat|kleine handen|petit manche|petit grip|manche fin|petite taille de manche|petites mains`,
    ),
  ),
  ...sameValues(
    ["4", "5"],
    ...words(
      `large grip|large grip size|big grip|big grip size|big handle|large handle|thick handle|large hands|big hands|
      großer griff|großen griff|große griffstärke|dicker griff|dicken griff|große griffgröße|große hände|grote grip|
      grote gripmaat|dikke grip|groot handvat|grote handen|gros manche|grand manche|gros grip|manche épais|
      grande taille de manche|grandes mains`,
    ),
  ),
};

export const TENSION_NAMES = words(
  `string tension|tension|spanning|spannung|bespannungshärte|besaitungshärte|strung at|strung with|strung|bespannt mit|
  besaitet mit|bespannen op|bespannen met|cordée à|cordé à|tendue à|tendu à`,
);

export const PATTERN_NAMES = words(
  `string pattern|string bed|stringbed|pattern|besaitungsbild|bespannungsbild|saitenbild|snaarpatroon|snarenpatroon|besnaringspatroon|plan|
  bespanningspatroon|patroon|plan de cordage`,
);

export const PATTERN_WORDS = {
  ...sameValues(
    ["14x16", "14x18", "14x21", "16x15", "16x16", "16x17", "16x18", "16x19", "16x20", "16x21"],
    ...words(
      `open pattern|open string pattern|open stringbed|open string bed|offenes besaitungsbild|offenes saitenbild|
      offenes bespannungsbild|open snaarpatroon|open snarenpatroon|open besnaring|open patroon|open bespanningspatroon|plan de cordage ouvert|
      cordage ouvert|plan ouvert`,
    ),
  ),
  ...sameValues(
    ["18x16", "18x17", "18x18", "18x19", "18x20", "18x21"],
    ...words(
      `dense pattern|tight pattern|closed pattern|dense string pattern|tight string pattern|closed string pattern|
      dichtes besaitungsbild|enges besaitungsbild|dichtes saitenbild|engmaschig|dichtes bespannungsbild|
      dicht snaarpatroon|dicht snarenpatroon|gesloten snaarpatroon|dicht patroon|gesloten patroon|plan de cordage serré|
      plan de cordage dense|plan de cordage fermé|cordage serré|plan serré`,
    ),
  ),
};

export const FRESH_WORDS = sameValues(
  ["fresh"],
  ...words(
    `fresh strings|fresh string job|freshly strung|just restrung|newly strung|with new strings|frisch bespannt|
    frisch besaitet|neu bespannt|neu besaitet|mit neuen saiten|mit neuer bespannung|net bespannen|vers bespannen|
    pas bespannen|met nieuwe snaren|met nieuwe bespanning|fraîchement cordée|cordée à neuf|avec cordage neuf`,
  ),
);

/** Most sellers say only that a racket has no strings. */
export const STRUNG_WORDS = sameValues(
  ["absent"],
  ...words(
    `strung|pre-strung|prestrung|already strung|with strings|with string|strings included|incl strings|including strings|
    bespannt|bespannter|bespannte|bespannten|besaitet|besaiteter|besaitete|besaiteten|mit saiten|mit bespannung|
    mit besaitung|inkl bespannung|inklusive bespannung|bespannen|besnaard|met snaren|met bespanning|met besnaring|
    inclusief snaren|inclusief bespanning|cordée|cordées|avec cordage|avec cordes|cordage inclus|
    cordage compris`,
  ),
);

/** Each word behind each phrase: "nie bespannter", "jamais cordées". */
function behind(phrases: readonly string[], after: readonly string[]): readonly string[] {
  return phrases.flatMap((phrase) => after.map((word) => `${phrase} ${word}`));
}

export const UNSTRUNG_WORDS = sameValues(
  ["absent"],
  ...words(
    `without strings|without string|no strings|no string|unstrung|not strung|frame only|ohne saiten|ohne saite|
    ohne bespannung|ohne besaitung|keine saiten|unbesaitet|unbespannt|unbesaiteter|
    unbespannter|zonder snaren|zonder snaar|zonder bespanning|zonder besnaring|geen snaren|geen bespanning|onbespannen|
    sans cordage|sans cordages|sans cordes|sans corde|pas de cordage|décordée|jamais tendue|never strung|
    never been strung|not yet strung`,
  ),
  ...behind(
    words("nicht|noch nicht|nie|noch nie"),
    words(
      "bespannt|bespannte|bespannten|bespannter|bespanntes|besaitet|besaitete|besaiteten|besaiteter|besaitetes",
    ),
  ),
  ...behind(words("niet|nog niet|nooit|nog nooit"), words("bespannen|besnaard|besnaarde")),
  ...behind(
    words("non|pas|pas encore|jamais|jamais été|encore jamais"),
    words("cordée|cordées|cordé|cordés"),
  ),
);
