import type { Kysely, Transaction } from "kysely";
import { fromKysely, PgBoss, type QueueOptions } from "pg-boss";
import { asking, asUnavailable } from "./database-unavailable.server.ts";
import type { DB } from "./db-types.ts";
import { logger } from "./log.server.ts";

/** What does one kind of job. A kind is a queue of its own; its name is its key in `JobHandlers`. */
export interface JobHandler {
  /**
   * Does the job; throwing (or taking longer than `timeoutSeconds`) has it tried again, with growing pauses.
   * A job may be run twice: a server can end between doing it and saying so. `data` is what `enqueue` was given,
   * perhaps by another version of the program: parse it. `signal` is aborted when the server wants to end.
   */
  work(data: unknown, signal: AbortSignal): Promise<void>;
  /** Also runs at these times: a cron expression, in UTC. One server of all does each run. */
  cron?: string;
  /** How many of this kind one server does at once; 1 unless said. */
  concurrency?: number;
  /** How often a failed job is tried again; 5 unless said. The pauses double, up to an hour. */
  retries?: number;
  /** How long the first of these pauses is; 5 unless said. */
  firstPauseSeconds?: number;
  /** 300 unless said. */
  timeoutSeconds?: number;
  /** Of waiting jobs with the same `singletonKey` (or none) there is only one. Always so for those with `cron`. */
  once?: true;
}

/** Every kind of job, composed from the slices by the host. */
export type JobHandlers = Readonly<Record<string, JobHandler>>;

export type EnqueueOptions = {
  /** See `JobHandler.once`. */
  singletonKey?: string;
  /** Not before this moment. */
  startAfter?: Date;
  /** The transaction that this job belongs to: it exists exactly if that commits. */
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
 * Starts doing jobs. The first start on a database makes the schema `pgboss`; two servers may do so at once.
 * Throws what the database throws, and when jobs are being done already.
 */
export async function startJobs(databaseUrl: string, handlers: JobHandlers): Promise<void> {
  if (running) throw new Error("startJobs() ran already in this process.");
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: "second-serve jobs",
    schema: "pgboss",
    max: 4,
    // As in db.server.ts; its own statements are few, and some go over all jobs.
    ...TIMEOUTS,
  });
  // Without a listener a lost connection would end the process; pg-boss goes on by itself.
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

/** Lets jobs in progress end, for some 1.5 s; the rest is given back, to be tried again by another server. */
export async function stopJobs(): Promise<void> {
  const boss = running?.boss;
  running = undefined;
  await boss?.stop({ graceful: true, timeout: 1_000 });
}

/**
 * Has a job that runs by itself (`cron`) run soon. Nobody waits for it, and where jobs are not being done, or the
 * database is away, it runs at its next time.
 */
export function wake(name: string): void {
  if (!running?.workers.has(name)) return;
  enqueue(name, {}).catch((error: unknown) =>
    logger.warn({ err: asUnavailable(error), job: name }, "a job was not woken"),
  );
}

/**
 * Has a job of the kind `name` done, once or more, by any server.
 * @throws when jobs are not being done in this process, or no handler has this name.
 */
export async function enqueue(name: string, data: object, options: EnqueueOptions = {}): Promise<void> {
  if (!running) throw new Error("startJobs() must run before enqueue().");
  const { db, singletonKey, startAfter } = options;
  // Null (no new job) is fine: an equal one is waiting.
  const { boss } = running;
  await asking(() =>
    boss.send(name, data, {
      ...(singletonKey !== undefined && { singletonKey }),
      ...(startAfter && { startAfter }),
      ...(db && { db: fromKysely(db) }),
    }),
  );
  // Workers look every two seconds, all servers' alike; this server need not wait for that, unless the job is
  // still hidden in a transaction.
  if (!db) for (const worker of running?.workers.get(name) ?? []) running?.boss.notifyWorker(worker);
}

/** So many jobs are written by one statement. */
const JOBS_AT_ONCE = 1_000;

/**
 * The same for many jobs of one kind, by few statements of the transaction that they belong to. What was enqueued by itself
 * goes first: a mail with a code does not wait for ten thousand summaries.
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
    // An earlier version of the program may have made it otherwise.
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
      // There may be more, and by itself a worker takes one every two seconds.
      boss.notifyWorker(worker);
    }
  });
  return worker;
}
