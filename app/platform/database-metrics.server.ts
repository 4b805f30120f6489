import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { Gauge, Registry } from "prom-client";
import { pools } from "./db.server.ts";
import { env } from "./env.server.ts";
import { logger } from "./log.server.ts";
import { replicaFigures } from "./replicas.server.ts";

/** A scrape waits no longer for the database. */
const PATIENCE_MS = 2_000;

const registry = new Registry();
const registers = [registry];
const labelNames = ["queue"] as const;
const jobsWaiting = new Gauge({
  name: "jobs_waiting",
  help: "Jobs that could run now.",
  labelNames,
  registers,
});
const jobsOldest = new Gauge({
  name: "jobs_oldest_seconds",
  help: "For how long the first of the waiting jobs could have run.",
  labelNames,
  registers,
});
const jobsFailed = new Gauge({
  name: "jobs_failed",
  help: "Jobs of the last day whose retries are used up.",
  labelNames,
  registers,
});
const mailsWaiting = new Gauge({ name: "mails_waiting", help: "Mails that are not sent yet.", registers });
const mailsOldest = new Gauge({
  name: "mails_oldest_seconds",
  help: "For how long the first of the waiting mails has waited.",
  registers,
});
const mailsFailed = new Gauge({
  name: "mails_failed",
  help: "Mails of the last day that were given up.",
  registers,
});
const accountsExist = new Gauge({
  name: "accounts_exist",
  help: "Whether anybody has an account, without which no backup is made: 1 or 0.",
  registers,
});
const mailsSent = new Gauge({ name: "mails_sent", help: "Mails of the last day that were sent.", registers });

/**
 * Reads what waits in the database, with a connection of its own: the figures matter most while the pools are busy. Ends
 * by itself when nobody waits for it any more.
 */
async function readFigures(): Promise<void> {
  const client = new pg.Client({
    connectionString: env().databaseUrl,
    application_name: "second-serve, metrics",
    connectionTimeoutMillis: PATIENCE_MS,
    statement_timeout: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  });
  // An error of the connection reaches the query anyway.
  client.on("error", () => {});
  try {
    await client.connect();
    const jobs = await client.query<{ queue: string; waiting: number; failed: number; oldest: number }>(`
      with open as (
        select name, state, state < 'active' and start_after <= now() and not blocked as waits, start_after
        from pgboss.job where state <= 'active' or state = 'failed'
      )
      select queue.name as queue, count(*) filter (where waits) as waiting,
        count(*) filter (where state = 'failed') as failed,
        coalesce(extract(epoch from now() - min(start_after) filter (where waits)), 0)::float8 as oldest
      from pgboss.queue left join open using (name) group by queue.name order by queue.name`);
    const mails = await client.query<{ waiting: number; failed: number; sent: number; oldest: number }>(`
      select count(*) filter (where outcome is null) as waiting,
        count(*) filter (where outcome = 'sent' and ended_at > now() - interval '1 day') as sent,
        count(*) filter (where outcome <> 'sent' and ended_at > now() - interval '1 day') as failed,
        coalesce(extract(epoch from now() - min(created_at) filter (where outcome is null)), 0)::float8 as oldest
      from outgoing_mails where created_at > now() - interval '8 days'`);
    const accounts = await client.query<{ exist: number }>("select exists (select from users)::int as exist");
    for (const { queue, waiting, failed, oldest } of jobs.rows) {
      jobsWaiting.set({ queue }, waiting);
      jobsFailed.set({ queue }, failed);
      jobsOldest.set({ queue }, oldest);
    }
    for (const { waiting, failed, sent, oldest } of mails.rows) {
      mailsWaiting.set(waiting);
      mailsFailed.set(failed);
      mailsSent.set(sent);
      mailsOldest.set(oldest);
    }
    for (const { exist } of accounts.rows) accountsExist.set(exist);
  } finally {
    void client.end().catch(() => {});
  }
}

/** The figures of the jobs and mails of all servers, as text of Prometheus; undefined when it does not give them in time. */
export async function databaseFigures(): Promise<string | undefined> {
  const reading = readFigures().then(
    () => true,
    (error: unknown) => {
      logger.warn({ err: error }, "no figures of the database");
      return false;
    },
  );
  const isRead = await Promise.race([reading, delay(PATIENCE_MS, false, { ref: false })]);
  return isRead ? registry.metrics() : undefined;
}

/** Adds the pools and replicas of this server to its metrics. */
export function addPoolMetrics(metrics: Registry): void {
  const ofReplicas = { labelNames: ["replica"] as const, registers: [metrics] };
  new Gauge({
    ...ofReplicas,
    name: "database_replica_fit",
    help: "Whether this server reads pages from the replica: 1 or 0.",
    collect() {
      this.reset();
      for (const { replica, fit } of replicaFigures()) this.set({ replica }, fit ? 1 : 0);
    },
  });
  new Gauge({
    ...ofReplicas,
    name: "database_replica_lag_bytes",
    help: "What the replica has not replayed of the primary's log; missing while it does not answer.",
    collect() {
      this.reset();
      for (const { replica, lag } of replicaFigures()) if (lag !== undefined) this.set({ replica }, lag);
    },
  });
  new Gauge({
    name: "database_pool_connections",
    help: "Of each pool: all connections, those without work, and the queries that wait for one.",
    labelNames: ["pool", "state"] as const,
    registers: [metrics],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools())) {
        this.set({ pool, state: "total" }, totalCount);
        this.set({ pool, state: "idle" }, idleCount);
        this.set({ pool, state: "waiting" }, waitingCount);
      }
    },
  });
}
