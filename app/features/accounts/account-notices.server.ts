import { randomUUID } from "node:crypto";
import { href } from "react-router";
import type { AccountEvent } from "#app/domain/notification-kinds.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import { notify } from "#app/platform/notify.server.ts";

/**
 * Tells the owner of an account what was done to it, whoever did it: it may have been somebody else
 * (docs/decisions/0027-notifications.md). Beside the mail about it. Given a transaction, exactly if that commits.
 */
export async function notifyAccount(
  userId: string,
  event: AccountEvent,
  queries: Queries = db(),
): Promise<void> {
  const eventKey = `${event}:${randomUUID()}`;
  await notify(
    { kind: "account", eventKey, userIds: [userId], facts: { event }, path: href("/profile/security") },
    queries,
  );
}
