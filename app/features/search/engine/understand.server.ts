import { sql } from "kysely";
import { piecesOf } from "#app/domain/categories/derive/units.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { db } from "#app/platform/db.server.ts";
import { bestCorrection, type Candidate, halvesOf } from "./spelling.ts";
import { MAX_WORDS, meaningOf } from "./vocabulary.server.ts";
import type { Understood, Wanted } from "./words.server.ts";

/** More pieces than this are ignored. */
const MAX_PIECES = 24;
/** The maximum number of completions of a prefix, the most frequent ones. */
const MAX_COMPLETED = 40;
/** When nothing was found, a known word is replaced by one that this many times as many listings have. */
const DOUBTED = 20;

/** How much the typed words may be changed: see `withWords`. */
type Trust = "typed" | "begun" | "doubted";

interface Part {
  readonly typed: string;
  readonly facts: Wanted["facts"];
  readonly types: Wanted["types"];
  /** Its words, with the number of listings that have each in their names, brands or facts. */
  readonly words: readonly Candidate[];
}

/** The dictionary's data about a word. */
interface Knowledge {
  readonly word: string;
  readonly stocked: boolean;
  readonly completed: readonly string[];
  readonly near: readonly Candidate[];
}

/** Splits the typed text into pieces; words with a common meaning form one piece. */
export function meantPieces(q: string): Omit<Part, "words">[] {
  const pieces = piecesOf(q, CATEGORIES).slice(0, MAX_PIECES);
  const meant: Omit<Part, "words">[] = [];
  for (let at = 0; at < pieces.length; ) {
    const [piece] = pieces.slice(at, at + 1);
    if (!piece) break;
    let taken = { ...piece, types: [] as readonly string[] };
    let length = 1;
    for (let many = piece.facts.length > 0 ? 0 : MAX_WORDS; many > 0; many--) {
      const typed = pieces
        .slice(at, at + many)
        .map((one) => one.typed)
        .join(" ");
      const { facts, types } = meaningOf(typed);
      if (facts.length === 0 && types.length === 0) continue;
      taken = { typed, facts, types };
      length = Math.min(many, pieces.length - at);
      break;
    }
    meant.push(taken);
    at += length;
  }
  return meant;
}

/** The words of each piece, folded as in the index. */
async function partsOf(q: string): Promise<Part[]> {
  const pieces = meantPieces(q);
  if (pieces.length === 0) return [];
  const { rows } = await sql<{ at: number; term: string; listings: number }>`
    select at, word as term, (select coalesce(sum(listings), 0) from search_terms where term = word) as listings
    from unnest(${pieces.map((piece) => piece.typed)}::text[]) with ordinality as piece (typed, at),
      regexp_split_to_table(fold(typed), '[^[:alnum:]./]+') with ordinality as split (word, place)
    where word ~ '[[:alnum:]]' order by at, place
  `.execute(db());
  return pieces
    .map((piece, index) => ({ ...piece, words: rows.filter(({ at }) => at === index + 1) }))
    .filter((part) => part.words.length > 0);
}

/** Two words as a prefix and its upper bound, in byte order: U+10FFFF sorts last. */
async function knowledgeOf(words: readonly string[]): Promise<Map<string, Knowledge>> {
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

async function stockedAmong(words: readonly string[]): Promise<Set<string>> {
  if (words.length === 0) return new Set();
  const { rows } = await sql<{ term: string }>`
    select distinct term from search_terms where term = any(${words})
  `.execute(db());
  return new Set(rows.map((row) => row.term));
}

function isSpelled(word: string): boolean {
  return word.length > 2 && /^\p{L}+$/u.test(word);
}

/** The only word of a part, if it is not a measure. It can be completed or corrected. */
function loneWord({ words, facts, types }: Part): Candidate | null {
  const [word, ...others] = words;
  return word && others.length + facts.length + types.length === 0 ? word : null;
}

interface Chosen {
  readonly text: string;
  readonly wanted: readonly Wanted[];
  /** A word that no listing has; perhaps it is half a word, or two words. */
  readonly unknown?: string;
}

function wantedOf(part: Part): Wanted {
  return { words: part.words.map(({ term }) => term), terms: [], facts: part.facts, types: part.types };
}

function termsOf(terms: readonly string[]): Wanted {
  return { words: [], terms, facts: [], types: [] };
}

interface Reading {
  readonly trust: Trust;
  /** Words are not changed. */
  readonly exact: boolean;
}

function choose(
  part: Part,
  isLast: boolean,
  known: Knowledge | undefined,
  { trust, exact }: Reading,
): Chosen {
  const asTyped = { text: part.typed, wanted: [wantedOf(part)] };
  const word = loneWord(part);
  if (!word || !known) return asTyped;
  const completed = known.completed.length > 0 && { text: part.typed, wanted: [termsOf(known.completed)] };
  if (word.listings > 0 || known.stocked) {
    if (trust === "begun" && isLast && completed) return completed;
    if (trust !== "doubted" || !isSpelled(word.term)) return asTyped;
    const better = known.near.filter(({ listings }) => listings >= DOUBTED * (word.listings + 1));
    const meant = bestCorrection(word.term, better);
    return meant === null ? asTyped : { text: meant, wanted: [termsOf([meant])] };
  }
  if (isLast && completed) return completed;
  if (exact || !isSpelled(word.term)) return completed || asTyped;
  const meant = bestCorrection(word.term, known.near);
  if (meant !== null) return { text: meant, wanted: [termsOf([meant])] };
  return completed || { ...asTyped, unknown: word.term };
}

/** Joins or splits words: "puredrive", "pro kennex". */
async function respaced(chosen: readonly Chosen[]): Promise<Chosen[]> {
  const unknown = chosen.flatMap((one) => one.unknown ?? []);
  if (unknown.length === 0) return [...chosen];
  const joined = (at: number) => `${chosen[at]?.text ?? ""}${chosen[at + 1]?.text ?? ""}`.toLowerCase();
  const stocked = await stockedAmong([
    ...unknown.flatMap((word) => halvesOf(word).flat()),
    ...chosen.slice(1).map((_, at) => joined(at)),
  ]);
  const result: Chosen[] = [];
  for (let at = 0; at < chosen.length; at++) {
    const one = chosen[at];
    const next = chosen[at + 1];
    if (!one) continue;
    if (next && (one.unknown || next.unknown) && stocked.has(joined(at))) {
      result.push({ text: joined(at), wanted: [termsOf([joined(at)])] });
      at += 1;
      continue;
    }
    const halves = halvesOf(one.unknown ?? "").find((two) => two.every((half) => stocked.has(half)));
    result.push(halves ? { text: halves.join(" "), wanted: halves.map((half) => termsOf([half])) } : one);
  }
  return result;
}

async function understand(parts: readonly Part[], reading: Reading): Promise<Understood> {
  const { trust, exact } = reading;
  const last = parts.length - 1;
  const asked = parts.filter((part, at) => {
    const word = loneWord(part);
    if (!word) return false;
    return word.listings === 0 || trust === "doubted" || (trust === "begun" && at === last);
  });
  const knowledge = await knowledgeOf(asked.flatMap((part) => loneWord(part)?.term ?? []));
  const chosen = parts.map((part, at) =>
    choose(part, at === last, knowledge.get(loneWord(part)?.term ?? ""), reading),
  );
  const final = exact ? chosen : await respaced(chosen);
  const text = final.map((one) => one.text).join(" ");
  return {
    wanted: final.flatMap((one) => one.wanted),
    text,
    corrected: text !== parts.map((part) => part.typed).join(" "),
  };
}

/**
 * Searches by words. A word that no listing has is replaced by the probable one. If that finds nothing, it tries the
 * last word as a prefix, then replaces rare words. With `exact`, no word is changed.
 */
export async function withWords<Found extends { readonly total: number }>(
  q: string,
  exact: boolean,
  search: (understood: Understood) => Promise<Found>,
): Promise<{ found: Found; understood: Understood }> {
  const parts = await partsOf(q);
  const first = await understand(parts, { trust: "typed", exact });
  const found = await search(first);
  // A correct single word stays, even if the filters exclude all its matches.
  const tries: Trust[] = exact || parts.length === 1 ? ["begun"] : ["begun", "doubted"];
  for (const trust of parts.length > 0 && found.total === 0 ? tries : []) {
    const understood = await understand(parts, { trust, exact });
    const again = await search(understood);
    if (again.total > 0) return { found: again, understood };
  }
  return { found, understood: first };
}

/** The probable correction of the typed text; null when there is nothing to correct. */
export async function correctionOf(q: string): Promise<string | null> {
  const { corrected, text } = await understand(await partsOf(q), { trust: "typed", exact: false });
  return corrected ? text : null;
}
