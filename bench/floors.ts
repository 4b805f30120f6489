import { sql } from "kysely";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { cellsWithin } from "#app/domain/geo.ts";
import type { Centre } from "#app/domain/place.ts";
import { onOffer, SHELF_ORDER } from "#app/features/listings/on-offer.server.ts";
import { distance } from "#app/features/listings/places.server.ts";
import { anyOf, newestMonths } from "#app/features/search/find/filter-conditions.server.ts";
import { COUNT_LIMIT } from "#app/features/search/find/match-tables.server.ts";
import { prepared } from "#app/platform/db.server.ts";

// The floors of searches: statements that read no more than the answer needs. They know what the search must find out
// first, such as how many months have enough matches.

/** Counts the matches of each category to the limit, and ranks the first of all. */
export async function countAndRank(word: string): Promise<void> {
  const counts = CATEGORIES.map((category) => {
    // The smallest category has a thousand matches of a common word in four months.
    const matching = sql`select id from ${onOffer(category)} where search @@ ${word}::tsquery and search @@ ${newestMonths(5, new Date())}`;
    return sql`(with found as materialized (${matching}) select count(*) from (select from found limit ${COUNT_LIMIT + 1}) few)`;
  });
  await prepared(sql`select ${sql.join(counts)}`);
  await prepared(sql`
    select type, id, ts_match_vq(search, (select ${`'=${word}'`}::tsquery)) as titled from listings
    where status = 'available' and ts_match_vq(search, (select ${word}::tsquery))
    order by ${SHELF_ORDER} limit ${COUNT_LIMIT}`);
}

/** Reads the matches near a place, and takes the cheapest. */
export async function readNear(word: string, centre: Centre, km: number): Promise<void> {
  const cells = cellsWithin(centre, km) ?? [];
  const each = CATEGORIES.map((category) => {
    const matching = sql`select id, price_cents, latitude, longitude, approximate, country from ${onOffer(category)}
      where search @@ ${anyOf(cells)} and search @@ ${word}::tsquery`;
    return sql`(
      with found as materialized (${matching}),
      near as materialized (select id, price_cents from found where ${distance(centre)} <= ${km})
      select (select count(*) from near) as total, array(select id from near order by price_cents, id limit 10) as cheapest
    )`;
  });
  await prepared(sql`${sql.join(each, sql` union all `)}`);
}
