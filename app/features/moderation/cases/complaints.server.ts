import { sql, type Transaction } from "kysely";
import { CASE } from "#app/domain/case-process.ts";
import { can } from "#app/domain/policies.ts";
import type { StaffMember } from "#app/domain/viewer.ts";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { logStaff } from "../log.server.ts";
import { isReportToken, notifyComplaintDecided } from "./outcomes.server.ts";
import { caseById } from "./queries.server.ts";
import { complaintAnswerFault, mayAppeal } from "./rules.ts";
import type { ComplaintAnswer } from "./schema.ts";
import { type SentReportRow, sentReport } from "./sent-reports.server.ts";

/**
 * Returns a report for its reporter, who is signed in or has the token of a mail about it.
 * @throws Refused "complaint_gone" for other people, and for signals
 */
export async function reportFor(
  viewer: { readonly id: string } | null,
  id: string,
  token: string | null,
): Promise<SentReportRow> {
  const report = await sentReport(id);
  const isMailed = token !== null && isReportToken(id, token);
  if (!report || !(isMailed || can(viewer, "read", { kind: "sent_report", userId: report.reporter_id })))
    throw new Refused("complaint_gone");
  return report;
}

/** Whether the reporter can complain now: once, about a decision in force that is not too old. */
export function isComplainable(report: SentReportRow, now: Date): boolean {
  const {
    state,
    reporter_id,
    email,
    in_force_at: inForceAt,
    reversed_at: reversedAt,
    complained_at,
  } = report;
  // Nobody could be told the answer after the reporter has deleted their account.
  if (state !== "closed" || (reporter_id === null && email === null)) return false;
  return mayAppeal({ inForceAt, reversedAt, appealed: complained_at !== null }, now);
}

/**
 * Complains about the decision of a report, once. The caller has checked that it is the reporter's (`reportFor`).
 * @throws Refused "too_often", "complaint_closed" (too late, undecided or reversed)
 */
export async function complain(report: SentReportRow, words: string): Promise<void> {
  await limit("appeal", report.id);
  // A form that is sent twice changes nothing.
  if (report.complained_at !== null) return;
  if (report.decision_id === null || !isComplainable(report, new Date()))
    throw new Refused("complaint_closed");
  await db()
    .insertInto("complaints")
    .values({ report_id: report.id, decision_id: report.decision_id, words })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Answers the complaint of a reporter. The moderators who made and confirmed the decision cannot do this. The outcome
 * "reversed" opens the case again, for another decision by another moderator. A measure stays until then.
 * @throws Refused "too_often", "case_gone" (no open complaint), "case_second" (the actor made or confirmed the
 * decision), "case_own" (it is about or by the actor)
 */
export async function answerComplaint(
  actor: StaffMember,
  { report: id, outcome, answer }: ComplaintAnswer,
): Promise<void> {
  await limit("moderate", actor.id);
  const reversed = outcome === "reversed";
  await db()
    .transaction()
    .execute(async (trx) => {
      await sql`select from complaints where report_id = ${id} for update`.execute(trx);
      const report = await sentReport(id, trx);
      if (!report?.complained_at || report.complaint_decided_at !== null) throw new Refused("case_gone");
      const fault = complaintAnswerFault(actor, report);
      if (fault) throw new Refused(fault);
      await trx
        .updateTable("complaints")
        .set({ decided_by: actor.id, decided_at: sql<Date>`now()`, reversed, answer })
        .where("report_id", "=", id)
        .execute();
      if (reversed) await decideAgain(trx, report, { actorId: actor.id, now: sql<Date>`now()` });
      await logStaff(
        { actorId: actor.id, action: "complaint_decided", subjectId: report.decision_id, facts: { outcome } },
        trx,
      );
      await notifyComplaintDecided(trx, report, { reversed, answer });
    });
}

/** Opens the case of a report again. If the same content has been reported since, its open case takes the report over. */
async function decideAgain(
  trx: Transaction<DB>,
  report: SentReportRow,
  taken: { readonly actorId: string; readonly now: unknown },
): Promise<void> {
  const { id, case_id: caseId, decision_id: decisionId } = report;
  await trx
    .updateTable("decisions")
    .set({ reversed_at: sql<Date>`now()` })
    .where("id", "=", decisionId)
    .where("action", "=", "dismiss")
    .execute();
  const { state } = (await caseById(caseId, trx, "locked")) ?? {};
  // Another complaint has opened it.
  if (state !== "closed") return;
  const { rows } = await sql<{ id: string }>`
    select id from cases
    where subject_kind = ${report.subject_kind} and subject_id = ${report.subject_id} and state = 'open' for update
  `.execute(trx);
  const [other] = rows;
  if (other) {
    await sql`
      insert into reports (case_id, reporter_id, email, language, reason, words, proof, evidence, pictures, created_at)
      select ${other.id}, reporter_id, email, language, reason, words, proof, evidence, pictures, created_at
      from reports where id = ${id}
      on conflict do nothing
    `.execute(trx);
    return;
  }
  const columns = CASE.steps.reopen.sets?.(taken) ?? {};
  await trx.updateTable("cases").set(columns).where("id", "=", caseId).execute();
  await sql`update reports set told_at = null where case_id = ${caseId}`.execute(trx);
}
