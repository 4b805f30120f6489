import { sql } from "kysely";
import { isId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";

/** SQL, of `webhook_endpoints`: whether something may be sent there now. What its owner is to be told waits for a suspension. */
export const MAY_SEND = sql<boolean>`
  webhook_endpoints.off is null and coalesce(claimed_until <= now(), true) and coalesce(rests_until <= now(), true)
  and not exists (select from profiles where profiles.id = webhook_endpoints.user_id and suspended_until > now())`;

/**
 * SQL: the endpoints to which something is due, and whether they are slow. Of each one, a single delivery is read: without
 * "offset", the planner would join all that wait.
 */
export const DUE_ENDPOINTS = sql<{ id: string; slow: boolean }>`
  select webhook_endpoints.id, slow from webhook_endpoints where ${MAY_SEND} and exists (
    select from webhook_deliveries
    where endpoint_id = webhook_endpoints.id and state = 'waiting' and next_at <= now() offset 0
  )`;

/**
 * Why an endpoint is told nothing: its owner turned it off, it took nothing for a day, it said that it is gone, too much
 * waited for it, or the key that set its address was revoked.
 */
export type OffReason = "person" | "failing" | "gone" | "full" | "key";

function webhookRows() {
  return db()
    .selectFrom("webhook_endpoints")
    .select(["id", "user_id", "url", "types", "secret", "failing_since", "created_at"])
    .select(sql<OffReason | null>`off`.as("off"));
}

export type WebhookRow = Awaited<ReturnType<typeof webhookRowsOf>>[number];

/** The webhooks of a person, the oldest first. */
export function webhookRowsOf(userId: string) {
  return webhookRows().where("user_id", "=", userId).orderBy("created_at").orderBy("id").execute();
}

/** The webhook with this id, of any person; null if it does not exist. */
export async function webhookRow(id: string): Promise<WebhookRow | null> {
  if (!isId(id)) return null;
  return (await webhookRows().where("id", "=", id).executeTakeFirst()) ?? null;
}

const DELIVERY_COLUMNS = [
  ...(["id", "position", "type", "data", "created_at", "tries", "next_at"] as const),
  ...(["tried_at", "status", "fault", "took_ms", "answer"] as const),
];

export type DeliveryRow = Awaited<ReturnType<typeof deliveryRowsOf>>[number];

function deliveryRows(endpointId: string) {
  return db()
    .selectFrom("webhook_deliveries")
    .select(DELIVERY_COLUMNS)
    .select(sql<"waiting" | "delivered" | "failed">`state`.as("state"))
    .where("endpoint_id", "=", endpointId);
}

/** Deliveries to an endpoint, the newest first. @param before only those with a lower position */
export function deliveryRowsOf(endpointId: string, most: number, before?: number) {
  return deliveryRows(endpointId)
    .$if(before !== undefined, (query) => query.where("position", "<", before ?? 0))
    .orderBy("position", "desc")
    .limit(most)
    .execute();
}

/** A delivery to this endpoint. */
export function deliveryRow(endpointId: string, id: string): Promise<DeliveryRow> {
  return deliveryRows(endpointId).where("id", "=", id).executeTakeFirstOrThrow();
}
