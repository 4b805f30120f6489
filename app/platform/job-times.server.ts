import { hash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type pg from "pg";
import { prepared } from "./db.server.ts";

const MINUTE_MS = 60_000;

type CronField = "*" | `*/${number}` | `${number}`;

/** A cron expression in UTC: minute, hour, day, month, day of the week (Sunday is 0). */
export type Cron = `${CronField} ${CronField} ${CronField} ${CronField} ${CronField}`;

/** Whether a job with this expression runs in the minute that begins then. */
export function isCronMinute(cron: Cron, minute: Date): boolean {
  const values = [
    minute.getUTCMinutes(),
    minute.getUTCHours(),
    minute.getUTCDate(),
    minute.getUTCMonth() + 1,
    minute.getUTCDay(),
  ];
  return cron.split(" ").every((field, at) => {
    const value = values[at] ?? Number.NaN;
    if (field === "*") return true;
    return field.startsWith("*/") ? value % Number(field.slice(2)) === 0 : value === Number(field);
  });
}

/**
 * Calls `run` with each minute when it begins, and with the current one now: a restart loses no minute. A minute may
 * come twice. Returns a function that ends this.
 */
export function eachMinute(run: (minute: Date) => unknown): () => void {
  let timer: NodeJS.Timeout;
  const tick = () => {
    const now = Date.now();
    const since = now % MINUTE_MS;
    timer = setTimeout(tick, MINUTE_MS - since);
    run(new Date(now - since));
  };
  tick();
  return () => clearTimeout(timer);
}

type CronJobs = Readonly<Record<string, { readonly cron?: Cron; readonly due?: RawBuilder<boolean> }>>;

/**
 * The jobs of this minute that have something to do, each with an id by which a second one is not queued. One statement
 * asks for all of them, because most have nothing to do most of the time.
 */
export async function cronJobsAt(jobs: CronJobs, minute: Date): Promise<{ name: string; id: string }[]> {
  const timely = Object.entries(jobs).filter(([, { cron }]) => cron && isCronMinute(cron, minute));
  const asked = timely.flatMap(([name, { due }]) => (due ? [sql`${due} as ${sql.id(name)}`] : []));
  const [answers] =
    asked.length > 0 ? await prepared<Record<string, boolean>>(sql`select ${sql.join(asked)}`) : [];
  return (
    timely
      .filter(([name]) => answers?.[name] ?? true)
      // 32 digits are a UUID.
      .map(([name]) => ({ name, id: hash("sha256", `${name} ${minute.toISOString()}`).slice(0, 32) }))
  );
}

interface DueQueues {
  /** With jobs that could run now. */
  readonly names: readonly string[];
  /** With jobs whose server seems to have died: they took too long, or their heartbeat has stopped. */
  readonly abandoned: readonly string[];
  /** The milliseconds until the time of the next job that waits for it, or until one that runs could be abandoned. */
  readonly next: number;
}

/** Reads which queues need attention, and when the next one will. */
export async function dueQueues(pool: pg.Pool): Promise<DueQueues> {
  // pg-boss has one fetch for each queue.
  const { rows } = await pool.query<{ name: string; due: boolean; abandoned: boolean; wait: number | null }>({
    name: "due_queues",
    text: `
      select name, bool_or(state < 'active' and moment <= now()) as due,
        bool_or(state = 'active' and moment <= now()) as abandoned,
        extract(epoch from min(moment) filter (where moment > now()) - now())::float8 * 1000 as wait
      from pgboss.job, lateral (select case when state < 'active' then start_after else least(
        started_on + make_interval(secs => expire_seconds), heartbeat_on + make_interval(secs => heartbeat_seconds)
      ) end as moment) as times
      where state <= 'active' and not blocked group by name`,
  });
  return {
    names: rows.filter(({ due }) => due).map(({ name }) => name),
    abandoned: rows.filter(({ abandoned }) => abandoned).map(({ name }) => name),
    next: Math.min(...rows.map(({ wait }) => wait ?? Number.POSITIVE_INFINITY)),
  };
}

/** Milliseconds between two looks, so that many jobs with times of their own cost little. */
const SHORTEST_PAUSE = 100;

export interface Looks {
  /** The next look comes after so many milliseconds, or earlier. */
  within(milliseconds: number): void;
  stop(): void;
}

/** Calls `look` after `first` milliseconds, and then each time after as many as it has returned, or earlier: see `within`. */
export function lookRepeatedly(look: () => Promise<number>, first: number): Looks {
  let timer: NodeJS.Timeout | undefined;
  let next = Number.POSITIVE_INFINITY;
  let stopped = false;
  const within = (milliseconds: number) => {
    const at = performance.now() + Math.max(milliseconds, SHORTEST_PAUSE);
    if (stopped || at >= next) return;
    next = at;
    clearTimeout(timer);
    timer = setTimeout(run, at - performance.now());
  };
  const run = async () => {
    next = Number.POSITIVE_INFINITY;
    within(await look());
  };
  within(first);
  return {
    within,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
