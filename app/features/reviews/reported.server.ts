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
  { reason, words }: ReportInput,
  trx: Queries,
): Promise<void> {
  const to = env().supportEmail;
  if (to === undefined) return;
  const inLocale: LocaleOption = { locale: baseLocale };
  const letter: MailContent = {
    subject: m.mail_report_subject({ of: quoted(review.of) }, inLocale),
    hello: m.mail_support_hello({}, inLocale),
    paragraphs: words.split(/\s*\n\s*/).filter((line) => line !== ""),
    facts: [
      [m.mail_support_account({}, inLocale), reporter.username],
      [m.mail_support_topic({}, inLocale), REASON_TEXTS[reason]({}, inLocale)],
      [m.mail_report_review({}, inLocale), review.id],
      [m.mail_report_stars({}, inLocale), String(review.rating)],
      [m.mail_report_says({}, inLocale), review.comment.replace(/\s+/g, " ")],
      [m.mail_report_by({}, inLocale), review.username ?? m.account_deleted_user({}, inLocale)],
      [m.mail_support_about({}, inLocale), `${env().baseUrl}${sellerPath(review.of)}#reviews`],
    ],
  };
  await sendMail(renderMail(to, letter, inLocale), trx);
}
