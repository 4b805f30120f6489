import { href } from "react-router";
import type { OffReason } from "./queries.server.ts";

/** An event that was sent, or waits to be. Times are in ISO 8601. */
export interface DeliveryView {
  readonly id: string;
  readonly type: string;
  readonly createdAt: string;
  readonly state: "waiting" | "delivered" | "failed";
  readonly tries: number;
  /** When it is tried next; null unless it waits. */
  readonly nextAt: string | null;
  /** What came of the last try, in a sentence; null before the first. */
  readonly outcome: string | null;
  /** How the last answer begins; null without one. */
  readonly answer: string | null;
}

export interface WebhookView {
  readonly id: string;
  readonly url: string;
  readonly host: string;
  readonly types: readonly string[];
  /** Why it is off; null while it is on. */
  readonly off: OffReason | null;
  /** Since when it has taken nothing; null unless that is so. */
  readonly failingSince: string | null;
}

export interface WebhookDetails extends WebhookView {
  /** Null when it can no longer be read, because the shop's own secret has changed. */
  readonly secret: string | null;
  /** The newest first. */
  readonly deliveries: readonly DeliveryView[];
}

export const WEBHOOKS_PATH = href("/sell/business/api/webhooks");

export function webhookPath(id: string): string {
  return href("/sell/business/api/webhooks/:id", { id });
}
