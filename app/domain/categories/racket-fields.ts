import type { CategoryDefinition } from "./definition.ts";
import { codeOptions, sameTextOptions, translatedOptions } from "./fields/choice.ts";
import {
  BALANCE_WORDS,
  GRIP_NAMES,
  HEADSIZE_NAMES,
  HEADSIZE_WORDS,
  PATTERN_NAMES,
  PATTERN_WORDS,
  UNSTRUNG_WORDS,
  WEIGHT_WORDS,
} from "./racket-words.ts";
import { condition, delivery, transactionOptions } from "./shared-fields.ts";

export const racketFields = {
  category: {
    kind: "choice",
    options: translatedOptions("senior", "junior"),
    spellings: { adult: "senior" },
    audiences: { adults: ["senior"], children: ["junior"], boys: ["junior"], girls: ["junior"] },
    csv: { empty: "senior" },
    required: true,
  },
  condition: {
    ...condition({ emptyCell: "Good", form: ["New", "Like New", "Good", "Fair"] }),
    suggestedBy: {
      frame: { intact: "Like New", chipped: "Fair", cracked: "Fair" },
      bumper: { unworn: "Like New", scuffed: "Good", "worn through": "Fair" },
      paint: { unmarked: "Like New", scratched: "Good", flaking: "Fair" },
      // Grips and strings can be replaced, so worn ones still allow "Good".
      grip_state: { tacky: "Like New", firm: "Like New", slick: "Good" },
      string_state: { fresh: "Like New", played: "Like New", slack: "Good", absent: "Like New" },
    },
  },
  frame: { kind: "choice", options: translatedOptions("intact", "chipped", "cracked"), unsearchable: true },
  bumper: {
    kind: "choice",
    options: translatedOptions("unworn", "scuffed", "worn through"),
    unsearchable: true,
  },
  paint: {
    kind: "choice",
    options: translatedOptions("unmarked", "scratched", "flaking"),
    unsearchable: true,
  },
  grip_state: { kind: "choice", options: translatedOptions("tacky", "firm", "slick"), unsearchable: true },
  string_state: {
    kind: "choice",
    options: translatedOptions("fresh", "played", "slack", "absent"),
    unsearchable: true,
    groupWords: UNSTRUNG_WORDS,
  },
  headsize: {
    kind: "number",
    min: 75,
    max: 135,
    step: 0.5,
    unit: "sq in",
    searchNames: HEADSIZE_NAMES,
    rangeWords: HEADSIZE_WORDS,
    narrow: [
      { when: { category: ["senior"] }, to: { min: 85, max: 135 } },
      { when: { category: ["junior"] }, to: { min: 75, max: 110 } },
    ],
  },
  weight: {
    kind: "number",
    min: 200,
    max: 400,
    step: 1,
    unit: "g",
    searchNames: ["weight", "gewicht", "poids"],
    rangeWords: WEIGHT_WORDS,
    narrow: [
      { when: { category: ["senior"] }, to: { min: 250, max: 400 } },
      { when: { category: ["junior"] }, to: { min: 200, max: 280 } },
    ],
    // In grams. Scales differ, and an overgrip weighs less than 10 g. `strings` is the average of the catalogue.
    measured: { answer: "weighed", within: 10, strings: 16 },
  },
  // The form asks for this when the weight differs from the maker's by more than 10 g.
  weighed: { kind: "choice", options: translatedOptions("Unstrung", "Strung"), unsearchable: true },
  gripsize: {
    kind: "choice",
    options: codeOptions({
      "0": "L0 · 4",
      "1": "L1 · 4 1/8",
      "2": "L2 · 4 1/4",
      "3": "L3 · 4 3/8",
      "4": "L4 · 4 1/2",
      "5": "L5 · 4 5/8",
    }),
    narrow: [{ when: { category: ["junior"] }, to: ["0", "1", "2"] }],
    excluded: "first",
    units: ["inch", "inches", "zoll", "pouces", '"'],
    searchNames: GRIP_NAMES,
  },
  string_pattern: {
    kind: "choice",
    options: [
      // First the patterns of the specification, then others that models have.
      ...sameTextOptions("16x19", "18x20", "16x18", "16x20"),
      ...sameTextOptions("14x16", "14x18", "14x21", "16x15", "16x16", "16x17", "16x21"),
      ...sameTextOptions("18x16", "18x17", "18x18", "18x19", "18x21"),
      ...translatedOptions("Other"),
    ],
    searchNames: PATTERN_NAMES,
    groupWords: PATTERN_WORDS,
  },
  color: {
    kind: "choice",
    options: translatedOptions(
      "Black",
      "White",
      "Red",
      "Blue",
      "Yellow",
      "Green",
      "Orange",
      "Purple",
      "Multi",
      "Other",
    ),
  },
  swingweight: {
    kind: "number",
    min: 150,
    max: 450,
    step: 1,
    unit: "kg·cm²",
    searchNames: ["swingweight", "swing weight", "schwunggewicht"],
    measured: { always: "Strung" },
  },
  balance: {
    kind: "number",
    min: 200,
    max: 450,
    step: 1,
    unit: "mm",
    searchNames: ["balance", "balans", "équilibre", "balancepunkt", "balance point", "balanspunt"],
    rangeWords: BALANCE_WORDS,
    measured: { like: "weight", strings: 10 },
  },
  length: {
    kind: "number",
    min: 17,
    max: 29,
    step: 0.05,
    unit: "in",
    searchNames: ["length", "lengte", "länge", "longueur", "long", "lang"],
  },
  strung_with: { kind: "text", maxLength: 60, unsearchable: true },
  string_tension: {
    kind: "number",
    min: 10,
    max: 90,
    step: 0.5,
    unit: "lbs",
    searchNames: ["string tension", "tension", "spanning", "spannung", "bespannungshärte", "besaitungshärte"],
  },
  strung_in: { kind: "month", min: 200001, max: 209912 },
  shipping: delivery,
  transaction_options: transactionOptions("direct_checkout", "chat", "bid"),
} as const satisfies CategoryDefinition["fields"];
