import { formatNumber } from "#app/domain/format.ts";
import { mailLocale, quoted, renderMail } from "#app/features/accounts/mail-template.server.ts";
import type { KnownUser } from "#app/features/accounts/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { wholeAddress } from "#app/platform/locale.server.ts";
import type { Mail } from "#app/platform/mail.server.ts";
import { outcomeText, type WebhookFault } from "./faults.server.ts";
import type { OffReason } from "./queries.server.ts";
import { KEPT_DAYS, MOST_WAITING } from "./rules.ts";
import { webhookPath } from "./view.ts";

type Owner = Pick<KnownUser, "email" | "username" | "language">;

interface TurnedOff {
  readonly id: string;
  readonly url: string;
  readonly off: OffReason;
  /** What came of the last try. */
  readonly last: { readonly status: number | null; readonly fault: WebhookFault | null } | undefined;
}

/** To the owner of a webhook that was turned off: it took nothing for a day, said that it is gone, or too much waited. */
export function turnedOffMail(owner: Owner, { id, url, off, last }: TurnedOff): Mail {
  const words = mailLocale(owner);
  const host = quoted(new URL(url).host);
  const count = formatNumber(MOST_WAITING, words.locale);
  const failing = () => [m.webhook_mail_failing({ host }, words), last ? outcomeText(last, words) : null];
  const reasons =
    off === "gone"
      ? [m.webhook_mail_gone({ host }, words)]
      : off === "full"
        ? [m.webhook_mail_full({ host, count }, words)]
        : failing();
  const letter = {
    subject: m.webhook_mail_subject({}, words),
    hello: m.mail_hello({ username: quoted(owner.username) }, words),
    paragraphs: [...reasons.filter((text) => text !== null), m.webhook_mail_then({ days: KEPT_DAYS }, words)],
    button: { label: m.webhook_mail_button({}, words), link: wholeAddress(webhookPath(id), words.locale) },
  };
  return renderMail(owner.email, letter, words);
}

/** To the owner of a webhook whose address a program has set with a key: it may be a stolen one. */
export function setByKeyMail(
  owner: Owner,
  { id, url, key }: { readonly id: string; readonly url: string; readonly key: string },
): Mail {
  const words = mailLocale(owner);
  const letter = {
    subject: m.webhook_mail_key_subject({}, words),
    hello: m.mail_hello({ username: quoted(owner.username) }, words),
    paragraphs: [m.webhook_mail_key({ host: quoted(new URL(url).host), key: quoted(key) }, words)],
    button: { label: m.webhook_mail_button({}, words), link: wholeAddress(webhookPath(id), words.locale) },
    note: m.webhook_mail_key_not_you({}, words),
  };
  return renderMail(owner.email, letter, words);
}
