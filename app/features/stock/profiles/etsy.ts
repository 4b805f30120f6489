import type { Profile } from "./profile.ts";

export const etsy: Profile = {
  key: "etsy",
  name: "Etsy",
  source: "https://help.etsy.com/hc/en-us/articles/360000343508",
  recognizedBy: [
    ["title", "price", "currencycode", "quantity"],
    ["titel", "preis", "wahrungscode"],
    ["titel", "prijs", "valutacode"],
    ["titre", "prix", "codedevise"],
    ["titre", "prix", "codedeladevise"],
  ],
  columns: {
    name: ["title", "titel", "titre"],
    description: ["description", "beschreibung", "omschrijving", "beschrijving"],
    currency: ["currencycode", "wahrungscode", "valutacode", "codedevise", "codedeladevise"],
    quantity: ["quantity", "anzahl", "menge", "aantal", "hoeveelheid", "quantite"],
    tags: ["tags", "materials"],
    imageUrls: [/^(?:image|bild|afbeelding|photo)\d+$/],
    option_name: [/^variation\d+name$/],
    option_value: [/^variation\d+values$/],
    ignored: [/^variation\d+type$/],
    sku: ["sku"],
  },
  prices: { plain: ["price", "preis", "prijs", "prix"] },
};
