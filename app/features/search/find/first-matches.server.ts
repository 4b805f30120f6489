import { sql } from "kysely";
import type { ListingKey } from "#app/domain/listing.ts";
import { type CardRow, cardsByKey } from "#app/features/listings/queries.server.ts";
import { db } from "#app/platform/db.server.ts";
import { interpretTyped } from "../dictionary/interpret.server.ts";
import { applyInterpretation, interpretedContext } from "../dictionary/interpretation.ts";
import { parseEverything } from "./everything.ts";
import {
  MONTH_RANGES,
  type MonthRange,
  matchesInMonths,
  type TypeSearch,
  typeSearches,
} from "./type-searches.server.ts";
import { ORDERS } from "./word-index.server.ts";

/**
 * For suggestions. It reads the newest months first, and all months only if these have too few matches. A text that
 * only names a category finds none.
 */
export async function firstListings(q: string, most: number, now: Date): Promise<CardRow[]> {
  const interpretation = await interpretTyped(q);
  const search = applyInterpretation(parseEverything(new URLSearchParams({ q })), interpretation);
  const context = interpretedContext(
    { centre: null, meaning: null, viewerId: null, pageSize: most, now },
    interpretation,
  );
  const searches = typeSearches(search, context).filter(({ conditions }) => conditions.keys.length > 0);
  if (searches.length === 0) return [];
  const newest = await newestKeys(searches, MONTH_RANGES[0], most, now);
  return cardsByKey(newest.length < most ? await newestKeys(searches, null, most, now) : newest);
}

/** How many matches of each type are sorted. A search page sorts more. */
const SAMPLE = 50;

async function newestKeys(
  searches: readonly TypeSearch[],
  months: MonthRange,
  most: number,
  now: Date,
): Promise<readonly ListingKey[]> {
  const matches = searches.map(
    (typeSearch) => sql`
      select ${typeSearch.definition.type} as type, id, created_at, shelf_place from ${matchesInMonths(typeSearch, months, now, SAMPLE)} one`,
  );
  const { rows } = await sql<ListingKey>`
    select type, id from (${sql.join(matches, sql` union all `)}) found order by ${ORDERS.relevance} limit ${most}
  `.execute(db());
  return rows;
}
