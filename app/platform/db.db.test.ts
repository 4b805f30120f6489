import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#tests/support/database.ts";
import { db, pool } from "./db.server.ts";

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
