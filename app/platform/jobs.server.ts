import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { fromKysely } from "pg-boss";
import { asUnavailable, runQuery } from "./database-unavailable.server.ts";
import { db } from "./db.server.ts";
import type { DB } from "./db-types.ts";
import { type OpenBoss, openBoss, openQueues, type QueueWithPolicy } from "./job-boss.server.ts";
import {
  type Cron,
  cronJobsAt,
  dueQueues,
  eachMinute,
  type Looks,
  lookRepeatedly,
} from "./job-times.server.ts";
import { logger } from "./log.server.ts";

/** The handler of one kind of job, which is a queue of pg-boss. */
export interface JobHandler {
  /**
   * Runs the job. It may run twice: a server can stop before it has recorded that the job is done. When it throws, or
   * takes too long, it is retried. Parse `data`, which another version of the program may have enqueued. `signal` is
   * aborted when the server stops.
   */
  work(data: unknown, signal: AbortSignal): Promise<void>;
  /** Also runs at these times, on one server. */
  cron?: Cron;
  /** Whether a run would find something to do, as an expression of SQL. Only then the job is queued by `cron`. */
  due?: RawBuilder<boolean>;
  /** Whether this server can run these jobs, asked at its start. Otherwise they wait for one that can. */
  isAble?: () => boolean;
  /** How many of these jobs one server runs at the same time; default 1. */
  concurrency?: number;
  /** How often a failed job is retried; default 5. The pauses double, up to an hour. */
  retries?: number;
  /** The length of the first pause; default FIRST_PAUSE_SECONDS. */
  firstPauseSeconds?: number;
  /** A run that takes longer counts as failed; default 300. */
  timeoutSeconds?: number;
  /** At most one job waits for each `singletonKey`, and one without a key. Always so with `cron`. */
  once?: true;
  /** At most one job waits or runs for each `singletonKey`. */
  exclusive?: true;
  /** How many jobs of one group run at the same time, on all servers. */
  groupConcurrency?: number;
}

/** Thrown by a job that is retried as a matter of course, and has logged why. So it is no error of the log. */
export class TryAgain extends Error {
  override readonly name: string = "TryAgain";
}

export type JobHandlers = Readonly<Record<string, JobHandler>>;

export type EnqueueOptions = {
  /** See `JobHandler.once`. */
  singletonKey?: string;
  /** See `JobHandler.groupConcurrency`. */
  group?: string;
  startAfter?: Date;
  /** At most one job is queued for each `singletonKey` in each period of so many seconds, a day at most. */
  onceInSeconds?: number;
  /** Jobs with a higher one come first; default 0, and -1 for `enqueueAll`. */
  priority?: number;
  /** The job exists only if this transaction commits. */
  db?: Kysely<DB> | Transaction<DB>;
};

const FIRST_PAUSE_SECONDS = 5;

/** How often a server looks for jobs of which no NOTIFY told, and for those of servers that died. */
const LOOK_MS = 30_000;

/**
 * A job whose server did not write for so long that it still runs it is retried. Looks come when that time is over (see
 * `dueQueues`), so that with the first pause it is less than a minute until another server has taken the job over.
 */
const HEARTBEAT_SECONDS = 30;
/** Two of these may fail: a job that runs during an outage of the database of 20 s is not run a second time. */
const HEARTBEAT_EVERY_SECONDS = 10;

const DAY_SECONDS = 24 * 3_600;

interface Running extends OpenBoss {
  readonly handlers: JobHandlers;
  readonly workers: Map<string, readonly string[]>;
  looks?: Looks;
  stopCron?: () => void;
}

let running: Running | undefined;

/**
 * Starts to run jobs. On a new database it creates the schema `pgboss`; several servers may do so at the same time. No job
 * runs before `after` has resolved.
 * @throws errors of the database, and when jobs already run in this process
 */
export async function startJobs(
  databaseUrl: string,
  handlers: JobHandlers,
  { lookMs = LOOK_MS, after = Promise.resolve() }: { lookMs?: number; after?: Promise<unknown> } = {},
): Promise<void> {
  if (running) throw new Error("startJobs() ran already in this process.");
  const started: Running = { ...openBoss(databaseUrl), handlers, workers: new Map() };
  running = started;
  try {
    await started.boss.start();
    const queues = Object.entries(handlers).map(([name, handler]) => [name, queueOf(handler)] as const);
    await openQueues(started.boss, queues);
    await after;
    for (const [name, handler] of Object.entries(handlers)) {
      if (handler.isAble?.() === false) continue;
      const some = Array.from({ length: handler.concurrency ?? 1 }, () => work(started, name, handler));
      started.workers.set(name, await Promise.all(some));
    }
    const look = () => wakeForDueJobs(started, lookMs);
    started.looks = lookRepeatedly(look, await look());
    started.stopCron = eachMinute((minute) =>
      queueCronJobs(minute).catch(failed("cron jobs were not queued")),
    );
  } catch (error) {
    await stopJobs();
    throw error;
  }
}

function failed(what: string, job?: string) {
  return (error: unknown) => logger.warn({ err: asUnavailable(error), job }, what);
}

/** Waits about 1.5 s for running jobs, then aborts them; another server retries them. */
export async function stopJobs(): Promise<void> {
  const stopping = running;
  running = undefined;
  stopping?.stopCron?.();
  stopping?.looks?.stop();
  await stopping?.boss.stop({ graceful: true, timeout: 1_000 });
  await stopping?.pool.end();
}

/** Queues a `cron` job now, without waiting for it. If that fails, it runs at its next time. */
export function runNow(name: string): void {
  if (!running?.workers.has(name)) return;
  enqueue(name, {}).catch(failed("a job was not started", name));
}

/**
 * Queues a job, which any server runs at least once.
 * @throws when jobs do not run in this process, or no handler has this name
 */
export async function enqueue(name: string, data: object, options: EnqueueOptions = {}): Promise<void> {
  if (!running) throw new Error("startJobs() must run before enqueue().");
  const { boss, looks } = running;
  const { db, startAfter } = options;
  // `send` resolves to null when an equal job already waits (`once`).
  await runQuery(() => boss.send(name, data, { ...jobOptions(options), ...(db && { db: fromKysely(db) }) }));
  if (startAfter) looks?.within(startAfter.getTime() - Date.now());
}

function jobOptions({ singletonKey, group, startAfter, onceInSeconds, priority }: EnqueueOptions) {
  return {
    ...(singletonKey !== undefined && { singletonKey }),
    ...(group !== undefined && { group: { id: group } }),
    ...(startAfter && { startAfter }),
    ...(onceInSeconds !== undefined && { singletonSeconds: onceInSeconds }),
    ...(priority !== undefined && { priority }),
  };
}

const JOBS_AT_ONCE = 1_000;

/**
 * Queues many jobs of one kind with few statements. Jobs from `enqueue` come first, so that a mail with a code does not
 * wait for ten thousand digests.
 */
export async function enqueueAll<Data extends object>(
  name: string,
  data: readonly Data[],
  db: Kysely<DB> | Transaction<DB>,
  optionsOf: (data: Data) => Omit<EnqueueOptions, "db"> = () => ({}),
): Promise<void> {
  if (data.length === 0) return;
  if (!running) throw new Error("startJobs() must run before enqueueAll().");
  const jobs = data.map((one) => ({ data: one, priority: -1, ...jobOptions(optionsOf(one)) }));
  for (let first = 0; first < jobs.length; first += JOBS_AT_ONCE)
    await running.boss.insert(name, jobs.slice(first, first + JOBS_AT_ONCE), { db: fromKysely(db) });
  for (const { startAfter } of jobs) if (startAfter) running.looks?.within(startAfter.getTime() - Date.now());
}

export interface FailedJob {
  readonly id: string;
  readonly name: string;
  readonly runs: number;
  /** When it is retried; null when its retries are used up. */
  readonly nextAt: Date | null;
  readonly queuedAt: Date;
  /** The name of the error. Its message is left out, because it may have personal data; the log has it. */
  readonly error: string | null;
}

/** Jobs whose last run failed, at most `most`, the newest first. A failed job is deleted after a day. */
export async function failedJobs(most: number): Promise<FailedJob[]> {
  // pg-boss cannot find jobs by state.
  const { rows } = await sql<FailedJob>`
    select id, name, retry_count + (state = 'failed')::integer as runs, created_on as "queuedAt",
      case when state = 'retry' then start_after end as "nextAt", output ->> 'name' as error
    from pgboss.job where state in ('failed', 'retry') order by created_on desc, id limit ${most}
  `.execute(db());
  return rows;
}

/**
 * Runs a failed job again now. Returns false when it already runs again, was deleted, or no handler has its name.
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

function queueOf(handler: JobHandler): QueueWithPolicy {
  return {
    policy: handler.exclusive ? "exclusive" : handler.once || handler.cron ? "short" : "standard",
    retryLimit: handler.retries ?? 5,
    retryBackoff: true,
    retryDelay: handler.firstPauseSeconds ?? FIRST_PAUSE_SECONDS,
    retryDelayMax: 3_600,
    expireInSeconds: handler.timeoutSeconds ?? 300,
    deleteAfterSeconds: DAY_SECONDS,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    // The transaction that queues a job wakes the workers of all servers when it commits.
    notify: true,
  };
}

async function work(jobs: Running, name: string, handler: JobHandler): Promise<string> {
  const { boss } = jobs;
  const { groupConcurrency, firstPauseSeconds = FIRST_PAUSE_SECONDS } = handler;
  const polling = {
    batchSize: 1,
    pollingIntervalSeconds: DAY_SECONDS,
    heartbeatRefreshSeconds: HEARTBEAT_EVERY_SECONDS,
  };
  const options = { ...polling, ...(groupConcurrency && { groupConcurrency }) };
  const worker: string = await boss.work(name, options, async (fetched) => {
    try {
      for (const job of fetched) {
        try {
          await handler.work(job.data, job.signal);
        } catch (error) {
          const facts = { err: error, job: name, id: job.id, attempt: job.retryCount + 1 };
          if (jobs !== running)
            logger.info({ ...facts, err: String(error) }, "job ended by the stop of the server");
          else if (!(error instanceof TryAgain)) logger.error(facts, "job failed");
          // pg-boss shortens a pause by up to a half.
          jobs.looks?.within((firstPauseSeconds / 2) * 1_000);
          throw error;
        }
      }
    } finally {
      // There may be more jobs than workers.
      boss.notifyWorker(worker);
    }
  });
  return worker;
}

/**
 * Wakes the workers of all queues with due jobs: of those that are retried or start later, and those of a lost
 * notification. Gives back the jobs of servers that died. Returns the milliseconds until the next look.
 */
async function wakeForDueJobs(jobs: Running, lookMs: number): Promise<number> {
  try {
    const { names, abandoned, next } = await dueQueues(jobs.pool);
    for (const name of names)
      for (const worker of jobs.workers.get(name) ?? []) jobs.boss.notifyWorker(worker);
    for (const name of abandoned) await jobs.boss.supervise(name);
    // Then these jobs wait for their retries.
    return Math.min(lookMs, next, ...abandoned.map(() => 1_000));
  } catch (error) {
    if (jobs === running) failed("due jobs were not looked for")(error);
    return lookMs;
  }
}

/** Queues the `cron` jobs of this minute, each once, however many servers do so. */
export async function queueCronJobs(minute: Date): Promise<void> {
  for (const { name, id } of await cronJobsAt(running?.handlers ?? {}, minute))
    await running?.boss.send(name, {}, { id });
}
