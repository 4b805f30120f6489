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
  /** Whom an answer goes to, if not us: one e-mail address, checked. */
  replyTo: z.email().optional(),
  /** The whole address that switches mails of this kind off, by GET for a person and by POST for their mail program. */
  unsubscribe: z.string().optional(),
  /** When it is worth nothing any more: a mail that could not be sent by then is given up. A day from now unless said. */
  expiresAt: z.date().optional(),
});

/** One mail to one person; `text` says what `html` says, for those who read plain text. */
export type Mail = z.infer<typeof mailSchema>;

const MAIL_JOB = "mail";

function rowOf({ to: recipient, text, html, replyTo, unsubscribe, ...mail }: Mail) {
  // A header is one line.
  const subject = mail.subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
  return { recipient, subject, text, html, reply_to: replyTo ?? null, unsubscribe: unsubscribe ?? null };
}

/**
 * Has a mail sent over SMTP_URL by a job, tried again while the mail server is away; without SMTP_URL it is kept
 * for /dev/mailbox. Answers as fast either way, so that nobody can tell from it whether a mail went out.
 * Given a transaction the mail goes exactly if that commits.
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

/** What `outgoing_mails` needs beyond that. */
const waitingRowOf = (mail: Mail) => ({
  ...rowOf(mail),
  ...(mail.expiresAt && { expires_at: mail.expiresAt }),
});

/** The same for many mails of a transaction: two statements, however many they are. */
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
 * Whether whoever asks may read the kept mail. It is anybody's, links to new passwords and all, so a shop on this
 * machine shows it to this machine alone, also when it listens to others (HOST=0.0.0.0).
 */
export function mailboxIsOpenTo(request: Request): boolean {
  return hasMailbox(env()) && isFromThisMachine(request);
}

// An earlier version of the program put the mail itself into the job.
const jobSchema = z.union([z.object({ id: z.uuid() }), mailSchema]);

/** The job behind `sendMail`, and the one that clears up behind it, for the host's table of jobs. */
export const mailJobs = {
  [MAIL_JOB]: {
    work: async (data, signal) => {
      const job = jobSchema.parse(data);
      await ("id" in job ? deliver(job.id, signal) : sendMail(job));
    },
    // Hourly in the end, for more than a day: until then the mail itself has expired.
    retries: 36,
    concurrency: 2,
    timeoutSeconds: 90,
  },
  "mail-sweep": { work: deleteExpiredMails, cron: "29 3 * * *" },
} satisfies Record<string, JobHandler>;
