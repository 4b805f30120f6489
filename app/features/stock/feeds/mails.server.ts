import type { LocaleOption, MailContent } from "#app/features/accounts/mail-content.server.ts";
import { mailLocale, quoted, renderMail } from "#app/features/accounts/mail-template.server.ts";
import { m } from "#app/paraglide/messages.js";
import { wholeAddress } from "#app/platform/locale.server.ts";
import type { Mail } from "#app/platform/mail.server.ts";
import { feedFaultText } from "./fault-text.server.ts";
import type { FeedFault } from "./faults.ts";
import type { FeedOwner } from "./queries.server.ts";
import { feedPath } from "./view.ts";

/** To the owner of a feed that has failed twice in a row. */
export function failingMail(owner: FeedOwner, fault: FeedFault): Mail {
  const words = mailLocale(owner);
  const subject = m.feed_mail_failing_subject({}, words);
  const paragraphs = [
    m.feed_mail_failing_text({ host: hostOf(owner) }, words),
    feedFaultText(fault, words),
    m.feed_mail_failing_then({}, words),
  ];
  return renderMail(owner.email, letterOf(owner, { subject, paragraphs }, words), words);
}

/** To the owner of a feed from which so many listings are gone that nobody but they can say whether that is right. */
export function askingMail(owner: FeedOwner, gone: number): Mail {
  const words = mailLocale(owner);
  const subject = m.feed_mail_asking_subject({}, words);
  const paragraphs = [
    m.feed_mail_asking_text({ host: hostOf(owner), count: gone }, words),
    m.feed_mail_asking_then({}, words),
  ];
  return renderMail(owner.email, letterOf(owner, { subject, paragraphs }, words), words);
}

function hostOf({ url }: FeedOwner): string {
  return quoted(new URL(url).host);
}

function letterOf(
  owner: FeedOwner,
  texts: Pick<MailContent, "subject" | "paragraphs">,
  words: LocaleOption,
): MailContent {
  const link = wholeAddress(feedPath(owner.feedId), words.locale);
  return {
    ...texts,
    hello: m.mail_hello({ username: quoted(owner.username) }, words),
    button: { label: m.feed_mail_button({}, words), link },
  };
}
