import { z } from "zod";
import { escapedHtml } from "#app/domain/text-rules.ts";
import { db, type Queries } from "./db.server.ts";
import { type Config, env, hasMailbox } from "./env.server.ts";
import { enqueue, type JobHandler, TryAgain } from "./jobs.server.ts";

const smsSchema = z.object({ to: z.string(), text: z.string() });

/** `to` is a number in E.164: "+31612345678". */
export type Sms = z.infer<typeof smsSchema>;

const SMS_JOB = "sms";
const TIMEOUT_MS = 15_000;

/** Whether text messages can be delivered: by a gateway, or at /dev/mailbox. */
export function canSendSms(config: Config): boolean {
  return config.smsUrl !== undefined || hasMailbox(config);
}

/**
 * Queues a text message for the gateway at SMS_URL; without SMS_URL, stores it as a mail for /dev/mailbox. With a
 * transaction, only if it commits.
 */
export async function sendSms(sms: Sms, queries?: Queries): Promise<void> {
  if (env().smsUrl) {
    await enqueue(SMS_JOB, sms, { db: queries });
    return;
  }
  const { to: recipient, text } = sms;
  const [subject = ""] = text.split("\n");
  await (queries ?? db())
    .insertInto("mails")
    .values({ recipient, subject, text, html: asPage(text) })
    .execute();
}

function asPage(text: string): string {
  return `<!doctype html><meta charset="utf-8"><p style="font:16px/1.5 sans-serif;white-space:pre-line">${escapedHtml(text)}</p>`;
}

/** @throws when the gateway did not accept it, so that the job is retried */
async function deliver(sms: Sms, stop: AbortSignal): Promise<void> {
  const { smsUrl } = env();
  if (!smsUrl) throw new TryAgain("This server has no SMS_URL.");
  const gateway = new URL(smsUrl);
  const headers = new Headers({ "content-type": "application/json" });
  if (gateway.username) {
    const pair = [gateway.username, gateway.password].map(decodeURIComponent).join(":");
    headers.set("authorization", `Basic ${Buffer.from(pair).toString("base64")}`);
    gateway.username = "";
    gateway.password = "";
  }
  const response = await fetch(gateway, {
    method: "POST",
    headers,
    body: JSON.stringify(sms),
    // A redirect would send the number of the user to another server.
    redirect: "error",
    signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The SMS gateway answered ${response.status}.`);
}

/** The retries take less than ten minutes, after which a code expires. */
export const smsJobs = {
  [SMS_JOB]: {
    work: (data, signal) => deliver(smsSchema.parse(data), signal),
    isAble: () => env().smsUrl !== undefined,
    retries: 5,
    concurrency: 2,
    timeoutSeconds: 60,
  },
} satisfies Record<string, JobHandler>;
