import { spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openDatabase } from "#tests/support/database.ts";
import { db, inTransaction } from "./db.server.ts";
import {
  enqueue,
  enqueueAll,
  type JobHandler,
  type JobHandlers,
  queueCronJobs,
  startJobs,
  stopJobs,
} from "./jobs.server.ts";

const database = openDatabase();
afterEach(stopJobs);

function noting(options: Omit<JobHandler, "work"> & { failures?: number } = {}) {
  const seen: unknown[] = [];
  const { failures = 0, ...rest } = options;
  const handler: JobHandler = {
    ...rest,
    async work(data) {
      seen.push(data);
      if (seen.length <= failures) throw new Error("not yet");
    },
  };
  return { seen, handler };
}

async function rows(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Runs `program` as another server with these handlers. Returns its exit code, null when it was killed. */
async function anotherServer(handlers: string, program = ""): Promise<number | null> {
  const code = `
    const { enqueue, startJobs, stopJobs } = await import("#app/platform/jobs.server.ts");
    await startJobs(process.argv[1], ${handlers});
    ${program}
    await stopJobs();
  `;
  const server = spawn(process.execPath, ["--input-type=module", "-e", code, database.url], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  return (await once(server, "exit"))[0];
}

/** Waits until no job of these kinds waits or runs. */
function idle(...names: string[]): Promise<void> {
  const open = `select name from pgboss.job where state <= 'active' and name in ('${names.join("', '")}')`;
  return vi.waitFor(async () => expect(await rows(open)).toEqual([]), { timeout: 10_000 });
}

test("a job runs with its data", async () => {
  const { seen, handler } = noting();
  await startJobs(database.url, { simple: handler });
  await enqueue("simple", { key: "a" });
  await vi.waitFor(() => expect(seen).toEqual([{ key: "a" }]), { timeout: 10_000 });
});

test("a job that is enqueued in a transaction exists only if the transaction commits", async () => {
  const { seen, handler } = noting();
  await startJobs(database.url, { within: handler });
  const undone = inTransaction(async (trx) => {
    await enqueue("within", { n: "undone" }, { db: trx });
    throw new Error("changed my mind");
  });
  await expect(undone).rejects.toThrow("changed my mind");
  await inTransaction((trx) => enqueue("within", { n: "kept" }, { db: trx }));
  await vi.waitFor(() => expect(seen).toContainEqual({ n: "kept" }), { timeout: 10_000 });
  expect(seen).toEqual([{ n: "kept" }]);
});

test("jobs that are enqueued together run after a job that is enqueued alone", async () => {
  const { seen, handler } = noting();
  await startJobs(database.url, { many: handler });
  const numbers = Array.from({ length: 100 }, (_, n) => ({ n }));
  await inTransaction(async (trx) => {
    await enqueueAll("many", numbers, trx);
    await enqueue("many", { n: "alone" }, { db: trx });
  });
  await vi.waitFor(() => expect(seen).toHaveLength(101), { timeout: 20_000 });
  expect(seen[0]).toEqual({ n: "alone" });
});

test("a failed job is retried with growing pauses, a limited number of times", async () => {
  const { seen, handler } = noting({ failures: 1, retries: 3 });
  await startJobs(database.url, { failing: handler });
  await enqueue("failing", {});
  await vi.waitFor(() => expect(seen).toHaveLength(1), { timeout: 10_000 });
  await vi.waitFor(
    async () => {
      const [job] = await rows(
        "select state, retry_limit, retry_backoff, retry_delay, start_after > now() as later from pgboss.job where name = 'failing'",
      );
      expect(job).toEqual({
        state: "retry",
        retry_limit: 3,
        retry_backoff: true,
        retry_delay: 5,
        later: true,
      });
    },
    { timeout: 10_000 },
  );
});

test("a waiting job is not queued twice when its handler has the option `once`", async () => {
  const { handler } = noting({ once: true });
  await startJobs(database.url, { single: handler });
  const startAfter = new Date(Date.now() + 3_600_000);
  await Promise.all(
    ["a", "a", "b", "a"].map((singletonKey) =>
      enqueue("single", { singletonKey }, { singletonKey, startAfter }),
    ),
  );
  const keys = await rows("select singleton_key from pgboss.job where name = 'single' order by 1");
  expect(keys).toEqual([{ singleton_key: "a" }, { singleton_key: "b" }]);
});

test("a second, equal job does not roll back the transaction that enqueues it", async () => {
  await startJobs(database.url, { polite: noting({ once: true }).handler });
  const startAfter = new Date(Date.now() + 3_600_000);
  const answer = await inTransaction(async (trx) => {
    await enqueue("polite", {}, { startAfter, db: trx });
    await enqueue("polite", {}, { startAfter, db: trx });
    return trx.selectNoFrom((eb) => eb.val(1).as("one")).executeTakeFirst();
  });
  expect(answer).toBeTruthy();
  expect(await rows("select 1 from pgboss.job where name = 'polite'")).toHaveLength(1);
});

describe("a cron job", () => {
  const at = (time: string) => new Date(`2026-01-04T${time}Z`);

  test("is queued at its minutes, once for all servers", async () => {
    // Not the day of this test, on which the job would be queued by itself.
    const { seen, handler } = noting({ cron: "7 * 4 1 *" });
    await startJobs(database.url, { hourly: handler });
    for (const time of ["03:06", "03:07", "03:07"]) {
      await queueCronJobs(at(time));
      await idle("hourly");
    }
    expect(seen).toHaveLength(1);
    await queueCronJobs(at("04:07"));
    await vi.waitFor(() => expect(seen).toHaveLength(2), { timeout: 10_000 });
  });

  test("is not queued when it would find nothing to do", async () => {
    const jobs = { rich: noting(), poor: noting(), plain: noting() };
    const minutely = { cron: "* * * * *" } as const;
    await startJobs(database.url, {
      rich: { ...jobs.rich.handler, ...minutely, due: sql<boolean>`exists (select 1)` },
      poor: { ...jobs.poor.handler, ...minutely, due: sql<boolean>`exists (select 1 where ${false})` },
      plain: { ...jobs.plain.handler, ...minutely },
    });
    await queueCronJobs(at("03:08"));
    await idle("rich", "poor", "plain");
    const runs = Object.entries(jobs).map(([name, { seen }]) => [name, seen.length > 0]);
    expect(Object.fromEntries(runs)).toEqual({ rich: true, poor: false, plain: true });
  });
});

describe("without looking for due jobs, there starts", () => {
  const start = (handlers: JobHandlers) => startJobs(database.url, handlers, { lookMs: 3_600_000 });
  /** By the end of this, the workers have found no job, and sleep. */
  const asleep = sql`select pg_sleep(0.5)`;

  test("a job when its transaction commits", async () => {
    const { seen, handler } = noting();
    await start({ committed: handler, together: handler });
    await inTransaction(async (trx) => {
      await enqueue("committed", { n: 1 }, { db: trx });
      await enqueueAll("together", [{ n: 2 }], trx);
      await asleep.execute(trx);
    });
    await vi.waitFor(() => expect(seen).toHaveLength(2), { timeout: 10_000 });
  });

  test("a job of another server", async () => {
    const { seen, handler } = noting();
    await start({ foreign: handler });
    expect(await anotherServer("{}", 'await enqueue("foreign", { from: "afar" });')).toBe(0);
    await vi.waitFor(() => expect(seen).toEqual([{ from: "afar" }]), { timeout: 10_000 });
  });

  test("a job that waits for its time, also one that was queued before this server started", async () => {
    const { seen, handler } = noting();
    const inSeconds = (seconds: number) => ({ startAfter: new Date(Date.now() + seconds * 1_000) });
    await start({ later: handler });
    await enqueue("later", { n: 1 }, inSeconds(1));
    await vi.waitFor(() => expect(seen).toEqual([{ n: 1 }]), { timeout: 10_000 });
    await enqueue("later", { n: 2 }, inSeconds(2));
    await stopJobs();
    await start({ later: handler });
    await vi.waitFor(() => expect(seen).toEqual([{ n: 1 }, { n: 2 }]), { timeout: 10_000 });
  });

  test("a failed job after its pause", async () => {
    const { seen, handler } = noting({ failures: 2, firstPauseSeconds: 1 });
    await start({ again: handler });
    await enqueue("again", {});
    await vi.waitFor(() => expect(seen).toHaveLength(3), { timeout: 20_000 });
  });

  test("a job that was queued while this server did not listen, and one queued after it listens again", async () => {
    const { seen, handler } = noting();
    await start({ unheard: handler });
    await asleep.execute(db());
    await rows(`insert into pgboss.job (name, data) values ('unheard', '{"n": 1}');
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'second-serve, listening'`);
    await vi.waitFor(() => expect(seen).toEqual([{ n: 1 }]), { timeout: 10_000 });
    await asleep.execute(db());
    await enqueue("unheard", { n: 2 });
    await vi.waitFor(() => expect(seen).toEqual([{ n: 1 }, { n: 2 }]), { timeout: 10_000 });
  });
});

test.each([
  ["took too long", "started_on = now() - interval '1 hour'"],
  ["sends no heartbeat", "heartbeat_seconds = 10, heartbeat_on = now() - interval '1 minute'"],
])("the job of a server that died is taken over: it %s", async (_, change) => {
  const { seen, handler } = noting({ firstPauseSeconds: 1 });
  await startJobs(database.url, { orphan: handler }, { lookMs: 1_000 });
  await enqueue("orphan", {}, { startAfter: new Date(Date.now() + 3_600_000) });
  await rows(`update pgboss.job set state = 'active', started_on = now() where name = 'orphan' and state = 'created';
    update pgboss.job set ${change} where name = 'orphan' and state = 'active'`);
  await vi.waitFor(() => expect(seen).toHaveLength(1), { timeout: 10_000 });
});

test("the job of a server that was killed is taken over when its heartbeat is 30 s old, without another look", async () => {
  const code = await anotherServer(
    '{ killed: { firstPauseSeconds: 1, async work() { process.kill(process.pid, "SIGKILL"); } } }',
    'await enqueue("killed", {}); await new Promise(() => {});',
  );
  expect(code).toBeNull();
  await rows(
    "update pgboss.job set heartbeat_on = heartbeat_on - interval '28 seconds' where name = 'killed'",
  );
  const { seen, handler } = noting();
  await startJobs(database.url, { killed: handler }, { lookMs: 3_600_000 });
  await vi.waitFor(() => expect(seen).toHaveLength(1), { timeout: 20_000 });
});

test("a job whose notification was lost is found at the next look", async () => {
  const { seen, handler } = noting();
  await startJobs(database.url, { quiet: handler }, { lookMs: 1_000 });
  await rows(`select pg_sleep(0.5); insert into pgboss.job (name, data) values ('quiet', '{}')`);
  await vi.waitFor(() => expect(seen).toHaveLength(1), { timeout: 10_000 });
});

test("stopping waits for a job in progress", async () => {
  const { promise: started, resolve: begin } = Promise.withResolvers<void>();
  let ended = false;
  await startJobs(database.url, {
    slow: {
      async work() {
        begin();
        await rows("select pg_sleep(0.3)");
        ended = true;
      },
    },
  });
  await enqueue("slow", {});
  await started;
  await stopJobs();
  expect(ended).toBe(true);
  expect(await rows("select state from pgboss.job where name = 'slow'")).toEqual([{ state: "completed" }]);
});

test("a job that does not end in time when jobs are stopped is aborted and queued again", async () => {
  const { promise: started, resolve: begin } = Promise.withResolvers<AbortSignal>();
  await startJobs(database.url, {
    endless: {
      work: (_, signal) =>
        new Promise((_resolve, reject) => {
          begin(signal);
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
    },
  });
  await enqueue("endless", {});
  const signal = await started;
  await stopJobs();
  expect(signal.aborted).toBe(true);
  expect(await rows("select state from pgboss.job where name = 'endless'")).toEqual([{ state: "retry" }]);
});

test("no job is enqueued before `startJobs`, or under an unknown name", async () => {
  await expect(enqueue("simple", {})).rejects.toThrow("startJobs() must run");
  await startJobs(database.url, {});
  await expect(enqueue("nobody", {})).rejects.toThrow("nobody");
});

test("several servers may start at the same time on a new database", async () => {
  await rows("drop schema if exists pgboss cascade");
  const handlers = `{ sweep: { cron: "7 * * * *", async work() {} } }`;
  expect(await Promise.all([1, 2, 3].map(() => anotherServer(handlers)))).toEqual([0, 0, 0]);
  expect(await rows("select name, notify from pgboss.queue where name = 'sweep'")).toEqual([
    { name: "sweep", notify: true },
  ]);
});
