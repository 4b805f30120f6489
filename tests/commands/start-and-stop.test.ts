import { readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { endedCleanly, isAlive, postmasterOf } from "#tests/support/postmaster.ts";
import { startPrepared } from "#tests/support/prepared-data.ts";
import { AUTH_SECRET, type ServerProcess, spawnServer, startServer } from "#tests/support/server.ts";

const servers: { stop(): Promise<void> }[] = [];
const folders = new Set<string>();
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
});

async function running(options?: Parameters<typeof startServer>[0]) {
  const server = await (options?.dataDir ? startServer(options) : startPrepared(options));
  servers.push(server);
  return server;
}

/** Starts a server that is expected to end by itself. */
async function starting(options?: Parameters<typeof spawnServer>[0]) {
  const server = await spawnServer(options);
  folders.add(server.dataDir);
  return server;
}

function lines(server: ServerProcess): string[] {
  return server.output().trim().split("\n");
}

test("a second start on the same data folder reports that in a sentence and ends", async () => {
  const first = await running();
  const second = await starting({ dataDir: first.dataDir });
  expect(await second.ended).toBe(1);
  expect(lines(second)).toEqual([
    `Second Serve is already running on ${first.dataDir} (process ${first.child.pid}): stop it first, or set DATA_DIR to another folder.`,
  ]);
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
});

test("a port that is in use is reported in a sentence", async () => {
  const first = await running();
  const second = await starting({ env: { PORT: String(first.port) } });
  expect(await second.ended).toBe(1);
  expect(lines(second)).toEqual([
    `Port ${first.port} on 127.0.0.1 is in use: stop what uses it, or set PORT to another.`,
  ]);
});

test("every fault of the environment is reported in a sentence, and nothing is started", async () => {
  const env = { PORT: "http", BASE_URL: "shop.example", DATABASE_URL: "mysql://db/shop", DEMO_DATA: "yes" };
  const server = await starting({ env });
  expect(await server.ended).toBe(1);
  expect(lines(server)).toEqual([
    "PORT must be a whole number from 1 to 65535.",
    "BASE_URL must look like https://shop.example, without a path.",
    "DATABASE_URL must look like postgresql://user:password@host:5432/database.",
    "DEMO_DATA must be on or off.",
    "AUTH_SECRET is required when DATABASE_URL is set, and the same on every server.",
  ]);
  expect(readdirSync(server.dataDir)).toEqual([]);
});

test("a start waits for a database that does not answer, says so without the password, and can be stopped", async () => {
  const env = {
    DATABASE_URL: "postgresql://shop:secret@127.0.0.1:9/shop",
    AUTH_SECRET,
  };
  const server = await starting({ env });
  await expect.poll(() => server.output()).toContain("\n");
  expect(lines(server)).toEqual([
    expect.stringMatching(/^Waiting up to 60 s for the database of DATABASE_URL/),
  ]);
  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  expect(lines(server)).toHaveLength(1);
  expect(server.output()).not.toContain("secret");
});

// The exit code is 0 only if the server and its database ended in time.
test.each(["SIGTERM", "SIGINT"] as const)("%s stops the server and its database cleanly", async (signal) => {
  const server = await running();
  const postmaster = postmasterOf(server.dataDir);
  // A connection that never finishes its request must not delay the stop.
  const visitor = connect(server.port, "127.0.0.1");
  await new Promise((resolve) => visitor.once("connect", resolve));
  visitor.on("error", () => {});
  visitor.write("GET / HTTP/1.1\r\nHost: ");
  // Under npm, one Ctrl-C sends several signals to the server.
  server.child.kill(signal);
  server.child.kill(signal);
  expect(await server.ended).toBe(0);
  expect(endedCleanly(server.dataDir)).toBe(true);
  expect(isAlive(postmaster)).toBe(false);
});

test("a stop during the start leaves nothing behind, and the next start works", async () => {
  const cut = await starting();
  const postmaster = await vi.waitFor(() => postmasterOf(cut.dataDir), { timeout: 60_000, interval: 5 });
  cut.child.kill("SIGTERM");
  await cut.ended;
  await vi.waitFor(() => expect(isAlive(postmaster)).toBe(false), { timeout: 60_000 });
  const next = await running({ dataDir: cut.dataDir });
  expect((await fetch(`${next.url}/healthz`)).status).toBe(200);
});
