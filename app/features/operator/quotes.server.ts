import { isId } from "#app/domain/ids.ts";
import type { StaffMember } from "#app/domain/viewer.ts";
import { logStaff } from "#app/features/moderation/log.server.ts";
import { setQuoted } from "#app/features/reviews/quotes.server.ts";
import type { Quoted } from "#app/features/reviews/rules.ts";
import { db } from "#app/platform/db.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";

/**
 * Chooses a review for the home page, hides it there, or (null) leaves it to the program. A trigger invalidates the
 * cached pages.
 * @throws Refused "too_often"; or "review_gone" when the review was deleted or hidden
 */
export async function quoteReview(actor: StaffMember, id: string, quoted: Quoted | null): Promise<void> {
  await limit("staff_write", actor.id);
  await db()
    .transaction()
    .execute(async (trx) => {
      if (!isId(id) || !(await setQuoted(id, quoted, trx))) throw new Refused("review_gone");
      await logStaff({ actorId: actor.id, action: "review_quoted", subjectId: id, facts: { quoted } }, trx);
    });
}
