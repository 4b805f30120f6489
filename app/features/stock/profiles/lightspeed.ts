import type { Profile, Verdicts } from "./profile.ts";

const HIDDEN: Verdicts = {
  n: "unpublished",
  no: "unpublished",
  nee: "unpublished",
  nein: "unpublished",
  non: "unpublished",
  "0": "unpublished",
  false: "unpublished",
};

/** The shop software: eCom (C-Series). Titles begin with the code of a language. */
export const lightspeedEcom: Profile = {
  key: "lightspeed-ecom",
  name: "Lightspeed eCom",
  source: "https://ecom-support.lightspeedhq.com/hc/en-us/articles/220316327",
  recognizedBy: [
    ["internalid", /^(?:[a-z]{2}|us)titleshort$/],
    ["internalid", "internalvariantid", "price"],
    ["internalvariantid", "articlecode", "price"],
    [/^[a-z]{2}titleshort$/, "price"],
  ],
  columns: {
    group: ["internalid"],
    name: [/^[a-z]{2}titlelong$/, /^[a-z]{2}titleshort$/, "titlelong", "titleshort", "title"],
    description: [
      /^[a-z]{2}descriptionshort$/,
      /^[a-z]{2}(?:content|descriptionlong)$/,
      "descriptionlong",
      "content",
    ],
    brand: ["brand"],
    status: ["visible"],
    quantity: ["stocklevel", "stock"],
    tracker: ["stocktrack"],
    sku: ["sku", "articlecode"],
    options: [/^[a-z]{2}variant$/, "variantname", "variant"],
    imageUrls: ["images", "image", /^image\d+$/],
    type: [/^[a-z]{2}(?:category\d+|categories)$/, "categories", "category", /^category\d+$/],
    tags: ["tags"],
    ignored: [
      "internalvariantid",
      "supplier",
      "ean",
      "hs",
      "tax",
      "weight",
      "volume",
      "colli",
      /^(?:sizex|sizey|sizez)$/,
    ],
  },
  prices: {
    plain: ["price"],
    list: ["priceold"],
    cost: ["pricecost"],
    excluding: ["priceexcl"],
  },
  says: { visible: HIDDEN },
  pictureSeparator: /[,;]\s*(?=https?:)/i,
  variants: "same group",
  sharedPictures: true,
};

/** The checkout: Retail (R-Series). */
export const lightspeedRetail: Profile = {
  key: "lightspeed-retail",
  name: "Lightspeed Retail",
  source: "https://retail-support.lightspeedhq.com/hc/en-us/articles/229129268",
  recognizedBy: [
    ["systemid", "description", "price"],
    ["systemid", "item", "price"],
    ["systemid", "customsku"],
  ],
  columns: {
    sku: ["customsku", "manufactsku", "manufacturersku", "systemid"],
    name: ["item", "description"],
    brand: ["brand", "manufacturer"],
    type: ["subcategory2", "subcategory1", "category"],
    quantity: ["qty", "quantityonhand", "qoh", "qtyonhand"],
    status: ["archived", "publishtoecom"],
    imageUrls: ["image", "images", "imageurl", /^images?\d+$/],
    description: ["longdescription", "shortdescription", "note", "ecomlongdescription"],
    ignored: ["upc", "ean", "vendor", "vendorid", "tax", "taxclass", "season", "department"],
  },
  prices: {
    sale: ["saleprice"],
    plain: ["price", "defaultprice", "onlineprice"],
    list: ["msrp"],
    cost: ["defaultcost", "averagecost", "avgcost", "cost"],
  },
  says: { archived: { yes: "unpublished", true: "unpublished", "1": "unpublished", ja: "unpublished" } },
};

/** Retail (X-Series), which was Vend. */
export const lightspeedX: Profile = {
  key: "lightspeed-x",
  name: "Lightspeed Retail",
  source: "https://x-series-support.lightspeedhq.com/hc/en-us/articles/25533707588123",
  recognizedBy: [
    ["handle", "retailprice"],
    ["handle", "supplyprice"],
    ["sku", "name", "retailprice", "supplyprice"],
  ],
  columns: {
    group: ["handle"],
    sku: ["sku"],
    name: ["name"],
    description: ["description"],
    brand: ["brandname", "brand"],
    type: ["productcategory", "type", "producttype"],
    tags: ["tags"],
    option_name: [/^variantoption(?:one|two|three)name$/],
    option_value: [/^variantoption(?:one|two|three)value$/],
    quantity: [/^inventory/, "instock", "quantity"],
    status: ["active"],
    tracker: ["trackinventory"],
    imageUrls: ["imageurl", "image", "images"],
    ignored: [
      "id",
      "suppliername",
      "suppliercode",
      "taxname",
      "loyaltyvalue",
      /^outlettax/,
      /^reorderpoint/,
      /^restocklevel/,
    ],
  },
  prices: { plain: ["retailprice"], cost: ["supplyprice"] },
  says: { active: HIDDEN },
  variants: "same group",
  sharedPictures: true,
};
