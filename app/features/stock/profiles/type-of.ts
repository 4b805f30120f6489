import { isModifier } from "#app/domain/categories/nouns.ts";
import {
  hasAddition,
  isForServices,
  isInNamesOfModels,
  isService,
  isStringing,
  isWanted,
  mainWords,
  sportsIn,
  typeBeside,
  typeBySigns,
  typeOfGroup,
  typeWithinStringing,
} from "#app/domain/categories/titles.ts";
import { comparable } from "#app/domain/text-rules.ts";
import { typeOfText } from "../csv/normalize-row.ts";
import { knownBrand } from "./brand-of.ts";
import { isArticle, isHead, isModel } from "./head-noun.ts";
import { MODEL_FAMILIES } from "./model-families.ts";
import type { OutReason } from "./profile.ts";

/** Longer cells say no more, and patterns would be slow on them. */
const LONGEST_CATEGORY = 1_000;

/** Of a category that names several types. */
const UNCLEAR = "";

interface Category {
  readonly type: string | null | undefined;
  readonly isForServices: boolean;
}

/** Thousands of rows have the same few categories. */
const categories = new Map<string, Category>();
const MOST_CATEGORIES = 1_000;

function categoryOf(text: string): Category {
  const cached = categories.get(text);
  if (cached) return cached;
  const category = {
    type: typeOfCategory(text),
    isForServices: pathsOf(text).flat().some(isForServices),
  };
  if (categories.size >= MOST_CATEGORIES) categories.clear();
  categories.set(text, category);
  return category;
}

/**
 * The type that a category of another shop means: its path from the last part to the first ("Tennis > Rackets"). Null: a
 * part names what the shop does not have ("Squash > Rackets").
 */
function typeOfCategory(text: string): string | null | undefined {
  const exact = typeOfText(text);
  if (exact) return exact;
  const paths = pathsOf(text).map(typeOfPath);
  return paths.includes(null) ? null : agreed(paths);
}

/** The paths of a category, each from its last part to its first. WooCommerce and others list several. */
function pathsOf(text: string): readonly (readonly string[])[] {
  return text
    .slice(0, LONGEST_CATEGORY)
    .split(/[,;|]/)
    .map((path) => path.split(/[>/»:]/).toReversed());
}

function typeOfPath(parts: readonly string[]): string | null | undefined {
  let nearest: string | null | undefined;
  let isTennis = false;
  for (const part of parts) {
    const sports = sportsIn(part);
    isTennis ||= sports.tennis;
    // "Racket sports: padel, tennis > Tennis rackets": the later part says which.
    if (sports.other && isTennis) continue;
    if (sports.other) return null;
    const type = typeOfText(part) ?? agreed(part.split(/[&+]|\s(?:and|und|en|et)\s/i).map(typeOfGroup));
    // "Besaitung > Tennissaiten"
    if (type === null && nearest && isStringing(part)) continue;
    if (type === null) return null;
    nearest ??= type;
  }
  return nearest;
}

/** What all say that say something: "Strings & bags" is unclear. */
function agreed(types: readonly (string | null | undefined)[]): string | null | undefined {
  const said = new Set(types.filter((type) => type !== undefined));
  return said.size > 1 ? UNCLEAR : [...said][0];
}

/**
 * The type that a title says: by its words ("bag"), by figures such as a string pattern, or by a model of its brand.
 * @param brand the listing's brand, if it is known
 */
function typeOfTitle(title: string, brand: string): string | null | undefined {
  const bySigns = typeBySigns(title);
  if (bySigns === null) return bySigns;
  const types = typesOfModel(title, brand);
  // "Pure Drive + overgrip": the model and the words may each be what is sold.
  const isUnclear = hasAddition(title) && types.some((type) => type !== bySigns);
  if (bySigns !== undefined) return isUnclear || !isArticle(title, bySigns, brand) ? undefined : bySigns;
  return types.length === 1 && isModel(title) ? types[0] : undefined;
}

/** The types of which the brand has models that begin with the title's word after it. */
function typesOfModel(title: string, brand: string): readonly string[] {
  const maker = knownBrand(brand);
  if (!maker) return [];
  const after = wordAfter(mainWords(title), comparable(maker)).replace(/\+$/, "");
  return Object.entries(MODEL_FAMILIES)
    .filter(([, families]) => after !== "" && (families[maker]?.split(" ") ?? []).includes(after))
    .map(([type]) => type);
}

/** The word of a title after its brand, or its first word without a brand. */
function wordAfter(text: string, brand: string): string {
  const at = text.indexOf(brand);
  const rest = at < 0 ? text : text.slice(at + brand.length);
  return rest.trim().split(/\s+/)[0] ?? "";
}

/**
 * The type of an article as its cell says it; undefined if nothing says it. What the shop does not have is a fault, which no
 * answer for all rows removes: the category's text, or an empty cell.
 * @param cells from the nearest category to the widest
 */
export function typeOfArticle(cells: readonly string[], title: string, brand: string): string | undefined {
  const types = cells.map((cell) => (cell === "" ? undefined : categoryOf(cell).type));
  const ofTitle = typeOfTitle(title, brand);
  const none = types.indexOf(null);
  if (none >= 0) {
    const category = cells[none] ?? "";
    return typeWithinStringing(category, ofTitle) ?? category;
  }
  if (ofTitle === null) return "";
  const nearest = types.findIndex((type) => type !== undefined);
  const ofCategory = types[nearest] || undefined;
  // "Tonic+ Ball Feel" is a string: its name has the word of another type.
  if (ofCategory && isInNamesOfModels(ofTitle) && typesOfModel(title, brand).includes(ofCategory))
    return ofCategory;
  if (ofCategory && isModifier(ofCategory) && !isHead(title, ofCategory)) return undefined;
  return ofCategory ? typeBeside(ofCategory, cells[nearest] ?? "", title) : ofTitle;
}

/** Why the shop cannot list an article at all; null if it may. */
export function noArticleOf(cells: readonly string[], title: string): OutReason | null {
  if (isWanted(title)) return "unpublished";
  const isInServices = cells.some((cell) => categoryOf(cell).isForServices);
  return isInServices || isService(title) ? "service" : null;
}
