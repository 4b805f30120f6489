import { type Kysely, sql, type Transaction } from "kysely";
import type { ListingKey } from "#app/domain/listing.ts";
import type { FormerValues } from "#app/features/listings/bulk.server.ts";
import { valuesFrom } from "#app/features/listings/columns.server.ts";
import { invalidateListingPages } from "#app/features/listings/commands.server.ts";
import { isEditable } from "#app/features/listings/on-offer.server.ts";
import { deleteHeld, updateHeld } from "#app/features/listings/writes.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { logger } from "#app/platform/log.server.ts";
import { restorePictures } from "../pictures/orders.server.ts";
import { lockStock } from "../table/commands.server.ts";
import { writeInHalves } from "./halves.server.ts";
import { FORMER_PICTURES, hashOfNow } from "./memory.server.ts";
import { MAX_RUNS_WITHOUT_PROGRESS } from "./rules.ts";
import type { KeptBecause } from "./view.ts";

/** The number of listings in a transaction. */
const LISTINGS_AT_ONCE = 500;

/** SQL, of `uploads`: whether its owner asked to take it back, and that is not done. */
export const IS_BEING_UNDONE = sql<boolean>`(undo_asked_at is not null and undo_done_at is null)`;

/** A listing that the upload created or changed. */
interface Remembered extends ListingKey {
  /** Null: the upload created it. */
  readonly former: FormerValues | null;
  /** Why it stays as it is; "gone" if it was deleted since; null if nothing speaks against it. */
  readonly kept: KeptBecause | "gone" | null;
}

interface Undone {
  readonly types: ReadonlySet<string>;
  readonly isDone: boolean;
}

/**
 * Takes an upload back, until it is done, `signal` is aborted or `performance.now` reaches `end`. It continues where an
 * interrupted run has ended: a listing that was dealt with leaves `upload_listings`, or says why it stays.
 * @param onProgress called after each batch
 */
export async function undoUpload(
  connection: Kysely<DB>,
  id: string,
  { signal, end, onProgress }: { signal: AbortSignal; end: number; onProgress: () => Promise<void> },
): Promise<void> {
  if (!(await startRun(connection, id))) return onProgress();
  for (;;) {
    const undone = await connection.transaction().execute((trx) => undoBatch(trx, id));
    if (!undone) return;
    invalidateListingPages(undone.types);
    await onProgress();
    if (undone.isDone || signal.aborted || performance.now() > end) return;
  }
}

/** Whether to continue. After MAX_RUNS_WITHOUT_PROGRESS, the owner may ask again for what is left. */
async function startRun(connection: Kysely<DB>, id: string): Promise<boolean> {
  const { rows } = await sql<{ tries: number }>`
    update uploads set tries = tries + 1 where id = ${id} and ${IS_BEING_UNDONE} returning tries
  `.execute(connection);
  const [row] = rows;
  if (!row) return false;
  if (row.tries <= MAX_RUNS_WITHOUT_PROGRESS) return true;
  logger.error({ uploadId: id, tries: row.tries }, "an upload could not be taken back");
  await sql`update uploads set undo_asked_at = null, tries = 0 where id = ${id}`.execute(connection);
  return false;
}

/** Null if there is nothing to do any more. */
async function undoBatch(trx: Transaction<DB>, id: string): Promise<Undone | null> {
  const { rows: uploads } = await sql<{ user_id: string }>`
    select user_id from uploads where id = ${id} and ${IS_BEING_UNDONE} for update
  `.execute(trx);
  const [upload] = uploads;
  if (!upload) return null;
  await lockStock(trx, upload.user_id);
  const remembered = await nextOf(trx, id);
  const free = remembered.filter(({ kept }) => kept === null);
  const created = free.filter(({ former }) => former === null);
  const { results: restored, refused } = await writeInHalves(
    trx,
    free.filter(({ former }) => former !== null),
    (some) => restore(trx, upload.user_id, some),
  );
  await remove(trx, created);
  const staying = [
    ...remembered.flatMap(({ type, id: listing, kept }) =>
      kept === null || kept === "gone" ? [] : [{ type, id: listing, kept }],
    ),
    ...refused.map(({ row: { type, id: listing } }) => ({ type, id: listing, kept: "changed" as const })),
  ];
  await leaveOnly(trx, id, remembered, staying);
  const isDone = remembered.length < LISTINGS_AT_ONCE;
  await sql`
    update uploads set undo_read = undo_read + ${remembered.length}, undo_deleted = undo_deleted + ${created.length},
      undo_restored = undo_restored + ${restored.length}, tries = 0, undo_done_at = ${isDone ? sql`now()` : null}
    where id = ${id}
  `.execute(trx);
  return { types: new Set([...created, ...restored].map(({ type }) => type)), isDone };
}

/** The next listings, which are locked in the order in which all bulk changes lock. */
async function nextOf(trx: Transaction<DB>, uploadId: string): Promise<readonly Remembered[]> {
  const next = sql`(
    select * from upload_listings where upload_id = ${uploadId} and kept is null
    order by listing_type, listing_id limit ${LISTINGS_AT_ONCE}
  )`;
  await sql`
    select from listings where (type, id) in (select listing_type, listing_id from ${next} next)
    order by type, id for update
  `.execute(trx);
  // A statement of its own sees the deals that were made until the locks were granted.
  const { rows } = await sql<Remembered>`
    select listing_type as type, listing_id as id, former, case
      when listings.id is null then 'gone'
      when listings.reserved > 0 then 'reserved'
      when listings.quantity < next.quantity or exists (
        select from deal_items items join deals on deals.id = items.deal_id
        where items.listing_type = next.listing_type and items.listing_id = next.listing_id
          and deals.state <> 'cancelled' and deals.updated_at >= uploads.created_at
      ) then 'sold'
      when exists (
        select from chat_rooms rooms
        where rooms.listing_type = next.listing_type and rooms.listing_id = next.listing_id
          and coalesce(rooms.last_message_at, rooms.created_at) >= uploads.created_at
      ) or exists (
        select from cart_requests asked join chat_rooms rooms on rooms.id = asked.room_id
        where asked.listing_type = next.listing_type and asked.listing_id = next.listing_id
          and coalesce(rooms.last_message_at, rooms.created_at) >= uploads.created_at
      ) then 'discussed'
      when not ${isEditable} then 'removed'
      when given <> ${hashOfNow} then 'changed'
    end as kept
    from ${next} next join uploads on uploads.id = upload_id
    left join listings on listings.type = listing_type and listings.id = listing_id
    order by listing_type, listing_id
  `.execute(trx);
  return rows;
}

const keysOf = (listings: readonly ListingKey[]) =>
  sql`unnest(${listings.map(({ type }) => type)}::text[], ${listings.map(({ id }) => id)}::uuid[])`;

async function remove(trx: Transaction<DB>, listings: readonly Remembered[]): Promise<void> {
  if (listings.length === 0) return;
  await sql`with held as (select * from ${keysOf(listings)} as held (type, id)) ${deleteHeld}`.execute(trx);
}

/**
 * Gives listings their former values back. The database refuses some, for example because another listing has the former
 * SKU by now.
 */
async function restore(
  trx: Transaction<DB>,
  ownerId: string,
  listings: readonly Remembered[],
): Promise<readonly Remembered[]> {
  const rows = listings.map(({ type, id, former }) => ({ type, id, former }));
  await sql`
    with held as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as held (type text, id uuid, former jsonb)
    )
    ${updateHeld(sql`${valuesFrom(sql`held.former`)}, updated_at = now()`)}
  `.execute(trx);
  const pictures = listings.flatMap(({ type, id, former }) => {
    const urls = former?.[FORMER_PICTURES];
    return Array.isArray(urls) ? [{ key: { type, id }, urls: urls as string[] }] : [];
  });
  await restorePictures(trx, ownerId, pictures);
  return listings;
}

/** Forgets these listings of the upload, except those that stay as they are. */
async function leaveOnly(
  trx: Transaction<DB>,
  uploadId: string,
  remembered: readonly ListingKey[],
  staying: readonly (ListingKey & { readonly kept: KeptBecause })[],
): Promise<void> {
  await sql`
    update upload_listings set kept = staying.kept
    from jsonb_to_recordset(${JSON.stringify(staying)}::jsonb) as staying (type text, id uuid, kept text)
    where upload_id = ${uploadId} and listing_type = type and listing_id = id
  `.execute(trx);
  await sql`
    delete from upload_listings
    where upload_id = ${uploadId} and kept is null and (listing_type, listing_id) in (select * from ${keysOf(remembered)})
  `.execute(trx);
}
