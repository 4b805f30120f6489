// What happens to many deliveries at once happens in batches, so that no statement is long.
import { type RawBuilder, sql } from "kysely";
import { db } from "#app/platform/db.server.ts";
import { KEPT_DAYS, MOST_LISTED } from "./rules.ts";

const BATCH = 5_000;

async function inBatches(batch: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await batch.execute(db());
    if (numAffectedRows < BATCH) return;
  }
}

const deleting = (which: RawBuilder<unknown>) => sql`
  delete from webhook_deliveries where id in (select id from webhook_deliveries where ${which} limit ${BATCH})`;

/** What waits for an endpoint that was turned off is not sent any more, unless its owner says so. */
export function giveUpWaiting(endpointId: string): Promise<void> {
  return inBatches(sql`
    update webhook_deliveries set state = 'failed' where id in (
      select id from webhook_deliveries where endpoint_id = ${endpointId} and state = 'waiting' limit ${BATCH}
    )`);
}

/** For an endpoint that is off, and is deleted next. */
export function deleteDeliveriesTo(endpointId: string): Promise<void> {
  return inBatches(deleting(sql`endpoint_id = ${endpointId}`));
}

/** Deletes what is no longer listed. A job does it. */
export async function deleteOldDeliveries(): Promise<void> {
  await inBatches(deleting(sql`created_at < now() - make_interval(days => ${KEPT_DAYS})`));
  const { rows } = await sql<{ id: string; position: number }>`
    select webhook_endpoints.id, position from webhook_endpoints cross join lateral (
      select position from webhook_deliveries where endpoint_id = webhook_endpoints.id
      order by position desc offset ${MOST_LISTED} limit 1
    ) last
  `.execute(db());
  for (const { id, position } of rows)
    await inBatches(deleting(sql`endpoint_id = ${id} and position <= ${position} and state <> 'waiting'`));
}
