import { href } from "react-router";
import { formatAgo, formatDay, formatLanguage } from "#app/domain/format.ts";
import { storedText } from "#app/domain/stored-name.ts";
import { mailLocale } from "#app/features/accounts/mail-template.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { subjectText } from "../reports/mails.server.ts";
import { REASON_TEXTS } from "../reports/texts.server.ts";
import { isComplainable } from "./complaints.server.ts";
import { complaintAnswerFault } from "./rules.ts";
import type { SentReportRow } from "./sent-reports.server.ts";
import type { ComplaintView } from "./view.ts";

/** What came of a report, as a sentence to its reporter. */
function outcomeText({ state, action, reversed }: SentReportRow): string {
  if (state === "open" || action === null)
    return reversed ? m.complaint_decided_again() : m.sent_report_open();
  return action === "dismiss" ? m.mail_outcome_dismissed() : m.mail_outcome_acted();
}

/** A report for the list of its reporter. */
export function presentSentReport(row: SentReportRow, now: Date) {
  const waits = row.complained_at !== null && row.complaint_decided_at === null;
  const acted = row.action !== "dismiss";
  const decided = acted ? m.notification_account_report_acted : m.notification_account_report_dismissed;
  return {
    id: row.id,
    path: href("/reports/:id", { id: row.id }),
    about: subjectText(row.subject_kind, row.name || m.case_cleared(), { locale: getLocale() }),
    ago: formatAgo(row.created_at, now, getLocale()),
    outcome: waits
      ? m.complaint_is_open()
      : row.state === "closed" && row.action !== null
        ? decided()
        : outcomeText(row),
  };
}

/** A report with the answer to its complaint, for its reporter. It has no words of anybody but the moderator. */
export function presentOutcome(row: SentReportRow, now: Date) {
  const locale = getLocale();
  return {
    facts: [
      [m.mail_report_what(), subjectText(row.subject_kind, row.name || m.case_cleared(), { locale })],
      [m.mail_report_reason(), storedText(REASON_TEXTS, row.reason)],
      [m.sent_report_at(), formatDay(row.created_at, locale)],
    ] as const,
    outcome: outcomeText(row),
    mayComplain: isComplainable(row, now),
    waits: row.complained_at !== null && row.complaint_decided_at === null,
    answer: row.answer,
    reversed: row.reversed === true,
  };
}

/** A complaint for the moderators. */
export function presentComplaint(row: SentReportRow, viewerId: string): ComplaintView {
  return {
    report: row.id,
    by: row.reporter ?? (row.email === null ? m.account_deleted_user() : m.case_reporter_anonymous()),
    words: row.complaint || m.appeal_without_words(),
    open: row.complaint_decided_at === null,
    fault: complaintAnswerFault({ id: viewerId }, row),
    languageHint: m.decision_language({
      language: formatLanguage(mailLocale(row).locale, getLocale()),
    }),
    outcome: row.reversed === null ? null : row.reversed ? m.complaint_reverse() : m.complaint_uphold(),
    answer: row.answer,
  };
}
