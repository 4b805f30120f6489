import { hash, randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { closeDb } from "#app/platform/db.server.ts";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { AGAIN_MS } from "#app/platform/shared-cache.server.ts";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "#server/embedded-database.ts";
import { type Answer, sendRequest } from "#tests/support/hosts.ts";
import { type Person, person, racketOf, staffPerson } from "#tests/support/people.ts";
import { preparedDataDir } from "#tests/support/prepared-data.ts";
import { SHOP_NAME } from "#tests/support/proxies.ts";
import { updateRows } from "#tests/support/rows.ts";
import { AUTH_SECRET, freePort, startServer, type TestServer } from "#tests/support/server.ts";
import { type DatabaseProxy, databaseProxy } from "#tests/support/silent-proxy.ts";
import { type SlowWay, slowWay } from "#tests/support/slow-way.ts";
import { startVarnish, type Varnish } from "#tests/support/varnish.ts";

type Headers = Readonly<Record<string, string>>;

const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1";

let dataDir: string;
let database: EmbeddedDatabase;
let toDatabase: DatabaseProxy;
const servers: TestServer[] = [];
/** From Varnish to the servers. */
const ways: SlowWay[] = [];
/** From the servers to Varnish, for purges. */
let purges: SlowWay;
let port: number;
let varnish: Varnish;
let seller: Person;

/** Asks Varnish. */
function ask(path: string, headers: Headers = {}, method = "GET"): Promise<Answer> {
  return sendRequest(port, path, { method, headers: { host: SHOP_NAME, ...headers } });
}

/** Asks a server of the shop. */
function askShop(path: string, headers: Headers = {}, method = "GET"): Promise<Answer> {
  const server = servers[0]?.port ?? 0;
  return sendRequest(server, path, { method, headers: { host: SHOP_NAME, ...headers } });
}

const DIFFERING =
  /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|'sha256-[^']*'|\d{4}-\d\d-\d\dT[\d:.]+Z|\b\d{13}\b/g;

/** An answer without what two requests for the same page differ in: ids, hashes of scripts, times, headers of the connection. */
function comparable({ status, headers, body }: Answer): object {
  const { date, connection, "keep-alive": _, "x-request-id": __, "accept-ranges": ___, ...others } = headers;
  const { "content-length": ____, "transfer-encoding": _____, ...same } = others;
  const isPlain = headers["content-encoding"] === undefined;
  const text = JSON.stringify({ headers: same, body: isPlain && body });
  return { status, ...JSON.parse(text.replaceAll(DIFFERING, "…")) };
}

/** How many requests have come to the shop. */
const asked = () => ways.reduce((sum, { seen }) => sum + seen.length, 0);

/** Whether Varnish answers without asking the shop. */
async function isKept(path: string, headers: Headers = {}): Promise<boolean> {
  const before = asked();
  await ask(path, headers);
  return asked() === before;
}

/** Timers may fire so much too early. */
const EARLY_MS = 5;

/** Runs a change, and waits until both servers have purged this key again. No other change of it may have been just before. */
async function purged<Result>(key: string, change: () => Promise<Result>): Promise<Result> {
  const before = performance.now();
  const result = await change();
  const again = () =>
    purges.answered.filter(
      ({ line, at }) => at >= before + AGAIN_MS - EARLY_MS && line.split(" ").includes(key),
    );
  await expect.poll(() => again().length).toBeGreaterThanOrEqual(2);
  return result;
}

const priced = (id: string, euros: number) =>
  updateRows("listings", { type: "racket", id }, { price_cents: euros * 100 });

beforeAll(async () => {
  dataDir = preparedDataDir();
  database = await startEmbeddedDatabase(dataDir, { say: () => {}, connections: 100 });
  toDatabase = await databaseProxy(database.url);
  port = await freePort();
  purges = await slowWay(port);
  const env = {
    AUTH_SECRET,
    BASE_URL: `https://${SHOP_NAME}`,
    TRUSTED_PROXIES: "127.0.0.1",
    CACHE_PURGE_URLS: `http://127.0.0.1:${purges.port}/`,
  };
  for (const url of [database.url, toDatabase.url])
    servers.push(await startServer({ env: { ...env, DATABASE_URL: url } }));
  for (const server of servers) ways.push(await slowWay(server.port));
  configure(parseEnv({ ...env, DATABASE_URL: database.url }));
  seller = await person("seller");
  for (let n = 0; n < 3; n += 1) await racketOf(seller, { name: `Blade ${n}` });
  const [one = 0, other = 0] = ways.map((way) => way.port);
  varnish = await startVarnish({ port, servers: [one, other] });
  await vi.waitFor(async () => expect(await isKept("/rackets")).toBe(true), { timeout: 60_000 });
});

afterAll(async () => {
  await closeDb();
  await varnish?.stop();
  for (const way of [...ways, purges]) way?.close();
  await Promise.all(servers.map((server) => server.stop()));
  await toDatabase?.close();
  await database?.stop(5_000);
  rmSync(dataDir, { recursive: true, force: true });
});

const choices = (...pairs: string[]) => ({ cookie: pairs.map((pair) => `__Host-${pair}`).join("; ") });

test.each<[string, Headers]>([
  ["nothing", {}],
  ["a phone", { "user-agent": PHONE }],
  ["a phone that says so", { "sec-ch-ua-mobile": "?1", "user-agent": "Chrome" }],
  ["a desk that says so", { "sec-ch-ua-mobile": "?0", "user-agent": PHONE }],
  ["a measured phone", choices("layout=compact")],
  ["a measured desk", { ...choices("layout=wide"), "user-agent": PHONE }],
  ["a country", choices("country=DE")],
  [
    "all choices",
    choices("currency=GBP", "language=de", "country=GB", "timezone=Europe/Berlin", "layout=wide"),
  ],
  ["choices of an earlier member", choices("second-serve.device=a.b%3D", "currency=USD")],
  [
    "cookies of other hosts",
    { cookie: "_ga=GA1.2; country=FR; __Host-country=US;second-serve.session_token=x.y" },
  ],
  ["a variant of its own", { "shop-variant": "DE GBP compact", "shop-brotli": "1" }],
  ["Brotli", { "accept-encoding": "gzip, deflate, br, zstd" }],
  ["gzip", { "accept-encoding": "gzip" }],
  ["another language", { "accept-language": "nl" }],
])(
  "a visitor with %s gets the shop's own answer, and the next one the same without the shop",
  async (_, headers) => {
    await expect.poll(() => isKept("/rackets", headers)).toBe(true);
    const [kept, direct] = await Promise.all([ask("/rackets", headers), askShop("/rackets", headers)]);
    expect(comparable(kept)).toEqual(comparable(direct));
  },
);

test.each<[string, string, Headers?, string?]>([
  ["a page of a member", "/rackets", choices("second-serve.session_token=x.y")],
  ["an unknown cookie", "/rackets", choices("country=DE", "unknown=x")],
  ["a country that is none", "/rackets", choices("country=XX")],
  ["a layout that is none", "/rackets", choices("layout=round")],
  ["a password", "/rackets", { authorization: "Basic eDp5" }],
  ["a form", "/sign-out", {}, "POST"],
  ["a page that is closed to robots", "/auth"],
  ["an address that does not exist", "/nothing/here"],
  ["a redirect", "/Rackets"],
  ["another host", "/rackets", { host: "other.example" }],
  ["the API", "/api/v1/listings"],
  ["a file", "/assets/nothing-12345678.js"],
])("%s is never kept", async (_, path, headers, method) => {
  for (let n = 0; n < 2; n += 1) {
    const before = asked();
    const answer = await ask(path, headers, method);
    expect(asked()).toBe(before + 1);
    const { status } = await askShop(path, headers, method);
    expect([answer.status, answer.headers["surrogate-key"]]).toEqual([status, undefined]);
    expect(answer.headers["cache-control"] ?? "").not.toMatch(/s-maxage/);
  }
});

test("an unread parameter, a part, HEAD and a prefetch are answered as without Varnish", async () => {
  await expect.poll(() => isKept("/rackets?utm_source=x")).toBe(true);
  const { body } = await ask("/rackets");
  expect((await ask("/rackets?utm_source=x")).body.length).toBe(body.length);
  const part = await ask("/rackets", { range: "bytes=0-14" });
  expect([part.status, part.body]).toEqual([206, "<!DOCTYPE html>"]);
  expect(await ask("/rackets", {}, "HEAD")).toMatchObject({ status: 200, body: "" });
  const early = await ask("/rackets", { "sec-purpose": "prefetch;prerender" });
  expect(early.headers["cache-control"]).toBe("private, max-age=10");
  expect(early.headers).toMatchObject(
    (({ "cache-control": policy, vary }) => ({ "cache-control": policy, vary }))(
      (await askShop("/rackets", { "sec-purpose": "prefetch;prerender" })).headers,
    ),
  );
});

test("the shop says to nobody else that a page may be kept", async () => {
  const shared = await askShop("/rackets", { "shop-variant": "NL EUR wide" });
  expect(shared.headers).toMatchObject({
    "cache-control": "public, max-age=0, s-maxage=60, stale-while-revalidate=60",
    "surrogate-key": expect.stringMatching(/^shop racket /),
    vary: "accept-encoding, shop-variant",
  });
  for (const variant of ["DE EUR wide", "NL EUR", "", "NL EUR wide /rackets"])
    expect((await askShop("/rackets", { "shop-variant": variant })).headers["cache-control"]).toBe(
      "private, no-cache",
    );
});

test("visitors cannot purge, nor see what is for machines", async () => {
  const keys = { "surrogate-key": "shop" };
  await expect.poll(() => isKept("/rackets")).toBe(true);
  expect((await ask("/rackets", { ...keys, "x-forwarded-for": "203.0.113.9" }, "PURGE")).status).toBe(403);
  expect((await ask("/", { "surrogate-key": "shop|.* x" }, "PURGE")).status).toBe(400);
  expect(await isKept("/rackets")).toBe(true);
  for (const path of ["/metrics", "/readyz?x"]) expect((await ask(path)).status).toBe(404);
  expect((await ask("/", keys, "PURGE")).status).toBe(200);
  expect(await isKept("/rackets")).toBe(false);
});

test.each([0, 200, 390, 1_000])(
  "a page that needs %d ms to reach Varnish shows no old price after the purges",
  async (milliseconds) => {
    const { id } = await purged("racket", () =>
      racketOf(seller, { name: `Slow ${milliseconds}`, cents: 111_100 }),
    );
    const path = `/rackets/${id}`;
    await expect.poll(() => ask(path).then(({ body }) => body)).toContain("1,111");
    for (const way of ways) way.delay = milliseconds;
    let isOver = false;
    const late: string[] = [];
    const visitors = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const { body } = await ask(path);
        if (isOver && body.includes("1,111")) late.push(body);
        await delay(10);
      }
    });
    await delay(300);
    await purged("racket", () => priced(id, 1_222));
    const after = await Promise.all(Array.from({ length: 20 }, () => ask(path)));
    for (const way of ways) way.delay = 0;
    await expect.poll(() => isKept(path)).toBe(true);
    after.push(await ask(path));
    isOver = true;
    await Promise.all(visitors);
    expect(after.filter(({ body }) => body.includes("1,111") || !body.includes("1,222"))).toEqual([]);
    expect(late).toEqual([]);
  },
);

test("a hidden listing is gone, and comes back", async () => {
  const { id } = await purged("racket", () => racketOf(seller, { name: "Soon hidden" }));
  await expect.poll(() => isKept(`/rackets/${id}`)).toBe(true);
  await expect.poll(() => isKept("/rackets")).toBe(true);
  expect((await ask("/rackets")).body).toContain("Soon hidden");
  await purged("racket", () => updateRows("listings", { type: "racket", id }, { hidden: "hidden" }));
  for (const path of [`/rackets/${id}`, "/rackets", "/", "/nl/rackets", "/search?q=soon"])
    expect((await ask(path)).body).not.toContain("Soon hidden");
  await purged("racket", () => updateRows("listings", { type: "racket", id }, { hidden: null }));
  expect((await ask("/rackets")).body).toContain("Soon hidden");
});

test("while purges are refused, the shop lets nobody keep pages, and then everything is purged that was not", async () => {
  const { id } = await purged("racket", () => racketOf(seller, { name: "Refused", cents: 133_300 }));
  await expect.poll(() => isKept(`/rackets/${id}`)).toBe(true);
  purges.isShut = true;
  await purged("racket", () => priced(id, 1_444));
  const variant = { "shop-variant": "NL EUR wide" };
  expect((await askShop("/rackets", variant)).headers["cache-control"]).toBe("private, no-cache");
  const metrics = await askShop("/metrics", { host: "127.0.0.1" });
  expect(metrics.body).toContain("\nshared_cache_purged 0\n");
  purges.isShut = false;
  await expect.poll(async () => (await ask(`/rackets/${id}`)).body).toContain("1,444");
  await expect.poll(() => isKept(`/rackets/${id}`)).toBe(true);
});

test("a server that was not told of changes purges everything when it is told again", async () => {
  await expect.poll(() => isKept("/help")).toBe(true);
  const before = purges.seen.length;
  await toDatabase.disconnect();
  const variant = { "shop-variant": "NL EUR wide" };
  const policy = async () =>
    (await sendRequest(servers[1]?.port ?? 0, "/help", { headers: { host: SHOP_NAME, ...variant } })).headers[
      "cache-control"
    ];
  await expect.poll(policy).toMatch(/^private/);
  await toDatabase.reconnect();
  await expect.poll(() => purges.seen.slice(before)).toContain("PURGE shop");
  await expect.poll(policy).toMatch(/^public/);
});

test("nobody gets what was made for another, and nothing that is kept names a person or sets a cookie", async () => {
  const [buyer, shop, moderator, operator] = [
    await person("hidden-buyer"),
    await person("hidden-shop"),
    await staffPerson("moderator"),
    await staffPerson("operator"),
  ];
  const listing = await racketOf(seller);
  const visitors: readonly Headers[] = [{}, { "user-agent": PHONE }, choices("country=DE", "currency=GBP")];
  const people = [
    ...visitors,
    ...[buyer, seller, shop, moderator, operator].map(({ cookie }) => ({ cookie })),
  ];
  const paths = [
    ...[
      "/",
      "/rackets",
      "/nl/rackets",
      "/rackets.data",
      "/balls",
      "/search?q=blade",
      "/rackets/models",
      "/help",
    ],
    ...[`/rackets/${listing.id}`, `/sellers/${seller.viewer.username}`, "/sell", "/sell/racket", "/safety"],
    ...["/auth", "/preferences", "/profile", "/my-listings", "/messages", "/orders", "/favorites", "/cart"],
    ...["/moderation", "/operator", "/nothing/here"],
  ];
  const visits = people.flatMap((headers, index) =>
    paths.map((path) => ({ headers, path, order: hash("md5", `${index}${path}`) })),
  );
  visits.sort((one, other) => one.order.localeCompare(other.order));
  for (const { headers, path } of visits) {
    const [direct, through] = [await askShop(path, headers), await ask(path, headers)];
    expect.soft(comparable(through), `${people.indexOf(headers)} ${path}`).toEqual(comparable(direct));
  }
  for (const way of ways) way.isShut = true;
  const kept = [];
  for (const path of paths)
    for (const headers of visitors) {
      const answer = await ask(path, headers);
      if (answer.status === 200) kept.push(answer);
    }
  for (const way of ways) way.isShut = false;
  expect(kept.length).toBeGreaterThan(paths.length);
  const names = [buyer, shop, moderator, operator].flatMap(({ viewer }) => [
    viewer.username,
    viewer.email,
    viewer.id,
  ]);
  for (const { headers, body } of kept) {
    expect(headers["set-cookie"]).toBeUndefined();
    expect(names.filter((name) => body.includes(name))).toEqual([]);
  }
});

test("live events come at once, and end when their tab is closed", async () => {
  const [owner, buyer] = [await person("owner"), await person("buyer")];
  const room = await openRoom(buyer.viewer, await racketOf(owner));
  const stream = request({ port, path: "/events", headers: { host: SHOP_NAME, cookie: owner.cookie } });
  let received = "";
  stream.once("response", (answer) => answer.setEncoding("utf8").on("data", (part) => (received += part)));
  stream.on("error", () => {}).end();
  await expect.poll(() => received).toContain("event: hello");
  await sendMessage(buyer.viewer, room, { clientId: randomUUID(), message: "Still there?" });
  await expect.poll(() => received).toContain("Still there?");
  stream.destroy();
  const openStreams = (server: TestServer) => sendRequest(server.port, "/metrics").then(({ body }) => body);
  for (const server of servers)
    await expect.poll(() => openStreams(server)).toContain("\nevent_streams_open 0\n");
});

test("a large upload is refused by the shop itself", async () => {
  const origin = `https://${SHOP_NAME}`;
  const headers = { host: SHOP_NAME, origin, "content-type": "application/x-www-form-urlencoded" };
  const answer = await sendRequest(port, "/nl/auth", { method: "POST", headers }, "x".repeat(5 * 2 ** 20));
  expect([answer.status, answer.body]).toEqual([413, "Dit is te veel om in één keer te versturen."]);
});

test("what is kept is shown while no server answers, and else a page that says so", async () => {
  await expect.poll(() => isKept("/safety")).toBe(true);
  for (const way of ways) way.close();
  expect((await ask("/safety")).status).toBe(200);
  const { status, headers, body } = await ask("/safety?x", choices("unknown=x"));
  expect([status, headers["retry-after"], headers["cache-control"]]).toEqual([503, "5", "no-store"]);
  for (const language of ["en", "nl", "de", "fr"]) expect(body).toContain(` lang="${language}">`);
});
