import { sql } from "kysely";
import { db, prepared } from "#app/platform/db.server.ts";
import type { JobHandlers } from "#app/platform/jobs.server.ts";
import type { Candidate } from "../understand/parts.ts";

const MAX_COMPLETED = 40;

export interface DictionaryEntry {
  readonly word: string;
  readonly stocked: boolean;
  /** Words of listings that begin with it, the most frequent first. */
  readonly completions: readonly string[];
  /** Words of listings that are spelled similarly. */
  readonly similar: readonly Candidate[];
}

/** U+10FFFF sorts after every letter, so it bounds the words with a prefix. */
export async function dictionaryEntries(words: readonly string[]): Promise<Map<string, DictionaryEntry>> {
  if (words.length === 0) return new Map();
  const rows = await prepared<DictionaryEntry>(sql`
    select word, is_in_stock(word) as stocked,
      array(select term from search_terms where term >= word and term < word || U&'\\+10FFFF'
        group by term order by sum(listings) desc, term limit ${MAX_COMPLETED}) as completions,
      (select coalesce(jsonb_agg(other), '[]') from (
        select term, sum(listings) as listings from search_terms where variants && spelling_variants(word)
        group by term order by listings desc limit 400
      ) other) as similar
    from unnest(${[...new Set(words)]}::text[]) as word
  `);
  return new Map(rows.map((row) => [row.word, row]));
}

export async function wordsInStock(words: readonly string[]): Promise<Set<string>> {
  if (words.length === 0) return new Set();
  const rows = await prepared<{ term: string }>(sql`
    select distinct term from search_terms where term = any(${words}::text[])
  `);
  return new Set(rows.map((row) => row.term));
}

/** Only one server at a time applies changes to the dictionary. */
const DICTIONARY_LOCK = 7_326_001;

/**
 * The dictionary has the words of available listings (those of name, brand, facts and model), and the names of these
 * listings up to the first number, such as "Babolat Pure Drive" (db/migrations/0010_discovery.sql).
 */
export async function updateDictionary(): Promise<void> {
  const waiting = await db().selectFrom("search_term_changes").select("type").limit(1).execute();
  if (waiting.length === 0) return;
  await db()
    .transaction()
    .execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${DICTIONARY_LOCK})`.execute(trx);
      await sql`
        create temporary table changed on commit drop as
          with deleted as (delete from search_term_changes returning type, term, label, difference)
          select type, term, min(label) as label, sum(difference)::int as difference
          from deleted group by type, term, label is null having sum(difference) <> 0
      `.execute(trx);
      await sql`
        insert into search_terms as known (term, type, listings)
          select term, type, difference from changed where label is null
          on conflict (term, type) do update set listings = known.listings + excluded.listings
      `.execute(trx);
      await sql`
        insert into search_lines as known (line, type, label, listings)
          select term, type, label, difference from changed where label is not null
          on conflict (line, type) do update set listings = known.listings + excluded.listings
      `.execute(trx);
      await sql`
        delete from search_terms where listings <= 0
          and (term, type) in (select term, type from changed where difference < 0)
      `.execute(trx);
      await sql`
        delete from search_lines where listings <= 0
          and (line, type) in (select term, type from changed where difference < 0)
      `.execute(trx);
    });
}

export const searchJobs: JobHandlers = {
  "search-terms": {
    work: updateDictionary,
    cron: "* * * * *",
    due: sql<boolean>`exists (select from search_term_changes)`,
  },
};
