import type { Viewer } from "#app/domain/viewer.ts";
import type { LocaleOption, MailContent, Text } from "#app/features/accounts/mail-content.server.ts";
import { mailLocale, paragraphsOf, quoted, renderMail } from "#app/features/accounts/mail-template.server.ts";
import { m } from "#app/paraglide/messages.js";
import { baseLocale, getLocale } from "#app/paraglide/runtime.js";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { type Mail, sendMail, shownEmail } from "#app/platform/mail.server.ts";
import { clientAddress, limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { faultAt } from "#app/platform/submit.server.ts";
import { type Contact, ownPath, type Topic } from "./schema.ts";

export const TOPIC_TEXTS: Readonly<Record<Topic, Text>> = {
  buying: m.help_topic_buying,
  selling: m.help_topic_selling,
  account: m.help_topic_account,
  safety: m.help_topic_safety,
  technical: m.help_topic_technical,
  other: m.help_topic_other,
};

interface Sender {
  readonly id: string;
  readonly username: string;
  /** Null unless it is verified. */
  readonly email: string | null;
  readonly language: string | null;
}

export async function senderOf(id: string): Promise<Sender | null> {
  const row = await db()
    .selectFrom("users")
    .innerJoin("profiles", "profiles.id", "users.id")
    .leftJoin("user_preferences", "user_preferences.user_id", "users.id")
    .select(["users.email", "users.email_verified", "profiles.username", "user_preferences.language"])
    .where("users.id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  const { username, email, email_verified, language } = row;
  return { id, username, email: email_verified ? email : null, language };
}

/** In the default language, since the operator reads it. */
function supportMail(to: string, contact: Contact, about: string | null, sender: Sender | null): Mail {
  const words: LocaleOption = { locale: baseLocale };
  const { name, email, topic, message } = contact;
  const facts: [string, string][] = [
    [m.mail_support_from({}, words), quoted(name)],
    [m.mail_support_email({}, words), shownEmail(email)],
    [m.mail_support_account({}, words), sender?.username ?? m.mail_support_no_account({}, words)],
    [m.mail_support_topic({}, words), TOPIC_TEXTS[topic]({}, words)],
    ...(about === null ? [] : [[m.mail_support_about({}, words), env().baseUrl + about] as [string, string]]),
    [m.mail_support_language({}, words), getLocale()],
  ];
  const letter: MailContent = {
    subject: m.mail_support_subject({ topic: TOPIC_TEXTS[topic]({}, words), name: quoted(name) }, words),
    hello: m.mail_support_hello({}, words),
    paragraphs: paragraphsOf(message),
    facts,
  };
  return { ...renderMail(to, letter, words), replyTo: email };
}

/** Only sent to a verified email address, since anybody can type an email address. */
function receiptMail(sender: Sender & { email: string }, topic: Topic): Mail {
  const words = mailLocale(sender);
  const letter: MailContent = {
    subject: m.mail_contact_subject({}, words),
    hello: m.mail_hello({ username: quoted(sender.username) }, words),
    paragraphs: [m.mail_contact_text({ topic: TOPIC_TEXTS[topic]({}, words) }, words)],
    note: m.mail_contact_note({}, words),
  };
  return renderMail(sender.email, letter, words);
}

/**
 * Mails a message to the operator, and a receipt to the sender, in one transaction.
 * @throws Refused "too_often"; "contact_closed"; beside the field `about` when it is no page of the shop
 */
export async function sendContact(request: Request, contact: Contact, viewer: Viewer | null): Promise<void> {
  const { supportEmail: to, baseUrl } = env();
  if (to === undefined) throw new Refused("contact_closed");
  const about = contact.about ? ownPath(contact.about, baseUrl) : null;
  if (contact.about && about === null)
    throw faultAt("about", m.help_contact_about_foreign({ example: `${baseUrl}/messages` }));
  // A bot sees the success message, but nothing is sent.
  if (contact.memo) return;
  const sender = viewer && (await senderOf(viewer.id));
  await limit("contact_client", clientAddress(request));
  if (sender) await limit("contact_account", sender.id);
  await db()
    .transaction()
    .execute(async (trx) => {
      await sendMail(supportMail(to, contact, about, sender), trx);
      if (sender?.email && sender.email === contact.email) {
        await sendMail(receiptMail({ ...sender, email: sender.email }, contact.topic), trx);
      }
    });
}
