import { type RawBuilder, sql } from "kysely";
import { formatLanguage } from "#app/domain/format.ts";
import { isId } from "#app/domain/ids.ts";
import { can } from "#app/domain/policies.ts";
import { mailLocale, momentText } from "#app/features/accounts/mail-template.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { db, type Queries } from "#app/platform/db.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { isQuestionToken, type QuestionAsked } from "./mails.server.ts";

/** SQL: the id of the person who is asked; null for a signed-out reporter, and for a deleted account. */
const ASKED_ID = sql`case when report_id is null then cases.person_id else reports.reporter_id end`;

export interface QuestionRow extends QuestionAsked {
  readonly case_id: string;
  readonly asked_id: string | null;
  readonly asked_by: string | null;
  readonly answer: string | null;
  readonly state: "open" | "closed";
}

/** A question, or undefined. */
async function questionById(id: string, queries: Queries): Promise<QuestionRow | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<QuestionRow>`
    select case_questions.id, case_questions.case_id, case_questions.words, report_id, asked_by, answer, state, subject_kind,
      ${ASKED_ID} as asked_id,
      coalesce((select evidence ->> 'name' from reports r where r.case_id = cases.id order by id limit 1), '') as name
    from case_questions join cases on cases.id = case_questions.case_id left join reports on reports.id = report_id
    where case_questions.id = ${id}
  `.execute(queries);
  return rows[0];
}

/**
 * A question for whom it was asked, who is signed in or has the token of the mail.
 * @throws Refused "question_gone" for everybody else
 */
export async function questionFor(
  viewer: { readonly id: string } | null,
  id: string,
  token: string | null,
): Promise<QuestionRow> {
  const question = await questionById(id, db());
  const isMailed = token !== null && isQuestionToken(id, token);
  const mayRead = (userId: string | null) => can(viewer, "answer", { kind: "question", userId });
  if (!question || !(isMailed || mayRead(question.asked_id))) throw new Refused("question_gone");
  return question;
}

interface AskableRow {
  readonly report_id: string | null;
  readonly username: string | null;
  readonly language: string | null;
}

/** SQL: whether the last question waits for its answer. */
const isWaiting = (caseId: RawBuilder<unknown>, reportId: RawBuilder<unknown>) =>
  sql`exists (
    select from case_questions
    where case_id = ${caseId} and report_id is not distinct from ${reportId} and answer is null
  )`;

/** Whom moderators can ask in a case: its person, and who reported it. */
export async function presentAskable(caseId: string) {
  const { rows } = await sql<AskableRow>`
    select null::uuid as report_id, username, language
    from cases join profiles on profiles.id = person_id
      left join user_preferences on user_preferences.user_id = profiles.id
    where cases.id = ${caseId} and not ${isWaiting(sql`cases.id`, sql`null`)}
    union all (
      select reports.id, username, coalesce(user_preferences.language, case when reports.email is not null then reports.language end)
      from reports left join profiles on profiles.id = reporter_id
        left join user_preferences on user_preferences.user_id = profiles.id
      where case_id = ${caseId} and (reporter_id is not null or reports.email <> '')
        and not ${isWaiting(sql`reports.case_id`, sql`reports.id`)}
      order by reports.id limit 20
    )
  `.execute(db());
  return rows.map(({ report_id, username, language }) => {
    const name = username ?? m.case_reporter_anonymous();
    const label = report_id === null ? m.questions_to_member({ name }) : m.questions_to_reporter({ name });
    return {
      value: report_id ?? "member",
      label: `${label} (${formatLanguage(mailLocale({ language }).locale, getLocale())})`,
    };
  });
}

interface AskedRow {
  readonly id: string;
  readonly report_id: string | null;
  readonly username: string | null;
  readonly words: string;
  readonly asker: string | null;
  readonly asked_at: Date;
  readonly answer: string | null;
  readonly answered_at: Date | null;
}

/** The questions of a case, the oldest first. */
export async function presentQuestions(caseId: string) {
  const { rows } = await sql<AskedRow>`
    select case_questions.id, report_id, asked.username, case_questions.words, asker.username as asker, asked_at, answer,
      answered_at
    from case_questions join cases on cases.id = case_questions.case_id
      left join reports on reports.id = report_id
      left join profiles asked on asked.id = ${ASKED_ID}
      left join profiles asker on asker.id = asked_by
    where case_questions.case_id = ${caseId} order by case_questions.id limit 100
  `.execute(db());
  const at = (moment: Date) => momentText(moment, { locale: getLocale() });
  return rows.map((row) => {
    const nobody = row.report_id === null ? m.account_deleted_user() : m.case_reporter_anonymous();
    const name = row.username ?? nobody;
    return {
      id: row.id,
      to: row.report_id === null ? m.questions_to_member({ name }) : m.questions_to_reporter({ name }),
      words: row.words,
      by: row.asker ?? m.account_deleted_user(),
      at: at(row.asked_at),
      answer:
        row.answer === null || row.answered_at === null
          ? null
          : { words: row.answer, at: at(row.answered_at) },
    };
  });
}
