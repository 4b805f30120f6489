import { sql, type Transaction } from "kysely";
import type { ListingKey } from "#app/domain/listing.ts";
import type { DB } from "#app/platform/db-types.ts";

/** Remembers that a run of a feed has listed these listings, which its transaction has locked. */
export async function noteListed(
  trx: Transaction<DB>,
  { feedId, runId }: { readonly feedId: string; readonly runId: string },
  keys: readonly ListingKey[],
): Promise<void> {
  const types = keys.map(({ type }) => type);
  const ids = keys.map(({ id }) => id);
  await sql`
    insert into feed_listings (feed_id, listing_type, listing_id, first_run_id, run_id)
    select ${feedId}, type, id, ${runId}, ${runId} from unnest(${types}::text[], ${ids}::uuid[]) as listed (type, id)
    on conflict (feed_id, listing_type, listing_id) do update set run_id = excluded.run_id, missed = 0
  `.execute(trx);
}

/** A run of a feed, whose transaction has locked the feed. */
export interface FinishedRun {
  readonly feedId: string;
  readonly runId: string;
  readonly userId: string;
}

/**
 * Rows that failed are in the file nevertheless: their listings count as listed, by their SKU or id. When a failed row has
 * neither, nobody can say which listing it means, and all count as listed. What is sold out does not.
 * @returns how many failed rows have neither
 */
export async function countFailedAsListed(
  trx: Transaction<DB>,
  { feedId, runId }: FinishedRun,
  uploadId: string,
): Promise<number> {
  const failed = sql`failed as (
    select trim(coalesce(cells ->> 'sku', '')) as sku, lower(trim(coalesce(cells ->> 'id', ''))) as id
    from upload_rows where upload_id = ${uploadId} and coalesce(cells ->> 'quantity', '') <> '0'
  )`;
  await sql`
    with ${failed}
    update feed_listings set run_id = ${runId}, missed = 0 from listings
    where feed_id = ${feedId} and run_id <> ${runId}
      and listings.type = listing_type and listings.id = listing_id
      and (exists (select from failed where sku = '' and id = '')
        or row_key in (select 'sku:' || sku from failed where sku <> '')
        or listings.id::text in (select id from failed where id <> ''))
  `.execute(trx);
  const { rows } = await sql<{ count: number }>`
    with ${failed} select count(*) as count from failed where sku = '' and id = ''
  `.execute(trx);
  return rows[0]?.count ?? 0;
}

/** How many listings the earlier runs have listed, and how many of those this run does not list for the first time. */
export async function countGone(
  trx: Transaction<DB>,
  { feedId, runId }: FinishedRun,
): Promise<{ listed: number; gone: number }> {
  const { rows } = await sql<{ listed: number; gone: number }>`
    select count(*) as listed, count(*) filter (where run_id <> ${runId}) as gone
    from feed_listings join listings on type = listing_type and id = listing_id
    where feed_id = ${feedId} and first_run_id <> ${runId} and missed = 0 and (quantity > 0 or run_id = ${runId})
  `.execute(trx);
  return rows[0] ?? { listed: 0, gone: 0 };
}

/**
 * Counts the runs that did not list each listing. What the feed leaves out has no pieces there, so its next number is new
 * (docs/decisions/0189).
 */
export async function countMissed(trx: Transaction<DB>, { feedId, runId }: FinishedRun): Promise<void> {
  await sql`
    update feed_listings set missed = missed + 1 where feed_id = ${feedId} and run_id <> ${runId}
  `.execute(trx);
}
