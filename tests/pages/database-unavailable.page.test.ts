import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { closeDb } from "#app/platform/db.server.ts";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { dropDatabase, newDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { updateRows } from "#tests/support/rows.ts";
import { AUTH_SECRET, startServer, type TestServer } from "#tests/support/server.ts";
import { type DatabaseProxy, databaseProxy } from "#tests/support/silent-proxy.ts";

// The server reaches its database through a proxy, which can break all connections or make them hang.
let database: URL;
let proxy: DatabaseProxy;
let server: TestServer;
let someone: Person;
let racket: { id: string };
let picture: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  database = await newDatabase(new URL(inject("templateUrl")).pathname.slice(1));
  proxy = await databaseProxy(database.href);
  const urlWithTimeout = new URL(proxy.url);
  urlWithTimeout.searchParams.set("query_timeout", "5000");
  server = await startServer({ env: { AUTH_SECRET, DATABASE_URL: urlWithTimeout.href } });
  // The test itself connects to the database directly, not through the proxy.
  configure(parseEnv({ DATABASE_URL: database.href, AUTH_SECRET, BASE_URL: server.url }));
  someone = await person("someone");
  racket = await racketOf(someone);
  picture = await pictureFile();
});
afterAll(async () => {
  await closeDb();
  await server?.stop();
  await proxy?.close();
  if (database) await dropDatabase(database);
});

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(server.url + path, { redirect: "manual", ...init });
}

const isOpen = async () => (await ask("/readyz")).status;

describe("while the database is unavailable", () => {
  beforeAll(async () => {
    await ask("/rackets");
    await proxy.disconnect();
    return async () => {
      await proxy.reconnect();
      await vi.waitFor(async () => expect(await isOpen()).toBe(200), { timeout: 30_000 });
    };
  });

  const signedIn = () => ({ cookie: someone.cookie });
  const form = (path: string): [string, () => RequestInit] => [
    path,
    () => ({
      method: "POST",
      headers: { ...signedIn(), origin: server.url },
      body: new URLSearchParams({
        intent: "sign-in",
        identifier: "someone@example.com",
        password: "a-password",
      }),
    }),
  ];

  test.each<[string, () => RequestInit]>([
    ["/", () => ({ headers: signedIn() })],
    ["/rackets", () => ({})],
    ["/nl/rackets", () => ({ headers: { cookie: "currency=USD" } })],
    ["/rackets.data", () => ({})],
    ["/profile", () => ({ headers: signedIn() })],
    ["/profile.data", () => ({ headers: signedIn() })],
    ["/messages", () => ({ headers: signedIn() })],
    ["/favorites", () => ({ headers: signedIn() })],
    ["/events", () => ({ headers: signedIn() })],
    ["/sitemap.xml", () => ({})],
    [
      "/photos",
      () => ({
        method: "POST",
        headers: {
          ...signedIn(),
          origin: server.url,
          "content-type": "image/png",
          accept: "application/json",
        },
        body: picture,
      }),
    ],
    form("/auth"),
    form("/profile"),
    form("/profile.data"),
    form("/cart"),
    // Signed out: its first query is the command's.
    [
      "/cart/item",
      () => ({
        method: "POST",
        headers: { origin: server.url },
        body: new URLSearchParams({ type: "racket", id: racket.id, cart: "true" }),
      }),
    ],
  ])("%s is answered with 503 and Retry-After", async (path, init) => {
    const answer = await ask(path, init());
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "10"]);
    expect(await answer.text()).not.toMatch(/at \w+ \(|ECONNREFUSED/);
  });

  test("a page says in its language that it will try again", async () => {
    expect(await (await ask("/rackets")).text()).toContain("This page will keep trying.");
    expect(await (await ask("/nl/rackets")).text()).toContain("Deze pagina blijft het automatisch proberen.");
  });

  test("/readyz is answered with 503, and /healthz still with 200", async () => {
    expect([await isOpen(), (await ask("/healthz")).status]).toEqual([503, 200]);
  });

  test("the log has one line for each reason of the outage, as a JSON object without connection data", async () => {
    for (let times = 0; times < 20; times += 1) await ask("/rackets");
    const output = server.output().split("\n");
    const after = output.slice(output.findIndex((line) => line.includes("Second Serve is open at")) + 1);
    const lines = after.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
    const outages = lines.filter(({ msg }) => msg.startsWith("the database is unavailable"));
    const reasons = outages.map(({ err }) => err);
    expect(reasons).toContain("The database is unavailable (ECONNREFUSED).");
    expect(reasons).toEqual([...new Set(reasons)]);
    // The outage may interrupt a job that runs when the server starts. The interruption is logged once.
    const others = lines.filter((line) => line.err && !outages.includes(line));
    expect(others.filter(({ msg }) => !msg.startsWith("The postal codes are not loaded"))).toEqual([]);
    expect(Math.max(...after.map((line) => line.length))).toBeLessThan(2_000);
  });
});

test("while /readyz is 503, pages of a database that hangs are answered at once", async () => {
  await expect.poll(isOpen).toBe(200);
  proxy.silence("also new ones");
  await expect.poll(isOpen).toBe(503);
  // A connection to a database that hangs is given up after eight seconds.
  const soon = { headers: { cookie: someone.cookie }, signal: AbortSignal.timeout(7_000) };
  try {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask("/profile", soon)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  } finally {
    proxy.answer();
    await expect.poll(isOpen).toBe(200);
  }
});

test("when every connection hangs, pages recover by themselves, and then show what changed in the meantime", async () => {
  const path = `/rackets/${racket.id}`;
  const price = async () => {
    const answer = await ask(path);
    return answer.status === 200 ? /€ ?(\d+)/.exec(await answer.text())?.[1] : answer.status;
  };
  await expect.poll(isOpen).toBe(200);
  await Promise.all(Array.from({ length: 30 }, price));
  const before = await price();
  proxy.silence();
  await updateRows("listings", { id: racket.id }, { price_cents: 4_321_00 });
  await expect.poll(async () => [await price(), await price(), await isOpen()]).toEqual(["4", "4", 200]);
  expect(before).not.toBe("4");
});
