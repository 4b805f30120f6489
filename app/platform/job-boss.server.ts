import type pg from "pg";
import { PgBoss, type QueueOptions } from "pg-boss";
import { CheckedPool } from "./checked-pool.server.ts";
import { asUnavailable } from "./database-unavailable.server.ts";
import { listen } from "./listen.server.ts";
import { logger } from "./log.server.ts";
import { IDLE_MS } from "./pool-settings.server.ts";

/** The timeouts are longer than in pool-settings.server.ts: some statements of pg-boss handle all jobs. */
const POOL = {
  application_name: "second-serve jobs",
  // To open a connection costs more than all that a server at rest asks in a minute.
  min: 1,
  max: 4,
  idleTimeoutMillis: IDLE_MS,
  connectionTimeoutMillis: 10_000,
  statement_timeout: 60_000,
  query_timeout: 65_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

export interface OpenBoss {
  readonly boss: PgBoss;
  /** Of the boss, which does not close it. */
  readonly pool: pg.Pool;
}

/** Opens pg-boss, which is not started yet, so that it does next to nothing while there are no jobs. */
export function openBoss(databaseUrl: string): OpenBoss {
  const pool = new CheckedPool({ connectionString: databaseUrl, ...POOL });
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => pool.query(text, values),
      listen: (channel, onNotify, onConnect) => listen({ channel, onConnect, onNotify }, { databaseUrl }),
    },
    schema: "pgboss",
    useListenNotify: true,
    // `eachMinute` does this, to the second and with one statement a minute.
    schedule: false,
    // For dependencies between jobs, which there are not.
    flowIntervalSeconds: 24 * 3_600,
    // Each pass writes all rows of `pgboss.queue`, which are vacuumed then. `supervise` is called for queues that need it.
    superviseIntervalSeconds: 3_600,
    monitorIntervalSeconds: 1,
    queueCacheIntervalSeconds: 3_600,
    bamIntervalSeconds: 600,
  });
  boss.on("error", (error) => logger.error({ err: asUnavailable(error) }, "jobs"));
  boss.on("warning", (warning) => logger.warn({ warning }, "jobs"));
  return { boss, pool };
}

export interface QueueWithPolicy extends QueueOptions {
  readonly policy: "exclusive" | "short" | "standard";
  readonly notify: true;
}

/** An earlier version of the program may have created a queue with other options; its policy stays. */
export async function openQueues(
  boss: PgBoss,
  queues: readonly (readonly [name: string, queue: QueueWithPolicy])[],
): Promise<void> {
  const existing = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const [name, { policy, ...options }] of queues) {
    if (existing.has(name)) await boss.updateQueue(name, options);
    else await boss.createQueue(name, { ...options, policy });
  }
}
