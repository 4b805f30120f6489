import { m } from "#app/paraglide/messages.js";
import { getLocale, isLocale } from "#app/paraglide/runtime.js";
import type { Mail } from "#app/platform/mail.server.ts";
import { type LocaleOption, linksBelow, type MailContent } from "./mail-content.server.ts";
import { mailHtml } from "./mail-html.server.ts";

/** Who a mail is for. `language` is what they chose (user_preferences.language); null or none: the request's. */
export type Person = { email: string; username: string; language?: string | null };

/** A name or a device may hold anything: on one line, of a length that can be read, in its own direction. */
const MAX_QUOTED_LENGTH = 80;
// Hebrew, Arabic, Syriac, Thaana, N'Ko and their later blocks.
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Text that somebody else chose, as it may stand among ours. */
export function quoted(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  const characters = [...line];
  const short =
    characters.length > MAX_QUOTED_LENGTH ? `${characters.slice(0, MAX_QUOTED_LENGTH - 1).join("")}…` : line;
  // First strong isolate and its end: what follows the name keeps its place.
  return RIGHT_TO_LEFT.test(short) ? `\u2068${short}\u2069` : short;
}

/** The language that a person's mails are in: theirs, else that of the request in progress, else the first. */
export function mailLocale(person: Person): LocaleOption {
  const { language } = person;
  return { locale: isLocale(language) ? language : getLocale() };
}

/** A moment, to the minute. Where its reader is nobody knows, so it says which clock it means. */
export function momentText(at: Date, { locale }: LocaleOption): string {
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return `${format.format(at)} UTC`;
}

/** Sets a letter: both parts of a mail to one address. */
export function renderMail(to: string, letter: MailContent, words: LocaleOption): Mail {
  const { subject, unsubscribe } = letter;
  const parts = { text: mailText(letter, words), html: mailHtml(letter, words) };
  return { to, subject, ...parts, ...(unsubscribe && { unsubscribe: unsubscribe.link }) };
}

function listText({ title, items }: NonNullable<MailContent["lists"]>[number]): string {
  return [title, ...items.map(({ text, link }) => `* ${text}\n  ${link}`)].join("\n");
}

function mailText(letter: MailContent, words: LocaleOption): string {
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
