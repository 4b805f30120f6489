import { sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { simple } from "#app/domain/folded.ts";
import { db } from "#app/platform/db.server.ts";
import { intentOf } from "./intent.ts";
import { bestCorrection } from "./spelling.ts";
import { vocabulary } from "./vocabulary.server.ts";

/** The terms of a question that can be searched for in a category, as typed or corrected. */
export interface QuestionTerms {
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

async function stockedIn(type: string, words: readonly string[]): Promise<Set<string>> {
  if (words.length === 0) return new Set();
  const { rows } = await sql<{ term: string }>`
    select term from search_terms where type = ${type} and term = any(${words}) and listings > 0
  `.execute(db());
  return new Set(rows.map(({ term }) => term));
}

export async function termsInQuestion(
  question: string,
  definition: CategoryDefinition,
): Promise<QuestionTerms> {
  const { type, brand, fields } = definition;
  const { parts } = intentOf(question, vocabulary);
  const brands = [...new Set([...brand.form, ...brand.browse])].filter((name) => name !== "Other");
  const candidates = brands.map((name) => ({ term: simple(name), listings: 1 }));
  const values = new Set(
    Object.values(fields).flatMap((field) =>
      field.kind === "choice" ? field.options.map(({ value }) => simple(value)) : [],
    ),
  );
  const spoken = (word: string) => word.length > 2 && !STOP_WORDS.has(word);
  const stocked = await stockedIn(
    type,
    parts.map(({ typed }) => simple(typed)),
  );
  const facts: string[] = [];
  const words: string[] = [];
  for (const { about, typed, facts: partFacts } of parts) {
    const word = simple(typed).replace(/[^\p{L}\p{N}./]+/gu, "");
    if (about !== "audience" && partFacts.flat().some((fact) => fact.type === type)) facts.push(typed);
    else if (about !== "words" || !spoken(word)) continue;
    else if (candidates.some(({ term }) => term === word) || values.has(word)) facts.push(typed);
    else if (stocked.has(word)) words.push(typed);
    else {
      const meantBrand = word.length > 4 ? bestCorrection(word, candidates) : null;
      if (meantBrand !== null) facts.push(meantBrand);
    }
  }
  return { facts: [...new Set(facts)], words: [...new Set(words)] };
}
