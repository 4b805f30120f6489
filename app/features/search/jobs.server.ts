import { sql } from "kysely";
import { db } from "#app/platform/db.server.ts";
import type { JobHandlers } from "#app/platform/jobs.server.ts";

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
  "search-terms": { work: updateDictionary, cron: "* * * * *" },
};
