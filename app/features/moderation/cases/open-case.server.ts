import type { Transaction } from "kysely";
import { can } from "#app/domain/policies.ts";
import type { StaffMember } from "#app/domain/viewer.ts";
import { getLocale } from "#app/paraglide/runtime.js";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { logStaff } from "../log.server.ts";
import { writeNote } from "../notes/notes.server.ts";
import { addReport } from "../reports/commands.server.ts";
import type { Subject } from "../reports/queries.server.ts";
import { BY_STAFF, REASONS } from "../reports/rules.ts";
import type { ReportInput } from "../reports/schema.ts";
import { claimCase } from "./commands.server.ts";
import { openCaseAbout } from "./queries.server.ts";

/**
 * Opens a case about something that nobody reported, or adds the moderator's reason to its open case, and claims it.
 * Nobody is mailed.
 * @returns the id of the case
 * @throws Refused "too_often", "case_own" (it is about the actor)
 */
export async function openCaseUnasked(
  actor: StaffMember,
  subject: Subject,
  input: Pick<ReportInput, "reason" | "words">,
): Promise<string> {
  await limit("moderate", actor.id);
  if (!can(actor, "judge", { kind: "case", userId: subject.personId })) throw new Refused("case_own");
  const id = await db()
    .transaction()
    .execute((trx) => noteReason(trx, actor, subject, input));
  // If another moderator works on it, the page of the case says so.
  await claimCase(actor, id).catch((error: unknown) => {
    if (!(error instanceof Refused && ["case_claimed", "case_waiting"].includes(error.reason))) throw error;
  });
  return id;
}

async function noteReason(
  trx: Transaction<DB>,
  actor: StaffMember,
  subject: Subject,
  { reason, words }: Pick<ReportInput, "reason" | "words">,
): Promise<string> {
  const report = { signal: BY_STAFF, language: getLocale(), reason, words };
  const isFirst = await addReport(trx, subject, REASONS[reason], report);
  const id = await openCaseAbout(subject, trx);
  if (!id) throw new Error("A case was neither found nor opened.");
  // A moderator has opened the case before; these words are not lost.
  if (!isFirst && words !== "") await writeNote(trx, actor, id, words);
  const facts = { kind: subject.kind, reason };
  await logStaff({ actorId: actor.id, action: "case_started", subjectId: id, facts }, trx);
  return id;
}
