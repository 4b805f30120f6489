import { MEASURED_COLUMNS, PLAIN_COLUMNS } from "#app/domain/categories/facts.ts";
import { matchColumns } from "../csv/columns.ts";
import { typeOfText } from "../csv/normalize-row.ts";
import type { ColumnValues } from "./column-values.ts";
import { fits, headingWord } from "./list.ts";
import { NO_PIECES } from "./own-list.ts";
import { priceClasses } from "./price-columns.ts";
import type { Profile } from "./profile.ts";
import { stockPlaces } from "./stock-places.ts";

/** Roles of which a row uses all columns, not the first. */
const OF_MANY = new Set([
  "imageUrls",
  "description",
  "type",
  "tags",
  "status",
  "availability",
  "option_name",
  "option_value",
]);

/** Of a known system, only these columns are recognised by their names; others may mean something else. */
const BESIDE_SYSTEMS = new Set(PLAIN_COLUMNS);

const WIDTH = /^(?:width|breite|breedte|largeur)/;
const HEIGHT = /^(?:height|hohe|hoogte|hauteur)/;

/** Whether a column has pictures, whatever it is called; small copies of them are of no use. */
function isPictures(word: string, values: ColumnValues | undefined): boolean {
  return (values?.hasPictures ?? false) && !/thumb|small|klein|mini|logo|icon|vignette/.test(word);
}

/** Of a list that counts its rows; ids and article numbers of a system may begin with 1 too. */
const COUNTS = new Set(["nr", "no", "n", "num", "nummer", "number", "numero", "pos", "lfdnr", "volgnr"]);

/** "Strung: yes" is no tension, "Shipping: 1" no price. */
const NO_FLAGS = new Set(["condition", "shipping", ...MEASURED_COLUMNS]);

/** Whether a column may have a role, by its values. */
function canBe(role: string, word: string, values: ColumnValues | undefined): boolean {
  if (NO_FLAGS.has(role)) return !values?.isFlag;
  if (role === "on_sale") return values?.isFlag ?? false;
  // PrestaShop and French lists call two things so.
  if (role === "status" && ["etat", "zustand", "staat"].includes(word)) return values?.isFlag ?? false;
  return role !== "sku" || !COUNTS.has(word) || !values?.isRunning;
}

/** What the columns of a file mean, by their headings and their values: the columns of each role, the first choice first. */
export function rolesOf(
  profile: Profile,
  cells: readonly string[],
  values: readonly ColumnValues[],
): Record<string, number[]> {
  const words = cells.map(headingWord);
  const roles: Record<string, number[]> = {};
  const taken = new Set<number>();
  for (const [at, price] of priceClasses(profile, cells, values).entries()) if (price !== null) taken.add(at);
  for (const [at, cell] of cells.entries())
    if (
      profile.key === "own" &&
      /^(?:listing )?id$/i.test(cell.trim()) &&
      values[at]?.hasIds &&
      !taken.has(at)
    ) {
      roles.id = [at];
      taken.add(at);
    }
  const isNumeric = (at: number) => values[at]?.isNumeric ?? false;
  const places = profile.key === "own" ? stockPlaces(cells, isNumeric).filter((at) => !taken.has(at)) : [];
  if (places.length > 0) roles.quantity = places;
  for (const column of places) taken.add(column);
  for (const [role, headings = []] of Object.entries(profile.columns)) {
    if (roles[role]) continue;
    const columns: number[] = [];
    for (const wanted of headings ?? []) {
      // Systems have a column for each place, which are added up. Two columns of a list may say the same.
      if (role === "quantity" && columns.length > 0) break;
      for (const [at, word] of words.entries())
        if (!taken.has(at) && fits(wanted, word) && canBe(role, word, values[at])) {
          columns.push(at);
          taken.add(at);
          const isOnly = typeof wanted === "string" || (profile.key === "own" && role === "quantity");
          if (isOnly && !OF_MANY.has(role)) break;
        }
    }
    if (columns.length > 0) roles[role] = columns;
  }
  const isParcel = words.some((word) => WIDTH.test(word)) && words.some((word) => HEIGHT.test(word));
  const rest = matchColumns(cells.map((cell, at) => (taken.has(at) ? "" : cell)));
  for (const [at, { column, sure }] of rest.entries()) {
    if (column === null || column === "id" || column === "price" || roles[column]) continue;
    // The length and the weight of a parcel are none of the article.
    if (isParcel && (column === "length" || column === "weight")) continue;
    // Other systems call a type of articles a category.
    if (column === "category" || column === "type") {
      if (column === "type" && (profile.key !== "own" || !sure)) continue;
      roles.type = [...(roles.type ?? []), at];
      continue;
    }
    if (profile.key !== "own" && (!sure || !BESIDE_SYSTEMS.has(column))) continue;
    if (column === "quantity" && NO_PIECES.test(words[at] ?? "")) continue;
    if (!canBe(column, words[at] ?? "", values[at])) continue;
    roles[column] = [at];
  }
  fromValues(roles, profile, words, values);
  nameFromText(roles, profile, cells, values);
  // "In stock" has numbers in some lists, and words in others.
  const [available] = roles.availability ?? [];
  if (!roles.quantity && available !== undefined && isNumeric(available) && profile.key === "own") {
    roles.quantity = [available];
    delete roles.availability;
  }
  return roles;
}

/** Pictures, brands, types and conditions are known by their values, whatever their column is called. */
function fromValues(
  roles: Record<string, number[]>,
  profile: Profile,
  words: readonly string[],
  values: readonly ColumnValues[],
): void {
  const isFree = (at: number) =>
    !Object.entries(roles).some(([role, all]) => role !== "ignored" && all.includes(at));
  const free = [...values.keys()].filter(isFree);
  const pictures = free.filter((at) => isPictures(words[at] ?? "", values[at]));
  if (pictures.length > 0 && (profile.key === "own" || !roles.imageUrls))
    roles.imageUrls = [...(roles.imageUrls ?? []), ...pictures];
  if (profile.key !== "own") return;
  const byValues = {
    brand: free.find((at) => values[at]?.hasBrands),
    type: free.find((at) => values[at]?.hasTypes),
    condition: free.find((at) => values[at]?.hasConditions),
  };
  for (const [role, at] of Object.entries(byValues)) if (at !== undefined && !roles[role]) roles[role] = [at];
}

/** Shorter texts are no names of articles. */
const LEAST_NAME = 12;

/** A list without names has them in the column of models, of descriptions, or of its longest texts. */
function nameFromText(
  roles: Record<string, number[]>,
  profile: Profile,
  cells: readonly string[],
  values: readonly ColumnValues[],
): void {
  if (profile.key !== "own" || roles.name) return;
  const [column, ...others] = roles.description ?? [];
  if (roles.model) {
    roles.name = roles.model;
    delete roles.model;
  } else if (column !== undefined) {
    roles.name = [column];
    if (others.length > 0) roles.description = others;
    else delete roles.description;
  } else {
    // "Saite;Marke;Preis": a list of strings, by their names.
    const at = cells.findIndex((cell) => typeOfText(cell) !== undefined);
    const isFree = (column: number) => !Object.values(roles).some((columns) => columns.includes(column));
    const [longest = -1] = [...values.keys()]
      .filter((column) => isFree(column) && (values[column]?.length ?? 0) >= LEAST_NAME)
      .toSorted((one, other) => (values[other]?.length ?? 0) - (values[one]?.length ?? 0));
    const name = at >= 0 && isFree(at) ? at : longest;
    if (name >= 0) roles.name = [name];
  }
}
