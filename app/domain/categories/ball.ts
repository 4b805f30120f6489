import type { CategoryDefinition } from "./definition.ts";
import { sameTextOptions, translatedOptions } from "./fields/choice.ts";
import { shipping } from "./shared-fields.ts";

export const ball = {
  type: "ball",
  searchNames: ["ball", "filzball", "filzbälle", "tennisball", "baelle", "bal", "tennisbal", "balle"],
  plural: "balls",
  sell: "balls",
  drawing: [
    "M24 5a19 19 0 1 0 0 38 19 19 0 0 0 0-38Z",
    "M11 10.2C16 13.6 19 18.6 19 24s-3 10.4-8 13.8",
    "M37 10.2C32 13.6 29 18.6 29 24s3 10.4 8 13.8",
  ],
  brand: {
    required: true,
    form: ["Wilson", "Penn", "Dunlop", "Head", "Babolat"],
    browse: [],
  },
  fields: {
    balls_per_can: {
      kind: "choice",
      options: sameTextOptions("2", "3", "4"),
      csv: { empty: "3" },
      required: true,
      requiredMessage: "ball_balls_per_can_required",
    },
    packaging_type: {
      kind: "choice",
      options: translatedOptions("can", "box"),
      csv: { empty: "can" },
      required: true,
      requiredMessage: "ball_packaging_type_required",
    },
    grade: {
      kind: "choice",
      options: translatedOptions("premium", "practice", "training"),
    },
    shipping: shipping("listing_shipping_method_required"),
  },
  photoGuide: ["packaging", "lid", "balls"],
  needsPhoto: false,
  form: [
    {
      key: "ball",
      fields: [
        "photos",
        "name",
        "brand",
        "balls_per_can",
        "packaging_type",
        "grade",
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
    { by: "choice", field: "grade" },
    { by: "choice", field: "balls_per_can" },
    { by: "choice", field: "packaging_type" },
    { by: "location" },
    { by: "choice", field: "shipping" },
    { by: "date" },
  ],
  price: { as: "inputs" },
  card: ["balls_per_can", "packaging_type", "shipping"],
  detail: ["brand", "balls_per_can", "packaging_type", "grade", "shipping"],
  subcategories: [
    { slug: "premium", means: { field: "grade", values: ["premium"] } },
    { slug: "practice", means: { field: "grade", values: ["practice"] } },
    { slug: "training", means: { field: "grade", values: ["training"] } },
  ],
  paging: "list",
  ownListings: "hidden",
  back: { owner: "previous", others: "previous" },
  goBack: "/sell/individual",
  afterSave: "listing",
} as const satisfies CategoryDefinition;
