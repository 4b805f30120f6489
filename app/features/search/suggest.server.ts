import { sql } from "kysely";
import { href } from "react-router";
import { browsePath } from "#app/domain/categories/paths.ts";
import { CATEGORIES, categoryOfType } from "#app/domain/categories/registry.ts";
import { simple } from "#app/domain/folded.ts";
import { isWritable, oneLine } from "#app/domain/text-rules.ts";
import { categoryMenu } from "#app/features/listings/menu.server.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import { m } from "#app/paraglide/messages.js";
import { db } from "#app/platform/db.server.ts";
import { correctionOf } from "./engine/interpret.server.ts";
import { lexeme } from "./engine/word-conditions.server.ts";
import type { AlternativeSearch, Suggestion } from "./view.ts";

const MAX_SUGGESTIONS = 8;
const MAX_LINES = 4;
const MAX_TERMS = 3;
const MAX_PLACES = 2;

interface FrequentText {
  readonly text: string;
  readonly types: readonly string[];
}

async function foldedWords(q: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from regexp_split_to_table(fold(${q}), '[^[:alnum:]./]+') with ordinality as split (word, place)
    where word ~ '[[:alnum:]]' order by place
  `.execute(db());
  return rows.map((row) => row.word);
}

/** Frequent names of listings with all these words. The last word may be a prefix. */
async function linesWith(words: readonly string[]): Promise<FrequentText[]> {
  const query = words.map((word, at) => `${lexeme(word)}${at === words.length - 1 ? ":*" : ""}`).join(" & ");
  const { rows } = await sql<FrequentText>`
    select max(label) as text, array_agg(type order by listings desc) as types
    from search_lines where words @@ to_tsquery('simple', ${query})
    group by line order by sum(listings) desc, line limit ${MAX_LINES}
  `.execute(db());
  return rows;
}

/** Frequent words with this prefix. */
async function termsFrom(beginning: string): Promise<FrequentText[]> {
  const { rows } = await sql<FrequentText>`
    select term as text, array_agg(type order by listings desc) as types
    from search_terms where term >= ${beginning} and term < ${beginning} || U&'\\+10FFFF'
    group by term order by sum(listings) desc, term limit ${MAX_TERMS}
  `.execute(db());
  return rows;
}

async function areStocked(words: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ known: number }>`
    select count(distinct term) as known from search_terms where term = any(${words})
  `.execute(db());
  return rows[0]?.known === new Set(words).size;
}

function searchFor(text: string): string {
  return `${href("/search")}?${new URLSearchParams({ q: text })}`;
}

/** Brands as they are spelled, by their form in the index. */
const BRANDS = new Map(
  CATEGORIES.flatMap(({ brand }) => [...brand.form, ...brand.browse]).map((brand) => [simple(brand), brand]),
);

function menuEntries(q: string): Suggestion[] {
  const begins = (label: string) =>
    simple(label)
      .split(/[\s/-]+/)
      .some((_, at, words) => words.slice(at).join(" ").startsWith(simple(q)));
  return categoryMenu()
    .flatMap(({ label, href, entries }) => [
      { text: label, to: href },
      ...entries
        .slice(1)
        .map((entry) => ({ text: entry.label, note: m.search_in({ category: label }), to: entry.href })),
    ])
    .filter(({ text }) => begins(text))
    .slice(0, MAX_PLACES);
}

function inCategories({ text, types }: FrequentText): Suggestion[] {
  return types.slice(0, MAX_PLACES).flatMap((type) => {
    const definition = categoryOfType(type);
    if (!definition) return [];
    return [
      {
        text,
        note: m.search_in({ category: sentence(definition, "plural") }),
        to: `${browsePath(definition)}?${new URLSearchParams({ q: text })}`,
      },
    ];
  });
}

async function suggestionsOf(q: string): Promise<Suggestion[]> {
  const words = await foldedWords(q);
  const last = words.at(-1);
  if (last === undefined) return [];
  const first = words.slice(0, -1);
  const before = first.join(" ");
  const lines = await linesWith(words);
  // The completed word may occur in no listing with the words before it, so names of listings are preferred.
  const isOpen = lines.length === 0 && (await areStocked(first));
  const terms = before === "" || isOpen ? await termsFrom(last) : [];
  const completed = terms.map((term) => ({
    ...term,
    text: before === "" ? (BRANDS.get(term.text) ?? term.text) : `${before} ${term.text}`,
  }));
  const known = [...completed, ...lines];
  const [likely] = known;
  const all: Suggestion[] = [
    ...menuEntries(q),
    ...known.map(({ text }) => ({ text, to: searchFor(text) })),
    ...(likely ? inCategories(likely) : []),
  ];
  return onceEach(all);
}

function onceEach(suggestions: readonly Suggestion[]): Suggestion[] {
  const seen = new Set<string>();
  return suggestions
    .filter(({ text, note }) => seen.size < seen.add(`${simple(text)} ${note ?? ""}`).size)
    .slice(0, MAX_SUGGESTIONS);
}

/** Suggests searches for a typed text. Where none is found, it corrects the text. */
export async function suggestionsFor(typed: string): Promise<Suggestion[]> {
  const q = [...oneLine(typed)].slice(0, 80).join("");
  if (q === "" || !isWritable(q)) return [];
  const found = await suggestionsOf(q);
  if (found.length > 0) return found;
  const correction = await correctionOf(q);
  if (correction === null) return [];
  const suggested = await suggestionsOf(correction);
  return suggested.length > 0 ? suggested : [{ text: correction, to: searchFor(correction) }];
}

export async function popularSearches(): Promise<AlternativeSearch[]> {
  const { rows } = await sql<{ label: string }>`
    select max(label) as label from search_lines group by line order by sum(listings) desc, line limit 6
  `.execute(db());
  return rows.map(({ label }) => ({ label, href: searchFor(label) }));
}
