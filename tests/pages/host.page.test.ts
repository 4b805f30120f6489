import { hash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { keyOf } from "#tests/support/api.ts";
import { sendRequest } from "#tests/support/hosts.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";
import { AUTH_SECRET, startServer, type TestServer } from "#tests/support/server.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let racket: string;

beforeAll(async () => {
  const seller = await person("seller");
  for (let n = 1; n <= 12; n += 1) await racketOf(seller, { name: `Racket no. ${n}` });
  // It is on the first page: the only one of its seller.
  racket = (await racketOf(await person("other"), { name: "Racket no. 13" })).id;
});

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(shop.server.url + path, { headers, redirect: "manual" });
}

describe("every page", () => {
  test.each(["/", "/rackets", "/auth", "/nl/rackets", "/rackets/nope", "/offline"])(
    "%s allows only its own scripts [V1.3.2 V3.4.3]",
    async (path) => {
      const answer = await get(path);
      const html = await answer.text();
      const policy = answer.headers.get("content-security-policy") ?? "";
      const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)];
      expect(scripts.length).toBeGreaterThan(0);
      // Without a doctype, browsers use quirks mode.
      expect(html).toMatch(/^<!DOCTYPE html>/);
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
      for (const [, attributes = "", script = ""] of scripts) {
        // Browsers do not run JSON-LD.
        if (attributes.includes('type="application/ld+json"')) continue;
        const hasNonce = nonce !== undefined && attributes.includes(`nonce="${nonce}"`);
        if (!hasNonce) expect(policy).toContain(hash("sha256", script, "base64"));
      }
      expect(/script-src[^;]*unsafe/.test(policy)).toBe(false);
    },
  );

  // Law 14: fails when React Router changes the scripts that app/deferred-hydration.server.ts reads.
  test("is painted before its scripts are fetched", async () => {
    const html = await (await get("/rackets")).text();
    expect(html).not.toMatch(/<link[^>]*modulepreload/);
    expect(html).not.toContain('type="module"');
    const held = / type="text\/plain" data-needs="([^"]+)" data-too-old="([^"]+)">([^<]+)/;
    const [, addresses = "", tooOld, script] = held.exec(html) ?? [];
    expect(tooOld).toMatch(/^Your browser is too old/);
    expect(script).toContain("import");
    for (const scriptPath of addresses.split(" ")) {
      const answer = await get(scriptPath);
      expect([scriptPath, answer.status, answer.headers.get("content-type")]).toEqual([
        scriptPath,
        200,
        expect.stringContaining("javascript"),
      ]);
    }
  });

  test("loads the texts of its own language only", async () => {
    const text = {
      "": "There is no page at this address.",
      "/nl": "Op dit adres staat geen pagina.",
      "/de": "Unter dieser Adresse gibt es keine Seite.",
    };
    for (const prefix of Object.keys(text)) {
      const html = await (await get(`${prefix}/rackets`)).text();
      const [, addresses = ""] = / data-needs="([^"]+)"/.exec(html) ?? [];
      const scripts = await Promise.all(
        addresses.split(" ").map(async (scriptPath) => (await get(scriptPath)).text()),
      );
      const loaded = Object.entries(text).filter(([, words]) =>
        scripts.some((script) => script.includes(words)),
      );
      expect(loaded.map(([language]) => language)).toEqual([prefix]);
    }
  });

  test("has security headers [V3.4.2 V3.4.3 V3.4.6 V4.1.1 V14.2.3]", async () => {
    const elsewhere = { origin: "https://evil.example" };
    for (const answer of [
      await get("/rackets"),
      await get("/rackets", elsewhere),
      await get("/auth", elsewhere),
    ]) {
      expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
      expect(answer.headers.get("permissions-policy")).toContain("microphone=()");
      expect(answer.headers.has("access-control-allow-origin")).toBe(false);
      const policy = answer.headers.get("content-security-policy")?.split("; ");
      expect(policy).toEqual(
        expect.arrayContaining([
          ...["default-src 'self'", "connect-src 'self'", "img-src 'self' data: blob:"],
          ...["object-src 'none'", "base-uri 'none'", "frame-ancestors 'self'"],
        ]),
      );
    }
  });

  test("is in the language of its URL", async () => {
    for (const [path, lang, title] of [
      ["/rackets", "en-GB", "Rackets"],
      ["/en-us/rackets", "en-US", "Rackets"],
      ["/nl/rackets", "nl", "Rackets"],
      ["/de/rackets", "de", "Schläger"],
      ["/fr/rackets", "fr", "Raquettes"],
    ] as const) {
      const html = await (await get(path)).text();
      expect(html).toContain(`<html lang="${lang}"`);
      expect(html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
      expect(html).toContain(`href="${path === "/rackets" ? "" : path.replace("/rackets", "")}/auth"`);
    }
  });

  test("keeps its language across a redirect", async () => {
    expect((await get("/de/sell/racket")).headers.get("location")).toBe("/de/auth?next=%2Fsell%2Fracket");
  });
});

describe("a cached page", () => {
  test("has the same bytes for the next visitor", async () => {
    const [first, second] = [
      await (await get("/rackets?sort=price_asc")).text(),
      await (await get("/rackets?sort=price_asc")).text(),
    ];
    expect(second).toBe(first);
  });

  test("is the same whatever parameters it does not read", async () => {
    for (const [page, ...others] of [
      ["/rackets", "?utm_source=mail&utm_medium=a", "?fbclid=b", "?gclid=c&x=1", "?minShoeSize=40", "?"],
      ["/rackets?sort=nearest", "&utm_source=mail", "&x=1"],
      ["/search?q=blade", "&utm_source=mail", "&minHeadSize=100"],
      [`/rackets/${racket}`, "?utm_source=mail", "?from=favorites&page=2"],
      ["/", "?utm_source=mail", "?brand=Head"],
      ["/de/help", "?utm_source=mail"],
      ["/rackets.data", "?utm_source=mail"],
    ] as const) {
      const whole = await (await get(page)).text();
      const copies = await Promise.all(others.map(async (more) => (await get(page + more)).text()));
      expect([page, ...copies.map((copy) => copy === whole)]).toEqual([page, ...others.map(() => true)]);
      expect(whole).not.toMatch(/utm_source|fbclid|gclid/);
    }
  });

  test("is another one for parameters that it reads, in this order", async () => {
    const pages = ["?brand=Head", "?brand=Wilson", "?brand=Head&brand=Wilson", "?brand=Wilson&brand=Head"];
    const copies = await Promise.all(pages.map(async (query) => (await get(`/rackets${query}`)).text()));
    expect(new Set(copies).size).toBe(pages.length);
  });

  test("redirects with the whole query", async () => {
    for (const path of ["/search", "/search.data"]) {
      const answer = await get(`${path}?in=rackets&minHeadSize=100&utm_source=mail`);
      const target = answer.headers.get("location") ?? (await answer.text());
      expect(target).toContain("/rackets?minHeadSize=100&utm_source=mail");
    }
  });

  test("is the same for a person who signed out", async () => {
    const first = await (await get("/rackets?sort=price_desc")).text();
    const deviceCookie = { cookie: "second-serve.device=abc.def%3D" };
    expect(await (await get("/rackets?sort=price_desc", deviceCookie)).text()).toBe(first);
  });

  test("shows a changed price soon after another server changed it", async () => {
    await (await get("/rackets")).text();
    await (await get(`/rackets/${racket}`)).text();
    await updateRows("listings", { id: racket }, { price_cents: 31_337 });
    // The test writes to the database directly, as another server would. The database notifies the server.
    await expect.poll(async () => (await get("/rackets")).text()).toContain("€313.37");
    await expect.poll(async () => (await get(`/rackets/${racket}`)).text()).toContain("€313.37");
  });

  test("has fewer cards for phones", async () => {
    const cards = (html: string) => html.match(/<article/g)?.length;
    const phone = { "sec-ch-ua-mobile": "?1" };
    expect(cards(await (await get("/rackets")).text())).toBe(10);
    expect(cards(await (await get("/rackets", phone)).text())).toBe(6);
    expect(cards(await (await get("/rackets")).text())).toBe(10);
  });

  test("is never served to a request with a session cookie [V14.2.2]", async () => {
    const { cookie, viewer } = await person("reader");
    const forVisitors = await (await get("/rackets")).text();
    expect(await (await get("/rackets", { cookie })).text()).toContain(viewer.username);
    expect(forVisitors).not.toContain(viewer.username);
    expect(await (await get("/rackets")).text()).toBe(forVisitors);
  });
});

describe("the host", () => {
  test("answers /healthz, /readyz and /metrics", async () => {
    expect(await (await get("/healthz")).text()).toBe("ok");
    expect(await (await get("/readyz")).text()).toBe("ready");
    expect(await (await get("/metrics")).text()).toContain("http_request_duration_seconds_count");
  });

  test("counts pages by the pattern of their path, from the cache too", async () => {
    const counted = async () => {
      const text = await (await get("/metrics")).text();
      const figure = (series: string) =>
        Number(
          text
            .split("\n")
            .find((line) => line.startsWith(series))
            ?.split(" ")[1] ?? 0,
        );
      const of = (route: string, status: number) =>
        figure(`http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`);
      return {
        lists: of("/rackets", 200),
        details: of("/rackets/:id", 404),
        others: of("*", 404),
        hits: figure('page_cache_requests_total{result="hit"}'),
      };
    };
    await get("/rackets");
    const before = await counted();
    for (const path of ["/rackets", "/nl/rackets", "/rackets.data", "/rackets/no-uuid", "/nothing/here"])
      await get(path);
    const after = await counted();
    expect(after.hits).toBeGreaterThan(before.hits);
    expect({ ...after, hits: 0 }).toEqual({
      lists: before.lists + 3,
      details: before.details + 1,
      others: before.others + 1,
      hits: 0,
    });
  });

  test.each([
    ["/rackets/not-a-uuid", 404],
    ["/rackets/00000000-0000-7000-8000-000000000000", 404],
    ["/rackets/%00", 404],
    ["/rackets/%E0%A4%A", 404],
    ["/nothing/here", 404],
    ["/rackets?page=999999&minPrice=abc&brand=%00&sort=evil", 200],
    [`/rackets?q=${"x".repeat(3000)}`, 200],
    ["/rackets?q=%27%20%26%20%7C%20%21%20%28%3A%2A", 200],
    ["/rackets?country=NL&postalCode=9999ZZ&maxDistance=10", 200],
    ["/rackets?page=1.25", 200],
    ["/rackets.data?page=2,0001", 200],
    ["/racket/00000000-0000-7000-8000-000000000000", 301],
    ["/racket/%E2%82%AC", 301],
    ["/racket/%0d%0aset-cookie:a=b", 301],
    ["/events", 204],
  ] as const)("answers %s with status %i", async (path, status) => {
    expect((await get(path)).status).toBe(status);
  });

  test("logs nothing for a client's mistake [V16.3.4]", async () => {
    const before = shop.server.output();
    for (const [path, host, status] of [
      ["/rackets", "a b", 421],
      ["/rackets", "[::1", 421],
      ["/rackets", "rebound.example", 421],
      ["/healthz", "a b", 400],
      ["*", "localhost", 400],
    ] as const) {
      const answer = await sendRequest(shop.server.port, path, { headers: { host } });
      expect([path, host, answer.status]).toEqual([path, host, status]);
    }
    for (const [method, path, status] of [
      ["GET", "/nothing/here", 404],
      ["GET", "/rackets/00000000-0000-7000-8000-000000000000", 404],
      ["POST", "/rackets", 405],
      ["PUT", "/rackets", 405],
      ["DELETE", "/rackets.data", 405],
    ] as const) {
      const headers = { origin: shop.server.url, "content-type": "application/x-www-form-urlencoded" };
      const answer = await fetch(shop.server.url + path, {
        method,
        headers: method === "GET" ? {} : headers,
      });
      await answer.arrayBuffer();
      expect([method, path, answer.status]).toEqual([method, path, status]);
    }
    // The output arrives after the answers. A line for a later error shows that it is complete.
    await sql`alter table bags rename to away`.execute(db());
    expect((await get("/bags?maxPrice=295")).status).toBe(500);
    await sql`alter table away rename to bags`.execute(db());
    const logged = () => shop.server.output().slice(before.length).trim().split("\n");
    await expect.poll(() => logged().at(-1)).toMatch(/"path":"\/bags".*"a page failed"/);
    expect(logged()).toHaveLength(1);
  });

  test("gives each answer an id that its error page shows [V16.5.1]", async () => {
    const answer = await get("/nothing/here");
    const id = answer.headers.get("x-request-id") ?? "";
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await answer.text()).toContain(id);
  });

  test.each(["/auth", "/auth.data", "/rackets.data", "/listings/counts?in=/rackets", "/sell/racket"])(
    "lets no shared cache store %s",
    async (path) => {
      const cookie = "second-serve.session_token=nonsense";
      for (const answer of [await get(path), await get(path), await get(path, { cookie })])
        expect(answer.headers.get("cache-control")).toMatch(/private|no-store/);
    },
  );

  test("serves hashed files compressed, and cached for a year", async () => {
    const html = await (await get("/rackets")).text();
    const [script = ""] = html.match(/\/assets\/react-[\w-]+\.js/) ?? [];
    const answer = await get(script, { "accept-encoding": "br" });
    expect(answer.headers.get("cache-control")).toContain("max-age=31536000, immutable");
    expect(answer.headers.get("content-encoding")).toBe("br");
  });
});

describe("an answer of the API that is not kept", () => {
  test("is compressed from a kilobyte on, with or without a fault", async () => {
    const headers = {
      authorization: `Bearer ${await keyOf(await person("program"))}`,
      "accept-encoding": "gzip",
    };
    const list = await get("/api/v1/listings/racket", headers);
    expect(list.headers.get("content-encoding")).toBe("gzip");
    expect(((await list.json()) as { data: object[] }).data.length).toBeGreaterThan(10);
    for (const [path, status] of [
      ["/api/v1/blocks", 200],
      ["/api/v1/nothing", 404],
    ] as const) {
      const short = await get(path, headers);
      expect([short.status, short.headers.get("content-encoding")]).toEqual([status, null]);
    }
  });
});

describe("behind a proxy that terminates TLS", () => {
  const host = "shop.example";
  const address = `https://${host}`;
  let proxied: TestServer;
  beforeAll(async () => {
    proxied = await startServer({
      env: { BASE_URL: address, AUTH_SECRET, DATABASE_URL: shop.server.databaseUrl },
    });
  });
  afterAll(() => proxied?.stop());

  test.each([
    [address, 302],
    ["https://evil.example", 403],
    ["null", 403],
  ])("a form from %s is answered with %i", async (origin, status) => {
    const headers = { host, origin, "content-type": "application/x-www-form-urlencoded" };
    expect((await sendRequest(proxied.port, "/sign-out", { method: "POST", headers })).status).toBe(status);
  });

  test("every answer has headers that require https and isolate the page from other sites [V3.4.1]", async () => {
    const type = "application/x-www-form-urlencoded";
    const sent = (origin: string, length = 0) => ({
      method: "POST",
      headers: { host, origin, "content-type": type, "content-length": length },
    });
    const html = (await sendRequest(proxied.port, "/rackets", { headers: { host } })).body;
    const [script = ""] = html.match(/\/assets\/react-[\w-]+\.js/) ?? [];
    const answers = await Promise.all([
      ...["/rackets", "/auth", "/nothing/here", "/racket/x", "/events", "/robots.txt", script].map((path) =>
        sendRequest(proxied.port, path, { headers: { host } }),
      ),
      sendRequest(proxied.port, "/healthz"),
      sendRequest(proxied.port, "/metrics"),
      sendRequest(proxied.port, "/rackets"),
      sendRequest(proxied.port, "/sign-out", sent("null")),
      sendRequest(proxied.port, "/help", sent(address, 2_000_000), "refused before the rest of it comes"),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([
      200, 200, 404, 301, 204, 200, 200, 200, 200, 421, 403, 413,
    ]);
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        "strict-transport-security": "max-age=31536000",
        "cross-origin-opener-policy": "same-origin",
        "x-content-type-options": "nosniff",
      });
    }
    // Built files are the same for everybody, and pages may load them from a CDN.
    expect(answers.map(({ headers }) => headers["cross-origin-resource-policy"] === "same-origin")).toEqual(
      answers.map((_, n) => n !== 6),
    );
  });

  test("metrics and the mailbox are refused to requests through a proxy [V4.1.3 V13.4.2 V15.2.3 V15.3.4]", async () => {
    for (const name of ["x-forwarded-for", "x-client-ip"])
      expect((await sendRequest(proxied.port, "/metrics", { headers: { [name]: "127.0.0.1" } })).status).toBe(
        401,
      );
    expect((await sendRequest(proxied.port, "/metrics", { headers: { host } })).status).toBe(401);
    expect((await sendRequest(proxied.port, "/dev/mailbox", { headers: { host } })).status).toBe(404);
  });
});
