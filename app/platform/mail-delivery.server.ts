import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { createTransport } from "nodemailer";
import { db } from "./db.server.ts";
import { env } from "./env.server.ts";
import { logger } from "./log.server.ts";

// What is promised, and why no more can be, is in docs/decisions/0025-mail.md.

/** A text that went out whole and was not answered goes out once more, under the same Message-ID, and then no more. */
const MAX_UNANSWERED = 2;

/** Nobody else takes a mail for this long; whoever claimed it has given up by then. */
const CLAIM_SECONDS = 85;
const DEADLINE_MS = 75_000;

interface Claimed {
  readonly id: string;
  readonly claim: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly reply_to: string | null;
  readonly unsubscribe: string | null;
  readonly unanswered: number;
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** One connection to the mail server; `offered`: it asked for the text, and may have it. */
type Attempt = { offered: boolean };

/** Why a mail did not go, without its address and without what the mail server said, which may repeat it. */
class MailFailure extends Error {
  override readonly name = "MailFailure";
}

/**
 * Sends a waiting mail, unless that is decided already.
 * @throws MailFailure when it should be tried again.
 */
export async function deliver(id: string, signal: AbortSignal): Promise<void> {
  const mail = await claimed(id);
  if (!mail) return;
  const { smtpUrl } = env();
  if (!smtpUrl) return storeSent(mail);
  if (mail.unanswered >= MAX_UNANSWERED) {
    logger.warn({ mail: id }, "mail went out twice without an answer, given up");
    return end(mail, "unsure");
  }
  const attempt: Attempt = { offered: false };
  try {
    await transmit(mail, attempt, smtpUrl, AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]));
  } catch (error) {
    return failed(mail, attempt, error);
  }
  await end(mail, "sent");
}

/** The mail, for this server alone, or null when it was decided. @throws MailFailure while another has it. */
async function claimed(id: string): Promise<Claimed | null> {
  const { rows } = await sql<Claimed>`
    update outgoing_mails set claim = ${randomUUID()}, claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
    where id = ${id} and outcome is null and coalesce(claimed_until < now(), true)
    returning id, claim, recipient, subject, text, html, reply_to, unsubscribe, unanswered, created_at, expires_at
  `.execute(db());
  if (rows[0]) return rows[0];
  const waiting = await db()
    .selectFrom("outgoing_mails")
    .select("id")
    .where("id", "=", id)
    .where("outcome", "is", null)
    .executeTakeFirst();
  if (waiting) throw new MailFailure("Another server is sending this mail.");
  return null;
}

/** Who mails come from: the user of SMTP_URL if that is an address, else no-reply at the site's own host. */
function sender(smtpUrl: string): { name: string; address: string } {
  const user = decodeURIComponent(new URL(smtpUrl).username);
  const address = user.includes("@") ? user : `no-reply@${new URL(env().baseUrl).hostname}`;
  return { name: "Second Serve", address };
}

async function transmit(
  mail: Claimed,
  attempt: Attempt,
  smtpUrl: string,
  signal: AbortSignal,
): Promise<void> {
  const { id, recipient: address, subject, text, html, reply_to, unsubscribe, created_at: date } = mail;
  const transport = createTransport({
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // Long: who hangs up on a slow answer to a whole text does not know whether it was taken (RFC 1047).
    socketTimeout: 60_000,
    url: smtpUrl,
  });
  transport.use("stream", ({ message }, done) => {
    message.processFunc((whole) => Readable.from(offering(mail, attempt, whole)));
    done();
  });
  await transport.sendMail({
    from: sender(smtpUrl),
    // As an object: an address is not parsed again, so it cannot become two.
    to: { name: "", address },
    ...(reply_to !== null && { replyTo: { name: "", address: reply_to } }),
    subject,
    text,
    html,
    date,
    // The same for every try, so that whoever receives it twice can tell.
    messageId: `<${id}@${new URL(env().baseUrl).hostname}>`,
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(unsubscribe && {
        "List-Unsubscribe": `<${unsubscribe}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    signal,
  });
}

/**
 * The text, held back until it is written down that it goes out: whatever happens afterwards, that is known. A generator
 * runs when it is first read, and nodemailer reads only after the server has agreed to sender, recipient and DATA.
 */
async function* offering(mail: Claimed, attempt: Attempt, whole: Readable): AsyncGenerator<Buffer> {
  const text = await buffer(whole);
  await markOffered(mail);
  attempt.offered = true;
  yield text;
}

async function markOffered(mail: Claimed): Promise<void> {
  const { numUpdatedRows } = await db()
    .updateTable("outgoing_mails")
    .set((row) => ({ unanswered: row("unanswered", "+", 1) }))
    .where("id", "=", mail.id)
    .where("claim", "=", mail.claim)
    .where("claimed_until", ">", sql<Date>`now()`)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new MailFailure("Another server has this mail by now.");
}

/** What nodemailer tells of a failure; `response` holds the server's words and is not passed on. */
type SmtpError = { code?: string; command?: string; responseCode?: number; response?: string };

async function failed(mail: Claimed, attempt: Attempt, error: unknown): Promise<void> {
  const { code, command, responseCode, response } = (error ?? {}) as SmtpError;
  // "5.1.1": what the server means, without its words.
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? "")?.[1];
  const facts = { mail: mail.id, code, command, responseCode, status };
  // Of this mail, its sender and its recipient. A refused sign-in or greeting is the site's own matter: it may be mended.
  const isAboutMail = code === "EENVELOPE" || code === "EMESSAGE";
  // "API": nodemailer itself sees that this is no address.
  if (isAboutMail && (command === "API" || (responseCode ?? 0) >= 500)) {
    logger.warn(facts, "mail refused for good");
    return end(mail, "refused");
  }
  if (mail.expires_at.getTime() < Date.now()) {
    logger.error(facts, "mail given up, it could not be sent in time");
    return end(mail, "unsent");
  }
  // A refusal of the whole text says that it was not taken.
  await release(mail, attempt.offered && responseCode !== undefined);
  logger.warn(facts, "mail did not go");
  throw new MailFailure(`Not sent: ${[code, command, responseCode, status].filter(Boolean).join(" ")}.`);
}

/** Gives it back to be tried again. */
async function release({ id, claim }: Claimed, answered: boolean): Promise<void> {
  await db()
    .updateTable("outgoing_mails")
    .set((row) => ({
      claim: null,
      claimed_until: null,
      ...(answered && { unanswered: row("unanswered", "-", 1) }),
    }))
    .where("id", "=", id)
    .where("claim", "=", claim)
    .execute();
}

const NOTHING_LEFT = {
  recipient: null,
  subject: null,
  text: null,
  html: null,
  reply_to: null,
  unsubscribe: null,
} as const;

async function end({ id }: Claimed, outcome: "sent" | "refused" | "unsure" | "unsent"): Promise<void> {
  await db()
    .updateTable("outgoing_mails")
    .set({ ...NOTHING_LEFT, outcome, ended_at: sql<Date>`now()`, claim: null, claimed_until: null })
    .where("id", "=", id)
    .where("outcome", "is", null)
    .execute();
}

/** SMTP_URL was taken away after the mail was queued. */
async function storeSent({
  id,
  recipient,
  subject,
  text,
  html,
  reply_to,
  unsubscribe,
}: Claimed): Promise<void> {
  await db()
    .transaction()
    .execute(async (trx) => {
      await trx
        .insertInto("mails")
        .values({ recipient, subject, text, html, reply_to, unsubscribe })
        .execute();
      await trx.deleteFrom("outgoing_mails").where("id", "=", id).execute();
    });
}

/** Forgets mails that ended a month ago, and those that nobody tried to send for a week: their links are long dead. */
export async function deleteExpiredMails(): Promise<void> {
  const ended = sql<boolean>`ended_at < now() - interval '30 days'`;
  await db().deleteFrom("outgoing_mails").where(ended).execute();
  const { numDeletedRows } = await db()
    .deleteFrom("outgoing_mails")
    .where("outcome", "is", null)
    .where("created_at", "<", sql<Date>`now() - interval '7 days'`)
    .executeTakeFirst();
  if (numDeletedRows > 0n)
    logger.error({ mails: Number(numDeletedRows) }, "mails waited for a week and nobody sent them");
}
