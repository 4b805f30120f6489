import type { Profile } from "./profile.ts";

/** When a sale price begins and ends, in German, Dutch and French. */
const STARTS = [
  ...["datumandemangebotspreisbeginnt", "datumandemderangebotspreisbeginnt", "angebotspreisgultigab"],
  ...["datumstartaanbieding", "startdatumactieprijs", "datededebutdepromo"],
];
const ENDS = [
  ...["datumandemangebotspreisendet", "datumandemderangebotspreisendet", "angebotspreisgultigbis"],
  ...["datumeindeaanbieding", "einddatumactieprijs", "datedefindepromo"],
];

const VISIBILITY = ["sichtbarkeitimkatalog", "zichtbaarheidincatalogus", "visibilitedanslecatalogue"];

export const woocommerce: Profile = {
  key: "woocommerce",
  name: "WooCommerce",
  source: "https://github.com/woocommerce/woocommerce/wiki/Product-CSV-Import-Schema",
  recognizedBy: [
    ["sku", "name", "regularprice"],
    ["artikelnummer", "name", "regulaererpreis"],
    ["artikelnummer", "name", "regularerpreis"],
    ["sku", "naam", "regulareprijs"],
    ["sku", "naam", "reguliereprijs"],
    ["ugs", "nom", "tarifregulier"],
    ["posttitle", "sku", "regularprice"],
  ],
  columns: {
    group: ["id"],
    ignored: ["isfeatured", "taxstatus", "taxclass", "lowstockamount", "soldindividually", "shippingclass"],
    kind: ["type", "typ", "typeproduct"],
    sku: ["sku", "artikelnummer", "ugs"],
    name: ["name", "naam", "nom", "posttitle"],
    description: [
      ...["shortdescription", "kurzbeschreibung", "kortebeschrijving", "descriptioncourte", "postexcerpt"],
      ...["description", "beschreibung", "beschrijving", "postcontent"],
    ],
    brand: ["brands", "brand", "marken", "marke", "merken", "merk", "marques", "marque"],
    type: ["categories", "kategorien", "categorieen", "taxproductcat"],
    tags: ["tags", "schlagworter", "etiquettes"],
    status: [
      "published",
      "veroffentlicht",
      "gepubliceerd",
      "publie",
      "visibilityincatalog",
      "poststatus",
      ...VISIBILITY,
    ],
    availability: ["instock", "vorratig", "opvoorraad", "auflager", "enstock", "eninventaire", "stockstatus"],
    quantity: ["stock", "bestand", "lagerbestand", "lager", "voorraad", "inventaire"],
    sale_from: ["datesalepricestarts", ...STARTS],
    sale_until: ["datesalepriceends", ...ENDS],
    imageUrls: ["images", "bilder", "afbeeldingen", "images"],
    parent: ["parent", "ubergeordnet", "ubergeordnetesprodukt", "hoofdproduct", "hoofd", "postparent"],
    option_name: [
      /^(?:attribute|attribut|eigenschap)\d+(?:name|naam|nom)$/,
      /^(?:naameigenschap|nomdelattribut)\d+$/,
    ],
    option_value: [
      /^(?:attribute|attribut|eigenschap)\d+(?:values?|wert|werte|waarden?|valeurs?)$/,
      /^(?:waarden?eigenschap|valeurs?delattribut)\d+$/,
    ],
  },
  prices: {
    sale: ["saleprice", "angebotspreis", "aanbiedingsprijs", "actieprijs", "tarifpromo"],
    plain: [
      "regularprice",
      "regulaererpreis",
      "regularerpreis",
      "regulareprijs",
      "reguliereprijs",
      "tarifregulier",
    ],
  },
  says: {
    kind: {
      simple: "for sale",
      variable: "container",
      grouped: "container",
      variation: "variant",
      pwgiftcard: "service",
      giftcard: "service",
      // Services, vouchers, bundles, and what another shop sells.
      "*": "unpublished",
    },
    status: {
      "1": "for sale",
      "0": "unpublished",
      draft: "draft",
      pending: "draft",
      private: "unpublished",
      hidden: "unpublished",
      publish: "for sale",
    },
    availability: {
      "1": "for sale",
      "0": "sold_out",
      backorder: "preorder",
      onbackorder: "preorder",
      instock: "for sale",
      outofstock: "sold_out",
    },
  },
  pictureSeparator: /,\s*(?=https?:)/i,
  variants: "named parent",
  escapedBreaks: true,
};
