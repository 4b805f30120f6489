import { sellerPath } from "#app/domain/username.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import type { LocaleOption, MailContent } from "#app/features/accounts/mail-content.server.ts";
import { quoted, renderMail } from "#app/features/accounts/mail-template.server.ts";
import { m } from "#app/paraglide/messages.js";
import { baseLocale } from "#app/paraglide/runtime.js";
import type { Queries } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { sendMail } from "#app/platform/mail.server.ts";
import type { ReviewRow } from "./queries.server.ts";
import { REPORT_REASONS, type ReportReason } from "./rules.ts";
import type { ReportInput } from "./schema.ts";
import type { ReasonView } from "./view.ts";

const REASON_TEXTS: Readonly<
  Record<ReportReason, (inputs?: object, words?: Partial<LocaleOption>) => string>
> = {
  untrue: m.review_reason_untrue,
  insulting: m.review_reason_insulting,
  private: m.review_reason_private,
  advertising: m.review_reason_advertising,
  other: m.review_reason_other,
};

export function presentReasons(): ReasonView[] {
  return REPORT_REASONS.map((value) => ({ value, label: REASON_TEXTS[value]() }));
}

/**
 * Mails a report to the operator, if an address is set up. The mail is in the first language, like all of the
 * operator's mails.
 */
export async function mailReportToOperator(
  reporter: Viewer,
  review: ReviewRow,
  { reason, words: said }: ReportInput,
  trx: Queries,
): Promise<void> {
  const to = env().supportEmail;
  if (to === undefined) return;
  const words: LocaleOption = { locale: baseLocale };
  const letter: MailContent = {
    subject: m.mail_report_subject({ of: quoted(review.of) }, words),
    hello: m.mail_support_hello({}, words),
    paragraphs: said.split(/\s*\n\s*/).filter((line) => line !== ""),
    facts: [
      [m.mail_support_account({}, words), reporter.username],
      [m.mail_support_topic({}, words), REASON_TEXTS[reason]({}, words)],
      [m.mail_report_review({}, words), review.id],
      [m.mail_report_stars({}, words), String(review.rating)],
      [m.mail_report_says({}, words), review.comment.replace(/\s+/g, " ")],
      [m.mail_report_by({}, words), review.username ?? m.account_deleted_user({}, words)],
      [m.mail_support_about({}, words), `${env().baseUrl}${sellerPath(review.of)}#reviews`],
    ],
  };
  await sendMail(renderMail(to, letter, words), trx);
}
