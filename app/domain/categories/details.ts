import { comparable } from "../text-rules.ts";
import { optionOf } from "./fields/kind.ts";
import { optionsOf } from "./fields/registry.ts";
import { categoryOfType } from "./registry.ts";
import { VALUE_SYNONYMS } from "./value-synonyms.ts";

// Colours, lengths and the making of strings, which titles in five languages say.

/** They mean something else in titles too ("or", "natural gut"), or are no colour. */
const NO_COLORS =
  /^(?:or|argent|gold|natur|naturel|natural|multi|other|others|anders|andere|autre|unknown|lila)$/;
/** Names of brands and models, and stages of balls. */
const NAMES =
  /weiss cannon|black ?(?:out|code|ace|zone|knight|widow|venom)|(?:red|green|orange|yellow) ?(?:code|dot|court|stage)|blue gear|big (?:red|blue|black)|(?:red|silver|orange|gold|golden)(?:string|star)|red bull|new balance|royal blue/g;

const COLORS: readonly (readonly [word: string, color: string])[] = Object.entries(VALUE_SYNONYMS.color ?? {})
  .flatMap(([color, words]) => [color, ...words].map((word) => [comparable(word), color] as const))
  .filter(([word]) => !NO_COLORS.test(word))
  .toSorted(([one], [other]) => other.length - one.length);
/** "Hellgrün", "neon yellow". */
const SHADES = "(?:hell|dunkel|licht|donker|knall|fel|neon|light |dark |bright |neon )?";
const ALL = COLORS.map(([word]) => word).join("|");
const ANY_COLOR = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(${ALL})|${SHADES}(${ALL}))(?![\p{L}\p{N}])`,
  "gu",
);
const COLOR_OF = new Map(COLORS.toReversed());

/** The only colour of this type of article that a text names. */
export function spokenColor(type: string, text: string): string | undefined {
  const field = categoryOfType(type)?.fields.color;
  if (!field) return undefined;
  const plain = text.replace(NAMES, (name) => (name === "royal blue" ? "blue" : " "));
  const named = new Set(
    [...plain.matchAll(ANY_COLOR)].map(([, word, shaded = ""]) => COLOR_OF.get(word ?? shaded)),
  );
  const [color, ...others] = named;
  if (color === undefined || others.length > 0) return undefined;
  const isOffered = (value: string) => optionOf(optionsOf(field), value) !== undefined;
  return isOffered(color) || (color === "Navy" && isOffered("Blue")) ? color : undefined;
}

const METRES = /(?<![\p{L}\d.,/])(\d{1,3}(?:[.,]\d{1,2})?) ?m(?:t?rs?|eters?|etres?)?(?![\p{L}\d²])/gu;
const FEET = /(?<![\p{L}\d.,/])(\d{2,3}) ?(?:ft|feet|foot|')(?![\p{L}\d'])/gu;
const METRES_OF_A_FOOT = 0.3048;
/** A shorter piece strings no racket. */
const LEAST_METRES = 5;
const JUNIOR_INCHES =
  /(?<!\p{L})(?:junior|jr|kids?|enfant|kinderschlager|kinderracket)\.? (17|19|21|23|25|26)(?![\p{L}\d.,])/gu;
const INCHES =
  /(?<![\p{L}\d.,/])((?:1[79]|2[1-9])(?:[.,]\d{1,2})?)[ -]?(?:inch(?:es)?|in|zoll|pouces?|"|''|″|”)(?![\p{L}\d])/gu;

/** How long a string is in metres, or a racket in inches, where a text says one length only. */
export function spokenLength(type: string, text: string): string | undefined {
  const numbers = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, number = ""]) => Number(number.replace(",", ".")));
  const tenths = (metres: number) => Math.round(metres * 10) / 10;
  const lengths =
    type === "racket"
      ? [...numbers(INCHES), ...numbers(JUNIOR_INCHES)]
      : type === "string"
        ? [...numbers(METRES), ...numbers(FEET).map((feet) => feet * METRES_OF_A_FOOT)]
            .filter((metres) => metres >= LEAST_METRES)
            .map(tenths)
        : [];
  const [length, ...others] = new Set(lengths);
  return length !== undefined && others.length === 0 ? String(length) : undefined;
}

const MADE_OF: readonly (readonly [word: RegExp, material: string | null, stringType: string])[] = [
  [/(?:natural|real) gut|natur(?:darm|gut)|natuurdarm|boyau naturel/, "natural gut", "Natural gut"],
  [/hybrid(?!e? ?pattern)/, null, "Hybrid"],
  [/mono ?-?fil/, null, "Monofilament"],
  [/multi ?-?fil/, null, "Multifilament"],
  [/(?:co-? ?)?poly(?:ester)?(?=saite|snaar|snaren| |$|[^\p{L}])/u, "polyester", "Monofilament"],
];

/** The columns of a string's making, if a text says one way only. */
export function spokenMaking(text: string): Record<string, string> {
  const said = MADE_OF.filter(([word]) => word.test(text));
  const types = new Set(said.map(([, , stringType]) => stringType));
  const [stringType, ...others] = types;
  if (stringType === undefined || others.length > 0) return {};
  const material = said.map(([, made]) => made).find((made) => made !== null);
  return { stringType, ...(material ? { material } : {}) };
}
