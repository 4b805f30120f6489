import type { ModelSpec } from "../categories/definition.ts";
import { comparable } from "../text-rules.ts";
import { type Brand, type Catalogue, type Entry, meaningsOf, withoutBrand } from "./catalogue.ts";
import type { Model } from "./model.ts";
import { isGeneration } from "./words.ts";

export interface Described {
  readonly name: string;
  readonly brand: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A figure that a field of the listing implies for its model. */
interface Fact {
  readonly spec: string;
  /** In the form in which models have it: "adult" for the field's value "senior". */
  readonly value: string | number;
  readonly tolerance: number;
}

/**
 * Converts a listing's value to the form that models use; undefined when it implies nothing about the model.
 * @param how "same" when both use the same form, else the field's value for each value of the model
 */
export function specValue(
  spec: ModelSpec,
  how: "same" | Readonly<Record<string, string>>,
  value: unknown,
): string | number | undefined {
  if (how !== "same") return Object.keys(how).find((key) => how[key] === value);
  if (typeof value === "number") return value;
  const isValue =
    typeof value === "string" && (!("shape" in spec) || new RegExp(`^(?:${spec.shape})$`).test(value));
  return isValue ? value : undefined;
}

function factsOf({ specs }: Catalogue, { attributes }: Described): Fact[] {
  return Object.entries(specs).flatMap(([name, spec]) => {
    const { tolerance, fills = {} } = spec;
    if (tolerance === undefined) return [];
    return Object.entries(fills).flatMap(([field, how]) => {
      const value = specValue(spec, how, attributes[field]);
      return value === undefined ? [] : [{ spec: name, value, tolerance }];
    });
  });
}

function contradicts({ model: { specs } }: Entry, facts: readonly Fact[]): boolean {
  return facts.some(({ spec, value, tolerance }) => {
    const figure = specs[spec];
    if (figure === undefined) return false;
    if (typeof figure === "number" && typeof value === "number") return Math.abs(figure - value) > tolerance;
    return figure !== value;
  });
}

/** Whether a field supplies a word that the title lacks: a "Blade v9" of 98 square inches is a Blade 98. */
function isImplied(word: string, facts: readonly Fact[]): boolean {
  return facts.some(({ value }) => word === String(value));
}

/** Whether a word of the title that the model's name lacks means another model: "Speed MP Lite" is no "Speed MP". */
function isOfAnother(word: string, { brand }: Entry, { numbersInTitles, distinctive }: Catalogue): boolean {
  if (numbersInTitles && /^([\d.]+|\p{L})$/u.test(word)) return false;
  return brand.vocabulary.has(word) || distinctive.has(word);
}

/** How many words of the model's name the title contains; null when the listing is another model. */
function wordsFound(
  entry: Entry,
  words: readonly string[],
  facts: readonly Fact[],
  catalogue: Catalogue,
): number | null {
  if (contradicts(entry, facts)) return null;
  const isNamed = (word: string) => words.includes(word);
  const named = entry.words.filter(isNamed).length;
  if (named === 0 || !entry.words.every((word) => isNamed(word) || isImplied(word, facts))) return null;
  const isOther = words.some(
    (word) => !entry.words.includes(word) && !isImplied(word, facts) && isOfAnother(word, entry, catalogue),
  );
  return isOther ? null : named;
}

function bestOf(
  { entries }: Brand,
  words: readonly string[],
  facts: readonly Fact[],
  catalogue: Catalogue,
): Model | null {
  const candidates = entries.flatMap((entry) => {
    const count = wordsFound(entry, words, facts, catalogue);
    return count === null ? [] : [{ entry, count }];
  });
  const highest = Math.max(...candidates.map(({ count }) => count));
  const best = candidates.filter(({ count }) => count === highest).map(({ entry }) => entry);
  const generationWords = words.filter((word) => isGeneration(word) && !best[0]?.words.includes(word));
  const named =
    generationWords.length > 0
      ? best.filter(({ generations }) => generationWords.some((word) => generations.has(word)))
      : best;
  const undated = named.filter(({ generations }) => generations.size === 0);
  const left = named.length > 1 && undated.length > 0 ? undated : named;
  return left.length === 1 ? (left[0]?.model ?? null) : null;
}

function brandOf(catalogue: Catalogue, brand: string | null): Brand | undefined {
  if (brand === null) return undefined;
  const wanted = comparable(brand);
  const exact = catalogue.brands.find(({ name }) => comparable(name) === wanted);
  return exact ?? meaningsOf(catalogue, catalogue.wordsOf(brand))[0]?.brand;
}

/**
 * The model that a title and fields name; null when they match none or several. When the title names no generation, a
 * model matches only if it is the only generation or the one without a generation.
 */
export function matchModel(catalogue: Catalogue, described: Described): Model | null {
  const title = catalogue.wordsOf(described.name);
  const facts = factsOf(catalogue, described);
  const exactBrand = brandOf(catalogue, described.brand);
  const readings = [
    ...catalogue.brands.map((brand) => ({ words: title, brand })),
    ...meaningsOf(catalogue, title),
  ];
  for (const { words, brand } of readings) {
    if (exactBrand && brand !== exactBrand) continue;
    const rest = withoutBrand(words, brand) ?? (exactBrand ? words : null);
    const model = rest && bestOf(brand, rest, facts, catalogue);
    if (model) return model;
  }
  return null;
}
