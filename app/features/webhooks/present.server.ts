import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { outcomeText } from "./faults.server.ts";
import {
  type DeliveryRow,
  deliveryRowsOf,
  type WebhookRow,
  webhookRow,
  webhookRowsOf,
} from "./queries.server.ts";
import { signingSecret } from "./signature.server.ts";
import type { DeliveryView, WebhookDetails, WebhookView } from "./view.ts";

/** How many deliveries a page lists. The API has all. */
const LISTED = 50;

function presentWebhook({ id, url, types, off, failing_since }: WebhookRow): WebhookView {
  return { id, url, host: new URL(url).host, types, off, failingSince: failing_since?.toISOString() ?? null };
}

function presentDelivery(row: DeliveryRow): DeliveryView {
  const { id, type, created_at, state, tries, next_at, answer } = row;
  return {
    id,
    type,
    createdAt: created_at.toISOString(),
    state,
    tries,
    nextAt: state === "waiting" ? next_at.toISOString() : null,
    outcome: outcomeText(row),
    answer,
  };
}

/** The webhooks of a person. */
export async function webhooksOf(viewer: Viewer): Promise<readonly WebhookView[]> {
  return (await webhookRowsOf(viewer.id)).map(presentWebhook);
}

/** Null if the viewer has no such webhook. */
export async function webhookOf(viewer: Viewer, id: string): Promise<WebhookDetails | null> {
  const row = await webhookRow(id);
  if (!row || !can(viewer, "view", { kind: "webhook", userId: row.user_id })) return null;
  const [secret, deliveries] = await Promise.all([signingSecret(row.secret), deliveryRowsOf(id, LISTED)]);
  return { ...presentWebhook(row), secret, deliveries: deliveries.map(presentDelivery) };
}
