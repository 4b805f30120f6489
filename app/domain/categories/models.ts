import type { CategoryModels } from "./definition.ts";

/** See db/data/models/README.md. */
export const racketModels = {
  specs: {
    level: {
      column: "level",
      kind: "choice",
      values: ["adult", "junior"],
      fills: { category: { adult: "senior", junior: "junior" } },
      tolerance: 0,
    },
    headsize: {
      column: "head_size_sq_in",
      kind: "number",
      min: 50,
      max: 140,
      unit: "sq in",
      fills: { headsize: "same" },
      tolerance: 2,
    },
    length: {
      column: "length_in",
      kind: "number",
      min: 15,
      max: 30,
      unit: "in",
      fills: { length: "same" },
    },
    // Weight and balance are unstrung. A seller's scales may have weighed strings and an overgrip too.
    weight: {
      column: "unstrung_weight_g",
      kind: "number",
      min: 120,
      max: 420,
      unit: "g",
      fills: { weight: "same" },
      tolerance: 25,
    },
    balance: {
      column: "unstrung_balance_mm",
      kind: "number",
      min: 250,
      max: 450,
      unit: "mm",
      fills: { balance: "same" },
    },
    string_pattern: {
      column: "string_pattern",
      kind: "text",
      shape: String.raw`\d\dx\d\d`,
      fills: { string_pattern: "same" },
      tolerance: 0,
    },
    strung_weight: { column: "strung_weight_g", kind: "number", min: 130, max: 440, unit: "g" },
    strung_balance: { column: "strung_balance_mm", kind: "number", min: 250, max: 450, unit: "mm" },
    swingweight: {
      column: "strung_swingweight",
      kind: "number",
      min: 100,
      max: 450,
      unit: "kg·cm²",
      fills: { swingweight: "same" },
      variesByGeneration: true,
    },
    stiffness: { column: "stiffness_ra", kind: "number", min: 20, max: 90 },
    beam: { column: "beam_mm", kind: "text", shape: String.raw`\d\d(\.\d)?(/\d\d(\.\d)?)*`, unit: "mm" },
  },
  closeness: {
    same: ["level"],
    aspects: {
      headsize: { by: ["headsize"], step: 2, kind: "amount" },
      length: { by: ["length"], step: 0.25, kind: "amount" },
      weight: { by: ["weight", "strung_weight"], step: 5, kind: "amount" },
      balance: { by: ["balance", "strung_balance"], step: 5, kind: "degree" },
      swingweight: { by: ["swingweight"], step: 5, kind: "amount" },
      stiffness: { by: ["stiffness"], step: 2, kind: "degree" },
      string_pattern: { by: ["string_pattern"], kind: "change" },
    },
    twins: { same: ["gripsize"], field: "weight", within: 5 },
  },
} as const satisfies CategoryModels;

export const stringModels = {
  specs: {
    material: {
      column: "material",
      kind: "choice",
      values: [
        "polyester",
        "nylon",
        "multifilament",
        "synthetic gut",
        "natural gut",
        "hybrid",
        "hybrid/composite",
        "polyolefin",
      ],
      fills: {
        material: { polyester: "polyester", nylon: "nylon", "natural gut": "natural gut" },
        string_type: {
          multifilament: "Multifilament",
          "natural gut": "Natural gut",
          hybrid: "Hybrid",
          "hybrid/composite": "Hybrid",
        },
      },
    },
    // They fill no field, because the seller's string has only one of them.
    gauges: { column: "gauges_mm", kind: "numbers", min: 0.9, max: 1.7, unit: "mm" },
  },
  numbersInTitles: true,
} as const satisfies CategoryModels;
