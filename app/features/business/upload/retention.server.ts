import { type RawBuilder, sql, type Transaction } from "kysely";
import { db, extendStatementTimeout } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { MAX_KEPT_BYTES } from "./rules.ts";

/** Takes uploads away, with what became of their rows; what they listed stays. */
export async function deleteUploads(trx: Transaction<DB>, which: RawBuilder<boolean>): Promise<void> {
  // One may have ordered a million pictures, each of which is told that it is gone.
  await extendStatementTimeout(trx);
  await sql`delete from uploads where ${which}`.execute(trx);
}

/**
 * Takes away the files of whoever has more than `MAX_KEPT_BYTES` of them, the oldest first, as far as they are worked. What
 * became of each, and the rows of it that failed, stay.
 */
export async function deleteOldFiles(): Promise<void> {
  await sql`
    with sized as (
      select id, sum(bytes) over (partition by user_id order by created_at desc, id desc) as with_newer
      from uploads where has_file
    ),
    forgotten as (
      update uploads set has_file = false from sized
      where uploads.id = sized.id and with_newer > ${MAX_KEPT_BYTES} and has_file
        -- Looked at once more when the row is held: somebody may have it worked again in this moment.
        and state in ('done', 'stopped', 'refused')
      returning uploads.id
    )
    delete from upload_parts using forgotten where upload_id = forgotten.id
  `.execute(db());
}
