import { isWritable, lengthOf, oneLine } from "../../text-rules.ts";
import { OTHER_BRAND, storedBrand } from "../derive/brand.ts";
import { type FilterKind, USUAL } from "./kind.ts";

export interface BrandOfListing {
  readonly by: "brand";
}

const PARAM = "brand";
const LONGEST = 60;
const MOST = 30;

export const byBrand: FilterKind<BrandOfListing> = {
  ...USUAL,
  ofAll: { by: "brand" },
  isCounted: true,
  named: "list",
  name: () => PARAM,
  params: () => [PARAM],
  read(_, params, scope) {
    const brands = params
      .getAll(PARAM)
      .map(oneLine)
      .filter((value) => value !== "" && lengthOf(value) <= LONGEST && isWritable(value))
      .map((value) => storedBrand(scope, value));
    return { brands: [...new Set(brands)].slice(0, MOST) };
  },
  write: (search, params) => {
    for (const value of search.brands) params.append(PARAM, value);
  },
  chosen: (_, { brands }) => brands,
  without: (_, search, value) => ({
    ...search,
    brands: value === undefined ? [] : search.brands.filter((other) => other !== value),
  }),
  text: (_, value, __, { texts }) => texts.brand(value),
  /** The brands that the category lists, those in stock, and those that the search has chosen (decision 0006). */
  view(_, { brands }, { definition, stocked, texts, label }) {
    const { form, browse } = definition.brand;
    const offered = new Set([...form, ...browse, ...stocked, ...brands]);
    const named = [...offered].filter((value) => value !== OTHER_BRAND).sort((a, b) => a.localeCompare(b));
    return {
      kind: "many",
      name: PARAM,
      label: label(PARAM),
      options: [...named, ...(offered.has(OTHER_BRAND) ? [OTHER_BRAND] : [])].map((value) => ({
        value,
        label: texts.brand(value),
      })),
      chosen: brands,
      none: null,
      isFaulty: false,
      isTyped: false,
    };
  },
};
