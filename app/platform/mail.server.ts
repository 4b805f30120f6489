import { z } from "zod";
import { db, type Queries } from "./db.server.ts";
import { env, hasMailbox } from "./env.server.ts";
import { enqueue, enqueueAll, type JobHandler } from "./jobs.server.ts";
import { deleteExpiredMails, deliver } from "./mail-delivery.server.ts";
import { isFromThisMachine } from "./network.server.ts";

const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** The email address for replies, if not the shop's own; one valid email address. */
  replyTo: z.email().optional(),
  /**
   * The absolute URL of the page where the recipient can unsubscribe from mails of this kind. A mail program
   * unsubscribes them by a POST to this URL.
   */
  unsubscribe: z.string().optional(),
  /** When the mail expires: if it could not be sent by then, it is given up. Default: in a day. */
  expiresAt: z.date().optional(),
});

/** One mail to one recipient. `text` is `html` for readers of plain text. */
export type Mail = z.infer<typeof mailSchema>;

const MAIL_JOB = "mail";

function rowOf({ to: recipient, text, html, replyTo, unsubscribe, ...mail }: Mail) {
  // A line break in the subject would begin another header.
  const subject = mail.subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
  return { recipient, subject, text, html, reply_to: replyTo ?? null, unsubscribe: unsubscribe ?? null };
}

/**
 * Queues a mail for SMTP_URL. A job sends it, and retries while the mail server is unavailable. Without SMTP_URL it is
 * stored for /dev/mailbox. The caller does not wait for the mail server, so the time of a response does not reveal
 * whether a mail was sent. With a transaction, the mail is only sent if that commits.
 */
export async function sendMail(mail: Mail, queries?: Queries): Promise<void> {
  if (!env().smtpUrl) {
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

/** Queues many mails of a transaction, in two statements. */
export async function sendMails(mails: readonly Mail[], queries: Queries): Promise<void> {
  if (mails.length === 0) return;
  if (!env().smtpUrl) {
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
 * Whether the caller may read the stored mails, which are everyone's and include password reset links. Only a shop
 * whose URL is of this machine (localhost) shows them, and only to requests from this machine, even when its server
 * also accepts requests from others (HOST=0.0.0.0).
 */
export function mailboxIsOpenTo(request: Request): boolean {
  return hasMailbox(env()) && isFromThisMachine(request);
}

// An earlier version of the program put the mail itself into the job.
const jobSchema = z.union([z.object({ id: z.uuid() }), mailSchema]);

/** The job that sends what `sendMail` queued, and the job that deletes expired mails. For `app/jobs.server.ts`. */
export const mailJobs = {
  [MAIL_JOB]: {
    work: async (data, signal) => {
      const job = jobSchema.parse(data);
      await ("id" in job ? deliver(job.id, signal) : sendMail(job));
    },
    // The pauses grow to an hour, and the retries last longer than a day: by then the mail has expired.
    retries: 36,
    concurrency: 2,
    timeoutSeconds: 90,
  },
  "mail-sweep": { work: deleteExpiredMails, cron: "29 3 * * *" },
} satisfies Record<string, JobHandler>;
