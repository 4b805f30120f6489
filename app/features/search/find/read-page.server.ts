import { type RawBuilder, sql } from "kysely";
import type { Centre } from "#app/domain/place.ts";
import type { Range, Sort } from "#app/domain/search.ts";
import { onOffer, SHELVED_AT } from "#app/features/listings/on-offer.server.ts";
import { distance, isRough } from "#app/features/listings/places.server.ts";
import { type CardRow, columnsFrom } from "#app/features/listings/queries.server.ts";
import { jsonPhoto } from "#app/features/photos/queries.server.ts";
import { db, prepared } from "#app/platform/db.server.ts";
import type { WordCondition } from "../dictionary/interpretation.ts";
import { type AskedCategory, isEverything } from "./conditions.server.ts";
import { countPlacedSince, countWhole } from "./daily-counts.server.ts";
import {
  checksInOrder,
  isMatch,
  keysOf,
  priceWithin,
  type SearchConditions,
} from "./filter-conditions.server.ts";
import { all, COUNT_LIMIT, keyAt, MAX_ON_A_PAGE, matchTables } from "./match-tables.server.ts";
import { ORDERS, timeOf } from "./sort-orders.server.ts";
import { rankOf } from "./word-conditions.server.ts";

/** A category, with a faster way to count what it has than to count its rows, if there is one. */
interface Counted extends AskedCategory {
  readonly total?: RawBuilder<number>;
}

export interface PageRequest {
  readonly sort: Sort;
  readonly offset: number;
  readonly size: number;
  readonly centre: Centre | null;
  readonly now: Date;
  /** Of all matches. Lists by price begin there. */
  readonly price?: Range;
  /** The count of each category ends at so many matches and one, unless there is a faster way to count; COUNT_LIMIT if absent. */
  readonly countTo?: number;
  /** The words by which the first COUNT_LIMIT matches are ranked, before they are sorted; null for lists without ranks. */
  readonly rankedBy?: readonly WordCondition[] | null;
}

export interface MatchPage {
  readonly rows: readonly CardRow[];
  /** Of each category at most COUNT_LIMIT + 1, unless there was a faster way to count. */
  readonly totals: readonly { readonly type: string; readonly total: number }[];
  /** False, and `rows` lack some, when a category has too many matches to sort and no index has the order. */
  readonly complete: boolean;
}

/**
 * Reads a page of what several categories have, and counts the matches of each. One statement asks each category for
 * its first matches, merges these, and reads the cards of the page.
 */
export async function readPage(asked: readonly Counted[], request: PageRequest): Promise<MatchPage> {
  const { sort, offset, size, centre, rankedBy = null } = request;
  if (asked.length === 0) return { rows: [], totals: [], complete: true };
  const order = ORDERS[sort];
  // No index has the order by distance.
  const usesWordIndex = ({ conditions }: AskedCategory) => sort === "nearest" || conditions.keys.length > 0;
  // One category skips the earlier pages itself. Of several, each may have all listings of the earlier pages.
  const isMerged = asked.length > 1 || rankedBy !== null;
  const taken = rankedBy ? COUNT_LIMIT : isMerged ? offset + size : size;
  const part: Part = { ...request, skipped: isMerged ? 0 : offset, taken };
  const [only] = asked;
  const listings = asked.length === 1 && only ? sql.table(only.category.plural) : sql`listings`;
  const firstOfEach = asked.map((each) =>
    usesWordIndex(each) ? firstByIndex(each, part) : firstInOrder(each, part),
  );
  const matches = rankedBy
    ? newestOfAll(
        asked.map((each) => ({ ...each, usesWordIndex: usesWordIndex(each) })),
        part,
      )
    : sql`
      matches as materialized (${sql.join(firstOfEach, sql` union all `)}),
      totals as (
        select json_object_agg(type, total) as totals, bool_and(complete) as complete
        from (select distinct type, total, complete from matches) counted
      )`;
  const query = sql<PageRow>`
    with part as materialized (select ${part.skipped}::int as skipped, ${taken}::int as size),
    page as materialized (select ${isMerged ? offset : 0}::int as skipped, ${size}::int as size),
    ${matches},
    ${rankedBy ? ranked(asked, rankedBy) : sql`ranked as (select *, 0 as rank from matches where id is not null)`},
    picked as materialized (
      select type, id, rank from ranked order by rank, ${order}
      offset (select skipped from page) limit (select size from page)
    )
    select totals.totals, totals.complete, card.* from totals left join (
      select ${columnsFrom("found")}, found.shelf_place, rank, ${km(centre)} as distance_km,
        ${isRough(centre)} as distance_rough, ${jsonPhoto(sql`found.type`, sql`found.id`)} as photo
      from picked join ${listings} found on found.type = picked.type and found.id = picked.id
    ) card on true order by rank, ${order}
  `;
  // With checks alone, the best plan depends on their values.
  const isReusable = (each: AskedCategory) => usesWordIndex(each) || isEverything(each.conditions);
  const rows = asked.every(isReusable) ? await prepared(query) : (await query.execute(db())).rows;
  const { totals: byType = {}, complete = true } = rows[0] ?? {};
  return {
    rows: rows.filter(({ id }) => id !== null).map(({ totals: _, complete: __, rank: ___, ...row }) => row),
    totals: asked.map(({ category: { type } }) => ({ type, total: byType[type] ?? 0 })),
    complete,
  };
}

/** Null columns of a card: the page is empty. */
interface PageRow extends CardRow {
  readonly totals: Readonly<Record<string, number>>;
  readonly complete: boolean;
  readonly rank: number;
}

/** Which of its matches a category answers with. */
interface Part extends PageRequest {
  readonly skipped: number;
  readonly taken: number;
}

function km(centre: Centre | null): RawBuilder<unknown> {
  return centre ? distance(centre) : sql`null::float8`;
}

/** What the matches of several categories are sorted by. */
function sortColumns({ sort, centre }: Part): RawBuilder<unknown> {
  return sql`id, price_cents, created_at, shelf_place, ${km(sort === "nearest" ? centre : null)} as distance_km`;
}

/**
 * The bounds of a page are subqueries: with constants, PostgreSQL would plan each page anew instead of reusing a plan.
 * A literal limit around them (`mostTaken`) says how few rows they are.
 */
function boundsIn(sort: Sort): RawBuilder<unknown> {
  return sql`order by ${ORDERS[sort]} offset (select skipped from part) limit (select size from part)`;
}

function mostTaken(taken: number): RawBuilder<unknown> {
  return sql.lit(taken > MAX_ON_A_PAGE ? COUNT_LIMIT : MAX_ON_A_PAGE);
}

/**
 * The first matches of a category with conditions in the index of words. The planner does not look into a `case` to
 * estimate how few rows match, so it plans to read in order and to stop early. `pg_backend_pid` is parallel-restricted,
 * so no parallel workers are started, whose start would take longer than the query. The plan:
 *
 *     Index Scan using rackets_created_at_id_idx  (never executed)
 *       Filter: CASE WHEN (pg_backend_pid() <> 0) THEN (ts_match_vq(search, k0) AND …) END
 */
function firstByIndex(asked: AskedCategory, part: Part): RawBuilder<unknown> {
  const { category, conditions } = asked;
  const { sort, taken, price } = part;
  const columns = sortColumns(part);
  const isScannable = sort !== "nearest";
  // The index by price starts at the first match instead of the first listing.
  const inOrder = price && !timeOf(sort) ? priceWithin(price).map((end) => sql`and ${end}`) : [];
  const bounds = boundsIn(sort);
  const scanned = sql`union all
    (select ${columns} from ${onOffer(category)} where (select not page_found and not all_found from state)
      ${sql.join(inOrder, sql` `)} and ${isMatchOf(conditions, keyAt)} ${bounds})`;
  return sql`(
    with ${sortableTables(asked, part)}, first as (
      select * from ((select * from sortable ${bounds}) ${isScannable ? scanned : sql``}) parts
      limit ${mostTaken(taken)}
    )
    select ${category.type} as type, total, page_found or all_found or ${sql.lit(isScannable)} as complete, first.*
    from state left join first on true
  )`;
}

/** Whether a listing matches, in a form that the planner does not look into. */
function isMatchOf(
  { keys, checks, excluded }: SearchConditions,
  keyOf: (index: number, key: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const isMatched = keysOf({ keys, checks, excluded }).map((key, index) => isMatch(keyOf(index, key)));
  return sql`case when pg_backend_pid() <> 0 then ${all([...checks, ...isMatched])} end`;
}

/** `state`, with the number of matches, and `sortable`: all that the page may need, unless these are too many. */
function sortableTables({ category, conditions }: AskedCategory, part: Part): RawBuilder<unknown> {
  const { sort, skipped, taken, countTo = COUNT_LIMIT, rankedBy, now } = part;
  const { type } = category;
  const tables = {
    type,
    listings: onOffer(category),
    conditions,
    columns: sortColumns(part),
    sort,
    countTo,
    now,
  };
  const newest = rankedBy
    ? { newest: countPlacedSince(type, sql`(select first_start from parameters)`) }
    : {};
  return sql`
    ${matchTables({ ...tables, needed: skipped + taken, ...newest })},
    state as materialized (
      select page_found, not suffice and not page_found and n3 <= most_sorted as all_found,
        least(greatest(n3, n1 + n2), ${sql.lit(countTo)} + 1)::int as total
      from probe, parameters, (select count(*) as n3 from match3) count3
    ), sortable as (
      select * from match1 where (select page_found from state)
      union all select * from match2 where (select page_found from state)
      union all select * from match3 where (select all_found from state)
    )`;
}

/**
 * The first COUNT_LIMIT matches of all categories together, and how many each has. A category with too many to sort is
 * read in its order, as far as its listings are among these.
 */
function newestOfAll(
  asked: readonly (Counted & { readonly usesWordIndex: boolean })[],
  part: Part,
): RawBuilder<unknown> {
  const columns = sql`${sortColumns(part)}, ${SHELVED_AT} as shelved`;
  const tableOf = (at: number) => sql.ref(`category_${at}`);
  const bounds = boundsIn("relevance");
  const each = asked.map((counted, at) => {
    const { category, conditions, total } = counted;
    const table = tableOf(at);
    const type = sql`${category.type}::text as type`;
    const listings = onOffer(category);
    if (!counted.usesWordIndex) {
      const matching = sql`from ${listings} where ${all(checksInOrder(conditions))}`;
      return {
        table: sql`select ${total ?? countInOrder(category.type, conditions, matching)}::int as total`,
        first: sql`(select ${type}, ${columns} ${matching} and (select total from ${table}) > 0 ${bounds})`,
      };
    }
    return {
      table: sql`
        with ${sortableTables(counted, part)}
        select total, page_found or all_found as is_sortable, sortable.* from state left join sortable on true`,
      first: sql`
        (select ${type}, ${columns} from ${table} where id is not null ${bounds})
        union all
        (select ${type}, ${columns} from ${listings}
          where (select not is_sortable from ${table} limit 1)
            and ${isMatchOf(conditions, (_, key) => sql`(select ${key})`)} ${bounds})`,
    };
  });
  const firstOfEach = each.map(({ first }) => first);
  const totals = asked.map(
    ({ category: { type } }, at) =>
      sql`select ${type}::text as type, (select total from ${tableOf(at)} limit 1) as total`,
  );
  return sql`
    ${sql.join(each.map(({ table }, at) => sql`${tableOf(at)} as materialized (${table})`))},
    matches as materialized (
      select * from (${sql.join(firstOfEach, sql` union all `)}) first
      order by shelved desc, id desc limit ${sql.lit(COUNT_LIMIT)}
    ),
    totals as (
      select json_object_agg(type, total) as totals, true as complete
      from (${sql.join(totals, sql` union all `)}) counted
    )`;
}

/**
 * The first matches of a category in the order of an index, which is fast where matches are common. Materialized:
 * without statistics of the table, PostgreSQL would read them again for each row.
 */
function firstInOrder({ category, conditions, total }: Counted, part: Part): RawBuilder<unknown> {
  const { sort, taken } = part;
  const matching = sql`from ${onOffer(category)} where ${all(checksInOrder(conditions))}`;
  return sql`(
    with counted as materialized (
      select ${total ?? countInOrder(category.type, conditions, matching)}::int as total
    ), first as materialized (
      select * from (
        select ${sortColumns(part)} ${matching} and (select total from counted) > (select skipped from part)
        ${boundsIn(sort)}
      ) bounded limit ${mostTaken(taken)}
    )
    select ${category.type} as type, total, true as complete, first.* from counted left join first on true
  )`;
}

function countInOrder(
  type: string,
  conditions: SearchConditions,
  matching: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return isEverything(conditions)
    ? sql`least(${countWhole(type, null)}, ${COUNT_LIMIT + 1})`
    : sql`(select count(*) from (select ${matching} limit ${COUNT_LIMIT + 1}) limited)`;
}

/** The first COUNT_LIMIT matches, with their rank by relevance. */
function ranked(asked: readonly AskedCategory[], words: readonly WordCondition[]): RawBuilder<unknown> {
  const rankedOf = asked.map(
    ({ category }) => sql`
      select type, id, price_cents, created_at, shelf_place, null::float8 as distance_km, ${rankOf(words, category.type)} as rank
      from ${onOffer(category)}
      where type = ${category.type} and id = any(array(select id from matches where type = ${category.type}))`,
  );
  return sql`ranked as (${sql.join(rankedOf, sql` union all `)})`;
}
