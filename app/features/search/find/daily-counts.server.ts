import { type RawBuilder, sql } from "kysely";
import { isOnOffer, SHELVED_AT } from "#app/features/listings/on-offer.server.ts";
import { prepared } from "#app/platform/db.server.ts";
import type { TimeOrder } from "./sort-orders.server.ts";

/** Of how many listings of a category a search is, if it has no conditions. From the daily counts. */
export function countWhole(type: string, hidden: string | null): RawBuilder<number> {
  return sql<number>`((select coalesce(sum(difference), 0) from listing_counts where type = ${type})
    - (select count(*) from listings where type = ${type} and user_id = ${hidden} and ${isOnOffer}))::int`;
}

/** How many listings of a category are placed on the shelf since then. */
export function countPlacedSince(type: string, moment: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select coalesce(sum(difference), 0) from shelf_counts where type = ${type} and day >= ${moment}::date)`;
}

/** The days on which listings of a category were listed since then, each with how many were listed from it on. */
export function dailyFrom(type: string, from: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select day, sum(sum(difference)) over (order by day desc) as through
    from listing_counts where type = ${type} and day >= ${from} group by day`;
}

/** The tables of daily counts, the day of a listing in them, and the condition for the rest of a list from a day on. */
export const DAILY = {
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
export async function pageStart(type: string, time: TimeOrder, offset: number, hidden: string | null) {
  const { counts, day } = DAILY[time];
  const rows = await prepared<{ day: string; before: number; total: number }>(sql`
    with changes as not materialized (
      select day, difference from ${counts} where type = ${type}
      union all
      select ${day}, -1 from listings
        where type = ${type} and user_id = ${hidden} and ${isOnOffer}
    ), running as (
      select day, sum(difference) over later_days as before, sum(difference) over (order by day desc) as through
      from changes window later_days as (order by day desc groups between unbounded preceding and 1 preceding)
    )
    select day, coalesce(before, 0) as before, (select sum(difference) from changes) as total
    from running where through > ${offset}::int order by day desc limit 1
  `);
  const [start] = rows;
  return start && { day: start.day, skip: offset - start.before, total: start.total };
}
