import { mailLocale, quoted, renderMail } from "#app/features/accounts/mail-template.server.ts";
import type { KnownUser } from "#app/features/accounts/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { wholeAddress } from "#app/platform/locale.server.ts";
import type { Mail } from "#app/platform/mail.server.ts";
import { outcomeText, type WebhookFault } from "./faults.server.ts";
import { KEPT_DAYS } from "./rules.ts";
import { webhookPath } from "./view.ts";

interface TurnedOff {
  readonly id: string;
  readonly url: string;
  readonly status: number | null;
  readonly fault: WebhookFault | null;
}

/** To the owner of a webhook that was turned off, because it took nothing for a day or said that it is gone (410). */
export function turnedOffMail(
  owner: Pick<KnownUser, "email" | "username" | "language">,
  { id, url, status, fault }: TurnedOff,
): Mail {
  const words = mailLocale(owner);
  const host = quoted(new URL(url).host);
  const reasons =
    status === 410
      ? [m.webhook_mail_gone({ host }, words)]
      : [m.webhook_mail_failing({ host }, words), outcomeText({ status, fault }, words)];
  const letter = {
    subject: m.webhook_mail_subject({}, words),
    hello: m.mail_hello({ username: quoted(owner.username) }, words),
    paragraphs: [...reasons.filter((text) => text !== null), m.webhook_mail_then({ days: KEPT_DAYS }, words)],
    button: { label: m.webhook_mail_button({}, words), link: wholeAddress(webhookPath(id), words.locale) },
  };
  return renderMail(owner.email, letter, words);
}
