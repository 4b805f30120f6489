import type { CategoryDefinition } from "./definition.ts";
import { coded, named, same, worded } from "./field-kinds.ts";
import { condition, delivery, transactionOptions } from "./shared-fields.ts";

/** The fields of a racket besides the common columns. */
export const racketFields = {
  category: {
    kind: "choice",
    options: worded("senior", "junior"),
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
  frame: { kind: "choice", options: worded("intact", "chipped", "cracked"), unsearchable: true },
  bumper: { kind: "choice", options: worded("unworn", "scuffed", "worn through"), unsearchable: true },
  paint: { kind: "choice", options: worded("unmarked", "scratched", "flaking"), unsearchable: true },
  grip_state: { kind: "choice", options: worded("tacky", "firm", "slick"), unsearchable: true },
  string_state: { kind: "choice", options: worded("fresh", "played", "slack", "absent"), unsearchable: true },
  headsize: {
    kind: "number",
    min: 75,
    max: 135,
    step: 0.5,
    unit: "sq in",
    searchNames: ["headsize", "head size", "bladgrootte", "kopfgröße", "schlägerkopf", "tamis"],
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
    named: {
      ...same(
        { min: null, max: 285 },
        "light",
        "lightweight",
        "leicht",
        "leichter",
        "leichte",
        "licht",
        "lichte",
      ),
      ...same({ min: null, max: 285 }, "lichtgewicht", "leger", "legere", "leichtgewicht"),
      ...same({ min: 315, max: null }, "heavy", "schwer", "schwerer", "zwaar", "zware", "lourd", "lourde"),
    },
    narrow: [
      { when: { category: ["senior"] }, to: { min: 250, max: 400 } },
      { when: { category: ["junior"] }, to: { min: 200, max: 280 } },
    ],
    // In grams. Scales differ, and an overgrip weighs less than 10 g.
    measured: { answer: "weighed", within: 10 },
  },
  // The form asks for this when the weight differs from the maker's by more than 10 g.
  weighed: { kind: "choice", options: worded("Unstrung", "Strung"), unsearchable: true },
  gripsize: {
    kind: "choice",
    options: coded({
      "0": "L0 · 4",
      "1": "L1 · 4 1/8",
      "2": "L2 · 4 1/4",
      "3": "L3 · 4 3/8",
      "4": "L4 · 4 1/2",
      "5": "L5 · 4 5/8",
    }),
    narrow: [{ when: { category: ["junior"] }, to: ["0", "1", "2"] }],
    excluded: "first",
    searchNames: [
      "grip",
      "grip size",
      "gripsize",
      "gripmaat",
      "griff",
      "griffstärke",
      "manche",
      "taille de manche",
    ],
  },
  string_pattern: {
    kind: "choice",
    options: [
      // First the patterns of the specification, then others that models in the catalogue have.
      ...named("16x19", "18x20", "16x18", "16x20"),
      ...named("14x16", "14x18", "14x21", "16x15", "16x16", "16x17", "16x21"),
      ...named("18x16", "18x17", "18x18", "18x19", "18x21"),
      ...worded("Other"),
    ],
    searchNames: [
      "string pattern",
      "string bed",
      "stringbed",
      "pattern",
      "besaitungsbild",
      "saitenbild",
      "snaarpatroon",
      "bespanningspatroon",
      "plan de cordage",
    ],
  },
  color: {
    kind: "choice",
    options: worded("Black", "White", "Red", "Blue", "Yellow", "Green", "Orange", "Purple", "Multi", "Other"),
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
    searchNames: ["balance", "balans", "équilibre"],
    measured: { like: "weight" },
  },
  length: {
    kind: "number",
    min: 17,
    max: 29,
    step: 0.05,
    unit: "in",
    units: ["inch", "inches", "zoll", "pouces", '"'],
    searchNames: ["length", "lengte", "länge", "longueur"],
  },
  strung_with: { kind: "text", maxLength: 60, unsearchable: true },
  string_tension: { kind: "number", min: 10, max: 90, step: 0.5, unit: "lbs" },
  strung_in: { kind: "month", min: 200001, max: 209912 },
  shipping: delivery,
  transaction_options: transactionOptions("direct_checkout", "chat", "bid"),
} as const satisfies CategoryDefinition["fields"];
