import { type Kysely, sql, type Transaction } from "kysely";
import { fromKysely, PgBoss, type QueueOptions } from "pg-boss";
import { asUnavailable, runQuery } from "./database-unavailable.server.ts";
import { db } from "./db.server.ts";
import type { DB } from "./db-types.ts";
import { logger } from "./log.server.ts";

/** The handler of one kind of job. Each kind is a queue of its own, named by its key in `JobHandlers`. */
export interface JobHandler {
  /**
   * Runs the job. When it throws, or takes longer than `timeoutSeconds`, it is retried with growing pauses. A job may
   * run twice: a server can end between running it and recording that. `data` was given to `enqueue`, perhaps by
   * another version of the program: parse it. `signal` is aborted when the server stops.
   */
  work(data: unknown, signal: AbortSignal): Promise<void>;
  /** Also runs at these times: a cron expression, in UTC. Only one server does each run. */
  cron?: string;
  /** How many jobs of this kind one server runs at the same time; default 1. */
  concurrency?: number;
  /** How often a failed job is retried; default 5. The pauses double, up to an hour. */
  retries?: number;
  /** The length of the first pause; default 5. */
  firstPauseSeconds?: number;
  /** A run that takes longer counts as failed; default 300. */
  timeoutSeconds?: number;
  /** Keeps only one waiting job per `singletonKey` (or one without a key). Always so for jobs with `cron`. */
  once?: true;
}

export type JobHandlers = Readonly<Record<string, JobHandler>>;

export type EnqueueOptions = {
  /** See `JobHandler.once`. */
  singletonKey?: string;
  startAfter?: Date;
  /** The transaction of this job: the job exists only if it commits. */
  db?: Kysely<DB> | Transaction<DB>;
};

const TIMEOUTS = {
  statement_timeout: 60_000,
  query_timeout: 65_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

let running: { boss: PgBoss; workers: Map<string, readonly string[]> } | undefined;

/**
 * Starts running jobs. The first start on a database creates the schema `pgboss`; two servers may do so at the same
 * time. Throws the database's errors, and when jobs are already running.
 */
export async function startJobs(databaseUrl: string, handlers: JobHandlers): Promise<void> {
  if (running) throw new Error("startJobs() ran already in this process.");
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: "second-serve jobs",
    schema: "pgboss",
    max: 4,
    // Longer than in db.server.ts, because some statements of pg-boss cover all jobs.
    ...TIMEOUTS,
  });
  // Without a listener a lost connection would end the process. pg-boss reconnects by itself.
  boss.on("error", (error) => logger.error({ err: asUnavailable(error) }, "jobs"));
  boss.on("warning", (warning) => logger.warn({ warning }, "jobs"));
  const workers = new Map<string, readonly string[]>();
  running = { boss, workers };
  try {
    await boss.start();
    await openQueues(boss, handlers);
    for (const [name, handler] of Object.entries(handlers))
      workers.set(name, await workersOf(boss, name, handler));
  } catch (error) {
    await stopJobs();
    throw error;
  }
}

/**
 * Lets running jobs finish for some 1.5 s. Jobs that take longer are aborted and returned to the queue, and another
 * server retries them.
 */
export async function stopJobs(): Promise<void> {
  const boss = running?.boss;
  running = undefined;
  await boss?.stop({ graceful: true, timeout: 1_000 });
}

/**
 * Queues a `cron` job now, without waiting for it. If jobs are not running here, or the database is unavailable, the
 * job runs at its next scheduled time.
 */
export function runNow(name: string): void {
  if (!running?.workers.has(name)) return;
  enqueue(name, {}).catch((error: unknown) =>
    logger.warn({ err: asUnavailable(error), job: name }, "a job was not started"),
  );
}

/**
 * Queues a job of the kind `name`. Any server runs it, at least once.
 * @throws when jobs are not running in this process, or no handler has this name.
 */
export async function enqueue(name: string, data: object, options: EnqueueOptions = {}): Promise<void> {
  if (!running) throw new Error("startJobs() must run before enqueue().");
  const { db, singletonKey, startAfter } = options;
  // `send` resolves to null when there is no new job, because an equal one is already waiting.
  const { boss } = running;
  await runQuery(() =>
    boss.send(name, data, {
      ...(singletonKey !== undefined && { singletonKey }),
      ...(startAfter && { startAfter }),
      ...(db && { db: fromKysely(db) }),
    }),
  );
  // The workers of all servers poll every two seconds. This server's workers are notified, so that they need not wait.
  // A job in a transaction is not visible to them before the commit.
  if (!db) for (const worker of running?.workers.get(name) ?? []) running?.boss.notifyWorker(worker);
}

const JOBS_AT_ONCE = 1_000;

/**
 * Queues many jobs of one kind, with few statements in the caller's transaction. They have a lower priority than jobs
 * from `enqueue`: a mail with a code does not wait for ten thousand digests.
 */
export async function enqueueAll(
  name: string,
  data: readonly object[],
  db: Kysely<DB> | Transaction<DB>,
): Promise<void> {
  if (!running) throw new Error("startJobs() must run before enqueueAll().");
  for (let at = 0; at < data.length; at += JOBS_AT_ONCE) {
    const jobs = data.slice(at, at + JOBS_AT_ONCE).map((one) => ({ data: one, priority: -1 }));
    await running.boss.insert(name, jobs, { db: fromKysely(db) });
  }
}

/** A job whose last run failed. */
export interface FailedJob {
  readonly id: string;
  readonly name: string;
  /** How often it ran. */
  readonly runs: number;
  /** When it runs again; null: never, its retries are used up. */
  readonly nextAt: Date | null;
  readonly queuedAt: Date;
  /** The name of its error. The message may have personal data, so it is only in the log. */
  readonly error: string | null;
}

/** The latest failed jobs. They are deleted a day after their last run. */
export async function failedJobs(most: number): Promise<FailedJob[]> {
  // Written as SQL, because pg-boss can find jobs by id, key and data, but not by state.
  const { rows } = await sql<FailedJob>`
    select id, name, retry_count + (state = 'failed')::integer as runs, created_on as "queuedAt",
      case when state = 'retry' then start_after end as "nextAt", output ->> 'name' as error
    from pgboss.job where state in ('failed', 'retry') order by created_on desc, id limit ${most}
  `.execute(db());
  return rows;
}

/**
 * Runs a failed job again now. Returns false when no failed job of this kind has the id: it already runs again, or it
 * was deleted.
 * @param id a UUID
 */
export async function retryJob(name: string, id: string): Promise<boolean> {
  if (!running) throw new Error("startJobs() must run before retryJob().");
  const { boss, workers } = running;
  if (!workers.has(name)) return false;
  const { updated } = await runQuery(async () => {
    await boss.retry(name, id);
    return boss.update(name, undefined, { id, startAfter: new Date() });
  });
  return updated > 0;
}

function optionsOf(handler: JobHandler) {
  return {
    retryLimit: handler.retries ?? 5,
    retryBackoff: true,
    retryDelay: handler.firstPauseSeconds ?? 5,
    retryDelayMax: 3_600,
    expireInSeconds: handler.timeoutSeconds ?? 300,
    deleteAfterSeconds: 24 * 3_600,
  } satisfies QueueOptions;
}

async function openQueues(boss: PgBoss, handlers: JobHandlers): Promise<void> {
  for (const [name, handler] of Object.entries(handlers)) {
    const policy = handler.once || handler.cron ? "short" : "standard";
    await boss.createQueue(name, { ...optionsOf(handler), policy });
    // An earlier version of the program may have created the queue with other options.
    await boss.updateQueue(name, optionsOf(handler));
    if (handler.cron) await boss.schedule(name, handler.cron, null, { tz: "UTC" });
  }
  for (const { name } of await boss.getSchedules()) {
    if (!handlers[name]?.cron) await boss.unschedule(name);
  }
}

function workersOf(boss: PgBoss, name: string, handler: JobHandler): Promise<string[]> {
  return Promise.all(Array.from({ length: handler.concurrency ?? 1 }, () => work(boss, name, handler)));
}

async function work(boss: PgBoss, name: string, { work }: JobHandler): Promise<string> {
  const worker: string = await boss.work(name, { batchSize: 1, pollingIntervalSeconds: 2 }, async (jobs) => {
    try {
      for (const job of jobs) {
        try {
          await work(job.data, job.signal);
        } catch (error) {
          logger.error({ err: error, job: name, id: job.id, attempt: job.retryCount + 1 }, "job failed");
          throw error;
        }
      }
    } finally {
      // There may be more jobs. Without this notification, a worker takes only one every two seconds.
      boss.notifyWorker(worker);
    }
  });
  return worker;
}
