import { formatDay } from "#app/domain/format.ts";
import { isolated, withoutUnseen } from "#app/domain/text-rules.ts";
import { m } from "#app/paraglide/messages.js";
import { baseLocale, isLocale } from "#app/paraglide/runtime.js";
import type { Mail } from "#app/platform/mail.server.ts";
import { type LocaleOption, linksBelow, type MailContent } from "./mail-content.server.ts";
import { mailHtml } from "./mail-html.server.ts";

/**
 * The recipient of a mail. `language` is user_preferences.language, which is null for an account that an earlier release
 * made.
 */
export type Person = { email: string; username: string; language: string | null };

/** The length to which another user's text is shortened in a mail, in characters. */
const MAX_QUOTED_LENGTH = 80;
/**
 * Makes a text that may contain anything, such as a username, safe to show within our own text: on one line, shortened,
 * and isolated if it is written from right to left.
 */
export function quoted(text: string): string {
  const line = withoutUnseen(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  const characters = [...line];
  const short =
    characters.length > MAX_QUOTED_LENGTH ? `${characters.slice(0, MAX_QUOTED_LENGTH - 1).join("")}…` : line;
  return isolated(short);
}

export function paragraphsOf(text: string): string[] {
  return text.split(/\s*\n\s*/).filter((line) => line !== "");
}

/**
 * The language of what is sent to a user: the stored one, else the default. Never that of the request, which may be
 * another user's.
 */
export function mailLocale({ language }: Pick<Person, "language">): LocaleOption {
  return { locale: isLocale(language) ? language : baseLocale };
}

/** A time to the minute, in UTC: the recipient's time zone is unknown. */
export function momentText(at: Date, { locale }: LocaleOption): string {
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: "UTC" });
  return `${formatDay(at, locale)}, ${time.format(at)} UTC`;
}

export function renderMail(to: string, letter: MailContent, words: LocaleOption): Mail {
  const { subject, unsubscribe } = letter;
  const parts = { text: mailText(letter, words), html: mailHtml(letter, words) };
  return { to, subject, ...parts, ...(unsubscribe && { unsubscribe: unsubscribe.link }) };
}

function listText({ title, items }: NonNullable<MailContent["lists"]>[number]): string {
  return [title, ...items.map(({ text, link }) => `* ${text}\n  ${link}`)].join("\n");
}

/** The plain text of a mail. */
export function mailText(letter: MailContent, words: LocaleOption): string {
  const { hello, paragraphs, code, facts, lists, after, button, note, reason } = letter;
  const below = [
    reason,
    ...linksBelow(letter).map(({ label, link }) => `${label}:\n${link}`),
    m.mail_footer({}, words),
  ];
  return [
    hello,
    ...paragraphs,
    code && `    ${code}`,
    facts?.map(([label, value]) => m.mail_fact({ label, value }, words)).join("\n"),
    lists?.map(listText).join("\n\n"),
    after,
    button && `${button.label}:\n${button.link}`,
    note,
    `-- \n${below.filter(Boolean).join("\n")}`,
  ]
    .filter(Boolean)
    .join("\n\n");
}
