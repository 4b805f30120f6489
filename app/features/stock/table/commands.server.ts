import { type RawBuilder, sql, type Transaction } from "kysely";
import { isId } from "#app/domain/ids.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import { MAX_PRICE_CENTS } from "#app/domain/money.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { invalidateListingPages } from "#app/features/listings/commands.server.ts";
import { isEditable } from "#app/features/listings/on-offer.server.ts";
import { deleteHeld, updateHeld } from "#app/features/listings/writes.server.ts";
import { db, extendStatementTimeout, type Queries } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import type { StockFilter } from "./address.ts";
import { matching } from "./queries.server.ts";
import { EXAMPLES, MAX_NAMED_LISTINGS, TOKEN_HOURS, UNDO_MINUTES } from "./rules.ts";

/** The listings of a bulk change: those that the user picked, or all that match the filter. */
export interface StockSelection {
  readonly picked: { readonly keys: readonly ListingKey[]; readonly all: boolean };
  readonly filter: StockFilter;
}

/** An SQL condition on `listings`, which no listing of another user meets. */
function selectedRows(viewer: Viewer, { picked, filter }: StockSelection): RawBuilder<boolean> {
  if (picked.all) return matching(viewer.id, filter);
  const types = picked.keys.map(({ type }) => type);
  const ids = picked.keys.map(({ id }) => id);
  return sql`listings.user_id = ${viewer.id}
    and (listings.type, listings.id) in (select * from unnest(${types}::text[], ${ids}::uuid[]))`;
}

/** In cents; half a cent is rounded up. `percent` is in hundredths of a percent. */
function priceAfter(percent: number): RawBuilder<number> {
  return sql`((listings.price_cents::bigint * (10000 + ${percent}::bigint) + 5000) / 10000)`;
}

/**
 * Makes other bulk changes of this user's stock wait until the transaction ends. Otherwise two of them could deadlock
 * on each other's rows.
 */
export async function lockStock(trx: Transaction<DB>, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`stock:${userId}`}, 0))`.execute(trx);
}

async function changingMany<Result extends { types: readonly string[] }>(
  viewer: Viewer,
  run: (trx: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  await limit("stock_write", viewer.id);
  const result = await db()
    .transaction()
    .execute(async (trx) => {
      await extendStatementTimeout(trx);
      await lockStock(trx, viewer.id);
      return run(trx);
    });
  invalidateListingPages(result.types);
  return result;
}

export interface Deletion {
  readonly count: number;
  /** A hash of the ids of these listings, to notice that other listings match meanwhile. */
  readonly which: string;
}

const COUNTED = sql<Deletion>`count(*) as count, md5(coalesce(string_agg(id::text, ' ' order by id), '')) as which`;

/** What would be deleted. `loved` is how many of these listings are a favourite of a user. */
export async function deletionOf(viewer: Viewer, scope: StockSelection, queries: Queries = db()) {
  await limit("stock_write", viewer.id);
  const { rows } = await sql<Deletion & { loved: number }>`
    select ${COUNTED}, count(*) filter (where exists (
      select from favorites where listing_type = listings.type and listing_id = listings.id
    )) as loved
    from listings where ${selectedRows(viewer, scope)}
  `.execute(queries);
  return rows[0] ?? { count: 0, which: "", loved: 0 };
}

/**
 * Deletes exactly the listings that the user confirmed.
 * @returns how many were deleted; null if they differ from `agreed`, and nothing was deleted
 */
export async function deleteMany(
  viewer: Viewer,
  scope: StockSelection,
  agreed: Deletion,
): Promise<number | null> {
  const { count } = await changingMany(viewer, async (trx) => {
    // One statement, so that the deleted rows are those locked and counted.
    const { rows } = await sql<{ same: boolean; types: string[]; count: number }>`
      with held as materialized (
        select type, id from listings where ${selectedRows(viewer, scope)} order by type, id for update
      ),
      counted as (select ${COUNTED} from held),
      agreed as (select count = ${agreed.count} and which = ${agreed.which} as same from counted),
      deleted as (
        ${deleteHeld} and (select same from agreed) returning listings.type
      )
      select (select same from agreed) as same, coalesce(array_agg(distinct type), '{}') as types, count(*) as count
      from deleted
    `.execute(trx);
    const [row] = rows;
    return row?.same ? row : { count: null, types: [] };
  });
  return count;
}

/** Prices are in euro cents. */
export interface PercentEffect {
  readonly changed: number;
  /** How many prices are the same after rounding. */
  readonly same: number;
  /** How many prices stay because the new price would be too high. */
  readonly tooHigh: number;
  readonly examples: readonly { readonly name: string; readonly was: number; readonly now: number }[];
  /** The names of the first listings counted in `tooHigh`. */
  readonly tooHighNames: readonly string[];
  /** `changePrices` accepts this token for one change. */
  readonly token: string;
}

/**
 * A preview of `changePrices`. `percent` is in hundredths of a percent. Of the prices that change, the highest and the
 * lowest are among the examples.
 */
export async function percentEffect(
  viewer: Viewer,
  scope: StockSelection,
  percent: number,
): Promise<PercentEffect> {
  await limit("stock_write", viewer.id);
  const { rows } = await sql<PercentEffect>`
    with new_prices as (
      select name, price_cents as was, ${priceAfter(percent)} as now, id from listings
      where ${selectedRows(viewer, scope)} and ${isEditable}
    ),
    changed as (select * from new_prices where now <> was and now <= ${MAX_PRICE_CENTS}),
    spread as (
      select name, was, now, row_number() over (order by was desc, id) as place, count(*) over () as n from changed
    )
    select uuidv7() as token, (select count(*) from changed) as changed,
      (select count(*) from new_prices where now = was) as same,
      (select count(*) from new_prices where now > ${MAX_PRICE_CENTS} and now <> was) as "tooHigh",
      (select coalesce(json_agg(json_build_object('name', name, 'was', was, 'now', now) order by place), '[]') from spread
        where n <= ${EXAMPLES} or place in (
          select 1 + (step * (n - 1)) / ${EXAMPLES - 1} from generate_series(0, ${EXAMPLES - 1}) step
        )) as examples,
      (select coalesce(json_agg(name), '[]') from (
        select name from new_prices where now > ${MAX_PRICE_CENTS} and now <> was order by was desc, id limit ${MAX_NAMED_LISTINGS}
      ) high) as "tooHighNames"
  `.execute(db());
  return rows[0] ?? { changed: 0, same: 0, tooHigh: 0, examples: [], tooHighNames: [], token: "" };
}

/**
 * Changes prices by `percent`, in hundredths of a percent. A price that would be too high stays, and so does the price
 * of a listing that moderators removed. For UNDO_MINUTES, or until the next such change, `undoPrices` can restore the
 * old prices. A second call with the same `token` changes nothing.
 * @returns how many prices were changed, now or at the first call; null for an invalid or expired token
 */
export async function changePrices(
  viewer: Viewer,
  scope: StockSelection,
  percent: number,
  token: string,
): Promise<number | null> {
  if (!isId(token)) return null;
  const { count } = await changingMany(viewer, async (trx) => {
    const before = await changedWith(trx, viewer, token);
    if (before !== null) return { types: [], count: before };
    if (!(await isFresh(trx, token))) return { types: [], count: null };
    const { rows } = await sql<{ types: string[]; count: number }>`
      with held as (
        select type, id, price_cents as was, ${priceAfter(percent)} as now
        from listings where ${selectedRows(viewer, scope)} and ${isEditable} order by type, id for update
      ),
      written as (
        ${updateHeld(sql`price_cents = held.now, updated_at = now()`)}
          and held.now <> held.was and held.now <= ${MAX_PRICE_CENTS}
        returning listings.type, listings.id, held.was, listings.price_cents as now
      ),
      stored as (
        insert into stock_price_changes (user_id, percent, types, ids, was_cents, now_cents)
        select ${viewer.id}::uuid, ${percent}, array_agg(type), array_agg(id), array_agg(was), array_agg(now)
        from written having count(*) > 0
        on conflict (user_id) do update set id = excluded.id, percent = excluded.percent, types = excluded.types,
          ids = excluded.ids, was_cents = excluded.was_cents, now_cents = excluded.now_cents, created_at = now()
        returning id
      ),
      used as (
        insert into stock_price_tokens (user_id, id, changed) select ${viewer.id}::uuid, ${token}::uuid, count(*) from written
      )
      select coalesce(array_agg(distinct type), '{}') as types, count(*) as count from written
    `.execute(trx);
    return rows[0] ?? { types: [], count: 0 };
  });
  return count;
}

/** How many prices were changed with this token; null if it is unused. */
async function changedWith(trx: Transaction<DB>, viewer: Viewer, token: string): Promise<number | null> {
  const used = await trx
    .selectFrom("stock_price_tokens")
    .select("changed")
    .where("user_id", "=", viewer.id)
    .where("id", "=", token)
    .executeTakeFirst();
  return used?.changed ?? null;
}

/**
 * Whether a token, a UUID v7 with the time of its creation, is younger than TOKEN_HOURS. The use of older tokens may no
 * longer be stored.
 */
async function isFresh(trx: Transaction<DB>, token: string): Promise<boolean> {
  const { rows } = await sql<{ fresh: boolean }>`
    select coalesce(uuid_extract_timestamp(${token}) > now() - ${TOKEN_HOURS} * interval '1 hour', false) as fresh
  `.execute(trx);
  return rows[0]?.fresh ?? false;
}

/**
 * Restores the prices from before the last bulk price change, except those that were changed since and those of
 * listings that moderators removed.
 * @returns `back`: how many prices were restored; `notRestored`: how many were not
 * @throws Refused "stock_undo_late"
 */
export async function undoPrices(
  viewer: Viewer,
  change: string,
): Promise<{ readonly back: number; readonly notRestored: number }> {
  if (!isId(change)) throw new Refused("stock_undo_late");
  return changingMany(viewer, async (trx) => {
    const { rows: changes } = await sql<{ types: string[]; ids: string[]; was: number[]; now: number[] }>`
      delete from stock_price_changes
      where user_id = ${viewer.id} and id = ${change}
        and created_at > now() - ${UNDO_MINUTES} * interval '1 minute'
      returning types, ids, was_cents as was, now_cents as now
    `.execute(trx);
    const [batch] = changes;
    if (!batch) throw new Refused("stock_undo_late");
    const { rows } = await sql<{ type: string; count: number }>`
      with changed as (
        select * from unnest(${batch.types}::text[], ${batch.ids}::uuid[], ${batch.was}::int[], ${batch.now}::int[])
          as changed (type, id, was, now)
      ),
      held as (
        select listings.type, listings.id, changed.was from listings join changed using (type, id)
        where user_id = ${viewer.id} and price_cents = changed.now and ${isEditable} order by listings.type, listings.id
        for update of listings
      ),
      written as (
        ${updateHeld(sql`price_cents = held.was, updated_at = now()`)} returning listings.type
      )
      select type, count(*) as count from written group by type
    `.execute(trx);
    const back = rows.reduce((sum, row) => sum + row.count, 0);
    return { back, notRestored: batch.ids.length - back, types: rows.map(({ type }) => type) };
  });
}

/** Deletes expired price changes and tokens. */
export async function deleteExpiredPriceChanges(): Promise<void> {
  await sql`
    delete from stock_price_changes where created_at < now() - ${UNDO_MINUTES} * interval '1 minute'
  `.execute(db());
  await sql`
    delete from stock_price_tokens where created_at < now() - ${TOKEN_HOURS} * interval '1 hour'
  `.execute(db());
}
