import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { sameTextOptions, translatedOptions } from "#app/domain/categories/fields/choice.ts";

/** A category that exists only for seventh-category.e2e.test.ts. */
export const shoe = {
  type: "shoe",
  searchNames: ["shoe"],
  plural: "shoes",
  googleCategory: 187,
  sell: "shoes",
  drawing: ["M4 34h40v-6c-8-1-14-5-17-12H6Z"],
  brand: { required: true, form: ["Asics", "Nike", "Other"], browse: ["Adidas"] },
  fields: {
    size: { kind: "choice", options: sameTextOptions("40", "41", "42"), required: true },
    surface: { kind: "choice", options: translatedOptions("clay", "hard"), required: true },
    condition: { kind: "choice", options: translatedOptions("New", "Good"), required: true },
  },
  photoGuide: ["whole", "detail", "damage"],
  needsPhoto: true,
  form: [
    {
      key: "shoe",
      fields: ["photos", "name", "brand", "size", "surface", "condition", "price", "description"],
    },
  ],
  filters: [
    { by: "date" },
    { by: "brand" },
    { by: "choice", field: "size" },
    { by: "choice", field: "surface" },
    { by: "choice", field: "condition" },
    { by: "price" },
  ],
  price: { as: "slider", max: 200, step: 5 },
  card: ["size", "surface"],
  detail: ["brand", "size", "surface", "condition"],
  subcategories: [{ slug: "clay-court", means: { field: "surface", values: ["clay"] } }],
  paging: "pages",
  ownListings: "hidden",
  back: { owner: "my-listings", others: "previous" },
  goBack: "previous",
  afterSave: "listing",
} as const satisfies CategoryDefinition;
