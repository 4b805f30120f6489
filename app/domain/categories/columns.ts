/** The columns of a stock file across all categories, in the specification's order. */
export const SPECIFIED_COLUMNS: readonly string[] = [
  ...["name", "brand", "price", "condition", "color", "type", "category", "description", "quantity"],
  ...["imageUrls", "headsize", "weight", "gripsize", "material", "stringType", "capacity", "balls_per_can"],
  ...["packaging_type", "size", "gender", "clothes_type", "accessory_type"],
];

/** Other names of columns in shops' files, in the five languages. A field's `searchNames` are accepted too. */
export const COLUMN_SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  name: [
    ...["title", "item", "item name", "product", "product name", "article"],
    ...["naam", "titel", "productnaam", "artikelnaam"],
    ...["bezeichnung", "produkt", "produktname", "artikelname"],
    ...["nom", "titre", "produit", "nom du produit", "désignation"],
  ],
  brand: ["make", "manufacturer", "merk", "fabrikant", "marke", "hersteller", "marque", "fabricant"],
  price: [
    ...["unit price", "sale price", "selling price", "price eur", "price in euro"],
    ...["prijs", "verkoopprijs", "preis", "verkaufspreis", "prix", "prix de vente"],
  ],
  condition: ["staat", "conditie", "toestand", "zustand", "état"],
  color: ["colour", "kleur", "farbe", "couleur", "coloris", "kleurstelling"],
  type: [
    ...["item type", "product type", "listing type", "soort", "producttype", "artikelsoort"],
    ...["typ", "artikelart", "produkttyp", "produktart", "type d'article", "type de produit"],
  ],
  category: ["categorie", "kategorie", "catégorie"],
  description: ["details", "omschrijving", "beschrijving", "beschreibung", "descriptif"],
  quantity: [
    ...["qty", "stock", "in stock", "count", "number in stock", "aantal", "voorraad", "stuks"],
    ...["anzahl", "menge", "bestand", "stück", "quantité"],
  ],
  imageUrls: [
    ...["image", "images", "image url", "image link", "photo", "photos", "photo url", "picture", "pictures"],
    ...["picture url", "afbeelding", "afbeeldingen", "foto", "fotos", "foto's", "bild", "bilder", "bild url"],
    ...["lien image", "url image"],
  ],
  headsize: ["head"],
  gripsize: ["grip"],
  material: ["materiaal", "matériau", "matière"],
  stringType: ["construction", "snaartype", "saitentyp", "type de cordage"],
  capacity: ["capaciteit", "kapazität", "capacité", "number of rackets"],
  balls_per_can: ["ball count", "ballen per blik", "bälle pro dose", "balles par tube"],
  packaging_type: ["ball packaging"],
  size: ["maat", "größe", "taille"],
  gender: ["sex", "geslacht", "geschlecht", "sexe", "genre"],
  clothes_type: ["clothing type", "kledingtype", "kledingsoort", "kleidungsart", "type de vêtement"],
  accessory_type: ["accessoiretype", "zubehörart", "type d'accessoire"],
  sku: [
    ...["article number", "item number", "product number", "product id", "reference", "ref"],
    ...["artikelnummer", "artikelnr", "art nr", "referentie", "artikel nr", "produktnummer", "référence"],
  ],
  id: ["listing id"],
  shipping: ["delivery", "verzending", "levering", "versand", "lieferung", "livraison", "expédition"],
  country: ["land", "pays"],
  postalCode: ["postcode", "zip", "zip code", "plz", "postleitzahl", "code postal"],
  model: ["modell", "modèle", "model name", "modelnaam", "modellname"],
  string_pattern: ["pattern", "bespanningspatroon", "saitenbild", "plan de cordage"],
  style: ["bag style", "stijl", "taschenart", "style de sac"],
  grade: ["ball grade"],
  packaging: ["string packaging", "set or reel"],
};

export const TYPE_SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  racket: ["racquet", "racquets", "tennis racket", "schläger", "tennisschläger", "raquette", "raquettes"],
  string: ["tennis string", "tennis strings", "snaar", "snaren", "saite", "saiten", "cordage", "cordages"],
  bag: ["tennis bag", "tas", "tassen", "tasche", "taschen", "sac", "sacs"],
  ball: ["tennis ball", "tennis balls", "bal", "ballen", "bälle", "tennisbälle", "balle", "balles"],
  clothes: ["clothing", "apparel", "kleding", "kleidung", "bekleidung", "vêtement", "vêtements"],
  accessory: ["accessoire", "accessoires", "zubehör"],
};
