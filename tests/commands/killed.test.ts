import { rmSync } from "node:fs";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isAlive, postmasterOf, watchersOf } from "#tests/support/postmaster.ts";
import { preparedDataDir } from "#tests/support/prepared-data.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

// Writes under load, and starts right after a kill: `npm run torture -- R2`, whose short form is torture.test.ts.

let dataDir: string;
let server: TestServer | undefined;

beforeEach(() => {
  dataDir = preparedDataDir();
});

afterEach(async () => {
  await server?.stop();
  server = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

async function query<Row extends pg.QueryResultRow>(databaseUrl: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => {}); // The connection breaks when the test kills the database.
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Starts a server and writes a row, which must survive until a later start. */
async function withAcknowledgedWrite(): Promise<TestServer> {
  const running = await startServer({ dataDir });
  await query(running.databaseUrl, "create table promises (text text)");
  await query(running.databaseUrl, "insert into promises values ('kept')");
  return running;
}

async function expectRecovered(): Promise<void> {
  server = await startServer({ dataDir });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(await query(server.databaseUrl, "select text from promises")).toEqual([{ text: "kept" }]);
}

function killGroup(killed: TestServer): void {
  process.kill(-(killed.child.pid ?? Number.NaN), "SIGKILL");
}

test("after kill -9 of the process group the database stops by itself, and the next start finds all data", async () => {
  const killed = await withAcknowledgedWrite();
  const postmaster = postmasterOf(dataDir);
  killGroup(killed);
  expect(await killed.ended).toBe("SIGKILL");
  await vi.waitFor(() => expect(isAlive(postmaster)).toBe(false), { timeout: 60_000 });
  await expectRecovered();
});

test("a database that outlived its server and its process group is stopped by the next start", async () => {
  const killed = await withAcknowledgedWrite();
  const postmaster = postmasterOf(dataDir);
  const watchers = watchersOf(dataDir);
  expect(watchers).not.toEqual([]);
  for (const watcher of watchers) process.kill(watcher, "SIGKILL");
  killGroup(killed);
  await killed.ended;
  expect(isAlive(postmaster)).toBe(true);
  await expectRecovered();
  expect(isAlive(postmaster)).toBe(false);
});

test("after kill -9 of database and server together the next start recovers", async () => {
  const killed = await withAcknowledgedWrite();
  process.kill(postmasterOf(dataDir), "SIGKILL");
  killGroup(killed);
  await expectRecovered();
});

test("a server whose database is killed says so and stops, and the next start recovers", async () => {
  const orphan = await withAcknowledgedWrite();
  process.kill(postmasterOf(dataDir), "SIGKILL");
  expect(await orphan.ended).toBe(1);
  expect(orphan.output()).toContain(`The embedded database has ended; ${dataDir}/postgres.log says why.`);
  await expectRecovered();
});
