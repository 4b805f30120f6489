import { type RawBuilder, sql } from "kysely";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { isOnOffer, SHELF_ORDER } from "#app/features/listings/on-offer.server.ts";
import { CARD_COLUMNS, type CardRow } from "#app/features/listings/queries.server.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import type { JobHandlers } from "#app/platform/jobs.server.ts";
import {
  COUNTED_DAYS,
  HALF_LIFE_HOURS,
  limitPerSeller,
  MAX_CARDS,
  MAX_PER_SELLER,
  SETTLED_DAYS,
  WEIGHTS,
} from "./rules.ts";

/** How many trending listings are stored: more than a row, since some are sold or the viewer's own. */
const MAX_STORED = 60;

/** How many candidates are checked for availability and seller. */
const MAX_CANDIDATES = 1_000;

/** An SQL expression: whether the account `user_id` is old enough for Trending Products. */
function isSettled(now = new Date()): RawBuilder<unknown> {
  return sql`user_id in (
    select id from profiles where created_at <= ${now}::timestamptz - make_interval(days => ${SETTLED_DAYS}))`;
}

/**
 * The score of a listing is the sum of the weights (`weightAt`) of its views and favourites in the last COUNTED_DAYS
 * days. Indexes find them, so the time does not depend on the number of listings.
 */
export async function refreshTrending(queries: Queries = db(), now = new Date()): Promise<void> {
  const signals = (table: "favorites" | "recently_viewed", moment: string, weight: number) => sql`
    select listing_type, listing_id, ${sql.lit(weight)} * power(0.5::float8,
      greatest(0, extract(epoch from ${now}::timestamptz - ${sql.ref(moment)})::float8) / ${sql.lit(HALF_LIFE_HOURS * 3600)}) as weight
    from ${sql.table(table)} where ${sql.ref(moment)} >= ${now}::timestamptz - make_interval(days => ${COUNTED_DAYS})
      and ${isSettled(now)}`;
  await sql`
    with signals as (
      ${signals("favorites", "created_at", WEIGHTS.favorite)}
      union all
      ${signals("recently_viewed", "viewed_at", WEIGHTS.view)}
    ), scored as materialized (
      select listing_type, listing_id, sum(weight) as score from signals
      group by listing_type, listing_id order by score desc, listing_id limit ${MAX_CANDIDATES}
    ), fresh as materialized (
      select * from (
        select listing_type, listing_id, score, row_number() over (partition by user_id order by score desc, id) as of_seller
        from scored join listings on type = listing_type and id = listing_id
        where ${isOnOffer} and ${isSettled(now)}
      ) buyable where of_seller <= ${MAX_PER_SELLER}
      order by score desc, listing_id limit ${MAX_STORED}
    ), deleted as (
      delete from trending_listings where (listing_type, listing_id) not in (select listing_type, listing_id from fresh)
    )
    insert into trending_listings (listing_type, listing_id, score, counted_at)
    select listings.type, listings.id, score, ${now}
    from fresh join listings on listings.type = listing_type and listings.id = listing_id
    -- Waits for concurrent deletions, and leaves deleted listings out.
    for key share of listings
    on conflict (listing_type, listing_id) do update set score = excluded.score, counted_at = excluded.counted_at
  `.execute(queries);
}

/** The second number is used when the first yields too few listings, because a few sellers have most of them. */
const READ_COUNTS = [10 * MAX_CARDS, 5_000];

/**
 * `read` chooses from the first `count` listings on the shelf. If they do not fill the row, it is called with a larger
 * `count`.
 */
async function filledRow(read: (count: number) => Promise<readonly CardRow[]>): Promise<CardRow[]> {
  let row: CardRow[] = [];
  for (const count of READ_COUNTS) {
    row = limitPerSeller(await read(count));
    if (row.length === MAX_CARDS) break;
  }
  return row;
}

/** Of the first `count` listings on the shelf, at most MAX_PER_SELLER of each seller. */
function firstOfSellers(from: RawBuilder<unknown>, count: number): RawBuilder<unknown> {
  return sql`select type, id from (
      select type, id, created_at, shelf_place, row_number() over (partition by user_id order by ${SHELF_ORDER}) as of_seller
      from (select type, id, user_id, created_at, shelf_place ${from} order by ${SHELF_ORDER} limit ${count}) first
    ) numbered
    where of_seller <= ${MAX_PER_SELLER} order by ${SHELF_ORDER} limit ${MAX_CARDS}`;
}

/** Recently Added: the newest listings on offer. */
export function recentListings(): Promise<CardRow[]> {
  return filledRow(async (count) => {
    const { rows } = await sql<CardRow>`
      select ${CARD_COLUMNS}
      from (${firstOfSellers(sql`from listings where ${isOnOffer}`, count)}) picked
      join listings on listings.type = picked.type and listings.id = picked.id
      order by created_at desc, listings.id desc
    `.execute(db());
    return rows;
  });
}

/** The newest listings of each category in turn, for a shop with few views. */
async function mixedFirst(viewerId: string | null, count: number): Promise<CardRow[]> {
  const ofCategory = sql`from listings
    where listings.type = wanted.type and ${isOnOffer} and ${isSettled()} and ${withoutOwn(viewerId)}`;
  const { rows } = await sql<CardRow>`
    select ${CARD_COLUMNS}
    from unnest(${CATEGORIES.map(({ type }) => type)}::text[]) with ordinality as wanted (type, turn)
    cross join lateral (
      select type, id, row_number() over () as place from (${firstOfSellers(ofCategory, count)}) newest
    ) picked
    join listings on listings.type = picked.type and listings.id = picked.id
    order by place, turn
  `.execute(db());
  return rows;
}

function withoutOwn(viewerId: string | null) {
  return viewerId === null ? sql`true` : sql`user_id <> ${viewerId}`;
}

/**
 * Trending Products: the listings on offer with the highest score, without the viewer's own. The newest of every
 * category fill up the row.
 */
export async function trendingListings(viewerId: string | null): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${CARD_COLUMNS}
    from trending_listings
    join listings on listings.type = listing_type and listings.id = listing_id
    where ${isOnOffer} and ${withoutOwn(viewerId)}
    order by score desc, listings.id limit ${MAX_CARDS}
  `.execute(db());
  if (rows.length === MAX_CARDS) return rows;
  const shownIds = new Set(rows.map(({ id }) => id));
  return filledRow(async (count) => {
    const others = (await mixedFirst(viewerId, count)).filter(({ id }) => !shownIds.has(id));
    return [...rows, ...others];
  });
}

export const homeJobs: JobHandlers = {
  trending: { work: () => refreshTrending(), cron: "*/5 * * * *" },
};
