import { sql, type Transaction } from "kysely";
import { href } from "react-router";
import type { AccountEvent } from "#app/domain/notification-kinds.ts";
import type { LocaleOption, MailContent } from "#app/features/accounts/mail-content.server.ts";
import { mailLocale, paragraphsOf, renderMail } from "#app/features/accounts/mail-template.server.ts";
import { userById } from "#app/features/accounts/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import type { DB } from "#app/platform/db-types.ts";
import { wholeAddress } from "#app/platform/locale.server.ts";
import { type Mail, sendMail } from "#app/platform/mail.server.ts";
import { notify } from "#app/platform/notify.server.ts";
import { isSignatureOf, signatureOf } from "#app/platform/signature.server.ts";
import { helloOf, subjectText } from "../reports/mails.server.ts";
import type { SubjectKind } from "../reports/rules.ts";
import type { Action } from "./rules.ts";

const signedText = (reportId: string) => `report ${reportId}`;

/** Whether the token is the one in the mails about the report, which lets signed-out reporters read the outcome. */
export function isReportToken(reportId: string, token: string): boolean {
  return isSignatureOf(signedText(reportId), token);
}

/** What the mails to a reporter need of a report. */
interface ReportTold {
  readonly id: string;
  readonly reporter_id: string | null;
  readonly email: string | null;
  readonly language: string;
}

interface Decided {
  readonly id: string;
  readonly case_id: string;
  readonly action: Action;
  readonly subject_kind: SubjectKind;
  readonly name: string;
}

interface Addressee {
  readonly to: string;
  /** Null: signed out. */
  readonly username: string | null;
  readonly words: LocaleOption;
}

/** Whom a mail about a report goes to. Null: nobody. */
async function addresseeOf(
  trx: Transaction<DB>,
  { reporter_id, email, language }: ReportTold,
): Promise<Addressee | null> {
  const user = reporter_id === null ? null : await userById(reporter_id, trx);
  // The address of a signed-out reporter is deleted some time after the answer.
  const to = user?.verified ? user.email : email;
  // Of a reporter without an account, only the language of the page of the report is known.
  return to ? { to, username: user?.username ?? null, words: mailLocale(user ?? { language }) } : null;
}

/** A mail to a reporter. It says nothing about the reported person, and quotes no reporter. */
function reporterMail(
  { to, username, words }: Addressee,
  id: string,
  { subject_kind, name }: Pick<Decided, "subject_kind" | "name">,
  letter: Pick<MailContent, "subject" | "paragraphs" | "after">,
): Mail {
  const link = `${href("/reports/:id", { id })}?token=${signatureOf(signedText(id))}`;
  const content: MailContent = {
    ...letter,
    hello: helloOf(username, words),
    facts: [[m.mail_report_what({}, words), subjectText(subject_kind, name, words)]],
    button: { label: m.mail_outcome_button({}, words), link: wholeAddress(link, words.locale) },
  };
  return renderMail(to, content, words);
}

/** The outcome of a report. A reporter who has not complained yet reads how to (Digital Services Act, Art. 16 and 20). */
function outcomeMail(
  addressee: Addressee,
  { id, complained }: ReportTold & { readonly complained: boolean },
  decision: Decided,
): Mail {
  const { words } = addressee;
  const outcome = decision.action === "dismiss" ? m.mail_outcome_dismissed : m.mail_outcome_acted;
  return reporterMail(addressee, id, decision, {
    subject: m.mail_outcome_subject({}, words),
    paragraphs: [outcome({}, words)],
    ...(!complained && { after: m.complaint_possible({}, words) }),
  });
}

interface ComplaintAnswered {
  readonly reversed: boolean;
  readonly answer: string;
}

function complaintMail(
  addressee: Addressee,
  report: ReportTold & Pick<Decided, "subject_kind" | "name">,
  { reversed, answer }: ComplaintAnswered,
): Mail {
  const { words } = addressee;
  const outcome = reversed ? m.complaint_was_reversed : m.complaint_was_upheld;
  return reporterMail(addressee, report.id, report, {
    subject: m.mail_complaint_subject({}, words),
    paragraphs: [outcome({}, words), ...paragraphsOf(answer)],
    after: m.complaint_elsewhere({}, words),
  });
}

/** It uses the kind "account", so that people who switched off other kinds still get it. */
async function notifyReporter(
  trx: Transaction<DB>,
  { id, reporter_id }: ReportTold,
  event: AccountEvent,
  of: string,
): Promise<void> {
  const path = href("/reports/:id", { id });
  const userIds = reporter_id === null ? [] : [reporter_id];
  await notify({ kind: "account", eventKey: `${event}:${of}:${id}`, userIds, facts: { event }, path }, trx);
}

/** Mails and notifies the reporters of a case of the outcome, and of how they can complain. */
export async function notifyReporters(trx: Transaction<DB>, decision: Decided): Promise<void> {
  const { rows } = await sql<ReportTold & { complained: boolean }>`
    update reports set told_at = now() where case_id = ${decision.case_id} and told_at is null
    returning id, reporter_id, email, language,
      exists (select from complaints where report_id = reports.id) as complained
  `.execute(trx);
  const acted = decision.action !== "dismiss";
  for (const report of rows) {
    const addressee = await addresseeOf(trx, report);
    if (addressee) await sendMail(outcomeMail(addressee, report, decision), trx);
    await notifyReporter(trx, report, acted ? "report-acted" : "report-dismissed", decision.id);
  }
}

/** Mails and notifies a reporter of the outcome of their complaint. */
export async function notifyComplaintDecided(
  trx: Transaction<DB>,
  report: ReportTold & Pick<Decided, "subject_kind" | "name">,
  answered: ComplaintAnswered,
): Promise<void> {
  const addressee = await addresseeOf(trx, report);
  if (addressee) await sendMail(complaintMail(addressee, report, answered), trx);
  await notifyReporter(trx, report, "complaint", "answer");
}
