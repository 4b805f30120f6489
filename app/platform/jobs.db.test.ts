import { spawn } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { openDatabase } from "#tests/support/database.ts";
import { inTransaction } from "./db.server.ts";
import { enqueue, enqueueAll, type JobHandler, startJobs, stopJobs } from "./jobs.server.ts";

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

test("the cron schedules in the database are those of the current handlers", async () => {
  await startJobs(database.url, { hourly: noting({ cron: "7 * * * *" }).handler, other: noting().handler });
  expect(await rows("select name, cron from pgboss.schedule")).toEqual([
    { name: "hourly", cron: "7 * * * *" },
  ]);
  await stopJobs();
  await startJobs(database.url, { other: noting({ cron: "0 3 * * *" }).handler });
  expect(await rows("select name, cron from pgboss.schedule")).toEqual([
    { name: "other", cron: "0 3 * * *" },
  ]);
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
  const program = `
    const { startJobs, stopJobs } = await import("#app/platform/jobs.server.ts");
    await startJobs(process.argv[1], { sweep: { cron: "7 * * * *", async work() {} } });
    await stopJobs();
  `;
  const servers = [1, 2, 3].map(() =>
    spawn(process.execPath, ["--input-type=module", "-e", program, database.url], {
      stdio: ["ignore", "inherit", "inherit"],
    }),
  );
  const codes = await Promise.all(servers.map(async (server) => (await once(server, "exit"))[0]));
  expect(codes).toEqual([0, 0, 0]);
  expect(await rows("select name from pgboss.schedule")).toEqual([{ name: "sweep" }]);
});
