import { type RawBuilder, sql, type Transaction } from "kysely";
import { db, extendStatementTimeout } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { MAX_KEPT_UPLOAD_BYTES } from "./rules.ts";

/** The listings of the uploads stay. */
export async function deleteUploads(trx: Transaction<DB>, which: RawBuilder<boolean>): Promise<void> {
  // An upload may have a million picture orders, which the foreign key updates.
  await extendStatementTimeout(trx);
  await sql`delete from uploads where ${which}`.execute(trx);
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
