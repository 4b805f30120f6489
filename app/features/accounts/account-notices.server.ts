import { randomUUID } from "node:crypto";
import { href } from "react-router";
import type { AccountEvent } from "#app/domain/notification-kinds.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import { notify } from "#app/platform/notify.server.ts";

/**
 * Notifies the owner of an account about a change to it, in addition to the mail: another person may have made the
 * change (docs/decisions/0027-notifications.md).
 * @param path the linked page
 */
export async function notifyAccount(
  userId: string,
  event: AccountEvent,
  queries: Queries = db(),
  path: string = href("/profile/security"),
): Promise<void> {
  const eventKey = `${event}:${randomUUID()}`;
  await notify({ kind: "account", eventKey, userIds: [userId], facts: { event }, path }, queries);
}
