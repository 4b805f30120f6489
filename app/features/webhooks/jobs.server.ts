import { sql } from "kysely";
import { z } from "zod";
import { db } from "#app/platform/db.server.ts";
import { enqueue, enqueueAll, type JobHandler, type JobHandlers, runNow } from "#app/platform/jobs.server.ts";
import { listen } from "#app/platform/listen.server.ts";
import { deliverTo } from "./deliver.server.ts";
import { deleteOldDeliveries } from "./deliveries.server.ts";
import { DUE_ENDPOINTS } from "./queries.server.ts";
import { webhookHosts } from "./send.server.ts";

/** The job that looks for endpoints to which something is due. */
export const WEBHOOKS_JOB = "webhooks";
/** The jobs that send to one. Those that were slow the last time keep only each other waiting. */
const QUICK_JOB = "webhook";
const SLOW_JOB = "webhook-slow";

const ENDPOINTS_AT_ONCE = 1_000;
/** What is due later is found by the job that looks each minute. */
const LOOK_SECONDS = 60;

const endpointSchema = z.object({ endpoint: z.uuid() });

async function work(data: unknown, signal: AbortSignal): Promise<void> {
  const { endpoint } = endpointSchema.parse(data);
  if (await deliverTo(endpoint, signal, webhookHosts())) await queueNext(endpoint);
}

const SENDING: JobHandler = { work, once: true, concurrency: 8, timeoutSeconds: 60 };

export const webhookJobs: JobHandlers = {
  [WEBHOOKS_JOB]: {
    work: queueDue,
    cron: "* * * * *",
    due: sql<boolean>`exists (${DUE_ENDPOINTS})`,
    retries: 0,
  },
  [QUICK_JOB]: SENDING,
  [SLOW_JOB]: SENDING,
  "webhooks-sweep": {
    work: deleteOldDeliveries,
    cron: "47 * * * *",
    due: sql<boolean>`exists (select from webhook_deliveries)`,
  },
};

async function queueDue(): Promise<void> {
  const { rows } = await sql<{ id: string; slow: boolean }>`
    ${DUE_ENDPOINTS} limit ${ENDPOINTS_AT_ONCE}
  `.execute(db());
  for (const job of [QUICK_JOB, SLOW_JOB]) {
    const endpoints = rows
      .filter(({ slow }) => slow === (job === SLOW_JOB))
      .map(({ id }) => ({ endpoint: id }));
    await enqueueAll(job, endpoints, db(), ({ endpoint }) => ({ singletonKey: endpoint, priority: 0 }));
  }
}

/** Queues the next job of an endpoint, if it is due within a minute. What comes meanwhile finds it released. */
async function queueNext(endpoint: string): Promise<void> {
  const { rows } = await sql<{ slow: boolean; seconds: number }>`
    select slow, extract(epoch from greatest(next_at, rests_until) - now())::float8 as seconds
    from webhook_endpoints join webhook_deliveries on endpoint_id = webhook_endpoints.id
    where webhook_endpoints.id = ${endpoint} and off is null and claimed_until is null and state = 'waiting'
    order by next_at limit 1
  `.execute(db());
  const [next] = rows;
  if (!next || next.seconds > LOOK_SECONDS) return;
  const job = next.slow ? SLOW_JOB : QUICK_JOB;
  if (next.seconds <= 0) return enqueue(job, { endpoint }, { singletonKey: endpoint });
  const startAfter = new Date(Date.now() + next.seconds * 1_000);
  // A key of its own: something new is sent meanwhile.
  const singletonKey = `${endpoint} ${Math.ceil(startAfter.getTime() / 1_000)}`;
  await enqueue(job, { endpoint }, { singletonKey, startAfter });
}

/** Sends what triggers write as soon as it is committed. Of a missed notification the job of the next minute knows. */
export function listenForWebhooks(): ReturnType<typeof listen> {
  return listen({ channel: "webhooks", onConnect() {}, onNotify: () => runNow(WEBHOOKS_JOB) });
}
