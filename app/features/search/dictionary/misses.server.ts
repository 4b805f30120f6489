import { sql } from "kysely";
import { db } from "#app/platform/db.server.ts";
import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { logger } from "#app/platform/log.server.ts";
import type { Interpretation } from "./interpretation.ts";

const MAX_LENGTH = 80;
/** Of a day. Further texts are not counted. */
const MAX_ROWS = 2_000;
const RETENTION_DAYS = 90;

/** May be an email address, a phone number or the number of an account. */
const PERSONAL = /@|(?:\d[\s./-]?){7}/;

/**
 * Counts the words of a search that found nothing, or only without a part of them. Nothing says who searched, and texts
 * that may be personal are not kept. It never rejects: the page of the search does not wait for it.
 */
export async function countMiss(
  typed: string,
  { total, interpretation }: { readonly total: number; readonly interpretation: Interpretation },
): Promise<void> {
  const words = typed.toLowerCase().replace(/\s+/g, " ").trim();
  const isNothing = total === 0;
  const isDropped = interpretation.dropped.length > 0;
  if (words === "" || words.length > MAX_LENGTH || PERSONAL.test(words) || !(isNothing || isDropped)) return;
  try {
    await sql`
      insert into missed_searches as counted (day, words, nothing, dropped)
      select utc_day(now()), ${words}::text, ${isNothing ? 1 : 0}::int, ${isNothing ? 0 : 1}::int
      where (select count(*) from missed_searches where day = utc_day(now())) < ${MAX_ROWS}
        or exists (select from missed_searches where day = utc_day(now()) and words = ${words})
      on conflict (day, words) do update
        set nothing = counted.nothing + excluded.nothing, dropped = counted.dropped + excluded.dropped
    `.execute(db());
  } catch (error) {
    logger.warn({ err: error }, "a search that found nothing was not counted");
  }
}

export interface MissedSearch {
  readonly words: string;
  /** How often nothing was found. */
  readonly nothing: number;
  /** How often a part was left out. */
  readonly dropped: number;
}

/** The most frequent ones of the last `days` days. */
export async function missedSearches(days: number, limit: number): Promise<MissedSearch[]> {
  const { rows } = await sql<MissedSearch>`
    select words, sum(nothing)::int as nothing, sum(dropped)::int as dropped from missed_searches
    where day > utc_day(now()) - ${days}::int
    group by words order by sum(nothing + dropped) desc, max(day) desc, words limit ${limit}
  `.execute(db());
  return rows;
}

async function deleteOldMisses(): Promise<void> {
  await sql`delete from missed_searches where day < utc_day(now()) - ${RETENTION_DAYS}::int`.execute(db());
}

export const missJobs: JobHandlers = {
  "missed-searches-sweep": { work: deleteOldMisses, cron: "47 3 * * *" },
};
