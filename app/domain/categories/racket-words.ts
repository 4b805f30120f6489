import { sameValues } from "./fields/choice.ts";
import { sameRange } from "./fields/number.ts";

/** What players of five languages type for fields of rackets and their values, each separated by "|". */
function words(list: string): readonly string[] {
  return list.split("|").map((word) => word.trim().replace(/\s+/g, " "));
}

export const HEADSIZE_NAMES = words(
  `headsize|head size|bladgrootte|bladmaat|kopfgröße|schlägerkopfgröße|schlägerkopf|schlägerfläche|tamis|
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
      "head light|head-light|headlight|grifflastig|kopflicht|koplicht|licht in de kop|équilibré en manche",
    ),
  ),
  ...sameRange(
    { min: 339, max: 347 },
    ...words("even balance|even balanced|evenly balanced|ausgewogene balance"),
  ),
  ...sameRange(
    { min: 348, max: 400 },
    ...words("head heavy|head-heavy|kopflastig|kopzwaar|équilibré en tête"),
  ),
};

export const GRIP_NAMES = words(
  `grip|grip size|gripsize|handle|handle size|gripmaat|grip maat|handvat|maat grip|griff|griffstärke|griffgröße|
  griffgroesse|griffumfang|griffstaerke|griff größe|handgriff|manche|taille de manche|taille manche|taille du manche|
  taille de grip|taille grip|grip taille|grip n°|manche taille`,
);

export const TENSION_NAMES = words(
  `string tension|tension|spanning|spannung|bespannungshärte|besaitungshärte|strung at|strung with|strung|bespannt mit|
  besaitet mit|bespannen op|bespannen met|cordée à|cordé à|tendue à|tendu à`,
);

export const PATTERN_NAMES = words(
  `string pattern|string bed|stringbed|pattern|besaitungsbild|bespannungsbild|saitenbild|snaarpatroon|
  bespanningspatroon|patroon|plan de cordage`,
);

export const PATTERN_WORDS = {
  ...sameValues(
    ["14x16", "14x18", "14x21", "16x15", "16x16", "16x17", "16x18", "16x19", "16x20", "16x21"],
    ...words(
      `open pattern|open string pattern|open stringbed|open string bed|offenes besaitungsbild|offenes saitenbild|
      offenes bespannungsbild|open snaarpatroon|open patroon|open bespanningspatroon|plan de cordage ouvert|
      cordage ouvert|plan ouvert`,
    ),
  ),
  ...sameValues(
    ["18x16", "18x17", "18x18", "18x19", "18x20", "18x21"],
    ...words(
      `dense pattern|tight pattern|closed pattern|dense string pattern|tight string pattern|closed string pattern|
      dichtes besaitungsbild|enges besaitungsbild|dichtes saitenbild|engmaschig|dichtes bespannungsbild|
      dicht snaarpatroon|gesloten snaarpatroon|dicht patroon|gesloten patroon|plan de cordage serré|
      plan de cordage dense|plan de cordage fermé|cordage serré|plan serré`,
    ),
  ),
};

export const UNSTRUNG_WORDS = sameValues(
  ["absent"],
  ...words(
    `without strings|without string|no strings|no string|unstrung|not strung|frame only|ohne saiten|ohne saite|
    ohne bespannung|ohne besaitung|keine saiten|unbesaitet|unbespannt|nicht besaitet|nicht bespannt|unbesaiteter|
    unbespannter|zonder snaren|zonder snaar|zonder bespanning|zonder besnaring|geen snaren|geen bespanning|onbespannen|
    niet bespannen|sans cordage|sans cordages|sans cordes|sans corde|pas de cordage|pas cordée|non cordée|non cordé|
    décordée`,
  ),
);
