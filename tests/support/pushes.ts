import { sql } from "kysely";
import { pushJobsOf } from "#app/features/push/jobs.server.ts";
import { publicPushKey } from "#app/features/push/keys.server.ts";
import { PUSH_JOB, READING_SECONDS, TAKE_BACK_JOB } from "#app/features/push/notes.server.ts";
import { db } from "#app/platform/db.server.ts";
import { type JobHandlers, startJobs } from "#app/platform/jobs.server.ts";
import type { Person } from "./people.ts";
import type { PushService, SubscribedBrowser } from "./push-service.ts";
import { findRow, insertRow } from "./rows.ts";

/** Starts to run jobs; those that send to push services do nothing, because `runPushes` runs them. For `openDatabase`. */
export async function capturePushes(url: string, handlers: JobHandlers = {}): Promise<void> {
  const idle = { async work() {} };
  await startJobs(url, { ...handlers, [PUSH_JOB]: { ...idle, once: true }, [TAKE_BACK_JOB]: idle });
}

/** Subscribes the browser of a person, as if its push service had this address. */
export async function subscribed(
  { viewer, session }: Person,
  service: PushService,
  more: { offKinds?: readonly string[]; host?: string } = {},
): Promise<SubscribedBrowser & { readonly id: string }> {
  const browser = service.subscribe(more.host);
  const { id: session_id } = await findRow("sessions", { token: session }, ["id"]);
  const { endpoint, p256dh, auth } = browser;
  const { id } = await insertRow("push_subscriptions", {
    user_id: viewer.id,
    session_id,
    endpoint,
    p256dh,
    auth,
    server_key: publicPushKey(),
    off_kinds: [...(more.offKinds ?? [])],
  });
  return { ...browser, id };
}

interface QueuedPush {
  readonly name: string;
  readonly data: unknown;
  /** The seconds until it runs. */
  readonly seconds: number;
}

/** The queued jobs that send to push services, in order, which are no longer queued. */
export async function queuedPushes(): Promise<QueuedPush[]> {
  const { rows } = await sql<QueuedPush>`
    delete from pgboss.job where name in (${PUSH_JOB}, ${TAKE_BACK_JOB})
    returning name, data, extract(epoch from start_after - now())::float8 as seconds
  `.execute(db());
  return rows;
}

/** Runs the queued jobs that send to push services as if their time had come, and not those that they queue. */
export async function runPushes(service: PushService): Promise<void> {
  const handlers = pushJobsOf(service.allowed);
  await sql`update push_notes set created_at = created_at - make_interval(secs => ${READING_SECONDS})`.execute(
    db(),
  );
  for (const { name, data } of await queuedPushes())
    await handlers[name]?.work(data, new AbortController().signal);
}
