import { type RawBuilder, sql, type Transaction } from "kysely";
import { db, extendStatementTimeout } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { KEPT_RUNS } from "../feeds/rules.ts";
import { MAX_KEPT_UPLOAD_BYTES, MAX_KEPT_UPLOADS, MAX_REMEMBERED_LISTINGS } from "./rules.ts";

/** The listings of the uploads stay. */
export async function deleteUploads(trx: Transaction<DB>, which: RawBuilder<boolean>): Promise<void> {
  // An upload may have a million picture orders, which the foreign key updates.
  await extendStatementTimeout(trx);
  await sql`delete from uploads where ${which}`.execute(trx);
}

/**
 * Forgets the user's processed uploads except the newest MAX_KEPT_UPLOADS - 1, to which a new one is added. Of the
 * others, those that can be taken back stay, without their files. The uploads of a feed are counted by themselves, the
 * listings that uploads have changed for all of the user's uploads together.
 */
export async function forgetOldUploads(
  trx: Transaction<DB>,
  userId: string,
  feedId: string | null,
): Promise<void> {
  const most = feedId === null ? MAX_KEPT_UPLOADS : KEPT_RUNS;
  const { rows } = await sql<{ id: string; stays: boolean; has_file: boolean }>`
    with placed as (
      select id, feed_id, has_file, undo_done_at,
        row_number() over (partition by feed_id order by created_at desc, id desc) as place,
        sum(created + updated) over (order by created_at desc, id desc) as changed
      from uploads where user_id = ${userId} and state in ('done', 'stopped', 'refused')
    )
    select id, has_file, changed <= ${MAX_REMEMBERED_LISTINGS} and undo_done_at is null
      and exists (select from upload_listings where upload_id = placed.id) as stays
    from placed where place >= ${most} and feed_id is not distinct from ${feedId}
  `.execute(trx);
  const idsOf = (which: typeof rows) => sql`${which.map(({ id }) => id)}::uuid[]`;
  const gone = rows.filter(({ stays }) => !stays);
  if (gone.length > 0) await deleteUploads(trx, sql`id = any(${idsOf(gone)})`);
  const reduced = rows.filter(({ stays, has_file }) => stays && has_file);
  if (reduced.length === 0) return;
  for (const table of ["upload_parts", "upload_rows", "upload_models"])
    await sql`delete from ${sql.table(table)} where upload_id = any(${idsOf(reduced)})`.execute(trx);
  await sql`update uploads set has_file = false where id = any(${idsOf(reduced)})`.execute(trx);
}

/**
 * Deletes the uploads of a feed that is being deleted. Those that its owner can take back become their own, but no more
 * than MAX_KEPT_UPLOADS.
 */
export async function releaseUploadsOf(trx: Transaction<DB>, feedId: string): Promise<void> {
  await deleteUploads(
    trx,
    sql`feed_id = ${feedId} and id not in (
      select id from uploads where feed_id = ${feedId} and (
        state in ('receiving', 'waiting', 'working')
        or undo_done_at is null and exists (select from upload_listings where upload_id = uploads.id)
      )
      order by created_at desc, id desc limit ${MAX_KEPT_UPLOADS}
    )`,
  );
}

/** Deletes the oldest processed files of users with more than `MAX_KEPT_UPLOAD_BYTES`. The results of their uploads stay. */
export async function deleteOldFiles(): Promise<void> {
  await sql`
    with sized as (
      select id, sum(bytes) over (partition by user_id order by created_at desc, id desc) as with_newer
      from uploads where has_file
    ),
    forgotten as (
      update uploads set has_file = false from sized
      where uploads.id = sized.id and with_newer > ${MAX_KEPT_UPLOAD_BYTES} and has_file
        -- Checked again under the row's lock, since the upload may be processed again at this moment.
        and state in ('done', 'stopped', 'refused')
      returning uploads.id
    )
    delete from upload_parts using forgotten where upload_id = forgotten.id
  `.execute(db());
}
