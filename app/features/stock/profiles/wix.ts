import type { Profile } from "./profile.ts";

/** Rows of variants repeat the id of their product. */
export const wix: Profile = {
  key: "wix",
  name: "Wix",
  source: "https://support.wix.com/en/article/wix-stores-importing-and-exporting-products",
  recognizedBy: [["handleid", "fieldtype", "name", "price"]],
  columns: {
    group: ["handleid"],
    kind: ["fieldtype"],
    name: ["name"],
    description: ["description"],
    brand: ["brand"],
    type: ["collection"],
    sku: ["sku"],
    quantity: ["inventory"],
    status: ["visible"],
    imageUrls: ["productimageurl"],
    option_name: [/^productoptionname\d$/],
    option_value: [/^productoptiondescription\d$/],
    discount_mode: ["discountmode"],
    discount: ["discountvalue"],
    ignored: ["weight", "ribbon"],
  },
  prices: { plain: ["price"], cost: ["cost"] },
  says: { visible: { false: "unpublished" } },
  pictureSeparator: /[;,]\s*(?=https?:)/i,
  variants: "same group",
  sharedPictures: true,
};
