import { type RawBuilder, sql } from "kysely";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { isId } from "#app/domain/ids.ts";
import { SKU } from "#app/features/listings/own/queries.server.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import { jsonPhoto, type PhotoRow } from "#app/features/photos/queries.server.ts";
import { getLocale } from "#app/paraglide/runtime.js";
import { db, type Queries } from "#app/platform/db.server.ts";
import type { StockCursor, StockFilter, StockRequest } from "./address.ts";
import { isAscending, STALE_DAYS, STOCK_PAGE, type StockSort, UNDO_MINUTES } from "./rules.ts";

export interface StockItemRow {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly brand: string | null;
  readonly price_cents: number;
  readonly quantity: number;
  readonly sku: string | null;
  readonly condition: string | null;
  readonly created_at: Date;
  readonly photo: PhotoRow | null;
  readonly failed_pictures: number;
  /** The value by which the row is sorted, as text for a cursor. */
  readonly place: string;
}

export interface StockPage {
  readonly rows: readonly StockItemRow[];
  /** How many listings match the filter. */
  readonly count: number;
  /** How many of these listings come before the first row. */
  readonly countBefore: number;
}

const TEXT = sql<string>`fold(concat_ws(' ', listings.name, listings.brand, ${SKU}))`;

const STATES: Readonly<Record<NonNullable<StockFilter["state"]>, RawBuilder<boolean>>> = {
  in: sql`listings.quantity > 0`,
  out: sql`listings.quantity = 0`,
  stale: sql`listings.status = 'available' and listings.created_at < now() - make_interval(days => ${STALE_DAYS})`,
  no_picture: sql`not exists (
    select from photos where photos.listing_type = listings.type and photos.listing_id = listings.id
  )`,
  picture_failed: sql`exists (
    select from picture_orders as ordered
    where ordered.listing_type = listings.type and ordered.listing_id = listings.id and ordered.state = 'failed'
  )`,
};

/** An SQL condition on `listings`: those of this user that match the filter. */
export function matching(userId: string, { q, type, state, upload }: StockFilter): RawBuilder<boolean> {
  const types = type ? [type] : CATEGORIES.map((category) => category.type);
  const isListingId: boolean = isId(q);
  const words = isListingId ? [] : q.split(" ").filter(Boolean);
  return sql.join(
    [
      sql`listings.user_id = ${userId}`,
      sql`listings.type = any(${types}::text[])`,
      ...(isListingId ? [sql`listings.id = ${q}`] : []),
      ...words.map((word) => sql`strpos(${TEXT}, fold(${word})) > 0`),
      ...(state ? [STATES[state]] : []),
      ...(upload
        ? [
            sql`(listings.type, listings.id) in (
              select listing_type, listing_id from upload_listings where upload_id = ${upload}
            )`,
          ]
        : []),
    ],
    sql` and `,
  );
}

interface SortOrder {
  /** The SQL expression by which rows are sorted. */
  readonly key: RawBuilder<unknown>;
  /** The SQL expression for the text of `key` in a cursor. */
  readonly written: RawBuilder<string>;
  /** The SQL value for the text in a cursor; null if the text is invalid. */
  readonly read: (value: string) => RawBuilder<unknown> | null;
}

const whole = (value: string) => (/^\d{1,16}$/.test(value) ? sql`${value}::bigint` : null);

const LISTED: SortOrder = {
  key: sql`listings.created_at`,
  written: sql`(extract(epoch from listings.created_at) * 1000000)::bigint::text`,
  read: (value) => whole(value) && sql`(timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond')`,
};
const NAME: SortOrder = {
  // By default the database sorts by bytes: é after z, and lower case after upper case.
  key: sql`listings.name collate "und-x-icu"`,
  written: sql`listings.name`,
  read: (value) => sql`${value}::text collate "und-x-icu"`,
};
const number = (column: RawBuilder<unknown>): SortOrder => ({
  key: column,
  written: sql`${column}::text`,
  read: whole,
});

/** Alphabetically by the names of the types in the user's language. */
function byType(): SortOrder {
  const { compare } = new Intl.Collator(getLocale());
  const types = CATEGORIES.map((definition) => ({
    type: definition.type,
    name: sentence(definition, "plural"),
  }));
  const order = types.sort((one, other) => compare(one.name, other.name)).map(({ type }) => type);
  return number(sql`array_position(${order}::text[], listings.type)`);
}

function orderOf(sort: StockSort): SortOrder {
  switch (sort) {
    case "newest":
    case "oldest":
      return LISTED;
    case "name_asc":
    case "name_desc":
      return NAME;
    case "type_asc":
    case "type_desc":
      return byType();
    case "price_asc":
    case "price_desc":
      return number(sql`listings.price_cents`);
    case "quantity_asc":
    case "quantity_desc":
      return number(sql`listings.quantity`);
  }
}

/**
 * An SQL condition for the rows beyond the cursor; null if the cursor does not fit this sort order. Rows with the same
 * sort value are sorted by id, the newest first.
 */
function beyond(order: SortOrder, ascending: boolean, cursor: StockCursor): RawBuilder<boolean> | null {
  const value = order.read(cursor.value);
  if (!value) return null;
  const forward = cursor.way === "after";
  const sign = sql.raw(ascending === forward ? ">" : "<");
  const idSign = sql.raw(forward ? "<" : ">");
  // The first comparison follows from the others, but an index can be used for it.
  return sql`(${order.key} ${sign}= ${value}
    and (${order.key} ${sign} ${value} or listings.id ${idSign} ${cursor.id}::uuid))`;
}

function columns(order: SortOrder) {
  return sql`listings.type, listings.id, listings.name, listings.brand, listings.price_cents, listings.quantity,
    ${SKU} as sku, listings.attributes ->> 'condition' as condition, listings.created_at, ${order.written} as place`;
}

/** A page of the stock table: at most STOCK_PAGE listings of this user, of all types. */
export async function stockPage(userId: string, request: StockRequest): Promise<StockPage> {
  const order = orderOf(request.sort);
  const ascending = isAscending(request.sort);
  const from = request.cursor && beyond(order, ascending, request.cursor);
  const backward = from !== null && request.cursor?.way === "before";
  const which = matching(userId, request);
  const { rows } = await sql<StockItemRow>`
    select page.*, ${jsonPhoto(sql`page.type`, sql`page.id`)} as photo, (
      select count(*) from picture_orders as ordered
      where ordered.listing_type = page.type and ordered.listing_id = page.id and ordered.state = 'failed'
    ) as failed_pictures
    from (
      select ${columns(order)} from listings where ${which} and ${from ?? sql`true`}
      order by ${order.key} ${sql.raw(ascending === backward ? "desc" : "asc")},
        listings.id ${sql.raw(backward ? "asc" : "desc")}
      limit ${STOCK_PAGE}
    ) page
  `.execute(db());
  if (backward) rows.reverse();
  const [first] = rows;
  const earlier =
    first && from ? beyond(order, ascending, { way: "before", id: first.id, value: first.place }) : null;
  const counted = await sql<{ count: number; countBefore: number }>`
    select count(*) as count, count(*) filter (where ${earlier ?? sql`false`}) as "countBefore"
    from listings where ${which}
  `.execute(db());
  return { rows, ...(counted.rows[0] ?? { count: 0, countBefore: 0 }) };
}

/**
 * The last bulk price change; null if it can no longer be undone. `percent` is in hundredths of a percent, `count` is
 * the number of changed prices.
 */
export async function undoableChange(
  userId: string,
  queries: Queries = db(),
): Promise<{ id: string; percent: number; count: number } | null> {
  const { rows } = await sql<{ id: string; percent: number; count: number }>`
    select id, percent, cardinality(ids) as count from stock_price_changes
    where user_id = ${userId} and created_at > now() - ${UNDO_MINUTES} * interval '1 minute'
  `.execute(queries);
  return rows[0] ?? null;
}
