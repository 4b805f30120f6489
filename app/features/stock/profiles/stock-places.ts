/** What a column of pieces is called; a place stands after or before it: "Bestand Kiel", "Lyon stock". */
const PIECES =
  "lagerbestand|bestand|lager|menge|anzahl|voorraad|aantal|stock|inventory|inventaire|quantity|quantité|qté|qte|qty|pieces|pcs|stuks|stück";
const IS_PIECES = new RegExp(`^(?:${PIECES})$`, "iu");
const PIECES_PLACE = new RegExp(String.raw`^(?<word>${PIECES})[\s_:./(\[-]+(?<place>.+?)[)\]]?$`, "iu");
const PLACE_PIECES = new RegExp(String.raw`^(?<place>.+?)[\s_:./-]+(?<word>${PIECES})$`, "iu");
/** A longer heading is none of these, and the patterns would be slow on it. */
const LONGEST_HEADING = 60;
const IS_TOTAL = /total|totaux|totaal|gesamt|summe/i;

/** Words beside "stock" that name no place: they say which number of the whole stock it is, or where in the shop it lies. */
const NO_PLACE =
  /(?<!\p{L})(?:total\p{L}*|totaux|totaal|gesamt|insgesamt|summe|som|all[es]?|overall|on hand|available|availability|in stock|level|count|qty|quantity|unit|units|einheit|eenheid|current|actual|aktuell|actueel|actuelle?|now|free|freie?r?|vrije?|libre|disponible|verfügbare?r?|beschikbare?|dispo|physical|physisch|fysieke?|physique|réel|reel|theor\p{L}*|théor\p{L}*|techni\p{L}*|économi\p{L}*|economi\p{L}*|virtu\p{L}*|min(?:imum|imal|imaal|imale)?|mindest\p{L}*|max(?:imum|imal|imaal|imale)?|melde\p{L}*|alert\p{L}*|alarm\p{L}*|seuil|sold|verkauft|verkocht|vendu|reserv\p{L}*|gereserv\p{L}*|réserv\p{L}*|order\p{L}*|bestel\p{L}*|command\p{L}*|transit|incoming|value|wert|waarde|valeur|date|datum|id|no|nr|status|policy|tracker|location|days|tage|dagen|jours|supplier|lieferant|leverancier|fournisseur|old|alt|oud|ancien|prev\p{L}*|start|anfang|begin|initial|fach|fächer|regale?|platz|lagerplatz|stellplatz|bin|shelf|shelves|rack|aisle|slot|drawer|position|vak|plank|schap|stelling|lade|étagère|etagere|casier|emplacement|allée|rayon)(?!\p{L})/iu;
/** "2024", "2024/25": the stock of a year. */
const HAS_YEAR = /(?<!\d)(?:19|20)\d{2}(?!\d)/;

/**
 * The columns of pieces of a list that has one for each place of the shop; none if it has fewer than two, or a column with
 * their total.
 * @param isNumeric whether a column has numbers
 */
export function stockPlaces(headings: readonly string[], isNumeric: (at: number) => boolean): number[] {
  const byWord = new Map<string, number[]>();
  for (const [at, heading] of headings.entries()) {
    const text = heading.trim();
    if (text.length > LONGEST_HEADING || !isNumeric(at)) continue;
    if (IS_PIECES.test(text)) return [];
    const { word, place } = (PIECES_PLACE.exec(text) ?? PLACE_PIECES.exec(text))?.groups ?? {};
    if (word === undefined || place === undefined) continue;
    if (IS_TOTAL.test(place)) return [];
    if (NO_PLACE.test(place) || HAS_YEAR.test(place)) continue;
    const key = word.toLowerCase();
    byWord.set(key, [...(byWord.get(key) ?? []), at]);
  }
  const [most = []] = [...byWord.values()].toSorted((one, other) => other.length - one.length);
  return most.length < 2 ? [] : most;
}
