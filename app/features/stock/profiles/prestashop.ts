import type { Heading, Profile, Verdicts } from "./profile.ts";

/** Headings are in the language of the shop's staff. */
const ID: Heading = /^(?:id|productid|idproduit|produktid)$/;
const NAME: Heading = /^(?:name|nom|naam)$/;
const REFERENCE: Heading = /^(?:reference|referenz|referentie|artikelnr|artikelnummer)(?:nr)?$/;
const IMAGE: Heading = /^(?:image|bild|afbeelding)$/;
const ACTIVE: Heading = /^(?:active|actif|aktiv|actief)01$/;
const EXCLUDING: Heading =
  /^(?:price|prix|preis|prijs)(?:tax)?(?:excl|exkl|ht$|hors|zzgl|ohne|zonder|netto)(?!.*(?:incl|inkl|ttc|comprises))/;
const INCLUDING: Heading =
  /^(?:price|prix|preis|prijs)(?:tax|taxes)?(?:incl|inkl|ttc$|comprises|mit|met|brutto)|^prixttc$/;

const NO: Verdicts = { "0": "unpublished", no: "unpublished", non: "unpublished", nein: "unpublished" };

/** The list of products of its administration, and the files that its import reads. */
export const prestashop: Profile = {
  key: "prestashop",
  name: "PrestaShop",
  source:
    "https://docs.prestashop-project.org/1-6-documentation/english-documentation/user-guide/advanced-settings/csv-import, and the catalogue's button Export",
  recognizedBy: [
    [ID, IMAGE, NAME, REFERENCE, EXCLUDING, INCLUDING],
    [ID, NAME, REFERENCE, EXCLUDING, INCLUDING, /^(?:quantity|quantite|menge|hoeveelheid|aantal)$/],
    [ACTIVE, NAME, /^(?:price|prix|preis|prijs)/],
  ],
  columns: {
    sku: [REFERENCE, ID],
    name: [NAME],
    brand: ["manufacturer", "brand", "marque", "fabricant", "hersteller", "marke", "fabrikant", "merk"],
    type: [/^(?:categories|kategorien|categorieen)(?:xyz)?(?:etc)?$/, /^[ck]ategorie$/, "category"],
    tags: [/^(?:tags|motcles|etiquettes|schlagworter)(?:xyz)?(?:etc)?$/],
    description: [
      ...["summary", "shortdescription", "resume", "recapitulatif", "descriptioncourte", "kurzbeschreibung"],
      ...["zusammenfassung", "samenvatting", "korteomschrijving"],
      ...["description", "beschreibung", "omschrijving", "beschrijving"],
    ],
    condition: ["condition", "etat", "zustand", "staat", "conditie"],
    quantity: ["quantity", "quantite", "menge", "anzahl", "hoeveelheid", "aantal"],
    status: [
      ACTIVE,
      ...["status", "statut", "etat", "zustand", "staat"],
      /^(?:active|activee?|actif|aktiv|aktiviert|actief|enabled)$/,
      /^(?:availablefororder|disponiblealacommande|bestellbar|verfugbarzurbestellung|beschikbaarvoorbestelling)/,
      /^(?:visibility|visibilite|sichtbarkeit|zichtbaarheid)$/,
    ],
    imageUrls: [/^(?:imageurls?|urldesimages|bildurls?|urlvanafbeeldingen|afbeeldingurls?)/, IMAGE],
    ignored: [/^(?:ean13|upc|mpn|isbn|position|supplier|fournisseur|ecotax)/],
  },
  prices: {
    including: [INCLUDING],
    plain: [/^(?:price|prix|preis|prijs)$/],
    excluding: [EXCLUDING, /^pricetaxexcludedorpricetaxincluded$/],
    cost: [
      /^(?:wholesaleprice|prixdachat|prixdegros|einkaufspreis|grosshandelspreis|inkoopprijs|groothandelsprijs)/,
    ],
  },
  says: { status: { ...NO, none: "unpublished", deaktiviert: "unpublished", desactive: "unpublished" } },
  pictureSeparator: /,\s*(?=https?:)/i,
};
