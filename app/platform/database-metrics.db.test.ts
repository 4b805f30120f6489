import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { openDatabase } from "#tests/support/database.ts";
import { person } from "#tests/support/people.ts";
import { insertRow } from "#tests/support/rows.ts";
import { databaseFigures } from "./database-metrics.server.ts";
import { closeDb, db, pool } from "./db.server.ts";
import { configure, env } from "./env.server.ts";
import { enqueue, startJobs, stopJobs } from "./jobs.server.ts";

const database = openDatabase();
afterEach(stopJobs);

test("jobs and mails that wait, failed or were sent are counted, with the time for which the first has waited", async () => {
  const left = { isAble: () => false, async work() {} };
  await startJobs(database.url, { left, empty: left });
  for (const _ of [1, 2, 3]) await enqueue("left", {});
  await enqueue("left", {}, { startAfter: new Date(Date.now() + 3_600_000) });
  await sql`with one as (select id from pgboss.job where name = 'left' and start_after <= now() limit 1)
    update pgboss.job set state = 'failed', completed_on = now() from one where job.id = one.id`.execute(
    db(),
  );
  await sql`update pgboss.job set start_after = now() - interval '10 minutes'
    where name = 'left' and start_after <= now()`.execute(db());
  const mail = { recipient: "anna@example.com", subject: "Hello", text: "Hello", html: "<p>Hello" };
  for (const _ of [1, 2, 3, 4]) await insertRow("outgoing_mails", mail);
  const nothing = sql`recipient = null, subject = null, text = null, html = null, ended_at = now()`;
  for (const outcome of ["sent", "refused"])
    await sql`update outgoing_mails set outcome = ${outcome}, ${nothing}
      where id = (select id from outgoing_mails where outcome is null limit 1)`.execute(db());
  await sql`update outgoing_mails set created_at = now() - interval '5 minutes'`.execute(db());
  const figures = await databaseFigures();
  const lines = (figures ?? "").split("\n").filter((line) => /^(jobs.*"(left|empty)"|mails)/.test(line));
  expect(lines.map((line) => line.replace(/\.\d+$/, ""))).toEqual([
    'jobs_waiting{queue="empty"} 0',
    'jobs_waiting{queue="left"} 2',
    'jobs_oldest_seconds{queue="empty"} 0',
    'jobs_oldest_seconds{queue="left"} 600',
    'jobs_failed{queue="empty"} 0',
    'jobs_failed{queue="left"} 1',
    "mails_waiting 2",
    "mails_oldest_seconds 300",
    "mails_failed 1",
    "mails_sent 1",
  ]);
});

test("whether anybody has an account", async () => {
  expect(await databaseFigures()).toContain("\naccounts_exist 0\n");
  await person("first");
  expect(await databaseFigures()).toContain("\naccounts_exist 1\n");
});

test("while all connections of the pool are in use, there are figures too", async () => {
  const clients = await Promise.all(Array.from({ length: 10 }, () => pool().connect()));
  expect(await databaseFigures()).toContain("mails_waiting ");
  for (const client of clients) client.release();
});

test("without a database there are no figures of it", async () => {
  await closeDb();
  configure({ ...env(), databaseUrl: "postgresql://shop@127.0.0.1:9/shop" });
  expect(await databaseFigures()).toBeUndefined();
  await closeDb();
  configure({ ...env(), databaseUrl: database.url });
});
