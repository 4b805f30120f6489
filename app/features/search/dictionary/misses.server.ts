import { sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { NOTHING_CHOSEN, searchParams } from "#app/domain/categories/derive/search.ts";
import type { Search } from "#app/domain/search.ts";
import { db } from "#app/platform/db.server.ts";
import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { logger } from "#app/platform/log.server.ts";
import type { SearchContext } from "../find/conditions.server.ts";
import { firstThatFinds } from "../find/counts.server.ts";
import { EVERYTHING } from "../find/everything.ts";
import { questionOf } from "../search.server.ts";
import { interpretTyped } from "./interpret.server.ts";
import type { Interpretation } from "./interpretation.ts";

const MAX_LENGTH = 80;
/** Of a day. Further texts are not counted. */
const MAX_ROWS = 2_000;
const RETENTION_DAYS = 90;

/** May be an email address, a phone number or the number of an account. */
const PERSONAL = /@|(?:\d[\s./-]?){7}/;

/** A search of a page, what it found, and where it was asked. */
interface AskedSearch {
  readonly definition: CategoryDefinition;
  readonly search: Search;
  readonly context: SearchContext;
  readonly found: Outcome;
}

interface Outcome {
  readonly total: number;
  readonly interpretation: Pick<Interpretation, "dropped">;
}

/**
 * Counts the words of a search that find nothing, or only without a part of them, whatever the filters and the category
 * of the page. Nothing says who searched, and texts that may be personal are not kept. It never rejects: the page of the
 * search does not wait for it.
 */
export async function countMiss({ definition, search, context, found }: AskedSearch): Promise<void> {
  const words = search.q.toLowerCase().replace(/\s+/g, " ").trim();
  if (words === "" || words.length > MAX_LENGTH || PERSONAL.test(words) || !isMiss(found)) return;
  try {
    const isFiltered =
      definition.type !== EVERYTHING.type ||
      searchParams({ ...search, sort: "relevance", page: 1 }).size > 1 ||
      context.meaning !== null;
    if (isFiltered && (await wordsFind(search.q, context))) return;
    const isNothing = found.total === 0;
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

function isMiss({ total, interpretation }: Outcome): boolean {
  return total === 0 || interpretation.dropped.length > 0;
}

/** Whether the words alone, with all their parts, find something in all categories. */
async function wordsFind(q: string, { visitorCountry = null, now }: SearchContext): Promise<boolean> {
  const interpretation = await interpretTyped(q, visitorCountry);
  if (interpretation.dropped.length > 0) return false;
  const everywhere = { meaning: null, centre: null, viewerId: null, pageSize: 1, now };
  const question = questionOf({ ...NOTHING_CHOSEN, q }, everywhere, interpretation);
  return (await firstThatFinds(EVERYTHING, [question])) !== undefined;
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
