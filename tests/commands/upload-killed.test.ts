import { rmSync } from "node:fs";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeDb, db } from "#app/platform/db.server.ts";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { person } from "#tests/support/people.ts";
import { preparedDataDir } from "#tests/support/prepared-data.ts";
import { waitForLocks } from "#tests/support/races.ts";
import { findRow } from "#tests/support/rows.ts";
import { AUTH_SECRET, startServer, type TestServer } from "#tests/support/server.ts";
import { racketFile, sending } from "#tests/support/stock-files.ts";

const ROWS = 4_000;

let dataDir: string;
let server: TestServer | undefined;

beforeEach(() => {
  dataDir = preparedDataDir();
});

afterEach(async () => {
  await closeDb();
  await server?.stop();
  server = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts a server, to whose database `db()` then connects. */
async function started(): Promise<TestServer> {
  await closeDb();
  const running = await startServer({ dataDir, env: { AUTH_SECRET } });
  configure(parseEnv({ DATABASE_URL: running.databaseUrl, AUTH_SECRET, BASE_URL: running.url }));
  return running;
}

async function progress(id: string): Promise<{ state: string; read: number; created: number; kept: number }> {
  return findRow("uploads", { id }, ["state", "read", "created", "kept"]);
}

/** Makes uploads wait before row 3,000 until the database ends. */
async function blockLastRows(databaseUrl: string): Promise<void> {
  const holder = new pg.Client({ connectionString: databaseUrl });
  holder.on("error", () => {}); // The killed database closes the connection.
  await holder.connect();
  await holder.query("select pg_advisory_lock(1)");
  await sql`
    create function wait_for_lock() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(1);
      return new;
    end $$`.execute(db());
  await sql`
    create trigger waits before insert on listings for each row
    when (new.name = 'Blade 3000') execute function wait_for_lock()`.execute(db());
}

test("an upload whose server was killed is continued by the next server, and each row is listed once", async () => {
  server = await started();
  const killed = server;
  const who = await person("shop");
  await blockLastRows(killed.databaseUrl);
  const response = await fetch(sending(who, racketFile(ROWS), { headers: { origin: killed.url } }));
  expect(response.status).toBe(200);
  const { id } = (await response.json()) as { id: string };
  await waitForLocks(1);
  expect((await progress(id)).read).toBeGreaterThan(0);
  process.kill(-(killed.child.pid ?? Number.NaN), "SIGKILL");
  expect(await killed.ended).toBe("SIGKILL");
  server = await started();
  await expect
    .poll(() => progress(id), { timeout: 90_000 })
    .toEqual({
      state: "done",
      read: ROWS,
      created: ROWS,
      kept: 0,
    });
  const { names, listings } = await db()
    .selectFrom("listings")
    .select((eb) => [
      eb.fn.countAll<number>().as("listings"),
      eb.fn.count<number>("name").distinct().as("names"),
    ])
    .where("user_id", "=", who.viewer.id)
    .executeTakeFirstOrThrow();
  expect({ names, listings }).toEqual({ names: ROWS, listings: ROWS });
});
