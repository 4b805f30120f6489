import { storedText } from "#app/domain/stored-name.ts";
import type { LocaleOption, MailContent } from "#app/features/accounts/mail-content.server.ts";
import { quoted, renderMail } from "#app/features/accounts/mail-template.server.ts";
import { m } from "#app/paraglide/messages.js";
import { baseLocale } from "#app/paraglide/runtime.js";
import { env } from "#app/platform/env.server.ts";
import type { Mail } from "#app/platform/mail.server.ts";
import type { Subject } from "./queries.server.ts";
import type { ReportReason, SubjectKind } from "./rules.ts";
import { KIND_TEXTS, REASON_TEXTS } from "./texts.server.ts";

/** A signed-out reporter has no username. */
export interface Reporter {
  readonly email: string;
  readonly username: string | null;
}

export function helloOf(username: string | null, words: LocaleOption): string {
  return username === null
    ? m.mail_hello_anonymous({}, words)
    : m.mail_hello({ username: quoted(username) }, words);
}

/** "Listing: Blade 98" */
export function subjectText(kind: SubjectKind, name: string, words: LocaleOption): string {
  return m.mail_fact({ label: storedText(KIND_TEXTS, kind, {}, words), value: quoted(name) }, words);
}

/** The receipt of a report. It repeats no text of the reporter, who may have typed somebody else's email address. */
export function receiptMail(
  reporter: Reporter,
  subject: Subject,
  reason: ReportReason,
  words: LocaleOption,
): Mail {
  const letter: MailContent = {
    subject: m.mail_report_received_subject({}, words),
    hello: helloOf(reporter.username, words),
    paragraphs: [m.mail_report_received_text({}, words)],
    facts: [
      [m.mail_report_what({}, words), subjectText(subject.kind, subject.evidence.name, words)],
      [m.mail_report_reason({}, words), REASON_TEXTS[reason]({}, words)],
    ],
    note: m.mail_report_ignore({}, words),
  };
  return renderMail(reporter.email, letter, words);
}

/** The mail to the operator about a new case. All mails to the operator are in the default language. */
export function newCaseMail(to: string, subject: Subject, reason: ReportReason): Mail {
  const words: LocaleOption = { locale: baseLocale };
  const letter: MailContent = {
    subject: m.mail_case_subject({ what: subjectText(subject.kind, subject.evidence.name, words) }, words),
    hello: m.mail_case_hello({}, words),
    paragraphs: [],
    facts: [
      [m.mail_report_reason({}, words), REASON_TEXTS[reason]({}, words)],
      [m.mail_support_about({}, words), env().baseUrl + subject.path],
    ],
  };
  return renderMail(to, letter, words);
}
