import type { Transaction } from "kysely";
import type { StaffMember } from "#app/domain/viewer.ts";
import { momentText } from "#app/features/accounts/mail-template.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { caseById } from "../cases/queries.server.ts";
import { logStaff } from "../log.server.ts";

/** How many notes a case shows, the newest. */
const SHOWN = 200;

/** The notes of a case, the oldest first. */
export async function presentNotes(caseId: string) {
  const rows = await db()
    .selectFrom("case_notes")
    .leftJoin("profiles", "profiles.id", "author_id")
    .select(["case_notes.id", "words", "written_at", "username"])
    .where("case_id", "=", caseId)
    .orderBy("case_notes.id", "desc")
    .limit(SHOWN)
    .execute();
  return rows.reverse().map(({ id, words, written_at, username }) => ({
    id,
    words,
    by: username ?? m.account_deleted_user(),
    at: momentText(written_at, { locale: getLocale() }),
  }));
}

/**
 * Adds a note to a case, open or closed.
 * @throws Refused "too_often", "case_gone"
 */
export async function addNote(actor: StaffMember, caseId: string, words: string): Promise<void> {
  await limit("moderate", actor.id);
  await db()
    .transaction()
    .execute(async (trx) => {
      if (!(await caseById(caseId, trx, "locked"))) throw new Refused("case_gone");
      await writeNote(trx, actor, caseId, words);
    });
}

export async function writeNote(
  trx: Transaction<DB>,
  actor: StaffMember,
  caseId: string,
  words: string,
): Promise<void> {
  await trx.insertInto("case_notes").values({ case_id: caseId, author_id: actor.id, words }).execute();
  await logStaff({ actorId: actor.id, action: "note_added", subjectId: caseId }, trx);
}
