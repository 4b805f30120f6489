// Whatever a request asks for, the page, its forms and its redirects lead to this shop.
import { type IncomingMessage, request } from "node:http";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { KNOWN } from "#tests/support/crawl.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let player: Person;
const real: Record<string, string> = {};

beforeAll(async () => {
  player = await person("player");
  const { id } = await racketOf(player);
  Object.assign(real, { "/rackets/:id": id, ":username": player.viewer.username });
});

const filled = (pattern: string) =>
  pattern
    .replaceAll(/:\w+|\*/g, (name) => real[pattern] ?? real[name] ?? "0198f000-0000-7000-8000-000000000000")
    .replace(/^\/$/, "");

type Sent = { path: string; method?: string; headers?: Record<string, string> };

/** Sends the path as it is, because fetch() would tidy it. */
function send({ path, method = "GET", headers }: Sent): Promise<{ answer: IncomingMessage; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(shop.server.url, { path, method, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      answer.on("end", () => resolve({ answer, text }));
    });
    sent.on("error", reject);
    sent.end();
  });
}

/** The licences that the footer names, and the links in the messages of /dev/gallery. */
const ELSEWHERE = [
  "https://www.geonames.org/",
  "https://creativecommons.org/licenses/by/4.0/",
  "https://www.example.com/pay",
  "https://example.com/",
];
const ADDRESS = /<(?:a|form|link|button|base|area)\b[^>]*?\s(?:href|action|formaction)="([^"]*)"/gi;
const TOLD = /<(?:meta)\b[^>]*?\s(?:property="og:url"|http-equiv="refresh")[^>]*?\scontent="([^"]*)"/gi;

/** The addresses of other sites to which an answer leads. */
function waysOut({ answer, text }: { answer: IncomingMessage; text: string }, path: string): string[] {
  const { origin } = new URL(shop.server.url);
  const found = [ADDRESS, TOLD].flatMap((pattern) => [...text.matchAll(pattern)].map(([, to = ""]) => to));
  const { location } = answer.headers;
  if (location !== undefined) found.push(location);
  return found
    .map((to) => to.replaceAll("&amp;", "&"))
    .filter((to) => !ELSEWHERE.includes(to))
    .filter((to) => {
      const url = new URL(to, origin + path);
      // A mail without an address goes to nobody but whom the person chooses: the link that shares a page.
      const shared = url.protocol === "mailto:" && url.pathname === "" ? url.searchParams.get("body") : null;
      if (shared !== null) return new URL(shared).origin !== origin;
      return url.origin !== origin || !/^https?:$/.test(url.protocol);
    });
}

const PAGES = [...new Set(KNOWN.filter(({ page }) => page).map(({ path }) => path))];
const EVIL = [
  "//evil.example",
  "/\\evil.example",
  "/%2Fevil.example",
  "/%5cevil.example",
  "/.//evil.example",
];
const NAMES = "next back from about of to return redirect callbackURL url q name page sort tab type".split(
  " ",
);
const VALUES = [
  ...EVIL,
  "https://evil.example/",
  "javascript:alert(1)",
  "/nl//evil.example/login",
  "/\t/evil.example",
];

const anyPath = fc
  .tuple(
    fc.constantFrom("", "/nl", "/NL", "/%6el", "/de/fr", "/en-us", "/.", "/nl/."),
    fc.constantFrom("", "/", ...EVIL, "/nl//evil.example", "//evil.example/..", "//evil.example/%2e%2e"),
    fc.constantFrom(...PAGES),
    fc.constantFrom("", "/", "//", "//evil.example", "/..//evil.example", ".data", "/%2e%2e//evil.example"),
  )
  .map(([language, before, pattern, after]) => `${language}${before}${filled(pattern)}${after}` || "/");

const anyQuery = fc
  .tuple(
    fc.constantFrom("", "mode=signup&", "intent=x&"),
    fc.subarray(NAMES, { minLength: 0, maxLength: 4 }),
    fc.constantFrom(...VALUES),
  )
  .map(
    ([first, names, value]) => first + names.map((name) => `${name}=${encodeURIComponent(value)}`).join("&"),
  );

test.each([
  ["/nl//evil.example/login", 301, "/nl/evil.example/login"],
  ["//evil.example/login", 301, "/evil.example/login"],
  ["/NL//evil.example?a=//b", 301, "/nl/evil.example?a=//b"],
  ["/%6el/r%61ckets/", 301, "/nl/rackets"],
  ["/AUTH?next=/sell", 301, "/auth?next=/sell"],
  ["/nl/evil.example/login", 404, undefined],
])("%s is answered with %i %s", async (path, status, location) => {
  const { answer } = await send({ path });
  expect([answer.statusCode, answer.headers.location]).toEqual([status, location]);
});

test("no page leads to another site, whatever path and query are requested, and from where [V1.2.2 V3.7.2]", async () => {
  const paths = () =>
    fc.tuple(
      anyPath,
      anyQuery,
      fc.constantFrom(...EVIL),
      fc.constantFrom("GET", "GET", "GET", "POST"),
      fc.boolean(),
    );
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(paths(), async ([path, query, from, method, signedIn]) => {
      const headers = {
        ...(signedIn && { cookie: player.cookie }),
        ...(method === "POST" && {
          origin: shop.server.url,
          "sec-fetch-mode": "navigate",
          "content-type": "application/x-www-form-urlencoded",
          "content-length": "0",
        }),
        referer: `${shop.server.url}${from}/x`,
      };
      const whole = query === "" ? path : `${path}?${query}`;
      const sent = await send({ path: whole, method, headers });
      seen.add(`${sent.answer.statusCode}`);
      expect(sent.answer.statusCode).toBeLessThan(500);
      expect(waysOut(sent, path)).toEqual([]);
    }),
    {
      numRuns: 250,
      examples: [
        [["/rackets", "", "//evil.example", "GET", false]],
        [[filled("/rackets/:id"), "", "//evil.example", "GET", false]],
        [["/dev/gallery", "", "//evil.example", "GET", false]],
        [["/profile", "next=//evil.example", "//evil.example", "GET", false]],
      ],
    },
  );
  expect([...seen]).toEqual(expect.arrayContaining(["200", "301", "302", "404"]));
});

test("a person who signs in is not led to a page that signs in, out or another account in", async () => {
  for (const next of [
    "/nl/auth/verify?token=x",
    "/AUTH/verify?token=x",
    "/%61uth/verify?token=x",
    "/nl//evil",
  ]) {
    const headers = { cookie: player.cookie };
    const { answer } = await send({ path: `/auth?next=${encodeURIComponent(next)}`, headers });
    expect([next, answer.headers.location]).toEqual([next, next === "/nl//evil" ? "/evil" : "/"]);
  }
});
