import type { Profile, Verdicts } from "./profile.ts";

const NOT_SOLD: Verdicts = { n: "unpublished", no: "unpublished", false: "unpublished" };

/** The item library of the checkout: one row for each variation. */
export const square: Profile = {
  key: "square",
  name: "Square",
  source: "https://squareup.com/help/gb/en/article/5153-import-items-online",
  recognizedBy: [
    ["token", "itemname", "variationname"],
    ["itemname", "variationname", /^currentquantity/],
    ["referencehandle", "itemname", "variationname"],
  ],
  columns: {
    group: ["referencehandle", "token"],
    name: ["itemname"],
    description: ["description"],
    type: ["categories", "category", "reportingcategory"],
    sku: ["sku"],
    kind: ["itemtype"],
    quantity: [/^currentquantity/],
    option_name: [/^optionname\d$/],
    option_value: [/^optionvalue\d$/, "variationname"],
    status: ["archived", "sellable", "squareonlineitemvisibility"],
    ignored: [/^(?:newquantity|stockalert|enabled|tax|modifierset|social|seo|weight|contains|skip)/, "gtin"],
  },
  prices: { sale: ["onlinesaleprice"], plain: ["price"], cost: ["defaultunitcost"] },
  says: {
    archived: { y: "unpublished", yes: "unpublished", true: "unpublished" },
    sellable: NOT_SOLD,
    // "Unavailable" has no page on the web, but is sold at the checkout.
    squareonlineitemvisibility: { hidden: "unpublished", private: "unpublished" },
    kind: { physicalgood: "for sale", physical: "for sale", regular: "for sale", "*": "service" },
  },
  variants: "same group",
};
