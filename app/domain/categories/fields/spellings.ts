import { foldedInPlace } from "../../text-rules.ts";

/** Each spelling has the factor that converts it to the stored unit. A unit that is missing here has one spelling. */
export const UNIT_SPELLINGS: Readonly<
  Record<string, readonly (readonly [spelling: string, factor: number])[]>
> = {
  g: [
    ...["g", "gr", "grm", "gm", "gms", "gram", "grams", "gramm", "gramme", "grammes"].map(
      (unit) => [unit, 1] as const,
    ),
    ...["kg", "kilo", "kilogram", "kilogramm", "kilogramme"].map((unit) => [unit, 1000] as const),
    ...["oz", "oz.", "ounce", "ounces", "unze", "unzen", "once", "onces", "ons"].map(
      (unit) => [unit, 28.3495] as const,
    ),
  ],
  "sq in": [
    ...[
      "sq in",
      "sqin",
      "sq",
      "sq. in.",
      "sq.in",
      "in2",
      "in²",
      "inch2",
      "sq. in",
      "in",
      "inch",
      "inches",
      '"',
    ].map((unit) => [unit, 1] as const),
    ...["sq inch", "sq inches", "square inch", "square inches", "sq. inch", "sq. inches"].map(
      (unit) => [unit, 1] as const,
    ),
    ...["quadratzoll", "vierkante inch", "pouces carrés", "pouce carré"].map((unit) => [unit, 1] as const),
    // A head size is often typed without its unit: "98 head".
    ...["inch head", "in head", "inch head size", "square inch head", "head", "head size", "headsize"].map(
      (unit) => [unit, 1] as const,
    ),
    ...["cm2", "sq cm", "qcm", "square cm", "vierkante cm", "quadratzentimeter", "cm carrés", "cm carré"].map(
      (unit) => [unit, 1 / 6.4516] as const,
    ),
  ],
  mm: [
    ...["mm", "millimeter", "millimeters", "millimetre", "millimetres"].map((unit) => [unit, 1] as const),
    ...["cm", "centimeter", "centimeters", "centimetre", "centimetres", "zentimeter"].map(
      (unit) => [unit, 10] as const,
    ),
  ],
  in: [
    ...["in", "inch", "inches", '"', "''", "zoll", "pouces", "pouce"].map((unit) => [unit, 1] as const),
    ...["cm", "centimeter", "centimeters", "centimetre", "centimetres", "zentimeter"].map(
      (unit) => [unit, 1 / 2.54] as const,
    ),
  ],
  m: [
    ...["m", "meter", "meters", "metre", "metres", "mètre", "mètres", "mtr"].map(
      (unit) => [unit, 1] as const,
    ),
    ...["ft", "ft.", "foot", "feet", "fuß", "voet", "pieds", "pied", "'"].map(
      (unit) => [unit, 0.3048] as const,
    ),
  ],
  lbs: [
    ...["lbs", "lbs.", "lb", "pounds", "pound", "livres", "pfund", "pond"].map((unit) => [unit, 1] as const),
    ...["kg", "kgs", "kilo", "kilos", "kilogram", "kilogramm", "kp"].map((unit) => [unit, 2.20462] as const),
  ],
  "kg·cm²": ["kg·cm2", "kgcm2", "kg cm2", "kg*cm2"].map((unit) => [unit, 1]),
};

export function sameUnits(unit: string): string[] {
  const spellings = UNIT_SPELLINGS[unit] ?? [];
  return [unit, ...spellings.filter(([, factor]) => factor === 1).map(([spelling]) => spelling)];
}

/** Between a field's name and its value: "grip 3", "grip: 3", "tamis de 100", "manche n°3". */
export const SAYS = String.raw`\s*(?:[:=#]\s*|(?:of|de|von|van|nr[.]?|n°|no[.]?|nummer|numero)\s*)?`;

const FRACTIONS: Readonly<Record<string, string>> = {
  "⅛": " 1/8",
  "¼": " 1/4",
  "⅜": " 3/8",
  "½": " 1/2",
  "⅝": " 5/8",
  "¾": " 3/4",
  "⅞": " 7/8",
};

/** NFC joins a letter and its accent, so that each character keeps its position when the text is `folded`. */
export function plain(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[⅛¼⅜½⅝¾⅞]/g, (sign) => FRACTIONS[sign] ?? sign)
    .replace(/×/g, "x")
    .replace(/²/g, "2")
    .replace(/[″”“]/g, '"')
    .replace(/⁄/g, "/")
    .replace(/\s+/g, " ")
    .trim();
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&").replace(/\s+/g, String.raw`[\s-]*`);
}

/** A regular expression for any of these spellings in a `folded` text. */
export function anySpelling(spellings: readonly string[]): string {
  const longestFirst = [...spellings].sort((a, b) => b.length - a.length);
  return `(?:${longestFirst.map((spelling) => escaped(foldedInPlace(plain(spelling)))).join("|")})`;
}

/** A measure ends at the end of a word: "300g" but not "300gb". */
export const END = String.raw`(?![\p{L}\p{N}_/+]|[.,]\d)`;

export function measurePattern(source: string): RegExp {
  return new RegExp(source + END, "uy");
}
