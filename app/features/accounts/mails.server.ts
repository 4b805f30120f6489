import { href } from "react-router";
import type { KeyInput } from "#app/features/api/keys-schema.ts";
import { scopeTexts } from "#app/features/api/scope-texts.ts";
import { m } from "#app/paraglide/messages.js";
import { wholeAddress } from "#app/platform/locale.server.ts";
import { type Mail, shownEmail } from "#app/platform/mail.server.ts";
import type { LocaleOption, MailContent } from "./mail-content.server.ts";
import { unsubscribeLink } from "./mail-preferences.server.ts";
import { mailLocale, momentText, type Person, quoted, renderMail } from "./mail-template.server.ts";

// Every mail about an account. Texts and links are in the language of the recipient (mail-template.server.ts).

type Body = Omit<MailContent, "hello">;

function mailContentFor(person: Person, body: (words: LocaleOption) => Body): Mail {
  const words = mailLocale(person);
  const hello = m.mail_hello({ username: quoted(person.username) }, words);
  return renderMail(person.email, { hello, ...body(words) }, words);
}

/** When and from where an action was done: `device` is a browser ("Firefox on Windows"), `address` an IP address. */
export type RequestDetails = { at: Date; device?: string | null; address?: string | null };

function requestLines({ at, device, address }: RequestDetails, words: LocaleOption): [string, string][] {
  const facts: [string, string][] = [[m.mail_when({}, words), momentText(at, words)]];
  if (device) facts.push([m.mail_device({}, words), quoted(device)]);
  if (address) facts.push([m.mail_network({}, words), quoted(address)]);
  return facts;
}

function newPasswordButton(words: LocaleOption): MailContent["button"] {
  return {
    label: m.mail_reset_button({}, words),
    link: wholeAddress(`${href("/auth")}?mode=forgot`, words.locale),
  };
}

/**
 * The mail with the link that verifies an email address and then redirects to `next`. `providers` are those that are
 * linked to the account, and can sign in to it once the address is verified. The mail lists them, because their user
 * may not be the owner of the email address.
 */
export function verificationMail(
  person: Person,
  { token, next, providers }: { token: string; next: string; providers: readonly string[] },
): Mail {
  const on = next === "/" ? "" : `&next=${encodeURIComponent(next)}`;
  return mailContentFor(person, (words) => ({
    subject: m.mail_verify_subject({}, words),
    paragraphs: [
      m.mail_verify_text({}, words),
      ...providers.map((provider) => m.mail_verify_provider({ provider }, words)),
    ],
    button: {
      label: m.mail_verify_button({}, words),
      link: wholeAddress(`${href("/auth/verify")}?token=${encodeURIComponent(token)}${on}`, words.locale),
    },
    note: m.mail_verify_ignore({}, words),
  }));
}

/** After a sign-up with the email address of an existing account: the mail to its owner. The page shows no difference. */
export function knownAddressMail(person: Person): Mail {
  return mailContentFor(person, (words) => ({
    subject: m.mail_known_subject({}, words),
    paragraphs: [m.mail_known_text({ username: quoted(person.username) }, words)],
    button: { label: m.mail_known_button({}, words), link: wholeAddress(href("/auth"), words.locale) },
    note: m.mail_known_ignore({}, words),
  }));
}

export function resetMail(person: Person, token: string): Mail {
  return mailContentFor(person, (words) => ({
    subject: m.mail_reset_subject({}, words),
    paragraphs: [m.mail_reset_text({}, words)],
    button: {
      label: m.mail_reset_button({}, words),
      link: wholeAddress(`${href("/auth/reset")}?token=${encodeURIComponent(token)}`, words.locale),
    },
    note: m.mail_reset_ignore({}, words),
  }));
}

/** The purpose of a one-time code: to sign in, to confirm a sensitive action, or to verify an email address. */
export type CodePurpose = "sign-in" | "confirm" | "address";

const CODE_TEXTS = {
  "sign-in": { subject: m.mail_code_sign_in_subject, text: m.mail_code_sign_in_text },
  confirm: { subject: m.mail_code_confirm_subject, text: m.mail_code_confirm_text },
  address: { subject: m.mail_code_address_subject, text: m.mail_code_address_text },
} as const;

export function codeMail(
  person: Person,
  { code, purpose, minutes }: { code: string; purpose: CodePurpose; minutes: number },
): Mail {
  const mail = mailContentFor(person, (words) => ({
    subject: CODE_TEXTS[purpose].subject({ code }, words),
    paragraphs: [CODE_TEXTS[purpose].text({ minutes }, words)],
    code,
    note: m.mail_code_ignore({}, words),
  }));
  return { ...mail, expiresAt: new Date(Date.now() + minutes * 60_000) };
}

const SIGN_IN_METHOD_TEXTS = {
  added: [m.mail_way_added_subject, m.mail_way_added_text],
  removed: [m.mail_way_removed_subject, m.mail_way_removed_text],
} as const;

type SignInMethodChange = RequestDetails & { change: keyof typeof SIGN_IN_METHOD_TEXTS };

/** The mail when a provider was added to an account or removed from it. */
export function signInMethodMail(person: Person, done: SignInMethodChange & { provider: string }): Mail {
  const button = (words: LocaleOption) => ({
    label: m.mail_way_button({}, words),
    link: wholeAddress(href("/profile/security/identities"), words.locale),
  });
  return signInMethodContent(person, done, () => done.provider, button);
}

/** The mail when a phone number, which can be used to sign in, was added or removed. `number` is formatted to read. */
export function phoneMail(person: Person, done: SignInMethodChange & { number: string }): Mail {
  return signInMethodContent(
    person,
    done,
    (words) => `${m.phone_title({}, words)} ${done.number}`,
    securityButton,
  );
}

function securityButton(words: LocaleOption): MailContent["button"] {
  return {
    label: m.mail_security_button({}, words),
    link: wholeAddress(href("/profile/security"), words.locale),
  };
}

function signInMethodContent(
  person: Person,
  done: SignInMethodChange,
  name: (words: LocaleOption) => string,
  button: (words: LocaleOption) => MailContent["button"],
): Mail {
  const [subject, text] = SIGN_IN_METHOD_TEXTS[done.change];
  return mailContentFor(person, (words) => ({
    subject: subject({}, words),
    paragraphs: [text({ provider: quoted(name(words)) }, words)],
    facts: requestLines(done, words),
    button: button(words),
    note: m.mail_not_you({}, words),
    reason: m.mail_reason_account({}, words),
  }));
}

export function passwordChangedMail(person: Person, done: RequestDetails): Mail {
  return mailContentFor(person, (words) => ({
    subject: m.mail_password_changed_subject({}, words),
    paragraphs: [m.mail_password_changed_text({}, words)],
    facts: requestLines(done, words),
    button: newPasswordButton(words),
    note: m.mail_not_you({}, words),
    reason: m.mail_reason_account({}, words),
  }));
}

/**
 * The mail that asks the owner of the old email address (`person.email`) to approve `newEmail`. `path` is the path of
 * the mailed link, "/auth/…?token=…", without a language.
 */
export function emailApprovalMail(person: Person, facts: { newEmail: string; path: string }): Mail {
  return mailContentFor(person, (words) => ({
    subject: m.mail_email_approve_subject({}, words),
    paragraphs: [m.mail_email_approve_text({ email: shownEmail(facts.newEmail) }, words)],
    button: {
      label: m.mail_email_approve_button({}, words),
      link: wholeAddress(facts.path, words.locale),
    },
    note: m.mail_email_approve_ignore({}, words),
    reason: m.mail_reason_account({}, words),
  }));
}

/** The mail to `newEmail` that asks its owner to confirm the change. `path`: see `emailApprovalMail`. */
export function emailConfirmationMail(person: Person, facts: { newEmail: string; path: string }): Mail {
  return mailContentFor({ ...person, email: facts.newEmail }, (words) => ({
    subject: m.mail_email_confirm_subject({}, words),
    paragraphs: [m.mail_email_confirm_text({}, words)],
    button: {
      label: m.mail_email_confirm_button({}, words),
      link: wholeAddress(facts.path, words.locale),
    },
    note: m.mail_email_confirm_ignore({}, words),
  }));
}

/**
 * The mail to the owner of an account (`person`) when another user wants to use their email address. The page does not
 * reveal that another account has it.
 */
export function addressInUseMail(person: Person): Mail {
  return mailContentFor(person, (words) => ({
    subject: m.mail_email_in_use_subject({}, words),
    paragraphs: [m.mail_email_in_use_text({}, words)],
    button: { label: m.mail_known_button({}, words), link: wholeAddress(href("/auth"), words.locale) },
    note: m.mail_known_ignore({}, words),
  }));
}

/** "j…@example.com": the owner recognises their email address, but other readers of the old mailbox do not learn it. */
function masked(email: string): string {
  const at = email.lastIndexOf("@");
  return `${[...email][0] ?? ""}…${shownEmail(email.slice(at))}`;
}

/** The mail about a changed email address: one is sent to the old address, one to the new (`sentTo`). */
export function emailChangedMail(
  person: Person,
  facts: { sentTo: "old" | "new"; oldEmail: string; newEmail: string; at: Date },
): Mail {
  const isOld = facts.sentTo === "old";
  return mailContentFor({ ...person, email: isOld ? facts.oldEmail : facts.newEmail }, (words) => ({
    subject: m.mail_email_changed_subject({}, words),
    paragraphs: [
      isOld
        ? m.mail_email_changed_old_text({ email: masked(facts.newEmail) }, words)
        : m.mail_email_changed_new_text({}, words),
    ],
    facts: requestLines(facts, words),
    button: isOld
      ? { label: m.mail_help_button({}, words), link: wholeAddress(href("/help"), words.locale) }
      : {
          label: m.mail_email_changed_new_button({}, words),
          link: wholeAddress(href("/profile"), words.locale),
        },
    note: isOld ? m.mail_email_changed_old_note({}, words) : m.mail_not_you({}, words),
    reason: m.mail_reason_account({}, words),
  }));
}

/** The mail about a sign-in from a browser that is new to this account. `person.id` is for the unsubscribe link. */
export function newDeviceMail(person: Person & { id: string }, done: RequestDetails): Mail {
  return mailContentFor(person, (words) => ({
    subject: m.mail_new_device_subject({}, words),
    paragraphs: [m.mail_new_device_text({}, words)],
    facts: requestLines(done, words),
    button: securityButton(words),
    note: m.mail_not_you({}, words),
    reason: m.mail_reason_account({}, words),
    unsubscribe: {
      label: m.mail_switch_off_link({}, words),
      link: unsubscribeLink({ userId: person.id, topic: "account" }, words.locale),
    },
  }));
}

export function factorChangedMail(person: Person, done: RequestDetails & { on: boolean }): Mail {
  return mailContentFor(person, (words) => ({
    subject: done.on ? m.mail_factor_on_subject({}, words) : m.mail_factor_off_subject({}, words),
    paragraphs: [done.on ? m.mail_factor_on_text({}, words) : m.mail_factor_off_text({}, words)],
    facts: requestLines(done, words),
    button: securityButton(words),
    note: m.mail_not_you({}, words),
    reason: m.mail_reason_account({}, words),
  }));
}

/** The mail about a new key of the API. */
export function keyMail(person: Person, done: RequestDetails & Pick<KeyInput, "name" | "scopes">): Mail {
  const mayDo = (words: LocaleOption) => scopeTexts(done.scopes, words).join(" · ");
  return mailContentFor(person, (words) => ({
    subject: m.mail_key_subject({}, words),
    paragraphs: [m.mail_key_text({ name: quoted(done.name) }, words)],
    facts: [[m.keys_scopes({}, words), mayDo(words)], ...requestLines(done, words)],
    button: {
      label: m.keys_manage({}, words),
      link: wholeAddress(href("/profile/security/keys"), words.locale),
    },
    note: m.mail_key_not_you({}, words),
    reason: m.mail_reason_account({}, words),
  }));
}

/** @param open the names of the orders and offers that were not over */
export function deletedMail(person: Person, done: RequestDetails, open: readonly string[] = []): Mail {
  return mailContentFor(person, (words) => ({
    subject: m.mail_deleted_subject({}, words),
    paragraphs: [
      m.mail_deleted_text({}, words),
      ...(open.length > 0 ? [m.mail_deleted_open({ items: open.map(quoted).join(", ") }, words)] : []),
      m.mail_deleted_bye({}, words),
    ],
    facts: requestLines(done, words),
    button: { label: m.mail_help_button({}, words), link: wholeAddress(href("/help"), words.locale) },
    note: m.mail_deleted_note({}, words),
    reason: m.mail_reason_account({}, words),
  }));
}
