import { sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { isOnOffer, SHELVED_AT } from "#app/features/listings/on-offer.server.ts";
import { db } from "#app/platform/db.server.ts";
import { withoutListingsOf } from "./conditions.server.ts";
import { countWhole } from "./counts.server.ts";
import { type TimeOrder, timeOf } from "./match-tables.server.ts";
import { type MatchPage, type PageRequest, readPage } from "./read-page.server.ts";

/** Reads a page of all listings of a category, without those of one user. */
export async function readWholeCategory(
  category: CategoryDefinition,
  hidden: string | null,
  request: PageRequest,
): Promise<MatchPage> {
  const { keys, checks } = withoutListingsOf(hidden, { keys: [], checks: [] });
  const time = request.offset > MAX_SKIPPED ? timeOf(request.sort) : null;
  const start = time && (await startOf(category.type, time, request.offset, hidden));
  if (!time || !start) {
    return readPage(
      [{ category, conditions: { keys, checks }, total: countWhole(category.type, hidden) }],
      request,
    );
  }
  const conditions = { keys, checks: [...checks, DAILY[time].until(start.day)] };
  return readPage([{ category, conditions, total: sql`${start.total}` }], { ...request, offset: start.skip });
}

/** Skipping more rows than this takes longer than `startOf`. */
const MAX_SKIPPED = 1000;

/** The tables of daily counts, the day of a listing in them, and the condition for the rest of a list from a day on. */
const DAILY = {
  newest: {
    counts: sql.table("listing_counts"),
    day: sql`utc_day(created_at)`,
    until: (day: string) => sql`created_at < (${day}::date + 1)::timestamp at time zone 'UTC'`,
  },
  relevance: {
    counts: sql.table("shelf_counts"),
    day: sql`shelf_day(created_at, shelf_place)`,
    until: (day: string) => sql`${SHELVED_AT} < (${day}::date + 1)::timestamp`,
  },
} as const satisfies Record<TimeOrder, unknown>;

/**
 * Finds the day on which a page far into the list starts, by the daily counts, and how many rows to skip from the end of
 * that day (docs/decisions/0003).
 */
async function startOf(type: string, time: TimeOrder, offset: number, hidden: string | null) {
  const { counts, day } = DAILY[time];
  const { rows } = await sql<{ day: string; before: number; total: number }>`
    with per_day as (
      select day, sum(difference) as n from (
        select day, difference from ${counts} where type = ${type}
        union all
        select ${day}, -1 from listings
          where type = ${type} and user_id = ${hidden} and ${isOnOffer}
      ) changes group by day
    ), running as (
      select day, sum(n) over (order by day desc) - n as before, sum(n) over () as total from per_day
    )
    select day, before, total from running where before <= ${offset} order by day limit 1
  `.execute(db());
  const [start] = rows;
  return start && { day: start.day, skip: offset - Number(start.before), total: Number(start.total) };
}
