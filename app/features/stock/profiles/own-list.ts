import { normalizeWord } from "../csv/columns.ts";
import type { Heading, OutReason, PriceClass, Profile, Verdicts } from "./profile.ts";

/** The words of a text in five languages, separated by "|", as `normalizeWord` makes them. */
function words(text: string): readonly string[] {
  return text.split("|").map(normalizeWord);
}

function verdicts(said: Readonly<Partial<Record<OutReason | "for sale", string>>>): Verdicts {
  return Object.fromEntries(
    Object.entries(said).flatMap(([verdict, text]) =>
      words(text).map((word) => [word, verdict as OutReason]),
    ),
  );
}

/** What cells of own lists and of sites for ads say of an article. */
export const AVAILABILITY_WORDS: Verdicts = verdicts({
  draft: `draft|entwurf|concept|brouillon|in entwurf|kladde|drafts`,
  unpublished: `unpublished|private|privat|privé|prive|hidden|versteckt|verborgen|caché|masqué|offline|inactive|
    inaktiv|inactief|inactif|paused|pausiert|gepauzeerd|en pause|archived|archiviert|gearchiveerd|archivé|deactivated|
    deaktiviert|gedeactiveerd|désactivé|disabled|gesuch|gesuche|gesucht|gezocht|gevraagd|wanted|recherche|recherché|demande|not published|nicht veröffentlicht|niet gepubliceerd|non publié|
    unlisted|blocked|gesperrt|geblokkeerd`,
  sold_out: `out of stock|sold out|outofstock|no stock|not in stock|ausverkauft|nicht auf lager|nicht lieferbar|nicht vorrätig|
    vergriffen|uitverkocht|niet op voorraad|niet leverbaar|geen voorraad|épuisé|en rupture|rupture de stock|rupture|
    hors stock|indisponible|unavailable|not available|nicht verfügbar|niet beschikbaar|non disponible|reserved|
    reserviert|gereserveerd|réservé|vorgemerkt|out|leer|op|0 op voorraad|discontinued`,
  preorder: `preorder|pre-order|backorder|back order|vorbestellung|vorbestellbar|pre order|nabestelling|voorbestelling|
    précommande|précommander|on order|bestellt|besteld|in bestelling|en commande|available soon|binnenkort`,
  auction: `auction|auktion|veiling|enchère|enchères|versteigerung|chinese`,
  ended: `sold|verkauft|verkocht|vendu|vendue|ended|beendet|beëindigd|terminé|deleted|gelöscht|verwijderd|supprimé|closed|
    geschlossen|gesloten|fermé|expired|abgelaufen|verlopen|expiré|removed|entfernt|completed|end`,
  "for sale": `active|aktiv|actief|actif|online|published|veröffentlicht|gepubliceerd|publié|in stock|instock|auf lager|
    lieferbar|vorrätig|op voorraad|leverbaar|en stock|disponible|available|verfügbar|beschikbaar|for sale|te koop|
    zu verkaufen|à vendre|visible|sichtbar|zichtbaar|yes|ja|oui|true|listed|live|sofort lieferbar|angebot|angebote|aangeboden|aanbod|offer|offre`,
});

/** What cells of a column like "published" or "in stock" say. */
export const NO: readonly string[] = words("no|nein|nee|non|n|false|falsch|onwaar|faux|0|aus|uit");

/** Parts of headings, as `normalizeWord` makes them, by what the column's price is. The first class that fits counts. */
const PRICE_PARTS: readonly (readonly [PriceClass, RegExp])[] = [
  [
    "cost",
    /inkoop|einkauf|purchase|cost|kostprijs|kostenpreis|achat|wholesale|groothandel|grossist|supply|landed|revient|dealer|handler|revendeur|b2b|^(?:ek|vkek|pa|paht)$|^ek(?:preis|netto)|bought|paid|betaald|bezahlt|selbstkosten|lieferant|^trade|staff|employee|personeel|mitarbeiter|(?<!non|nicht|niet|geen|no)(?:member|mitglied|leden|adherent|clubprice|clubpreis|clubprijs)/,
  ],
  [
    "list",
    /advies|uvp|msrp|rrp|srp|pvp|pvc|listprice|listenpreis|catalog|katalog|compareat|oldprice|priceold|alterpreis|oudeprijs|ancienprix|conseille|barre|strikethrough|streich|neupreis|nieuwprijs|nieuwwaarde|prixneuf|neuwert|original|vanvoor|waspric|vorher|empf|recommended|retailnew|newprice|valeurneuf|normaalprijs|prixpublic|alt$|oud$|old$|ancien$|previous|former|vorige|bisher|^was$|^statt$|^avant$|^voorheen$/,
  ],
  [
    "excluding",
    /excl|exkl|exvat|exbtw|extax|exmwst|exust|netto|^net|nett?price|netpreis|horstva|horstax|(?:prix|vente|tarif|^pv)ht$|^ht$|ohnemwst|ohneust|zonderbtw|withoutvat|beforetax|zzgl/,
  ],
  [
    "start",
    /start|mindest|minimum|minprice|minprijs|minpreis|prixmin|reserveprice|departprix|prixdedepart|miseaprix|vanaf|floor/,
  ],
  [
    "sale",
    /saleprice|angebot|aanbieding|aktion|actie|promo|solde|special|sonder|discount|reduced|reduziert|rabat|remise|korting|buyitnow|sofortkauf|nukopen|achatimmediat|outlet|clearance|afgeprijsd|reduit/,
  ],
  [
    "selling",
    /verkoop|verkauf|selling|vente|webprijs|webprice|onlin|shopp|winkelprijs|ladenpreis|consumer|consument|endpreis|^vk|^pv$|notreprix|ourprice|onzeprijs|unserpreis|asking|vraagprijs/,
  ],
  ["including", /incl|inkl|ttc|brutto|gross|mitmwst|metbtw|withvat|avectva/],
];

const IS_PRICE =
  /pri(?:ce|js|jz|x)|preis|^vk(?!n)|vk(?:brutto|netto)|(?:brutto|netto)vk|^evp?$|^[lp]?vkp|^(?:verkoop|verkauf|vente)(?:incl|excl|inkl|exkl|brutto|netto|ttc|ht)|^(?:inkoop|einkauf|achat)|tarif|^(?:eur|euro|uvp|msrp|rrp|srp|pvp|ek|ht|ttc|cost|costs)$|^p[av](?:ht|ttc|c)?$|bedrag|^betrag|^montant|kosten$|buyitnow|waarde|^asking|vraagpr/;
const NO_PRICE =
  /shipping|verzend|versand|livraison|delivery|porto|currency|wahrung|valuta|devise|type|typ$|range|group|gruppe|date|datum|per(?:unit|liter|kg)|unitof|deposit|borg|pfand|count|priceincludes|kategorie|valid|from$|until$|starts$|ends$|margin|marge|profit|gewinn|winst|total|totaal|gesamt|voorraadwaarde|lagerwert|bestandswert|rental|hire|huur|miet|leih|location/;

/**
 * What the price of a column with this heading is; null where it has no price.
 * @param hasMoney whether the column has amounts of money, so that its heading need not say that it is a price
 */
export function priceClassOf(heading: string, hasMoney = false): PriceClass | null {
  const word = normalizeWord(heading);
  const hasSign = /^[\s(]*(?:€|£|\$|eur|gbp|usd|chf|sek|nok|dkk|pln|czk)[\s)]*$/i.test(heading);
  const isCost = PRICE_PARTS[0]?.[1].test(word);
  if (
    NO_PRICE.test(word) ||
    !(hasMoney || hasSign || IS_PRICE.test(word) || (isCost && !/costum/.test(word)))
  )
    return null;
  // "Retail price", "prix de vente TTC": a price that includes tax is not another class.
  return PRICE_PARTS.find(([, part]) => part.test(word))?.[0] ?? "plain";
}

/** Columns of articles that are gone: "sold", "reserved". A cell says so with "yes", a day, or a buyer's name. */
export const GONE_COLUMNS: ReadonlyMap<string, OutReason> = new Map([
  ...words(`sold|verkauft|verkocht|vendu|sold on|sold to|sold at|date sold|sold date|verkauft am|verkauft an|verkocht op|verkocht aan|
    vendu le|vendu à`).map((word) => [word, "ended"] as const),
  ...words("reserved|reserviert|gereserveerd|réservé|reserved for|reserviert für|gereserveerd voor").map(
    (word) => [word, "sold_out"] as const,
  ),
  ["archived", "unpublished"],
  ["draft", "draft"],
]);

const STATUS: readonly Heading[] = [
  ...words(`status|state|statut|published|visible|active|aktiv|actief|actif|online|veröffentlicht|gepubliceerd|publié|sichtbar|
    zichtbaar|listing status|artikelstatus|productstatus|webshop|im shop|anzeigentyp|anzeigenart|advertentietype|
    ad type|type d'annonce|état`),
  ...GONE_COLUMNS.keys(),
];

/** "Op webshop", "visible en ligne", "im Onlineshop": whether the list shows the article to buyers. */
const ONLINE =
  /^(?:live|visible|zichtbaar|sichtbar|published|gepubliceerd|publie|actief|active|aktiv|actif|tonen?|toon|zeigen?|anzeigen|show|afficher)?(?:op|in|im|auf|sur|on|en)?(?:de|der|dem|le|la|the)?(?:web(?:shop|site|winkel|store)?|online(?:shop|store)?|site(?:web|internet)?|ligne)$/;

/** Headings of numbers that are not the pieces for sale: "Quantity sold", "Inventory value", "Mindestbestand". */
export const NO_PIECES =
  /sold|verkauft|verkocht|vendu|reserv|order|bestel|commande|value|wert$|waarde|valeur|(?:id|no|nr|numer[io]que|numm?er|number|numero|code)$|policy|richtlinie|beleid|politique|^min|min$|minim|mindest|^max|maxim|melde|alert|date$|datum|locat/;

/** Columns of the shop's own lists. The names and synonyms of our own columns are read besides. */
export const ownList: Profile = {
  key: "own",
  name: null,
  source: "lists of shops in five languages",
  recognizedBy: [],
  columns: {
    name: words(`artikel|bezeichnung 1|artikelbezeichnung 1|name 1|artikelbezeichnung|article name|nom de l'article|intitulé|libellé|artikelomschrijving|artikelbeschreibung|item title|item|productomschrijving kort|titel artikel|
      name des artikels|produktbezeichnung|bezeichnung|naam artikel`)
      .map((word): Heading => word)
      .concat(/^(?:merk|marke|marque|brand|make)(?:en|und|et|and)?(?:type|typ|model|modell|modele)$/),
    sku: words(`sku|artikelcode|product number|productnummer|article code|productcode|product code|code article|code produit|art-nr|artikelnummer|artikel-nr|bestellnummer|
      bestelnummer|référence|réf|referenz|reference|nr|no|nummer|number|numéro|code|item id|article id|artikel id|product id|produkt id|id|interne id|intern nummer|stock number|stock code|stock no|sku code|item nr|stock nr|product nr|art nr|item code|item no|article no|art no|n° dépôt|n° article|numéro article|n° produit`),
    // The second line of a name.
    subtitle: [
      /^(?:artikel)?bezeichnung(?:2|ii|zusatz)$/,
      /^(?:name|titel|title|naam|nom|omschrijving|description|designation|libelle|artikelbezeichnung)(?:2|zusatz)$/,
      ...words("subtitle|untertitel|zusatz|zusatztext|ondertitel|sous-titre|complément"),
    ],
    currency: words("currency|currency code|währung|waehrung|valuta|munt|munteenheid|devise|monnaie"),
    availability:
      words(`availability|available|beschikbaarheid|beschikbaar|verfügbarkeit|verfügbar|disponibilité|disponible|
      lieferbar|leverbaar|in stock|op voorraad|auf lager|en stock|voorraadstatus|stock status|lagerstatus|in stock?|
      lieferstatus`),
    status: [...STATUS, /visibilit|zichtbaarheid|sichtbarkeit/, ONLINE, /^productonline$/],
    on_sale: words(
      "on sale|im angebot|in aanbieding|aanbieding|en promo|en promotion|en soldes|sale|reduziert",
    ),
    format: words("format|angebotsformat|sale format|verkoopvorm|selling format|listing format"),
    quantity:
      words(`qty|quantity|stock|stock qty|stock level|on hand|in stock|anzahl|menge|bestand|lagerbestand|lager|stück|stk|
      stückzahl|aantal|voorraad|voorraadaantal|stuks|quantité|qté|qte|stock dispo|nombre|pièces|pcs|pieces|nb|beschikbaar aantal|
      verfügbarer bestand|stock disponible|how many|hoeveel|wie viele|combien|units|einheiten|eenheden|unités|vrije voorraad|in huis|freier bestand|
      available quantity|quantity available|lager gesamt|vrd|vrd.|voorr.|best.|lgr|anz|anz.|mge|aant|aant.|stck|stck.|qnt|qt|qté dispo|en magasin|dispo`)
        .map((word): Heading => word)
        .concat(
          /^(?:verfugbare?|beschikbare?|available|vorhandene|disponible)?(?:stuckzahl|menge|anzahl|bestand|voorraad|quantity|quantite)(?:verfugbar|beschikbaar|available|disponible)?$/,
          /^(?:current)?quantity(?:in|on|at)?(?:store|shop|warehouse|left|now|total|pcs|pieces)$/,
          /^(?:lagerbestand|bestand|voorraad|stock)(?:gesamt|totaal|total|aktuell|actueel|actuel)/,
          /^(?:no|nr|number|qty|quantity|pieces|pcs|stuck|stuks|anzahl|aantal|nombre|nb|noch|nog)?(?:of|in|pieces)?(?:left|remaining|rest|over|ubrig|verbleibend|resterend|restante?s?|reste)$/,
          /^inventory(?:qty|quantity|count|level|stock|onhand|available|total)?$/,
          /^(?:qty|quantity|stock|units?|anzahl|aantal|qte|quantite)(?:in|en|on|auf|op)?(?:stock|hand|available|qty|quantity|count|level|lager|voorraad)$/,
        ),
    imageUrls: [
      /^(?:image|img|photo|picture|pic|bild|foto|afbeelding)(?:s|es|er|en|url|urls|link|links)*\d*$/,
      /^(?:main|extra|haupt|hoofd|additional|weitere|zusatz|weiteres)(?:image|bild|foto|afbeelding|photo|picture)(?:url|link|er|s|en)*\d*$/,
      /^(?:lien|liens|url|urls)(?:image|photo|bild|foto)s?\d*$/,
      /^(?:bild|foto|afbeelding|image|photo)\d*(?:pfad|path)?url\d*$/,
      /^(?:base|cover|main)(?:media)?(?:image|url|imageurl)$/,
      /^additionalimages?$/,
      /^(?:imageprincipale|autresimages|photosupplementaire)s?\d*$/,
    ],
    description:
      words(`description|long description|short description|beschreibung|kurzbeschreibung|langbeschreibung|
      beschrijving|omschrijving|korte beschrijving|lange beschrijving|toelichting|opmerkingen|opmerking|bemerkung|bemerkungen|notes|
      remarks|anmerkungen|remarques|descriptif|details|produktbeschreibung|productbeschrijving|productomschrijving`),
    condition: words(
      `condition|staat|conditie|zustand|état|etat|toestand|item condition|cond|artikelzustand|condition id|kwaliteit`,
    ),
    // The nearest group first.
    type: words(`sub category|subcategory|subcategorie|sous-catégorie|unterkategorie|untergruppe|subgroep|subgroup|
      sous-famille|type|category|kategorie|categorie|catégorie|product type|artikelgruppe|warengruppe|
      artikelgroep|productgroep|groep|gruppe|groupe|rayon|univers|famille|segment|omzetgroep|hauptgruppe|
      rubrik|rubriek|rubrique|soort|art|artikelart|produktart|item type|department|sortiment|
      dept|afd|afdeling|abteilung|product group|productgroup|section|product category|productcategorie|produktkategorie|hoofdgroep|kind|sorte`)
      .map((word): Heading => word)
      .concat(/categor|kategor|rubri|warengrupp|artikelgr|productgr|produktgr/),
    gripsize: words(
      "griff|griffstärke|grip|grip size|gripmaat|manche|taille de manche|griffgröße|grip maat|handle",
    ),
    // Magento writes "manufacturer=Head,etat=Neuf".
    options: ["additionalattributes"],
    option_name: [/^option(?:name\d|\dname)$/],
    option_value: [
      /^option(?:value\d|\dvalue)$/,
      ...words(
        "variant|variante|variant name|variantenname|variation|variation name|variatie|déclinaison|option|optie",
      ),
    ],
    packaging: words("ausführung|uitvoering|conditionnement|verpackung"),
    string_pattern: words(
      "bespanpatroon|besaitungsbild|saitenmuster|schéma de cordage|string pattern|pattern",
    ),
    ignored: words(
      "ean|gtin|barcode|upc|supplier|leverancier|lieferant|fournisseur|btw|mwst|vat|tva|lagerort|locatie|datum|date",
    ),
  },
  says: {
    productonline: { "2": "unpublished" },
    status: AVAILABILITY_WORDS,
    availability: AVAILABILITY_WORDS,
    format: AVAILABILITY_WORDS,
  },
  pictureSeparator: /[,;]\s*(?=https?:)|\s(?=https?:)/i,
};

/** Words in the first cell of a row that sums others up. */
export const TOTAL_WORDS = new Set(
  words(`total|totals|totaal|totalen|gesamt|gesamtsumme|summe|insgesamt|somme|sum|subtotal|sub total|subtotaal|zwischensumme|
    sous-total|eindtotaal|grand total|total general|total général|totaux|endsumme|gesamtwert|total value|totale waarde|
    valeur totale|som|gesamtbestand|totaal voorraad|total stock|stock total|totaal generaal|inventory total|alles zusammen|total stock value|stock value|valeur du stock|valeur totale du stock|warenwert|
    lagerwert|voorraadwaarde|totale voorraadwaarde`),
);
