import type { CategoryDefinition } from "./definition.ts";
import { translatedOptions } from "./fields/choice.ts";
import { sameRange } from "./fields/number.ts";
import { color, condition, shipping } from "./shared-fields.ts";

export const bag = {
  type: "bag",
  searchNames: ["bag", "tasche", "tennistasche", "tas", "tennistas", "sac"],
  plural: "bags",
  googleCategory: 3638,
  sell: "bag",
  drawing: [
    "M7 19c0-3.3 2.7-6 6-6h22c3.3 0 6 2.7 6 6v17c0 3.3-2.7 6-6 6H13c-3.3 0-6-2.7-6-6V19Z",
    "M17 13V9.5C17 7.6 18.6 6 20.5 6h7C29.4 6 31 7.6 31 9.5V13",
    "M7 21h34",
    "M14 42V31c0-1.7 1.3-3 3-3h14c1.7 0 3 1.3 3 3v11",
  ],
  brand: {
    required: false,
    form: ["Wilson", "Head", "Babolat", "Yonex", "Prince", "Dunlop", "Other"],
    browse: ["Tecnifibre", "Nike", "Adidas", "Volkl"],
    spellings: { Technifibre: "Tecnifibre", Völkl: "Volkl" },
  },
  fields: {
    style: {
      kind: "choice",
      options: translatedOptions("backpack", "racket bag", "duffel", "tournament"),
      thing: true,
    },
    capacity: {
      kind: "number",
      min: 1,
      max: 15,
      step: 1,
      unit: "rackets",
      bareNumbers: true,
      // As makers call them: a large bag has three compartments.
      wordsBesideGear: sameRange(
        { min: 9, max: null },
        ...[
          "big",
          "bigger",
          "huge",
          "roomy",
          "gross",
          "grosse",
          "grosser",
          "große",
          "großer",
          "großes",
          "grote",
        ],
        ...["ruime", "grand", "grande", "gros"],
      ),
      rangeWords: {
        ...sameRange({ min: 9, max: null }, ...["large bag", "large racket bag", "large tennis bag"]),
        ...sameRange(
          { min: null, max: 3 },
          ...["small bag", "small racket bag", "small tennis bag", "kleine tasche", "kleine tennistasche"],
          ...["kleine schlägertasche", "kleine tas", "kleine tennistas", "petit sac", "petit sac de tennis"],
        ),
      },
      // How searches name a capacity: "6 rackets", "12 pack", "9er", "12R".
      units: ["racket", "racquets", "racquet", "raquettes", "schläger", "pack", "er", "r", "rkt"],
    },
    condition: condition({ emptyCell: "Used", form: ["New", "Like New", "Good", "Fair"] }),
    color: { ...color("Black", "Blue", "Red", "White", "Grey"), required: true },
    shipping: shipping("listing_shipping_method_required"),
  },
  photoGuide: ["outside", "inside", "straps", "damage"],
  needsPhoto: true,
  form: [
    {
      key: "bag",
      fields: [
        "photos",
        "name",
        "brand",
        "style",
        "capacity",
        "condition",
        "color",
        "price",
        "shipping",
        "description",
        "location",
      ],
    },
  ],
  filters: [
    { by: "price" },
    { by: "brand" },
    { by: "choice", field: "style" },
    { by: "range", field: "capacity", min: 1, max: 12, step: 1 },
    { by: "choice", field: "condition" },
    { by: "location" },
    { by: "choice", field: "color" },
    { by: "choice", field: "shipping" },
    { by: "date" },
  ],
  price: { as: "slider", max: 300, step: 5 },
  card: ["capacity", "color", "condition", "shipping"],
  detail: ["brand", "style", "capacity", "condition", "color", "shipping"],
  subcategories: [
    { slug: "backpacks", means: { field: "style", values: ["backpack"] } },
    { slug: "racket-bags", means: { field: "style", values: ["racket bag"] } },
    { slug: "duffel", means: { field: "style", values: ["duffel"] } },
    { slug: "tournament", means: { field: "style", values: ["tournament"] } },
  ],
  paging: "pages",
  ownListings: "shown",
  back: { owner: "my-listings", others: "category" },
  goBack: "previous",
  afterSave: "listing",
} as const satisfies CategoryDefinition;
