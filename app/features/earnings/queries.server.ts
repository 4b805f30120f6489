import { type RawBuilder, sql } from "kysely";
import { FIRST_ITEM } from "#app/features/deals/pieces.server.ts";
import { db, PAGE_ROWS, paginate } from "#app/platform/db.server.ts";
import { type Interval, type MonthSum, type Sale, SEVERAL_TYPES } from "./rules.ts";

/** The rule of `countedOf` in SQL. It uses the index deals_seller_id. */
function salesOf(sellerId: string): RawBuilder<unknown> {
  return sql`
    select id, buyer_id, price_cents, state, elsewhere, seller_confirmed_at, buyer_confirmed_at, received_at, created_at,
      first_item.listing_name, first_item.pieces, others,
      case when has_types then ${SEVERAL_TYPES} else first_item.listing_type end as type,
      greatest(seller_confirmed_at, buyer_confirmed_at) as agreed_at,
      case when elsewhere then seller_confirmed_at else received_at end as arrived_at
    from deals ${FIRST_ITEM}
    where seller_id = ${sellerId} and (
      state in ('handed_over', 'sent', 'received') or (state = 'agreed' and buyer_id is not null)
      or (elsewhere and state = 'open' and seller_confirmed_at is not null)
    )
  `;
}

/** For each month and type, a sum of the agreed sales and a sum of the received sales. */
export async function monthSums(sellerId: string): Promise<MonthSum[]> {
  const { rows } = await sql<MonthSum>`
    select to_char(moment at time zone 'UTC', 'YYYY-MM') as month, type, what,
      sum(price_cents) as cents, count(*) as sales
    from (${salesOf(sellerId)}) sales,
      lateral (values ('agreed', agreed_at), ('received', arrived_at)) counted (what, moment)
    where moment is not null
    group by 1, 2, 3
  `.execute(db());
  return rows;
}

/** The agreed sales of each week since a day, in UTC. `week` is its Monday: "2026-11-23". */
export async function weekSums(
  sellerId: string,
  since: string,
): Promise<{ readonly week: string; readonly sales: number; readonly cents: number }[]> {
  const { rows } = await sql<{ week: string; sales: number; cents: number }>`
    select date_trunc('week', agreed_at at time zone 'UTC')::date as week, count(*) as sales, sum(price_cents) as cents
    from (${salesOf(sellerId)}) sales where agreed_at >= ${since}::date at time zone 'UTC' group by 1
  `.execute(db());
  return rows;
}

export interface SaleRow extends Sale {
  readonly id: string;
  readonly listing_name: string;
  /** The type of all items, or `SEVERAL_TYPES`. */
  readonly type: string;
  /** How many items the sale has besides the first. */
  readonly others: number;
  /** The number of pieces of all items together. */
  readonly pieces: number;
  readonly price_cents: number;
  /** The username of the buyer; null for a deleted user and for a buyer outside the shop. */
  readonly buyer: string | null;
}

const COLUMNS = sql`
  sales.id, sales.listing_name, sales.type, sales.others, sales.pieces, sales.price_cents, sales.state, sales.elsewhere, sales.buyer_id,
  sales.seller_confirmed_at, sales.buyer_confirmed_at, sales.received_at, profiles.username as buyer
`;

const MAX_LISTED = 50;

/** The latest sales agreed or received in an interval (null: at any time), and the number of all such sales. */
export async function latestSales(
  sellerId: string,
  interval: Interval | null,
  most = MAX_LISTED,
): Promise<{ readonly rows: readonly SaleRow[]; readonly count: number }> {
  const { rows } = await sql<SaleRow & { count: number }>`
    with sales as (
      select *, count(*) over () as count from (
        select *, greatest(
          case when ${isIn("agreed_at", interval)} then agreed_at end,
          case when ${isIn("arrived_at", interval)} then arrived_at end
        ) as latest
        from (${salesOf(sellerId)}) every_sale
      ) dated
      where latest is not null
      order by latest desc, id desc limit ${most}
    )
    select ${COLUMNS}, sales.count from sales left join profiles on profiles.id = sales.buyer_id
    order by latest desc, sales.id desc
  `.execute(db());
  return { rows, count: rows[0]?.count ?? 0 };
}

function isIn(moment: "agreed_at" | "arrived_at", interval: Interval | null): RawBuilder<unknown> {
  const column = sql.ref(moment);
  return interval ? sql`${column} >= ${interval.from} and ${column} < ${interval.to}` : sql`true`;
}

/** A page's last row. A Date has no microseconds, so it would skip rows of the same millisecond. */
interface Place {
  readonly micros: number;
  readonly id: string;
}

/** All sales agreed or received in an interval (null: at any time), the newest first. */
export function everySale(sellerId: string, interval: Interval | null): AsyncGenerator<SaleRow> {
  return paginate((after: (SaleRow & Place) | null) => pageOf(sellerId, interval, after));
}

async function pageOf(
  sellerId: string,
  interval: Interval | null,
  after: Place | null,
): Promise<readonly (SaleRow & Place)[]> {
  const isCounted = sql`(${isIn("agreed_at", interval)} or ${isIn("arrived_at", interval)})`;
  const isAfter = after
    ? sql`(created_at, id) < ('epoch'::timestamptz + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<SaleRow & Place>`
    with sales as (
      select * from (${salesOf(sellerId)}) every_sale where ${isCounted} and ${isAfter}
      order by created_at desc, id desc limit ${PAGE_ROWS}
    )
    select ${COLUMNS}, (extract(epoch from sales.created_at) * 1000000)::bigint as micros
    from sales left join profiles on profiles.id = sales.buyer_id
    order by sales.created_at desc, sales.id desc
  `.execute(db());
  return rows;
}
