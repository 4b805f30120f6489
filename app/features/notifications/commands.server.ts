import { sql } from "kysely";
import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { takeBackPushes } from "#app/features/push/notes.server.ts";
import { publish, publishingTransaction } from "#app/platform/events.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { pushTag } from "./push-notes.server.ts";
import { momentOf } from "./queries.server.ts";
import type { Mark } from "./schema.ts";

/**
 * Marks one notification as read, or all up to a time, and tells the user's open tabs. Notifications that are
 * read already do not change.
 * @throws Refused "too_often", "notices_gone"
 */
export async function markNotificationsRead(viewer: Viewer, mark: Mark): Promise<void> {
  await limit("notice_mark", viewer.id);
  await publishingTransaction(async (trx) => {
    if ("id" in mark) {
      const notice = await trx
        .selectFrom("notifications")
        .select(["user_id as userId"])
        .where("id", "=", mark.id)
        .where("in_app", "=", true)
        .executeTakeFirst();
      if (!notice || !can(viewer, "mark", { kind: "notice", ...notice })) throw new Refused("notices_gone");
    }
    const unread = trx
      .updateTable("notifications")
      .set({ read_at: sql<Date>`now()` })
      .where("user_id", "=", viewer.id)
      .where("in_app", "=", true)
      .where("read_at", "is", null);
    const marked =
      "id" in mark ? unread.where("id", "=", mark.id) : unread.where("created_at", "<=", momentOf(mark.asOf));
    const rows = await marked.returning(["id", "kind", "path"]).execute();
    await takeBackPushes(viewer.id, rows.map(pushTag), trx);
    if (rows.length > 0) await publish(trx, [viewer.id], "notification.read", {});
  });
}
