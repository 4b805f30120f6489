import { href } from "react-router";
import type { NoticeKind } from "#app/domain/notification-kinds.ts";
import type { LocaleOption, MailContent } from "#app/features/accounts/mail-content.server.ts";
import { unsubscribeLink } from "#app/features/accounts/mail-preferences.server.ts";
import { mailLocale, type Person, quoted, renderMail } from "#app/features/accounts/mail-template.server.ts";
import { suspensionTexts } from "#app/features/deals/suspension.server.ts";
import { m } from "#app/paraglide/messages.js";
import { wholeAddress } from "#app/platform/locale.server.ts";
import type { Mail } from "#app/platform/mail.server.ts";
import type { Notice } from "#app/platform/notify.server.ts";
import { sentenceOf } from "./texts.server.ts";

/** The kinds of notices with a mail in this file. The features in which account events happen send their own mails. */
export type MailedKind = Exclude<NoticeKind, "account">;

/** The recipient of a mail. The unsubscribe link contains their user id. */
export type MailReader = Person & { id: string };

type Texts = Record<"name" | "text" | "button", (words: LocaleOption) => string>;

const TEXTS: Record<MailedKind, Texts> = {
  message: {
    name: (words) => m.notification_kind_message({}, words),
    text: (words) => m.notification_mail_message({}, words),
    button: (words) => m.notification_mail_answer({}, words),
  },
  saved_search: {
    name: (words) => m.notification_kind_saved_search({}, words),
    text: (words) => m.notification_mail_saved_search({}, words),
    button: (words) => m.notification_mail_look({}, words),
  },
  price_drop: {
    name: (words) => m.notification_kind_price_drop({}, words),
    text: (words) => m.notification_mail_price_drop({}, words),
    button: (words) => m.notification_mail_look({}, words),
  },
  sold: {
    name: (words) => m.notification_kind_sold({}, words),
    text: (words) => m.notification_mail_sold({}, words),
    button: (words) => m.notification_mail_look({}, words),
  },
  back: {
    name: (words) => m.notification_kind_back({}, words),
    text: (words) => m.notification_mail_back({}, words),
    button: (words) => m.notification_mail_look({}, words),
  },
  review: {
    name: (words) => m.notification_kind_review({}, words),
    text: (words) => m.notification_mail_review({}, words),
    button: (words) => m.notification_mail_read({}, words),
  },
  deal: {
    name: (words) => m.notification_kind_deal({}, words),
    text: (words) => m.notification_mail_deal({}, words),
    button: (words) => m.notification_mail_look({}, words),
  },
  offer: {
    name: (words) => m.notification_kind_offer({}, words),
    text: (words) => m.notification_mail_offer({}, words),
    button: (words) => m.notification_mail_answer({}, words),
  },
};

const PAGE = href("/notifications");
const SETTINGS = href("/notifications/settings");

function mailContentFor(person: MailReader, body: (words: LocaleOption) => Omit<MailContent, "hello">): Mail {
  const words = mailLocale(person);
  const hello = m.mail_hello({ username: quoted(person.username) }, words);
  return renderMail(person.email, { hello, ...body(words) }, words);
}

/** In the mail's footer, because a mail has only one button. */
function settings(words: LocaleOption): NonNullable<MailContent["links"]>[number] {
  return {
    label: m.notification_mail_choose({}, words),
    link: wholeAddress(SETTINGS, words.locale),
  };
}

/** The mail about one notification. For a new message it has the sender and the listing, but not the message's text. */
export function noticeMail(reader: MailReader, notice: Notice<MailedKind>): Mail {
  const texts = TEXTS[notice.kind];
  return mailContentFor(reader, (words) => ({
    subject: sentenceOf(notice, words),
    paragraphs: [...adviceIn(notice, words), ...reasonIn(notice, words), texts.text(words)],
    button: { label: texts.button(words), link: wholeAddress(notice.path ?? PAGE, words.locale) },
    reason: m.notification_mail_reason({ kind: texts.name(words) }, words),
    links: [settings(words)],
    unsubscribe: {
      label: m.mail_switch_off_link({}, words),
      link: unsubscribeLink({ userId: reader.id, topic: notice.kind }, words.locale),
    },
  }));
}

/** What to do about a deal whose other party is suspended. */
function adviceIn(notice: Notice<MailedKind>, words: LocaleOption): string[] {
  if (notice.kind !== "deal" || !notice.facts.suspension) return [];
  const { title, advice } = suspensionTexts(quoted(notice.facts.username), notice.facts.suspension, words);
  return [title, ...advice];
}

function reasonIn(notice: Notice<MailedKind>, words: LocaleOption): string[] {
  const reason = notice.kind === "deal" ? notice.facts.reason : undefined;
  return reason === undefined ? [] : [m.notification_mail_deal_reason({ reason: quoted(reason) }, words)];
}

export interface DigestNotice {
  readonly kind: string;
  readonly content: string;
  /** The path of the notification's link, without the language prefix. */
  readonly path: string | null;
}

/** The daily digest of `count` notifications. `notices` are the newest of them. */
export function digestMail(reader: MailReader, notices: readonly DigestNotice[], count: number): Mail {
  return mailContentFor(reader, (words) => {
    const [first] = notices;
    const more = count - notices.length;
    return {
      subject:
        count === 1 && first
          ? m.notification_digest_subject_one({ notice: first.content }, words)
          : m.notification_digest_subject({ count }, words),
      paragraphs: [m.notification_digest_text({}, words)],
      lists: [...Map.groupBy(notices, ({ kind }) => kind)].map(([kind, those]) => ({
        title: nameOf(kind, words),
        items: those.map(({ content, path }) => ({
          text: content,
          link: wholeAddress(path ?? PAGE, words.locale),
        })),
      })),
      ...(more > 0 && { after: m.notification_digest_more({ count: more }, words) }),
      button: { label: m.notification_digest_button({}, words), link: wholeAddress(PAGE, words.locale) },
      reason: m.notification_digest_reason({}, words),
      links: [settings(words)],
      unsubscribe: {
        label: m.notification_digest_off({}, words),
        link: unsubscribeLink({ userId: reader.id, topic: "digest" }, words.locale),
      },
    };
  });
}

/** The name of a kind of notice. A kind that only another version of the app defines gets a general name. */
function nameOf(kind: string, words: LocaleOption): string {
  return Object.hasOwn(TEXTS, kind)
    ? TEXTS[kind as MailedKind].name(words)
    : m.notification_kind_digest({}, words);
}
