import { z } from "zod";
import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { id, moment } from "#app/features/api/fields.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { EVENT_TYPES } from "./events.ts";
import { type DeliveryRow, type WebhookRow, webhookRow } from "./queries.server.ts";

const eventType = z.enum(EVENT_TYPES as [string, ...string[]]);

export const webhookResource = z
  .object({
    id,
    url: z.string(),
    types: z.array(eventType),
    active: z.boolean(),
    off: z.enum(["person", "failing", "gone", "full", "key"]).nullable().meta({
      description:
        "Why it is off: its owner, nothing was accepted for a day, it answered 410, too much waited, or the key that set its address was revoked.",
    }),
    failing_since: moment.nullable().meta({ description: "Since when it has accepted nothing." }),
    created_at: moment,
  })
  .meta({ id: "Webhook" });

export const newWebhookResource = webhookResource
  .extend({ secret: z.string().meta({ description: "Signs each delivery (Standard Webhooks)." }) })
  .meta({ id: "NewWebhook" });

export const deliveryResource = z
  .object({
    id: id.meta({ description: "The header webhook-id, the same at each try." }),
    type: z.string(),
    data: z.record(z.string(), z.unknown()),
    created_at: moment,
    state: z.enum(["waiting", "delivered", "failed"]),
    tries: z.number().int(),
    next_at: moment.nullable().meta({ description: "When it is tried next; null unless it waits." }),
    tried_at: moment.nullable(),
    status: z.number().int().nullable().meta({ description: "The HTTP status of the last answer." }),
    fault: z.string().nullable().meta({ description: "Why the last try got no answer, or a redirect." }),
    took_ms: z.number().int().nullable(),
    answer: z.string().nullable().meta({ description: "How the last answer begins." }),
  })
  .meta({ id: "WebhookDelivery" });

/** A webhook, without its secret. */
export function presentWebhookResource(row: WebhookRow): z.input<typeof webhookResource> {
  const { url, types, off, failing_since, created_at } = row;
  return {
    id: row.id,
    url,
    types,
    active: off === null,
    off,
    failing_since: failing_since?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}

export function presentDeliveryResource(row: DeliveryRow): z.input<typeof deliveryResource> {
  const { type, data, created_at, state, tries, next_at, tried_at, status, fault, took_ms, answer } = row;
  return {
    id: row.id,
    type,
    data: data as Record<string, unknown>,
    created_at: created_at.toISOString(),
    state,
    tries,
    next_at: state === "waiting" ? next_at.toISOString() : null,
    tried_at: tried_at?.toISOString() ?? null,
    status,
    fault,
    took_ms,
    answer,
  };
}

/** The viewer's webhook with this id. @throws Refused "webhook_gone" */
export async function ownWebhook(viewer: Viewer, webhookId: string): Promise<WebhookRow> {
  const row = await webhookRow(webhookId);
  if (!row || !can(viewer, "view", { kind: "webhook", userId: row.user_id }))
    throw new Refused("webhook_gone");
  return row;
}
