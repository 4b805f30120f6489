import { href } from "react-router";
import { isId } from "#app/domain/ids.ts";
import { mailLocale, type Person, quoted, renderMail } from "#app/features/accounts/mail-template.server.ts";
import { m } from "#app/paraglide/messages.js";
import { wholeAddress } from "#app/platform/locale.server.ts";
import type { Mail } from "#app/platform/mail.server.ts";
import { isSignatureOf, signatureOf } from "#app/platform/signature.server.ts";
import { SILENT_DAYS } from "./queries.server.ts";

const signedText = (userId: string) => `still-for-sale ${userId}`;

/**
 * The token in the link of a mail to a silent seller. It does not expire, because all it can do is to say that the
 * listings are still for sale.
 */
export function tokenOf(userId: string): string {
  return `${userId}.${signatureOf(signedText(userId))}`;
}

/** Returns the id of the seller for whom the token was made, or null for a forged token. */
export function readToken(token: string): string | null {
  const [userId = "", given = "", ...more] = token.split(".");
  const isOurs = isId(userId) && more.length === 0 && isSignatureOf(signedText(userId), given);
  return isOurs ? userId : null;
}

type Seller = Person & { readonly id: string };

/** The mail that asks a silent seller whether their listings are still for sale. */
export function askMail(seller: Seller): Mail {
  const words = mailLocale(seller);
  return renderMail(
    seller.email,
    {
      subject: m.silent_ask_subject({}, words),
      hello: m.mail_hello({ username: quoted(seller.username) }, words),
      paragraphs: [
        m.silent_ask_text({ days: SILENT_DAYS.ask }, words),
        m.silent_ask_then({ days: SILENT_DAYS.hide }, words),
      ],
      button: { label: m.silent_button({}, words), link: linkFor(seller) },
    },
    words,
  );
}

export function hiddenMail(seller: Seller): Mail {
  const words = mailLocale(seller);
  return renderMail(
    seller.email,
    {
      subject: m.silent_hidden_subject({}, words),
      hello: m.mail_hello({ username: quoted(seller.username) }, words),
      paragraphs: [m.silent_hidden_text({}, words)],
      button: { label: m.silent_show({}, words), link: linkFor(seller) },
    },
    words,
  );
}

function linkFor(seller: Seller): string {
  const path = `${href("/my-listings/still-for-sale")}?token=${tokenOf(seller.id)}`;
  return wholeAddress(path, mailLocale(seller).locale);
}
