import { sql } from "kysely";
import { db } from "#app/platform/db.server.ts";

const ROWS_AT_ONCE = 5_000;

/**
 * Deletes notifications that are older than a year, if they were read or are not shown in the app. An id (UUIDv7)
 * contains its creation time, so the query compares ids and needs no index of times.
 */
export async function deleteExpiredNotifications(): Promise<void> {
  let after: string | null = null;
  do {
    const { rows } = await sql<{ last: string | null }>`
      with old as materialized (
        select id, read_at is not null or not in_app as done from notifications
        where id < uuidv7(interval '-1 year') and (${after}::uuid is null or id > ${after}::uuid)
        order by id limit ${ROWS_AT_ONCE}
      ), deleted as (
        delete from notifications where id in (select id from old where done)
      )
      select (select id from old order by id desc limit 1) as last
    `.execute(db());
    after = rows[0]?.last ?? null;
  } while (after !== null);
}
