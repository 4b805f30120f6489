import { domainToUnicode } from "node:url";
import { z } from "zod";
import { EMAIL } from "#app/domain/email.ts";
import { withoutOverrides } from "#app/domain/text-rules.ts";
import { db, type Queries } from "./db.server.ts";
import { env, hasMailbox } from "./env.server.ts";
import { enqueue, enqueueAll, type JobHandler } from "./jobs.server.ts";
import { deleteExpiredMails, deliver } from "./mail-delivery.server.ts";
import { isFromThisMachine } from "./request-context.server.ts";

const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** One valid email address. Default: the sender. */
  replyTo: z.email({ pattern: EMAIL }).optional(),
  /** The absolute URL of the page for unsubscribing; mail programs unsubscribe by a POST to it. */
  unsubscribe: z.string().optional(),
  /** The mail is given up if it could not be sent by then. Default: in a day. */
  expiresAt: z.date().optional(),
});

/** One mail to one recipient. `text` is the plain text of `html`. */
export type Mail = z.infer<typeof mailSchema>;

const MAIL_JOB = "mail";

function rowOf({ to: recipient, text, html, replyTo, unsubscribe, ...mail }: Mail) {
  // A line break in the subject would begin another header.
  const subject = withoutOverrides(mail.subject).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
  return { recipient, subject, text, html, reply_to: replyTo ?? null, unsubscribe: unsubscribe ?? null };
}

/**
 * Queues a mail, or stores it where /dev/mailbox shows it. With a transaction, only if it commits. A job of a server with
 * SMTP_URL sends it, so the time of a response does not reveal whether a mail was sent.
 */
export async function sendMail(mail: Mail, queries?: Queries): Promise<void> {
  if (hasMailbox(env())) {
    await (queries ?? db()).insertInto("mails").values(rowOf(mail)).execute();
    return;
  }
  const { id } = await (queries ?? db())
    .insertInto("outgoing_mails")
    .values(waitingRowOf(mail))
    .returning("id")
    .executeTakeFirstOrThrow();
  await enqueue(MAIL_JOB, { id }, { db: queries });
}

const waitingRowOf = (mail: Mail) => ({
  ...rowOf(mail),
  ...(mail.expiresAt && { expires_at: mail.expiresAt }),
});

/** `sendMail` for many mails, in two statements. */
export async function sendMails(mails: readonly Mail[], queries: Queries): Promise<void> {
  if (mails.length === 0) return;
  if (hasMailbox(env())) {
    await queries.insertInto("mails").values(mails.map(rowOf)).execute();
    return;
  }
  const ids = await queries
    .insertInto("outgoing_mails")
    .values(mails.map(waitingRowOf))
    .returning("id")
    .execute();
  await enqueueAll(MAIL_JOB, ids, queries);
}

/**
 * Whether the caller may read all stored mails, which include password reset links: only in a shop at localhost, and
 * only from this machine.
 */
export function mailboxIsOpenTo(request: Request): boolean {
  return hasMailbox(env()) && isFromThisMachine(request);
}

// Jobs of earlier versions have the mail itself.
const jobSchema = z.union([z.object({ id: z.uuid() }), mailSchema]);

/** The jobs that send queued mails and delete expired ones. */
export const mailJobs = {
  [MAIL_JOB]: {
    work: async (data, signal) => {
      const job = jobSchema.parse(data);
      await ("id" in job ? deliver(job.id, signal) : sendMail(job));
    },
    isAble: () => env().smtpUrl !== undefined,
    // The pauses grow to an hour; the retries last longer than a day, after which the mail has expired.
    retries: 36,
    concurrency: 2,
    timeoutSeconds: 90,
  },
  "mail-sweep": { work: deleteExpiredMails, cron: "29 3 * * *" },
} satisfies Record<string, JobHandler>;

/** An email address for people to read: "anna@müller.de" for the stored "anna@xn--mller-kva.de". */
export function shownEmail(email: string): string {
  const at = email.lastIndexOf("@") + 1;
  return email.slice(0, at) + (domainToUnicode(email.slice(at)) || email.slice(at));
}
