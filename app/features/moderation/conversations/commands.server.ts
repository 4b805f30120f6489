import type { StaffMember } from "#app/domain/viewer.ts";
import { db } from "#app/platform/db.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { caseById } from "../cases/queries.server.ts";
import { logStaff } from "../log.server.ts";
import { conversationOf } from "./queries.server.ts";
import type { ViewInput } from "./schema.ts";

/**
 * Opens a conversation that concerns a case, for this moderator and for `VIEW_HOURS`. It is logged, and its two people
 * are told later. Opening it again while it is open changes nothing.
 * @throws Refused "too_often", "case_gone", "conversation_gone" (it does not concern the case, the case is closed, or it
 * is the moderator's own)
 */
export async function openConversation(
  actor: StaffMember,
  caseId: string,
  roomId: string,
  { reason, words }: ViewInput,
): Promise<void> {
  await limit("moderate", actor.id);
  await db()
    .transaction()
    .execute(async (trx) => {
      const row = await caseById(caseId, trx, "locked");
      if (!row) throw new Refused("case_gone");
      const conversation = await conversationOf(actor, row, roomId, trx);
      if (!conversation) throw new Refused("conversation_gone");
      if (conversation.is_open) return;
      await trx
        .insertInto("conversation_views")
        .values({ case_id: caseId, room_id: roomId, moderator_id: actor.id, reason, words })
        .execute();
      await logStaff(
        {
          actorId: actor.id,
          action: "conversation_opened",
          subjectId: caseId,
          facts: { room: roomId, reason },
        },
        trx,
      );
    });
}
