import { MAX_PHOTOS } from "#app/domain/categories/definition.ts";
import { csvFields } from "#app/domain/categories/derive/csv.ts";
import { spokenColor } from "#app/domain/categories/details.ts";
import { patternCell } from "#app/domain/categories/facts.ts";
import { kindOf } from "#app/domain/categories/fields/registry.ts";
import { compared } from "#app/domain/categories/nouns.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { lengthOf } from "#app/domain/text-rules.ts";
import { COLUMNS, normalizeWord } from "../csv/columns.ts";
import { withStoredValues } from "../csv/stored-values.ts";
import { textOfHtml, withoutEntities } from "./html-text.ts";
import type { Layout } from "./layout.ts";
import { AVAILABILITY_WORDS } from "./own-list.ts";
import type { Profile } from "./profile.ts";
import type { Source } from "./source-row.ts";

const LONGEST_NAME = 120;
/** A longer cell is no number with its unit; patterns would be slow on it. */
export const LONGEST_MEASURE = 60;

/** No racket is lighter. */
const LEAST_GRAMS = 10;

/** Roles whose cells the translation writes in its own way. */
const WRITTEN = new Set([
  "name",
  "brand",
  "price",
  "type",
  "description",
  "condition",
  "quantity",
  "imageUrls",
]);
const NAMES = new Set(COLUMNS.map(({ name }) => name));
/** "n/a", "-", "?": a cell that says nothing. */
const NOTHING =
  /^(?:-+|–|—|\?+|n\.?\/?a\.?|n\.?v\.?t\.?|k\.?a\.?|keine angabe|onbekend|unbekannt|unknown|inconnu|none|null|geen|aucun|keine)$/i;

const IS_ZERO = /^0+(?:[.,]0+)?$/;

/** A cell of one of our columns; null where a row has no such cell. */
export function columnCell(
  role: string,
  text: string,
  type: string,
  layout: Layout,
  profile: Profile,
): string | null {
  if (!NAMES.has(role) || WRITTEN.has(role)) return null;
  if (layout.isOurs) return text;
  if (role === "sku" || role === "id") return withoutEntities(text);
  if (NOTHING.test(text)) return "";
  // Google Merchant's words, which mean boys and girls too: `titleFacts` reads them.
  if (role === "gender" && /^(?:fe)?male$/i.test(text)) return "";
  // What it costs is not the seller's way to deliver.
  if (role === "shipping" && /\d/.test(text)) return "";
  const measured = measure(role, text, type, layout);
  if (IS_ZERO.test(text)) return role === "gripsize" ? text : "";
  // A racket's size is that of its grip.
  if (role === "size" && hasColumn(type, "gripsize")) return null;
  const isSure = layout.columns[layout.roles[role]?.[0] ?? -1]?.sure ?? false;
  // A guess is no reason to refuse an article.
  return (profile.key === "own" && isSure && role !== "packaging") || isReadable(role, measured, type)
    ? measured
    : "";
}

/** Whether a field of this type of listing can have the value. Other systems' columns are no reason to refuse an article. */
export function isReadable(column: string, text: string, type: string): boolean {
  const definition = categoryOfType(type);
  const entry = definition && csvFields(definition).find((each) => each.column === column);
  if (!entry || column === "size") return true;
  const { [column]: stored = text } = withStoredValues({ [column]: text });
  const cell = kindOf(entry.field).cell(entry.field, stored, {}) ?? stored;
  return kindOf(entry.field).read(entry.field, cell, {}).issue === undefined || column === "color";
}

/** "630 cm²" in square inches, "0.3 kg" in grams. Other texts stay. */
function measure(role: string, text: string, type: string, layout: Layout): string {
  if (text.length > LONGEST_MEASURE) return text;
  const [, amount = "", unit = ""] = /^(\d*(?:[.,]\d+)?)\s*(.*)$/.exec(text) ?? [];
  const number = Number(amount.replace(",", "."));
  const pattern = patternCell(role, text);
  if (pattern !== undefined) return pattern;
  if (role === "postalCode") return layout.roles.country ? text : "";
  if (role === "color") return colorCell(text, type);
  if (amount === "") return text;
  const heading = layout.columns[layout.roles[role]?.[0] ?? -1]?.heading ?? "";
  const said = normalizeWord(unit || (/[([]\s*(.+?)\s*[)\]]/.exec(heading)?.[1] ?? ""));
  // The weight of a parcel: ".3".
  if (role === "weight" && said === "" && number < LEAST_GRAMS) return "";
  if (role === "headsize" && (/^(?:cm2|cm|sqcm|qcm|vierkantecm)/.test(said) || number > 400))
    return String(Math.round(number / 6.4516));
  if (role === "headsize" && /^(?:in|sq|inch|zoll|pouce)/.test(said)) return amount;
  if (role === "weight" && said.startsWith("kg")) return String(Math.round(number * 1000));
  if (role === "weight" && /^(?:g|gr|gram|gramm|grammes?)$/.test(said)) return amount;
  if (role === "balance" && said.startsWith("cm")) return String(Math.round(number * 10));
  if (role === "length" && said.startsWith("cm")) return String(Math.round((number / 2.54) * 20) / 20);
  return text;
}

/** "Performance Black" names one of the colours that this type of article may have. */
export function colorCell(text: string, type: string): string {
  return spokenColor(type, compared(text)) ?? text;
}

const YES =
  /^(?:yes|ja|oui|y|true|in stock|instock|auf lager|op voorraad|en stock|available|verfügbar|beschikbaar|disponible|lieferbar|leverbaar|vorrätig|unlimited|unbegrenzt|onbeperkt|illimité|infinite|∞)$/i;
const NONE =
  /^(?:no|nee|nein|non|n|false|out of stock|sold out|ausverkauft|uitverkocht|épuisé|niet op voorraad|nicht auf lager|rupture|none|geen|keine|verkauft|verkocht|sold|vendu|-)$/i;

function piecesIn(text: string): number | null {
  if (text.length > LONGEST_MEASURE) return null;
  const [, sign = "", whole = "", word = ""] =
    /^[>≥~+\s]*(-?)(\d{1,7})(?:[.,](?:0{1,2}|0{4,}))?\s*\+?\s*([\p{L}.]*)$/u.exec(text.trim()) ?? [];
  // "2 verkocht" is no number of pieces that are left.
  if ((AVAILABILITY_WORDS[normalizeWord(word)] ?? "for sale") !== "for sale") return null;
  if (whole !== "") return Number(sign + whole);
  if (YES.test(text.trim())) return 1;
  const said = AVAILABILITY_WORDS[normalizeWord(text)];
  if (said === "for sale") return 1;
  return NONE.test(text.trim()) || said === "sold_out" || said === "ended" ? 0 : null;
}

/** How many pieces of an article there are; null where the file does not say. */
export function quantityOf(source: Source, profile: Profile): number | null {
  const all = source.all("quantity").filter((cell) => cell !== "");
  const counts = all.map(piecesIn).filter((pieces) => pieces !== null);
  const total = counts.length > 0 ? counts.reduce((sum, pieces) => sum + pieces, 0) : null;
  // Stock that nobody counts is for sale, whatever its number is.
  const isCounted =
    !source.has("tracker") || !/^(?:|0|false|no|disabled|n|nein|nee)$/i.test(source.first("tracker"));
  return !isCounted && total !== null && total < 1 && profile.key !== "own" ? 1 : total;
}

/** The text of a quantity that is no number: its cell is shown with its fault. */
export function unreadQuantity(source: Source): string | null {
  const all = source.all("quantity").filter((cell) => cell !== "");
  return all.find((cell) => piecesIn(cell) === null) ?? null;
}

/** The links of a cell of pictures. A link without a scheme gets the one that all shops have. */
export function pictures(cell: string, { pictureSeparator }: Profile): string[] {
  return cell
    .split(/[|\r\n]/)
    .flatMap((part) => (pictureSeparator ? part.split(pictureSeparator) : [part]))
    .map((link) => withoutEntities(link).trim().replace(/^\/\//, "https://").replace(/[,;]$/, ""))
    .filter((link) => link !== "");
}

/** The pictures of all rows of a product in their order, at most MAX_PHOTOS. */
export function productPictures(rows: readonly Source[], profile: Profile): string[] {
  const position = (source: Source) => Number(source.first("position")) || Number.MAX_SAFE_INTEGER;
  const links = rows
    .toSorted((one, other) => position(one) - position(other))
    .flatMap((source) => source.all("imageUrls").flatMap((cell) => pictures(cell, profile)));
  return [...new Set(links)].slice(0, MAX_PHOTOS);
}

export function nameAndDescription(
  source: Source,
  first: Source,
  layout: Layout,
  { escapedBreaks }: Profile,
): { name: string; description: string; isShort: boolean } {
  const rowsName = source.first("name");
  // A variant's own name repeats its size, which has a column of its own.
  const ofParent = first.first("name");
  const written = ofParent !== "" && (rowsName === "" || rowsName.startsWith(ofParent)) ? ofParent : rowsName;
  if (layout.isOurs) return { name: written, description: source.first("description"), isShort: false };
  const name = withoutEntities(written)
    .replace(/<[^<>]*>/g, "")
    .replace(/\s+/g, " ")
    .trim();
  const unescaped = (text: string) =>
    escapedBreaks
      ? text
          .replace(/\\r/g, "")
          .replace(/\\n\s*\\n/g, "<p>")
          .replace(/\\n/g, (_, at: number) => (text[at - 1] === ">" ? " " : "<br>"))
      : text;
  const texts = [...source.all("description"), ...(source === first ? [] : first.all("description"))].map(
    (text) => textOfHtml(unescaped(text)),
  );
  const distinct = texts.filter(
    (text, n) =>
      text !== "" &&
      !texts.some((other, at) => at !== n && other.includes(text) && (other !== text || at < n)),
  );
  if (lengthOf(name) <= LONGEST_NAME) return { name, description: distinct.join("\n\n"), isShort: false };
  const short = [...name].slice(0, LONGEST_NAME + 1).join("");
  const end = short.lastIndexOf(" ");
  return {
    name:
      end > 60 ? short.slice(0, end).replace(/[\s,;–-]+$/, "") : [...name].slice(0, LONGEST_NAME).join(""),
    description: [name, ...distinct].join("\n\n"),
    isShort: true,
  };
}

/** Whether listings of a type have a column. */
export function hasColumn(type: string, column: string): boolean {
  const definition = categoryOfType(type);
  return definition !== undefined && csvFields(definition).some((each) => each.column === column);
}

/** Whether listings of a type have a condition; an unknown type may, and what the shop does not have needs none. */
export function hasCondition(type: string): boolean {
  return type === "" || categoryOfType(type)?.fields.condition !== undefined;
}
