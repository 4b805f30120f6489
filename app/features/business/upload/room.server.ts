import { sql } from "kysely";
import { db } from "#app/platform/db.server.ts";
import { MAX_KEPT_BYTES } from "./rules.ts";

/**
 * Takes away the files of whoever has more than `MAX_KEPT_BYTES` of them, the oldest first, as far as they are worked. What
 * became of each, and the rows of it that failed, stay.
 */
export async function forgetFiles(): Promise<void> {
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
