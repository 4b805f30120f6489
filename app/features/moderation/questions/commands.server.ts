import { sql, type Transaction } from "kysely";
import { href } from "react-router";
import { can } from "#app/domain/policies.ts";
import type { StaffMember } from "#app/domain/viewer.ts";
import { userById } from "#app/features/accounts/queries.server.ts";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { sendMail } from "#app/platform/mail.server.ts";
import { notify } from "#app/platform/notify.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { type CaseRow, caseById } from "../cases/queries.server.ts";
import { logStaff } from "../log.server.ts";
import { questionMail } from "./mails.server.ts";
import type { QuestionRow } from "./queries.server.ts";
import { MEMBER, type QuestionInput } from "./schema.ts";

interface Addressee {
  readonly reportId: string | null;
  /** Null: a signed-out reporter. */
  readonly userId: string | null;
  readonly email: string | null;
  readonly language: string | null;
}

/** Who is asked. Null: nobody who can answer. */
async function addresseeOf(trx: Transaction<DB>, row: CaseRow, to: string): Promise<Addressee | null> {
  if (to === MEMBER)
    return row.person_id === null
      ? null
      : { reportId: null, userId: row.person_id, email: null, language: null };
  const report = await trx
    .selectFrom("reports")
    .select(["id", "reporter_id", "email", "language"])
    .where("id", "=", to)
    .where("case_id", "=", row.id)
    .executeTakeFirst();
  if (!report || !(report.reporter_id ?? report.email)) return null;
  const { id: reportId, reporter_id: userId, email, language } = report;
  return { reportId, userId, email, language };
}

/**
 * Asks the person of an open case, or who reported it, in the name of the shop. They get a mail and a notice in their
 * language. The case stays open.
 * @throws Refused "too_often", "case_gone", "case_closed", "case_own" (it is about the actor), "questions_nobody",
 * "questions_waits_already" (the last question to them has no answer yet)
 */
export async function askQuestion(
  actor: StaffMember,
  caseId: string,
  { to, question: words }: QuestionInput,
): Promise<void> {
  await limit("ask", actor.id);
  await db()
    .transaction()
    .execute(async (trx) => {
      const row = await caseById(caseId, trx, "locked");
      if (!row) throw new Refused("case_gone");
      if (row.state === "closed") throw new Refused("case_closed");
      if (!can(actor, "judge", { kind: "case", userId: row.person_id })) throw new Refused("case_own");
      const addressee = await addresseeOf(trx, row, to);
      if (!addressee) throw new Refused("questions_nobody");
      const asked = await trx
        .insertInto("case_questions")
        .values({ case_id: caseId, report_id: addressee.reportId, words, asked_by: actor.id })
        .onConflict((conflict) => conflict.doNothing())
        .returning(["id", "words", "report_id"])
        .executeTakeFirst();
      if (!asked) throw new Refused("questions_waits_already");
      const { subject_kind } = row;
      await tell(trx, addressee, { ...asked, subject_kind, name: row.evidence?.name ?? "" });
      const facts = { to: addressee.reportId === null ? "member" : "reporter" };
      await logStaff({ actorId: actor.id, action: "question_asked", subjectId: caseId, facts }, trx);
    });
}

async function tell(
  trx: Transaction<DB>,
  { userId, email, language }: Addressee,
  asked: Parameters<typeof questionMail>[1],
): Promise<void> {
  const user = userId === null ? null : await userById(userId, trx);
  const to = user?.verified ? user.email : email;
  if (to) await sendMail(questionMail(user ?? { email: to, username: null, language }, asked), trx);
  if (user)
    await notify(
      {
        kind: "account",
        eventKey: `question:${asked.id}`,
        userIds: [user.id],
        facts: { event: "question" },
        path: href("/questions/:id", { id: asked.id }),
      },
      trx,
    );
}

/**
 * Stores the answer to a question, once, and tells the moderator who asked. The caller has checked that the question is
 * theirs (`questionFor`).
 * @throws Refused "too_often", "question_closed" (the case was decided)
 */
export async function answerQuestion(question: QuestionRow, answer: string): Promise<void> {
  await limit("answer_question", question.id);
  // A form that is sent twice changes nothing.
  if (question.answer !== null) return;
  await db()
    .transaction()
    .execute(async (trx) => {
      const row = await caseById(question.case_id, trx, "locked");
      if (row?.state !== "open") throw new Refused("question_closed");
      const stored = await trx
        .updateTable("case_questions")
        .set({ answer, answered_at: sql<Date>`now()` })
        .where("id", "=", question.id)
        .where("answer", "is", null)
        .returning("asked_by")
        .executeTakeFirst();
      if (!stored?.asked_by) return;
      await notify(
        {
          kind: "account",
          eventKey: `question-answered:${question.id}`,
          userIds: [stored.asked_by],
          facts: { event: "question-answered" },
          path: href("/moderation/cases/:id", { id: question.case_id }),
        },
        trx,
      );
    });
}
