import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDb } from "#app/platform/db.server.ts";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { migrate } from "#server/migrate.ts";
import { NoScriptBrowser } from "#tests/support/no-script-browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { type Replicated, startReplicated } from "#tests/support/replicated-database.ts";
import { AUTH_SECRET, startServer, type TestServer } from "#tests/support/server.ts";

const ADD = /Add .* to favorites/;
const REMOVE = /Remove .* from favorites/;

let cluster: Replicated;
let server: TestServer;
let fan: Person;
let seller: Person;
let path: string;
let env: Record<string, string>;

beforeAll(async () => {
  await closeDb();
  // A server refuses a database that does not sync.
  cluster = await startReplicated(2, migrate, { fsync: "on" });
  const settings = { DATABASE_URL: cluster.primary.url, AUTH_SECRET, METRICS_TOKEN: "m".repeat(32) };
  const urls = cluster.replicas.map(({ url }) => url).join(", ");
  env = { ...settings, DATABASE_REPLICA_URLS: urls };
  server = await startServer({ env });
  configure(parseEnv({ ...settings, BASE_URL: server.url }));
  fan = await person("fan");
  seller = await person("seller");
  path = `/rackets/${(await racketOf(seller)).id}`;
}, 120_000);
afterAll(async () => {
  await closeDb();
  await server?.stop();
  await cluster?.stop();
});

async function replay(what: "pause" | "resume"): Promise<void> {
  for (const replica of cluster.replicas) await replica.query(`select pg_wal_replay_${what}()`);
}

/** How many replicas answer pages. */
async function fit(): Promise<number> {
  const headers = { authorization: `Bearer ${"m".repeat(32)}` };
  const figures = await (await fetch(`${server.url}/metrics`, { headers })).text();
  return [...figures.matchAll(/^database_replica_fit\{.*\} 1$/gm)].length;
}

/** Each address is another one for the page cache. */
let visits = 0;
async function seen(visitor = new NoScriptBrowser(server.url)) {
  visits += 1;
  const page = await visitor.open(`${path}?related=${visits}`);
  expect(page.status).toBe(200);
  return page;
}

test("a visitor's page is read from a replica, and a person sees at once what they wrote", async () => {
  await expect.poll(fit, { timeout: 10_000 }).toBe(2);
  await replay("pause");
  // The name of a seller changes without a notification.
  await cluster.primary.query(`update profiles set username = 'renamed' where id = '${seller.viewer.id}'`);
  expect((await seen()).html).toContain(seller.viewer.username);
  const listing = await fetch(`${server.url}/api/v1/listings${path.replace("/rackets/", "/racket/")}`);
  expect(await listing.json()).toMatchObject({ seller: { username: seller.viewer.username } });
  const browser = new NoScriptBrowser(server.url, fan);
  expect((await seen(browser)).html).toContain(seller.viewer.username);
  await browser.submit((await seen(browser)).main.getByRole("button", { name: ADD }));
  expect(browser.cookies.get("second-serve.position")).toMatch(/^\d+$/);
  const page = await seen(browser);
  page.main.getByRole("button", { name: REMOVE });
  expect(page.html).toContain("renamed");
  await replay("resume");
  await expect.poll(fit, { timeout: 10_000 }).toBe(2);
});

test("while a replica ends, no page fails; when the primary ends and another is promoted, people write again", {
  timeout: 60_000,
}, async () => {
  const [first, second] = cluster.replicas;
  let browsing = true;
  const load = Array.from({ length: 4 }, async () => {
    while (browsing) await seen();
  });
  await second?.crash();
  await expect.poll(fit, { timeout: 10_000 }).toBe(1);
  browsing = false;
  await Promise.all(load);
  await second?.start();
  await expect.poll(fit, { timeout: 10_000 }).toBe(2);
  await cluster.primary.crash();
  await first?.query("select pg_promote()");
  const browser = new NoScriptBrowser(server.url, fan);
  await expect.poll(async () => (await browser.open(path)).status, { timeout: 20_000 }).toBe(200);
  await browser.submit(browser.page.main.getByRole("button", { name: REMOVE }));
  (await seen(browser)).main.getByRole("button", { name: ADD });
  // DATABASE_URL names the primary that is gone.
  await server.stop();
  server = await startServer({ env });
  (await seen(new NoScriptBrowser(server.url, fan))).main.getByRole("button", { name: ADD });
});
