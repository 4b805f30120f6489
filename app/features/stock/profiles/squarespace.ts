import type { Profile } from "./profile.ts";

/** Below a product, the rows of its variants have neither its id nor its title. */
export const squarespace: Profile = {
  key: "squarespace",
  name: "Squarespace",
  source: "https://support.squarespace.com/hc/en-us/articles/205814558",
  recognizedBy: [[/^productid/, /^variantid/, "title", "price"]],
  columns: {
    name: ["title"],
    description: ["description"],
    type: ["categories"],
    tags: ["tags"],
    kind: [/^producttype/],
    sku: ["sku"],
    option_name: [/^optionname\d$/],
    option_value: [/^optionvalue\d$/],
    quantity: ["stock"],
    status: ["visible"],
    on_sale: ["onsale"],
    imageUrls: [/^hostedimageurls?$/],
    ignored: ["weight", "length", "width", "height"],
  },
  prices: { sale: ["saleprice"], plain: ["price"] },
  says: {
    visible: { no: "unpublished", false: "unpublished" },
    kind: { physical: "for sale", "*": "service" },
  },
  pictureSeparator: /\s+(?=https?:)/i,
  variants: "unnamed below",
  sharedPictures: true,
};
