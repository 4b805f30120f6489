import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { connect } from "node:tls";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { closeDb } from "#app/platform/db.server.ts";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "#server/embedded-database.ts";
import { sendRequest } from "#tests/support/hosts.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { preparedDataDir } from "#tests/support/prepared-data.ts";
import { ProxyClient, type RunningProxy, SHOP_NAME, startCaddy, startNginx } from "#tests/support/proxies.ts";
import { AUTH_SECRET, freePort, startServer, type TestServer } from "#tests/support/server.ts";
import { type DatabaseProxy, databaseProxy } from "#tests/support/silent-proxy.ts";

const MEGABYTE = 1024 * 1024;
const FORM = { "content-type": "application/x-www-form-urlencoded" };

let dataDir: string;
let database: EmbeddedDatabase;
let toDatabase: DatabaseProxy;
let server: TestServer;

beforeAll(async () => {
  dataDir = preparedDataDir();
  database = await startEmbeddedDatabase(dataDir, { say: () => {}, connections: 100 });
  toDatabase = await databaseProxy(database.url);
  const env = { AUTH_SECRET, BASE_URL: `https://${SHOP_NAME}`, TRUSTED_PROXIES: "127.0.0.1" };
  server = await startServer({ env: { ...env, DATABASE_URL: toDatabase.url } });
  configure(parseEnv({ ...env, DATABASE_URL: database.url }));
});

afterAll(async () => {
  await closeDb();
  await server?.stop();
  await toDatabase?.close();
  await database?.stop(5_000);
  rmSync(dataDir, { recursive: true, force: true });
});

describe.each([
  ["nginx", startNginx, 1],
  ["Caddy", startCaddy, 2],
] as const)("%s", (_name, start, number) => {
  let proxy: RunningProxy;
  let visitor: ProxyClient;

  // The other of its two servers does not run.
  beforeAll(async () => {
    proxy = await start([server.port, await freePort()]);
  });
  afterAll(() => proxy?.stop());
  beforeEach(() => {
    visitor = new ProxyClient(proxy);
  });
  afterEach(() => visitor.close());

  test("redirects from http", async () => {
    const headers = { host: SHOP_NAME };
    const answer = await sendRequest(proxy.http, "/rackets?brand=Wilson&page=2", { headers });
    expect(answer.status).toBe(308);
    const { hostname, pathname, search, protocol } = new URL(answer.headers.location ?? "");
    expect([protocol, hostname, pathname + search]).toEqual([
      "https:",
      SHOP_NAME,
      "/rackets?brand=Wilson&page=2",
    ]);
  });

  test("serves the shop by HTTP/2, as it is", async () => {
    const page = await visitor.ask("/nl/rackets", { "accept-encoding": "br" });
    expect(visitor.session.alpnProtocol).toBe("h2");
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      "content-encoding": "br",
      "strict-transport-security": "max-age=31536000",
      "x-content-type-options": "nosniff",
    });
    const plain = (await visitor.ask("/nl/rackets")).body;
    expect(plain).toContain('<html lang="nl"');
    const [script = ""] = plain.match(/\/assets\/[\w/-]+\.js/) ?? [];
    const asset = await visitor.ask(script);
    expect([asset.status, asset.headers["cache-control"]]).toEqual([
      200,
      "public, max-age=31536000, immutable",
    ]);
    expect((await visitor.ask("/nothing/here")).status).toBe(404);
    const longest = await visitor.ask(`/search?q=${"x".repeat(12_000)}`);
    expect(longest.status).toBe(200);
  });

  test("accepts no connection for another name", async () => {
    const { https: port, certificate: ca } = proxy;
    const other = connect({ host: "127.0.0.1", port, ca, servername: "other.example" });
    await expect(
      new Promise((resolve, reject) => other.once("secureConnect", resolve).once("error", reject)),
    ).rejects.toThrow(/alert/);
  });

  test("hides what is for machines", async () => {
    for (const address of ["/healthz", "/readyz", "/metrics"]) {
      const spelt = [
        address,
        `${address}?a=b`,
        `${address}/`,
        `/.${address}`,
        `/${address}`,
        `/${address}/`,
        `${address}/.`,
        `${address};a=b`,
        `${address}%2f`,
        address.toUpperCase(),
        address.replace("e", "%65"),
        address.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`),
        address.replace("/", "/%2e/"),
        address.replace("/", "/x/%2e%2e/"),
        `/x/..${address}`,
      ];
      for (const spelling of spelt) {
        const { status, body } = await visitor.ask(spelling);
        const isShown = /^(ok|ready|# HELP|Metrics are)/.test(body);
        // The shop redirects to the spelling without a slash.
        expect([spelling, status, isShown]).toEqual([spelling, expect.toBeOneOf([301, 404]), false]);
      }
    }
  });

  test("passes live events on at once, and tells the shop when a tab is closed", async () => {
    const [seller, buyer] = [await person("seller"), await person("buyer")];
    const room = await openRoom(buyer.viewer, await racketOf(seller));
    const stream = visitor.open("/events", { cookie: seller.cookie });
    let received = "";
    stream.setEncoding("utf8").on("data", (part: string) => {
      received += part;
    });
    await expect.poll(() => received).toContain("event: hello");
    await sendMessage(buyer.viewer, room, { clientId: randomUUID(), message: "Still there?" });
    await expect.poll(() => received).toContain("Still there?");
    stream.close();
    const openStreams = async () => (await sendRequest(server.port, "/metrics")).body;
    await expect.poll(openStreams).toContain("\nevent_streams_open 0\n");
  });

  test("passes uploads on", async () => {
    const seller = await person("seller");
    const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
    const photo = sharp({ create: { width: 1600, height: 1200, channels: 3, background: "white", noise } });
    const body = await photo.jpeg({ quality: 98 }).toBuffer();
    expect(body.length).toBeGreaterThan(MEGABYTE);
    const headers = { cookie: seller.cookie, "content-type": "image/jpeg" };
    const answer = await visitor.ask("/photos", headers, body);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      200,
      expect.objectContaining({ width: 1280, height: 960 }),
    ]);
  });

  test("passes the shop's refusal of a large upload on", async () => {
    const body = new Uint8Array(5 * MEGABYTE);
    const { status, headers } = await visitor.ask("/photos", { "content-type": "image/jpeg" }, body);
    expect([status, headers["content-type"]]).toEqual([401, "application/json"]);
    const form = await visitor.ask("/nl/auth", FORM, body);
    expect([form.status, form.body]).toEqual([413, "Dit is te veel om in één keer te versturen."]);
  });

  test("says who a visitor is, whatever the visitor says", async () => {
    const signIn = (from: ProxyClient, claimed: string) =>
      from.ask(
        "/auth",
        { ...FORM, "x-forwarded-for": claimed, forwarded: `for=${claimed}`, "x-request-id": "mine" },
        "intent=sign-in&identifier=nobody&password=not-a-password",
      );
    const [one, other] = [`127.0.${number}.1`, `127.0.${number}.2`];
    const guesser = new ProxyClient(proxy, one);
    const statuses: number[] = [];
    // One more than an address may try in a minute.
    for (let n = 1; n <= 11; n += 1) statuses.push((await signIn(guesser, `203.0.113.${n}`)).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    const another = new ProxyClient(proxy, other);
    const answer = await signIn(another, one);
    expect(answer.status).not.toBe(429);
    expect(answer.headers["x-request-id"]).toMatch(/^[\da-f-]{32,36}$/);
    for (const client of [guesser, another]) client.close();
  });

  test("gives no request to a server that does not run", async () => {
    const pages = await Promise.all(Array.from({ length: 20 }, () => visitor.ask("/rackets")));
    const forms = await Promise.all(
      Array.from({ length: 4 }, () => visitor.ask("/sign-out", FORM, "scope=local")),
    );
    expect([...pages, ...forms].filter(({ status }) => status >= 500)).toEqual([]);
  });

  test("says so when no server runs", async () => {
    const alone = await start([await freePort(), await freePort()]);
    const client = new ProxyClient(alone);
    try {
      const token = "a-token-of-a-mail";
      const answers = await Promise.all([
        client.ask("/rackets"),
        client.ask(`/auth/verify?token=${token}`),
        client.ask(`/auth/verify?token=${token}`, FORM, "intent=verify"),
        client.ask("/nl/rackets", { referer: `https://${SHOP_NAME}/auth/verify?token=${token}` }),
        client.ask("/assets/react-12345678.js"),
        client.ask("/photos", {}, new Uint8Array(MEGABYTE)),
      ]);
      // The lines of the link, of its form, and of the page that names them as its referrer.
      const isLogged = () =>
        [...alone.log().matchAll(/\/auth\/verify/g)].length >= 2 && alone.log().includes("/nl/rackets");
      await expect.poll(isLogged).toBe(true);
      expect(alone.log()).not.toContain(token);
      for (const { status, headers, body } of answers) {
        expect([status, headers["retry-after"], headers["content-type"]]).toEqual([
          503,
          "5",
          "text/html; charset=utf-8",
        ]);
        for (const language of ["en", "nl", "de", "fr"]) expect(body).toContain(` lang="${language}">`);
        expect(body).toContain("<p>We’ll be right back. Please try again in a moment.\n");
      }
    } finally {
      client.close();
      await alone.stop();
    }
  });

  test("leaves it to the shop to say that its database is away", async () => {
    await toDatabase.disconnect();
    try {
      await expect.poll(async () => (await visitor.ask("/de/rackets")).status).toBe(503);
      const { body, headers } = await visitor.ask("/de/rackets", { accept: "text/html" });
      expect(body).toContain("Regenpause");
      expect(headers["retry-after"]).toBeDefined();
    } finally {
      await toDatabase.reconnect();
    }
    await expect.poll(async () => (await visitor.ask("/de/rackets")).status).toBe(200);
  });
});
