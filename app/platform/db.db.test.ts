import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#tests/support/database.ts";
import { db, pool, prepared } from "./db.server.ts";

openDatabase();

test.each(["statement_timeout", "idle_in_transaction_session_timeout"])(
  "a connection that hangs is closed after a time limit: %s [V15.2.2]",
  async (name) => {
    const { rows } = await sql<{ setting: string }>`select current_setting(${name}) as setting`.execute(db());
    expect(rows[0]?.setting).toMatch(/^[1-9]\d*(s|min)$/);
  },
);

test("the client ends a query soon after the statement timeout of the database", () => {
  const { statement_timeout, query_timeout } = pool().options;
  expect(Number(query_timeout) - Number(statement_timeout)).toBe(5_000);
});

test("waiting for a free connection has a time limit as well", () => {
  expect(pool().options.connectionTimeoutMillis).toBeGreaterThan(0);
});

test("a statement is prepared at its third run lately, so that rare ones leave room for frequent ones", async () => {
  // One after the other, statements use the same connection.
  const isPrepared = async (text: string) => {
    const rows = await prepared(sql<object>`select from pg_prepared_statements where statement = ${text}`);
    return rows.length === 1;
  };
  const run = (text: string) => prepared(sql.raw<object>(text));
  for (let n = 0; n < 250; n += 1) await run(`select ${n} as rare`);
  await run("select 'now and then' as frequent");
  await run("select 'now and then' as frequent");
  expect(await isPrepared("select 'now and then' as frequent")).toBe(false);
  await run("select 'now and then' as frequent");
  expect(await isPrepared("select 'now and then' as frequent")).toBe(true);
  expect(await isPrepared("select 249 as rare")).toBe(false);
  for (const text of ["select 'again' as rare", "select 'again' as rare"]) await run(text);
  for (let n = 250; n < 500; n += 1) await run(`select ${n} as rare`);
  await run("select 'again' as rare");
  expect(await isPrepared("select 'again' as rare")).toBe(false);
});

test("a frequent statement is prepared in a transaction too", async () => {
  const text = "select 'in a transaction' as frequent";
  const preparedThen = await db()
    .transaction()
    .execute(async (trx) => {
      for (let run = 1; run <= 3; run += 1) await prepared(sql.raw<object>(text), trx);
      return (await sql`select from pg_prepared_statements where statement = ${text}`.execute(trx)).rows;
    });
  expect(preparedThen).toHaveLength(1);
});

/** As a standby refuses a write. */
const READ_ONLY = { reason: "25006" };

test("a statement that may wait for a lock takes no connection of the prepared statements", async () => {
  const write = sql<object>`insert into notes default values`;
  await sql`create table notes (id int generated always as identity)`.execute(db());
  await expect(prepared(write)).rejects.toMatchObject(READ_ONLY);
  await expect(prepared(sql<object>`select from notes for update`)).rejects.toMatchObject(READ_ONLY);
  expect(await prepared(write, db())).toEqual([]);
});
