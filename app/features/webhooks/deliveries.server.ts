// What happens to many deliveries at once happens in batches, so that no statement is long.
import { type RawBuilder, sql } from "kysely";
import { db } from "#app/platform/db.server.ts";
import { KEPT_DAYS } from "./rules.ts";

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
export function deleteOldDeliveries(): Promise<void> {
  return inBatches(deleting(sql`created_at < now() - make_interval(days => ${KEPT_DAYS})`));
}
