import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { createTransport } from "nodemailer";
import { db } from "./db.server.ts";
import { env } from "./env.server.ts";
import { isLoopback } from "./env-values.server.ts";
import { TryAgain } from "./jobs.server.ts";
import { logger } from "./log.server.ts";

// docs/decisions/0025-mail.md explains what is guaranteed.

/** A mail is given up when its text was sent this often without an answer. */
const MAX_UNANSWERED = 2;

/** Shorter than the job's timeout (`mailJobs`), after which pg-boss gives the job to another server. */
const DEADLINE_MS = 75_000;

interface Waiting {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly reply_to: string | null;
  readonly unsubscribe: string | null;
  /** How often the text was sent without an answer before. */
  readonly unanswered: number;
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** `offered`: the mail server may have received the text. */
type Attempt = { offered: boolean };

/** Without the email address of the recipient, and without the text of the mail server, which may repeat it. */
class MailFailure extends TryAgain {
  override readonly name = "MailFailure";
}

/**
 * Sends a waiting mail, unless it was already sent or given up.
 * @throws MailFailure when the job should retry
 */
export async function deliver(id: string, signal: AbortSignal): Promise<void> {
  const mail = await waitingMail(id);
  if (!mail) return;
  const { smtpUrl } = env();
  if (!smtpUrl) throw new MailFailure("This server has no SMTP_URL.");
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
    // Long: a client that hangs up earlier does not know whether the text was accepted (RFC 1047).
    socketTimeout: 60_000,
    // To another machine, the password and the codes in mails go only over TLS.
    requireTLS: !isLoopback(new URL(smtpUrl).hostname),
    // Its parameters take precedence: requireTLS=false is for a mail server without TLS.
    url: smtpUrl,
  });
  transport.use("stream", ({ message }, done) => {
    message.processFunc((whole) => Readable.from(offering(mail, attempt, whole)));
    done();
  });
  await transport.sendMail({
    from: sender(smtpUrl),
    // nodemailer does not parse an object, so the text cannot become two email addresses.
    to: { name: "", address },
    ...(reply_to !== null && { replyTo: { name: "", address: reply_to } }),
    subject,
    text,
    html,
    date,
    // Equal for all attempts, so that mail programs recognise a second copy.
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
 * The text of the mail. First the database records that it is being sent, in case this server crashes meanwhile:
 * nodemailer reads the generator only when the mail server has accepted sender, recipient and DATA.
 */
async function* offering(mail: Waiting, attempt: Attempt, whole: Readable): AsyncGenerator<Buffer> {
  const text = await buffer(whole);
  await markOffered(mail);
  attempt.offered = true;
  yield text;
}

/** When several servers have read the same count, only one of them may send the text. */
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

/** The error of nodemailer. `response` may contain the email address of the recipient, so it is not passed on. */
type SmtpError = { code?: string; command?: string; responseCode?: number; response?: string };

async function failed(mail: Waiting, attempt: Attempt, error: unknown): Promise<void> {
  const { code, command, responseCode, response } = (error ?? {}) as SmtpError;
  // The reason as a code: "5.1.1".
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? "")?.[1];
  const facts = { mail: mail.id, code, command, responseCode, status };
  // A refused sign-in or greeting has another code: the operator may still fix it.
  const isAboutMail = code === "EENVELOPE" || code === "EMESSAGE";
  // "API": nodemailer found the email address invalid.
  if (isAboutMail && (command === "API" || (responseCode ?? 0) >= 500)) {
    logger.warn(facts, "mail refused for good");
    return end(mail, "refused");
  }
  if (mail.expires_at.getTime() < Date.now()) {
    logger.error(facts, "mail given up, it could not be sent in time");
    return end(mail, "unsent");
  }
  // The mail server has answered, so the text does not count as unanswered.
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

/** Deletes the records of mails a month after they ended, and mails that have waited for a week without an end. */
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
