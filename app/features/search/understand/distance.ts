import { foldedInPlace } from "#app/domain/text-rules.ts";
import { type Part, PLAIN_PART } from "./parts.ts";

interface Distance {
  readonly at: number;
  readonly part: Part;
}

/** Before the number, without accents. Longer phrases first, since the first alternative that matches is taken. */
const BEFORE = [
  ...["within an? (?:radius|distance|range) of", "in an? (?:radius|distance|range) of", "within", "in an?"],
  ...[
    "no more than",
    "not more than",
    "not further than",
    "no further than",
    "less than",
    "up to",
    "at most",
  ],
  ...["radius(?: of)?", "distance(?: of)?", "under", "below", "about", "around"],
  ...[
    "(?:binnen|in) een (?:straal|omtrek|afstand) van",
    "binnen(?: de)?",
    "(?:straal|omtrek|afstand)(?: van)?",
  ],
  ...["niet (?:verder|meer) dan", "minder dan", "hoogstens", "tot op", "tot", "op", "maximaal", "max\\.?"],
  ...["im (?:umkreis|radius) von", "(?:in )?(?:einem |einer )?(?:umkreis|radius|entfernung)(?: von)?"],
  ...[
    "innerhalb von",
    "nicht (?:weiter|mehr) als",
    "weniger als",
    "hochstens",
    "bis zu",
    "bis",
    "maximal",
    "unter",
  ],
  ...["dans un (?:rayon|perimetre) de", "(?:rayon|perimetre|distance)(?: de)?", "a moins de", "moins de"],
  ...["pas plus (?:loin )?(?:de|que)", "jusqu['’]a", "maximum", "a", "[<≤+±~]=?"],
].join("|");

const UNIT = "(km|kms|kilometers?|kilometern|kilometres?|mi|miles?|meilen?|mijl(?:en)?)";

/** Between the unit and the name of the town. */
const AFTER = [
  ...["(?:straal|omtrek|afstand|umkreis|entfernung|radius|distance|range|de (?:rayon|distance))"],
  ...["or (?:less|closer)", "away", "max\\.?", "maximal", "maximaal", "maximum", "entfernt"],
  ...[
    "of",
    "from",
    "around",
    "rond(?:om)?",
    "van(?:af)?",
    "om",
    "uit",
    "um",
    "von",
    "rund um",
    "rings um",
    "ab",
  ],
  ...["autour", "aux alentours", "alentour", "a la ronde", "de", "du"],
].join("|");

const DISTANCE = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}.,])(?:(?:${BEFORE})\s*)?(\d{1,4})(?:[.,]\d{1,2})?[\s-]*${UNIT}(?![\p{L}\p{N}/])`,
    String.raw`(?:\s+(?:${AFTER})(?![\p{L}\p{N}]))*(?:\s+d['’](?=\s?\p{L}))?`,
  ].join(""),
  "gu",
);

const KM_PER_MILE = 1.609344;
const MAX_KM = 2000;

/** "within 30 km of", "30 km rond", "im Umkreis von 30 km", "à moins de 30 km de", "< 20 miles". */
export function distancesIn(text: string): Distance[] {
  return [...foldedInPlace(text).matchAll(DISTANCE)].flatMap(
    ({ index, 0: match, 1: number, 2: unit = "" }) => {
      const km = Math.round(Number(number) * (unit.startsWith("k") ? 1 : KM_PER_MILE));
      if (km < 1 || km > MAX_KM) return [];
      const typed = text.slice(index, index + match.length);
      return [{ at: index, part: { ...PLAIN_PART, kind: "distance" as const, typed, km } }];
    },
  );
}
