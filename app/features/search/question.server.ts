import { sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { NOTHING_CHOSEN, narrowedBy } from "#app/domain/categories/derive/search.ts";
import { kindOf, optionsOf } from "#app/domain/categories/fields/registry.ts";
import { filterKindOf, filterTraits } from "#app/domain/categories/filters/registry.ts";
import type { Range, Search } from "#app/domain/search.ts";
import { comparable } from "#app/domain/text-rules.ts";
import { db } from "#app/platform/db.server.ts";
import { readSearch } from "./dictionary/reading.server.ts";
import { bestCorrection } from "./dictionary/spelling.ts";
import { priceIn, type TokenizedPart } from "./understand/parts.ts";

/** What a question to the concierge says about the gear of a category. */
export interface Question extends Pick<Search, "choices" | "ranges" | "price"> {
  /** Terms with a meaning, as typed or corrected: measures, options, brands, dates, towns and sellers. */
  readonly facts: readonly string[];
  /** Other words in listings, such as a model's name. */
  readonly words: readonly string[];
}

/** Words of questions that listings have too, and that do not narrow a search. */
const STOP_WORDS = new Set(
  `power control spin comfort help advice good best better cheap light heavy need want find looking some any and for
   the with from about which what how my your racket string kracht controle hulp advies goed goede beste licht zwaar
   voor met van een het de welke wat zoek kraft kontrolle hilfe gut gute guten leicht schwer mit fur und ein eine einen
   welche welcher suche puissance controle conseil aide bon bonne meilleur leger lourd pour avec une des les quel
   quelle cherche`.split(/\s+/),
);

const NO_PRICE: Range = { min: null, max: null };

/** Reads a question like a search, and leaves out the words that no listing of the category has. */
export async function readQuestion(question: string, definition: CategoryDefinition): Promise<Question> {
  const { type, brand, fields } = definition;
  const { parts } = await readSearch(question, false);
  const brands = [...new Set([...brand.form, ...brand.browse])].filter((name) => name !== "Other");
  const candidates = brands.map((name) => ({ term: comparable(name), listings: 1 }));
  const values = new Set(
    Object.values(fields).flatMap((field) =>
      kindOf(field).isList ? [] : optionsOf(field).map(({ value }) => comparable(value)),
    ),
  );
  const isTerm = (word: string) => word.length > 2 && !STOP_WORDS.has(word);
  const stocked = await stockedIn(
    type,
    parts.map(({ typed }) => comparable(typed)),
  );
  const facts: string[] = [];
  const words: string[] = [];
  for (const { kind, typed, place, facts: partFacts } of parts) {
    const word = comparable(typed).replace(/[^\p{L}\p{N}./]+/gu, "");
    if (kind === "audience" || kind === "price") continue;
    if (kind === "place") facts.push(`near ${place?.town ?? typed}`);
    else if (kind === "date" || kind === "seller" || kind === "excluded") facts.push(typed);
    else if (partFacts.flat().some((fact) => fact.type === type)) facts.push(typed);
    else if (kind !== "words" || !isTerm(word)) continue;
    else if (candidates.some(({ term }) => term === word) || values.has(word)) facts.push(typed);
    else if (stocked.has(word)) words.push(typed);
    else {
      const correctBrand = word.length > 4 ? bestCorrection(word, candidates) : null;
      if (correctBrand !== null) facts.push(correctBrand);
    }
  }
  return {
    ...filtersFor(definition, parts),
    price: priceIn(parts) ?? NO_PRICE,
    facts: [...new Set(facts)],
    words: [...new Set(words)],
  };
}

async function stockedIn(type: string, words: readonly string[]): Promise<Set<string>> {
  if (words.length === 0) return new Set();
  const { rows } = await sql<{ term: string }>`
    select term from search_terms where type = ${type} and term = any(${words}) and listings > 0
  `.execute(db());
  return new Set(rows.map(({ term }) => term));
}

/** Filters from words such as "beginner" and "my daughter". */
function filtersFor(
  definition: CategoryDefinition,
  parts: readonly TokenizedPart[],
): Pick<Search, "choices" | "ranges"> {
  const facts = parts.flatMap(({ kind, facts: each }) => (kind === "audience" ? each : []));
  const { choices, ranges } = facts.reduce((search, alternatives) => {
    const fact = alternatives.find((each) => each.type === definition.type);
    const filter = definition.filters.find((each) => filterTraits(each).field === fact?.field);
    if (!fact || !filter) return search;
    return narrowedBy(search, filterKindOf(filter).choose(filter, fact.values, definition));
  }, NOTHING_CHOSEN);
  return { choices, ranges };
}
