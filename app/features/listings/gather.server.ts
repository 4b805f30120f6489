import { type RawBuilder, sql } from "kysely";
import type { Coordinates } from "#app/domain/place.ts";
import type { Sort } from "#app/domain/search.ts";
import { prepared } from "#app/platform/db.server.ts";
import { type Condition, distance, monthsBack, type Narrowed, newestMonths } from "./narrow.server.ts";
import { jsonPhoto } from "./photos/queries.server.ts";
import type { CardRow } from "./queries.server.ts";

/** Counting stops here: nobody reads on, and counting half a million matches costs more than finding ten. */
export const COUNTED = 1000;

export const ORDERS: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  relevance: sql`created_at desc, id desc`,
  newest: sql`created_at desc, id desc`,
  price_asc: sql`price_cents, id`,
  price_desc: sql`price_cents desc, id desc`,
};

/** A page of a category's listings, in this order. */
export interface Page {
  readonly type: string;
  readonly listings: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  readonly newestFirst: boolean;
  readonly offset: number;
  readonly size: number;
}

/** With more than COUNTED, `total` is just one more. */
export interface Gathered {
  readonly total: number;
  readonly rows: readonly CardRow[];
}

export function all(conditions: readonly Condition[]): Condition {
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

/** What a card shows, of the listing `found`. */
export function cardColumns(centre: Coordinates | null): RawBuilder<unknown> {
  return sql`found.type, found.id, found.user_id, found.name, found.brand, found.description, found.price_cents,
    found.country, found.postal_code, found.attributes, found.created_at,
    ${centre ? distance(centre) : sql`null::float8`} as distance_km, ${jsonPhoto(sql`found.type`, sql`found.id`)} as photo`;
}

/** So many months, the newest, are looked through first. */
const FIRST_MONTHS = 2;
/** Where it takes more months than this to find enough, all are looked through at once. */
const MOST_MONTHS = 27;
/** Older months hold less as a rule. */
const FEWER_BEFORE = 1.3;
/** Up to so many matches are sorted: cheaper than reading the table in the page's order where matches are far apart. */
const SORTED = 4 * COUNTED;

/** So many among the newest months promise more than `matches` in MOST_MONTHS. */
function promising(matches: number): number {
  return Math.ceil((matches * FEWER_BEFORE * FIRST_MONTHS) / MOST_MONTHS);
}

/**
 * A page of what the index of words has, and how many there are, in one statement. How common the words are together is
 * found out on the way, since estimates do not know (words of one name go together): the newest months first, then as
 * many more as they promise to take, or all. What has more than COUNTED matches there is walked in the page's order, or is already there. Each
 * part asks by the keys alone and with no limit, so that it is answered in no other way than by that index: not by
 * reading the table in the hope of meeting enough soon, nor with the help of every listing in a price range.
 */
export async function gather(
  page: Page,
  { keys, checks }: Narrowed,
  centre: Coordinates | null,
  now: Date,
): Promise<Gathered> {
  const { listings, order, offset, size } = page;
  const asked = keys.map((_, index) => sql`(select ${sql.ref(`k${index}`)} from asked)`);
  const byIndex = all(asked.map((key) => sql`search @@ ${key}`));
  // The function behind `@@` is one that no index answers.
  const byRow = all(asked.map((key) => sql`ts_match_vq(search, ${key})`));
  const columns = sql.raw("id, user_id, price_cents, latitude, longitude, attributes, created_at");
  // In another order all matches are wanted, as long as they can be sorted.
  const least = sql.lit(promising(page.newestFirst ? COUNTED : SORTED));
  const [counted, sorted, newestFirst] = [COUNTED, SORTED, page.newestFirst].map((value) => sql.lit(value));
  const rows = await prepared<CardRow & { total: number }>(sql`
    with asked as materialized (
      select ${sql.join(keys.map((key, index) => sql`${key} as ${sql.ref(`k${index}`)}`))},
        ${newestMonths(FIRST_MONTHS, now)} as first_months,
        ${monthsBack(FIRST_MONTHS, MOST_MONTHS, now)}::text[] as months_before,
        ${offset}::int + ${size}::int as wanted
    ), found1 as materialized (
      select ${columns} from ${listings} where ${byIndex} and search @@ (select first_months from asked)
    ), match1 as materialized (
      select id, price_cents, created_at from found1 where ${all(checks)} limit ${counted} + 1
    ), count1 as materialized (select count(*) as n from match1),
    months2 as materialized (
      select string_agg(quote_literal(month), ' | ')::tsquery as query
      from count1, asked, unnest(months_before) with ordinality as before (month, at)
      where n between ${least} and ${counted}
        and at <= ${sql.lit(COUNTED * FEWER_BEFORE * FIRST_MONTHS)} / n - ${sql.lit(FIRST_MONTHS)} + 1
    ), found2 as materialized (
      select ${columns} from ${listings} where ${byIndex} and search @@ (select query from months2)
    ), match2 as materialized (
      select id, price_cents, created_at from found2 where ${all(checks)} limit ${sorted} + 1
    ), count2 as materialized (select count(*) as n from match2),
    looked as materialized (
      select n1, n2, n1 + n2 > ${counted} as suffice,
        ${newestFirst} and n1 <= ${counted} and n2 <= ${sorted} and n1 + n2 >= wanted as page_found
      from (select count1.n as n1, count2.n as n2, wanted from count1, count2, asked) counts
    ), found3 as materialized (
      select ${columns} from ${listings} where ${byIndex} and (select not suffice from looked)
    ), match3 as materialized (
      select id, price_cents, created_at from found3 where ${all(checks)}
      limit (select case when page_found then ${counted} else ${sorted} end + 1 from looked)
    ), state as materialized (
      select page_found, not suffice and not page_found and n3 <= ${sorted} as all_found,
        least(greatest(n3, n1 + n2), ${counted} + 1) as total
      from looked, (select count(*) as n3 from match3) count3
    ), at_hand as (
      select * from match1 where (select page_found from state)
      union all select * from match2 where (select page_found from state)
      union all select * from match3 where (select all_found from state)
    ), picked as (
      (select id from at_hand order by ${order} offset ${offset} limit ${size})
      union all
      (select id from ${listings} where (select not page_found and not all_found from state)
        and ${byRow} and ${all(checks)} order by ${order} offset ${offset} limit ${size})
    )
    select state.total, card.* from state left join (
      select ${cardColumns(centre)} from picked join ${listings} found on found.type = ${page.type} and found.id = picked.id
    ) card on true order by ${order}
  `);
  const total = rows[0]?.total ?? 0;
  return { total, rows: rows.filter((row) => row.id !== null).map(({ total: _, ...row }) => row) };
}
