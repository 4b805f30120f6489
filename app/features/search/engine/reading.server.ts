import { sql } from "kysely";
import { db } from "#app/platform/db.server.ts";
import { type Intent, intentOf, type WordedPart } from "./intent.ts";
import { withPlace, withSeller } from "./places.server.ts";
import { bestCorrection, type Candidate, halvesOf } from "./spelling.ts";
import { namingWords, vocabulary } from "./vocabulary.server.ts";

/** The maximum number of completions of a prefix, the most frequent ones. */
const MAX_COMPLETED = 40;
/** A naming word counts as a word that so many listings have: "raket" is a racket. */
const NAMING = 50;

export interface Reading {
  readonly types: Intent["types"];
  readonly parts: readonly WordedPart[];
  /** Misspelled names of categories and things were replaced in this text. */
  readonly text: string;
}

/** The dictionary's data about a word. */
export interface Knowledge {
  readonly word: string;
  readonly stocked: boolean;
  readonly completed: readonly string[];
  readonly near: readonly Candidate[];
}

/** The words of each part, folded as in the index. Words without a meaning that have no letter or digit are left out. */
async function read(q: string): Promise<Reading> {
  const { parts, types } = intentOf(q, vocabulary);
  if (parts.length === 0) return { parts: [], types, text: q };
  const { rows } = await sql<{ at: number; term: string; listings: number }>`
    select at, word as term, (select coalesce(sum(listings), 0) from search_terms where term = word) as listings
    from unnest(${parts.map(({ said, typed }) => said ?? typed)}::text[]) with ordinality as piece (typed, at),
      regexp_split_to_table(fold(typed), '[^[:alnum:]./]+') with ordinality as split (word, place)
    where word ~ '[[:alnum:]]' order by at, place
  `.execute(db());
  const worded = parts
    .map((part, index) => {
      // The second half of a compound has the words of the whole: a listing may have it as one word.
      const first =
        part.typed === "" ? parts.findLastIndex(({ typed }, at) => at < index && typed !== "") : index;
      return { ...part, words: rows.filter(({ at }) => at === first + 1) };
    })
    .filter((part) => part.about !== "words" || part.words.length > 0);
  return { types, text: q, parts: await withSeller(await withPlace(worded)) };
}

/** Reads a search. A misspelled name of a category or a thing is replaced: "tenis raket". */
export async function readMeant(q: string, exact: boolean): Promise<Reading> {
  const reading = await read(q);
  if (exact) return reading;
  const unknown = reading.parts.flatMap((part) => {
    const word = loneWord(part);
    return word && word.listings === 0 && word.term.length > 4 && isSpelled(word.term) ? [word.term] : [];
  });
  if (unknown.length === 0) return reading;
  const knowledge = await knowledgeOf(unknown);
  const names = namingWords();
  const meanable = [...names].map((term) => ({ term, listings: NAMING }));
  const halves = await stockedAmong(unknown.flatMap((word) => halvesOf(word).flat()));
  let text = q;
  for (const word of unknown) {
    const { near = [], completed = [], stocked = false } = knowledge.get(word) ?? {};
    if (stocked || completed.length > 0) continue;
    if (halvesOf(word).some((two) => two.every((half) => halves.has(half)))) continue;
    const meant = bestCorrection(word, [...near, ...meanable]);
    if (meant !== null && names.has(meant)) text = text.replace(new RegExp(word, "iu"), meant);
  }
  return text === q ? reading : { ...(await read(text)), text };
}

/** Two words as a prefix and its upper bound, in byte order: U+10FFFF sorts last. */
export async function knowledgeOf(words: readonly string[]): Promise<Map<string, Knowledge>> {
  if (words.length === 0) return new Map();
  const { rows } = await sql<Knowledge>`
    select word, is_in_stock(word) as stocked,
      array(select term from search_terms where term >= word and term < word || U&'\\+10FFFF'
        group by term order by sum(listings) desc, term limit ${MAX_COMPLETED}) as completed,
      (select coalesce(jsonb_agg(near), '[]') from (
        select term, sum(listings) as listings from search_terms where variants && spelling_variants(word)
        group by term order by listings desc limit 400
      ) near) as near
    from unnest(${[...new Set(words)]}::text[]) as word
  `.execute(db());
  return new Map(rows.map((row) => [row.word, row]));
}

export async function stockedAmong(words: readonly string[]): Promise<Set<string>> {
  if (words.length === 0) return new Set();
  const { rows } = await sql<{ term: string }>`
    select distinct term from search_terms where term = any(${words})
  `.execute(db());
  return new Set(rows.map((row) => row.term));
}

export function isSpelled(word: string): boolean {
  return word.length > 2 && /^\p{L}+$/u.test(word);
}

/** The only word of a part without a meaning. It can be completed or corrected. */
export function loneWord({ about, said, words, terms }: WordedPart): Candidate | null {
  const [word, ...others] = words;
  return about === "words" && said === null && word && others.length + terms.length === 0 ? word : null;
}
