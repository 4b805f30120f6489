import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { Search, Sort } from "#app/domain/search.ts";
import { onOffer } from "#app/features/listings/on-offer.server.ts";
import { type CardRow, cardsByKey, type ListingKey } from "#app/features/listings/queries.server.ts";
import { db, prepared } from "#app/platform/db.server.ts";
import { searchCategory } from "./category.server.ts";
import type { FoundPage, SearchContext } from "./conditions.server.ts";
import { all, COUNTED, isMatch, ORDERS } from "./gather.server.ts";
import {
  count,
  counted,
  countFirst,
  type EverythingContext,
  GATHERED,
  gathered,
  isOpen,
  met,
  ORDER_OF,
  type Order,
  type Part,
  partsOf,
  presentable,
  sumOf,
  WINDOWS,
} from "./parts.server.ts";
import { LAST_RANK, rankKeys, type Wanted } from "./words.server.ts";

/** The source of a type's first matches in an order. With `isFull`, the first window holds all that can be shown. */
function source(part: Part, order: Order, most: number, isFull: boolean, now: Date): RawBuilder<unknown> {
  const [window, n] = (isFull ? [...part.counts] : [...part.counts].slice(-1))[0] ?? [];
  if (window === undefined || n === undefined) return met(part, order, most);
  if (order === "newest") {
    // A type that was common once and is rare now: read all matches rather than scan the new listings.
    if (window === null) return gathered(part, null, now, Number.MAX_SAFE_INTEGER);
    return n > GATHERED ? met(part, order, most) : gathered(part, window, now);
  }
  // The cheapest listing may be old. Unless all matches are known, every few listings match.
  return window === null && n <= GATHERED ? gathered(part, null, now) : met(part, order, most);
}

/** Matches by facts and in the name or brand rank first, those in other facts next, and those in the description last. */
function tier(part: Part, wanted: readonly Wanted[]): RawBuilder<unknown> {
  const keys = rankKeys(wanted, part.definition.type);
  if (keys.length === 0) return sql`0`;
  const cases = keys.map(({ rank, key }) => sql`when search @@ ${key} then ${sql.lit(rank)}`);
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(LAST_RANK)} end`;
}

function stockedOnes(parts: readonly Part[]): Part[] {
  return parts.filter((part) => part.total > 0);
}

interface PageAsked {
  readonly sort: Sort;
  readonly offset: number;
  readonly size: number;
  readonly wanted: readonly Wanted[];
  readonly now: Date;
}

/** An open part in the statement of a page: all its matches, found once, then counted and sorted. */
function openPart(part: Part, at: number, order: Order, now: Date) {
  const [matches, total] = [sql.ref(`all${at}`), sql.ref(`total${at}`)];
  // Sorted by time, the matches beyond COUNTED are old, and there are few of them.
  const most = order === "newest" ? Number.MAX_SAFE_INTEGER : COUNTED + 1;
  return {
    part,
    matches,
    n: sql`(select n from ${total})`,
    common: sql`${matches} as materialized ${gathered(part, null, now, most)},
      ${total} as materialized (select count(*)::int as n from ${matches})`,
  };
}

type Open = ReturnType<typeof openPart>;

/** The matches of an open part. When they are too many to sort, the first ones in table order. */
function openSource({ part, matches, n }: Open, order: Order, most: number): RawBuilder<unknown> {
  if (order === "newest") return sql`${matches}`;
  const { keys, checks } = part.narrowed;
  // The planner makes no estimate inside a `case`: see gather.server.ts.
  return sql`(
    select * from ${matches} where ${n} <= ${sql.lit(COUNTED)}
    union all (
      select id, price_cents, created_at from ${onOffer(part.definition)}
      where ${n} > ${sql.lit(COUNTED)}
        and case when pg_backend_pid() <> 0 then ${all([...keys.map(isMatch), ...checks])} end
      order by ${ORDERS[order]} limit ${most}
    )
  )`;
}

/**
 * The keys of one page, from the first COUNTED matches in the order. Relevance sorts those again. Open parts are
 * counted in the same statement.
 */
async function pageOf(
  parts: readonly Part[],
  { sort, offset, size, wanted, now }: PageAsked,
): Promise<ListingKey[]> {
  const order = ORDER_OF[sort];
  const isRanked = sort === "relevance" && wanted.length > 0;
  const most = isRanked ? COUNTED : Math.min(offset + size, COUNTED);
  const open = parts.filter(isOpen).map((part, at) => openPart(part, at, order, now));
  const shown = parts.filter((part) => isOpen(part) || part.total > 0);
  if (shown.length === 0) return [];
  const isNew = parts.reduce((sum, part) => sum + (part.counts.get(WINDOWS[0]) ?? 0), 0) > COUNTED;
  const isFull = isNew && order === "newest";
  const sourceOf = (part: Part) => {
    const one = open.find((some) => some.part === part);
    return one && !isFull ? openSource(one, order, most) : source(part, order, most, isFull, now);
  };
  const first = shown.map(
    (part) => sql`(select ${part.definition.type} as type, id, price_cents, created_at
      from ${sourceOf(part)} one order by ${ORDERS[order]} limit ${most})`,
  );
  const found = sql`found as materialized (
    select * from (${sql.join(first, sql` union all `)}) every order by ${ORDERS[order]} limit ${most}
  )`;
  const ranked = shown.map(
    (part) => sql`select type, id, created_at, ${tier(part, wanted)} as tier from ${onOffer(part.definition)}
      where type = ${part.definition.type}
        and id = any(array(select id from found where type = ${part.definition.type}))`,
  );
  const page = isRanked
    ? sql`select type, id, row_number() over (order by tier, created_at desc, id desc) as place
        from (${sql.join(ranked, sql` union all `)}) ranked`
    : sql`select type, id, row_number() over (order by ${ORDERS[order]}) as place from found`;
  const query = sql<{ type: string | null; id: string; totals: number[] }>`
    with ${sql.join([...open.map(({ common }) => common), found])}
    select page.type, page.id, array[${sql.join(open.map(({ n }) => n))}]::int[] as totals
    from (select) one left join (${page} order by place offset ${offset} limit ${size}) page on true order by place
  `;
  // With all types open the statement is always the same, and planning it would take as long as running it.
  const rows = open.length === parts.length ? await prepared(query) : (await query.execute(db())).rows;
  for (const [at, { part }] of open.entries()) counted(part, null, rows[0]?.totals[at] ?? 0);
  return rows.flatMap(({ type, id }) => (type === null ? [] : [{ type, id }]));
}

/**
 * Finds a page of listings of all types. Relevance sorts by where the words match, then by date, among the newest
 * COUNTED matches. No order reaches older matches (docs/decisions/0016).
 */
export async function searchEverywhere(search: Search, context: EverythingContext): Promise<FoundPage> {
  const { centre, now, pageSize } = context;
  const wanted = context.wanted ?? [];
  const parts = partsOf(search, context);
  await countFirst(parts, search, context);
  const keysOf = (page: number) =>
    pageOf(parts, { sort: search.sort, offset: (page - 1) * pageSize, size: pageSize, wanted, now });
  const found = (rows: readonly CardRow[], page: number): FoundPage => {
    const types = presentable(parts);
    return { rows, page, types, own: 0, ...sumOf(types) };
  };
  const lastPage = () => Math.max(1, Math.ceil(sumOf(presentable(parts)).total / pageSize));
  if (search.sort === "nearest" && centre) {
    await count(parts.filter(isOpen), null, now);
    const page = Math.min(search.page, lastPage());
    const offset = (page - 1) * pageSize;
    const nearest = await nearestOfAllTypes(
      stockedOnes(parts).map(({ definition }) => definition),
      { ...search, page: 1 },
      { ...context, wanted, pageSize: offset + pageSize },
    );
    return found(nearest.slice(offset), page);
  }
  const keys = await keysOf(search.page);
  const page = Math.min(search.page, lastPage());
  return found(await cardsByKey(page === search.page ? keys : await keysOf(page), centre), page);
}

/** The nearest listings of all types. The first page of each type is enough to find them. */
async function nearestOfAllTypes(
  definitions: readonly CategoryDefinition[],
  search: Search,
  context: Omit<SearchContext, "meaning" | "viewerId">,
): Promise<CardRow[]> {
  const pages = await Promise.all(
    definitions.map((definition) =>
      searchCategory(definition, search, { ...context, meaning: null, viewerId: null }),
    ),
  );
  const away = ({ distance_km: km }: CardRow) => (km == null ? Number.POSITIVE_INFINITY : Math.floor(km));
  return pages
    .flatMap((page) => page.rows)
    .map((row) => ({ row, km: away(row) }))
    .sort((a, b) => (a.km === b.km ? byAge(a.row, b.row) : a.km - b.km))
    .slice(0, context.pageSize)
    .map(({ row }) => row);
}

function byAge(a: CardRow, b: CardRow): number {
  return b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1);
}
