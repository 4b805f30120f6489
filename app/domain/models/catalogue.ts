import type { CategoryDefinition, CategoryModels } from "../categories/definition.ts";
import { type Model, type ModelAlias, modelTitle } from "./model.ts";
import { isGeneration, joinedWords, knownWords, wordsOf } from "./words.ts";

/** A model, prepared for matching by words. */
export interface Entry {
  readonly model: Model;
  readonly brand: Brand;
  readonly words: readonly string[];
  /** The words of its generation's name: "v8", "2021". */
  readonly generations: ReadonlySet<string>;
  /** The newest year in its generation's name; 0 when it has none. */
  readonly year: number;
}

/** A brand with its models, without retired ones. */
export interface Brand {
  readonly name: string;
  readonly words: readonly string[];
  readonly entries: Entry[];
  /** All words of its models' names, except those of generations. */
  readonly vocabulary: Set<string>;
}

/** What players write for a brand or the beginning of a model's name: "pd" for "Pure Drive". */
interface Alias {
  readonly words: readonly string[];
  readonly brand: Brand;
  /** For each meaning of the alias, the words that replace it. Empty when the alias means only the brand. */
  readonly meanings: readonly (readonly string[])[];
}

export interface Catalogue {
  readonly specs: CategoryModels["specs"];
  readonly numbersInTitles: boolean;
  /** All models except retired ones. */
  readonly entries: readonly Entry[];
  readonly brands: readonly Brand[];
  readonly aliases: readonly Alias[];
  /** Words by which several brands distinguish their models: "tour", "lite", "rough". */
  readonly distinctive: ReadonlySet<string>;
  /** Retired models included. */
  readonly bySlug: ReadonlyMap<string, Model>;
  /** Retired models included. */
  readonly byId: ReadonlyMap<string, Model>;
  /** All models except retired ones, by the words of their title, joined by spaces. */
  readonly byTitle: ReadonlyMap<string, Model>;
  /** Splits a text into words as the names of the models were split. */
  wordsOf(text: string): string[];
}

/** A title may name the colour of any racket, so a colour does not distinguish models. */
const COLOURS = new Set(["black", "white", "blue", "red", "silver", "orange", "gold", "yellow", "green"]);
/** A word is distinctive when models of at least this many brands have it. */
const MIN_BRANDS = 3;

function distinctiveWords(brands: readonly Brand[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { vocabulary } of brands)
    for (const word of vocabulary) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Set(
    [...counts]
      .filter(([word, count]) => count >= MIN_BRANDS && /^\p{L}{2,}$/u.test(word) && !COLOURS.has(word))
      .map(([word]) => word),
  );
}

function yearOf(generations: ReadonlySet<string>): number {
  return Math.max(0, ...[...generations].filter((word) => /^\d{4}$/.test(word)).map(Number));
}

const EMPTY: CategoryModels = { specs: {} };

export function catalogueOf(
  { type, models: definition = EMPTY }: Pick<CategoryDefinition, "type" | "models">,
  models: readonly Model[],
  aliases: readonly ModelAlias[],
): Catalogue {
  const ofType = models.filter((model) => model.type === type);
  const nameWords = knownWords(ofType.flatMap(({ brand, name }) => [brand, name]));
  const words = (text: string) => joinedWords(wordsOf(text), nameWords);
  const brands = new Map<string, Brand>();
  const current = ofType.filter(({ retired }) => !retired);
  const entries = current.map((model): Entry => {
    const brand = brands.get(model.brand) ?? {
      name: model.brand,
      words: words(model.brand),
      entries: [],
      vocabulary: new Set<string>(),
    };
    brands.set(model.brand, brand);
    const generations = new Set(words(model.generation ?? ""));
    const entry = { model, brand, words: words(model.name), generations, year: yearOf(generations) };
    brand.entries.push(entry);
    for (const word of entry.words) if (!isGeneration(word)) brand.vocabulary.add(word);
    return entry;
  });
  return {
    specs: definition.specs,
    numbersInTitles: definition.numbersInTitles === true,
    entries,
    brands: [...brands.values()],
    distinctive: distinctiveWords([...brands.values()]),
    aliases: aliases.flatMap((alias): Alias[] => {
      const brand = brands.get(alias.brand);
      if (alias.type !== type || !brand) return [];
      return [{ words: words(alias.alias), brand, meanings: alias.names.map(words) }];
    }),
    bySlug: new Map(ofType.map((model) => [model.slug, model])),
    byId: new Map(ofType.map((model) => [model.id, model])),
    byTitle: new Map(current.map((model) => [words(modelTitle(model)).join(" "), model])),
    wordsOf: words,
  };
}

export function wordsOfEntry({ brand, words, generations }: Entry): string[] {
  return [...brand.words, ...words, ...generations];
}

/** The index at which `part` occurs in `words` as a sequence; -1 where it does not. */
function indexOfWords(part: readonly string[], words: readonly string[]): number {
  return words.findIndex((_, at) => part.length > 0 && part.every((word, n) => words[at + n] === word));
}

/** The words with an alias replaced, once for each alias in them and each of its meanings. */
export function meaningsOf(
  { aliases }: Catalogue,
  words: readonly string[],
): { readonly words: readonly string[]; readonly brand: Brand }[] {
  return aliases.flatMap((alias) => {
    const at = indexOfWords(alias.words, words);
    if (at < 0) return [];
    const [before, after] = [words.slice(0, at), words.slice(at + alias.words.length)];
    const meanings = alias.meanings.length > 0 ? alias.meanings : [alias.brand.words];
    return meanings.map((meaning) => ({ words: [...before, ...meaning, ...after], brand: alias.brand }));
  });
}

/** The words without the brand's words; null when the brand's words are not among them. */
export function withoutBrand(words: readonly string[], brand: Brand): readonly string[] | null {
  const at = indexOfWords(brand.words, words);
  return at < 0 ? null : [...words.slice(0, at), ...words.slice(at + brand.words.length)];
}

/** The model whose slug or whole title is this text; null when there is none. */
export function namedModel({ bySlug, byTitle, wordsOf }: Catalogue, text: string): Model | null {
  return bySlug.get(text.trim().toLowerCase()) ?? byTitle.get(wordsOf(text).join(" ")) ?? null;
}
