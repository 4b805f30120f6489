import { createTransport } from "nodemailer";
import { z } from "zod";
import { db, type Queries } from "./db.server.ts";
import { env, hasMailbox } from "./env.server.ts";
import { enqueue, type JobHandler } from "./jobs.server.ts";
import { isOwnNetwork } from "./network.server.ts";

const mailSchema = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() });

/** One mail to one person; `text` says what `html` says, for those who read plain text. */
export type Mail = z.infer<typeof mailSchema>;

const MAIL_JOB = "mail";

/**
 * Has a mail sent over SMTP_URL by a job, tried again while the mail server is away; without SMTP_URL it is kept
 * for /dev/mailbox. Answers as fast either way, so that nobody can tell from it whether a mail went out.
 * Given a transaction the mail goes exactly if that commits.
 */
export async function sendMail(mail: Mail, queries?: Queries): Promise<void> {
  if (env().smtpUrl) {
    await enqueue(MAIL_JOB, mail, { db: queries });
    return;
  }
  const { to: recipient, subject, text, html } = mail;
  await (queries ?? db()).insertInto("mails").values({ recipient, subject, text, html }).execute();
}

/**
 * Whether whoever asks may read the kept mail. It is anybody's, links to new passwords and all, so it is shown only
 * where nobody else comes (design §1): a server that also listens to the world (HOST=0.0.0.0) shows it to its own
 * network.
 */
export function mailboxIsOpenTo(request: Request): boolean {
  return hasMailbox(env()) && isOwnNetwork(request.headers.get("x-client-ip") ?? "");
}

/** Who mails come from: the user of SMTP_URL if that is an address, else no-reply at the site's own host. */
function sender(smtpUrl: string): { name: string; address: string } {
  const user = decodeURIComponent(new URL(smtpUrl).username);
  const address = user.includes("@") ? user : `no-reply@${new URL(env().baseUrl).hostname}`;
  return { name: "Second Serve", address };
}

async function deliver(mail: Mail): Promise<void> {
  const { smtpUrl } = env();
  // SMTP_URL was taken away after the mail was queued.
  if (!smtpUrl) return sendMail(mail);
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  await transport.sendMail({ ...mail, from: sender(smtpUrl) });
}

/** The job behind `sendMail`, for the host's table of jobs. */
export const mailJobs = {
  [MAIL_JOB]: {
    work: (data) => deliver(mailSchema.parse(data)),
    retries: 10,
    concurrency: 2,
    timeoutSeconds: 60,
  },
} satisfies Record<string, JobHandler>;
