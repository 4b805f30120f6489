import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { createTransport } from "nodemailer";
import { db } from "./db.server.ts";
import { env } from "./env.server.ts";
import { logger } from "./log.server.ts";

// docs/decisions/0025-mail.md says what is guaranteed, and why no more can be.

/** A mail that was sent whole without an answer is sent once more, under the same Message-ID, and then given up. */
const MAX_UNANSWERED = 2;

/** Shorter than the job's timeout (`mailJobs`), after which pg-boss gives the job to another server. */
const DEADLINE_MS = 75_000;

/** A row of `outgoing_mails` that is still to be sent. */
interface Waiting {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly reply_to: string | null;
  readonly unsubscribe: string | null;
  /** How often the text had been sent without an answer before this attempt. */
  readonly unanswered: number;
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** One connection to the mail server. `offered`: the server asked for the text and may have received it. */
type Attempt = { offered: boolean };

/**
 * Why a mail failed, without the recipient's email address and without the mail server's words, which may repeat it.
 */
class MailFailure extends Error {
  override readonly name = "MailFailure";
}

/**
 * Sends a waiting mail, unless it was already sent or given up.
 * @throws MailFailure when it should be retried.
 */
export async function deliver(id: string, signal: AbortSignal): Promise<void> {
  const mail = await waitingMail(id);
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

async function waitingMail(id: string): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select id, recipient, subject, text, html, reply_to, unsubscribe, unanswered, created_at, expires_at
    from outgoing_mails where id = ${id} and outcome is null
  `.execute(db());
  return rows[0];
}

/** The sender of mails: the user of SMTP_URL if that is an email address, else no-reply at the site's own host. */
function sender(smtpUrl: string): { name: string; address: string } {
  const user = decodeURIComponent(new URL(smtpUrl).username);
  const address = user.includes("@") ? user : `no-reply@${new URL(env().baseUrl).hostname}`;
  return { name: "Second Serve", address };
}

async function transmit(
  mail: Waiting,
  attempt: Attempt,
  smtpUrl: string,
  signal: AbortSignal,
): Promise<void> {
  const { id, recipient: address, subject, text, html, reply_to, unsubscribe, created_at: date } = mail;
  const transport = createTransport({
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // It is long, because a client that hangs up earlier does not know whether the text was accepted (RFC 1047).
    socketTimeout: 60_000,
    url: smtpUrl,
  });
  transport.use("stream", ({ message }, done) => {
    message.processFunc((whole) => Readable.from(offering(mail, attempt, whole)));
    done();
  });
  await transport.sendMail({
    from: sender(smtpUrl),
    // As an object the email address is not parsed again, so it cannot become two email addresses.
    to: { name: "", address },
    ...(reply_to !== null && { replyTo: { name: "", address: reply_to } }),
    subject,
    text,
    html,
    date,
    // The same for every attempt, so that a recipient of both copies can recognise them.
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
 * The text of the mail. It is held back until the database records that it is being sent. So the attempt is known even
 * if this server crashes during it. A generator runs when it is first read, and nodemailer reads only after the mail
 * server has accepted sender, recipient and DATA.
 */
async function* offering(mail: Waiting, attempt: Attempt, whole: Readable): AsyncGenerator<Buffer> {
  const text = await buffer(whole);
  await markOffered(mail);
  attempt.offered = true;
  yield text;
}

/** Records that the text is being sent. When several servers read the same count, only one of them may send it. */
async function markOffered(mail: Waiting): Promise<void> {
  if (!(await moveUnanswered(mail, mail.unanswered, mail.unanswered + 1)))
    throw new MailFailure("Another server has this mail by now.");
}

async function moveUnanswered({ id }: Waiting, from: number, to: number): Promise<boolean> {
  const { numUpdatedRows } = await db()
    .updateTable("outgoing_mails")
    .set({ unanswered: to })
    .where("id", "=", id)
    .where("outcome", "is", null)
    .where("unanswered", "=", from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * nodemailer's error. `response` is the server's text and is not passed on, because it may contain the recipient's
 * email address.
 */
type SmtpError = { code?: string; command?: string; responseCode?: number; response?: string };

async function failed(mail: Waiting, attempt: Attempt, error: unknown): Promise<void> {
  const { code, command, responseCode, response } = (error ?? {}) as SmtpError;
  // "5.1.1": the server's reason as a code, without its words.
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? "")?.[1];
  const facts = { mail: mail.id, code, command, responseCode, status };
  // The error concerns this mail, its sender or its recipient. A refused sign-in or greeting is a fault of the site's
  // setup, which may be fixed.
  const isAboutMail = code === "EENVELOPE" || code === "EMESSAGE";
  // "API": nodemailer itself found the email address invalid.
  if (isAboutMail && (command === "API" || (responseCode ?? 0) >= 500)) {
    logger.warn(facts, "mail refused for good");
    return end(mail, "refused");
  }
  if (mail.expires_at.getTime() < Date.now()) {
    logger.error(facts, "mail given up, it could not be sent in time");
    return end(mail, "unsent");
  }
  // A refusal of the whole text means that it was not accepted.
  if (attempt.offered && responseCode !== undefined)
    await moveUnanswered(mail, mail.unanswered + 1, mail.unanswered);
  logger.warn(facts, "mail did not go");
  throw new MailFailure(`Not sent: ${[code, command, responseCode, status].filter(Boolean).join(" ")}.`);
}

const NOTHING_LEFT = {
  recipient: null,
  subject: null,
  text: null,
  html: null,
  reply_to: null,
  unsubscribe: null,
} as const;

async function end({ id }: Waiting, outcome: "sent" | "refused" | "unsure" | "unsent"): Promise<void> {
  await db()
    .updateTable("outgoing_mails")
    .set({ ...NOTHING_LEFT, outcome, ended_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("outcome", "is", null)
    .execute();
}

/** Moves a mail that was queued before SMTP_URL was removed to the mailbox. */
async function storeSent({
  id,
  recipient,
  subject,
  text,
  html,
  reply_to,
  unsubscribe,
}: Waiting): Promise<void> {
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

/** Deletes mails that ended a month ago, and mails that nobody tried to send for a week: their links have expired. */
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
