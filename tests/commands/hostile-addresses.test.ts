// Requests every route with hostile parameter values: no answer may be a 5xx.
import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { closeDb } from "#app/platform/db.server.ts";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { KNOWN } from "#tests/support/crawl.ts";
import { orderOf } from "#tests/support/orders.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { startPrepared } from "#tests/support/prepared-data.ts";
import { listingOf } from "#tests/support/samples.ts";
import { AUTH_SECRET, type TestServer } from "#tests/support/server.ts";

/** Percent-encoded, as in a URL. */
const HOSTILE = {
  "a NUL": "a%00b",
  "CR and LF": "a%0d%0ax:%20y",
  "an emoji": "%F0%9F%8E%BE",
  "a lone surrogate": "%ED%A0%80",
  "a broken escape": "%E0%A4%A",
  "10,000 characters": "a".repeat(10_000),
  "the name of a prototype": "__proto__",
};

let server: TestServer;
let player: Person;
/** Valid values for the parameters of routes, by the name of the parameter or by the whole path of the route. */
const real: Record<string, string> = {
  plural: "rackets",
  kind: "rackets",
  file: "640.webp",
  key: "0".repeat(64),
};

beforeAll(async () => {
  server = await startPrepared({ env: { AUTH_SECRET, TRUSTED_PROXIES: "127.0.0.1" } });
  configure(parseEnv({ DATABASE_URL: server.databaseUrl, AUTH_SECRET, BASE_URL: server.url }));
  const seller = await person("seller");
  player = await person("player");
  for (const { type, plural } of CATEGORIES) {
    const { id } = await listingOf(player, type);
    Object.assign(real, { [`/${plural}/:id`]: id, [`/${plural}/:id/edit`]: id, [`/${type}/:id`]: id });
  }
  const wanted = await racketOf(seller);
  const roomId = await openRoom(player.viewer, wanted);
  await sendMessage(player.viewer, roomId, { clientId: crypto.randomUUID(), message: "Still there?" });
  const dealId = await orderOf({ seller, buyer: player, state: "received", listing: wanted, roomId });
  Object.assign(real, { roomId, dealId, id: dealId, username: player.viewer.username });
});

afterAll(async () => {
  await closeDb();
  await server?.stop();
});

/** Each request has a different client IP address, so that no rate limit applies. */
async function statusOf(path: string, init: RequestInit = {}): Promise<number> {
  const from = `203.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
  const headers = { ...Object.fromEntries(new Headers(init.headers)), "x-forwarded-for": from };
  const answer = await fetch(server.url + path, { ...init, headers, redirect: "manual" });
  await answer.body?.cancel();
  return answer.status;
}

/** Sends the requests, eight at a time, and returns those that got a 5xx. */
async function faultsOf(requests: readonly { path: string; init?: RequestInit }[]): Promise<string[]> {
  const faults: string[] = [];
  const waiting = requests.values();
  const worker = async () => {
    for (const { path, init } of waiting) {
      const status = await statusOf(path, init);
      if (status >= 500) faults.push(`${init?.method ?? "GET"} ${path.slice(0, 100)}: ${status}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return faults.sort();
}

const PARAM = /:\w+|\*/g;
const nameOf = (param: string) => param.slice(1) || "*";
const withParams = (pattern: string, hostile?: { param: string; value: string }) =>
  pattern.replaceAll(PARAM, (param) => {
    if (param === hostile?.param) return hostile.value;
    return real[pattern] ?? real[nameOf(param)] ?? "x";
  });

const PATTERNS = [...new Set(KNOWN.map(({ path }) => path))];
const WITH_PAGE = new Set(KNOWN.filter(({ page }) => page).map(({ path }) => path));
const WITH_PARAMS = PATTERNS.filter((pattern) => pattern.match(PARAM));

describe.each(Object.entries(HOSTILE))("%s", (_, value) => {
  const pages = WITH_PARAMS.flatMap((pattern) =>
    (pattern.match(PARAM) ?? []).map((param) => ({
      path: () => withParams(pattern, { param, value }),
      hasData: WITH_PAGE.has(pattern),
    })),
  );

  test("in a path is never answered with 5xx, neither a page in English nor its data in German [V1.1.1]", async () => {
    expect(pages.length).toBeGreaterThan(20);
    const paths = pages.flatMap(({ path }) => [path(), `/de${path()}.data`]);
    expect(await faultsOf(paths.map((path) => ({ path })))).toEqual([]);
  });

  // A page and its data have the same loader and action. The data is answered faster, so where there is a page,
  // signed-in requests are only for its data.
  test("in a path is never answered with 5xx for a signed-in person, on GET or POST", async () => {
    const headers = { cookie: player.cookie, origin: server.url };
    const write = { method: "POST", headers, body: new URLSearchParams({ intent: "x" }) };
    const paths = pages.map(({ path, hasData }) => (hasData ? `${path()}.data` : path()));
    const requests = paths.flatMap((path) => [
      { path, init: { headers } },
      { path, init: write },
    ]);
    expect(await faultsOf(requests)).toEqual([]);
  });

  // Signed-in requests are only for data, as above. Values that are sent in one parameter at a time need many requests,
  // so only a signed-in person sends them.
  test("in a query is never answered with 5xx, signed out and signed in [V15.3.6]", async () => {
    const init = { headers: { cookie: player.cookie } };
    // Some values are sent in one parameter at a time. A NUL is refused at the first parameter, so the others would not
    // be tested. Several long values would exceed the limit of a URL.
    const alone = value === HOSTILE["a NUL"] || value.length > 1_000;
    const addresses = READERS.flatMap(({ pattern, names }) => {
      const given = names.map((name) => `${name}=${value}`);
      const path = withParams(pattern);
      return (alone ? given : [given.join("&")]).map((query) => ({ path, query }));
    });
    expect(addresses.length).toBeGreaterThan(75);
    const requests = addresses.flatMap(({ path, query }) => [
      { path: `${path}.data?${query}`, init },
      ...(alone ? [] : [{ path: `${path}?${query}` }]),
    ]);
    expect(await faultsOf(requests)).toEqual([]);
  });
});

/** Names of query parameters that these files read, with `get("name")` and the like, or as fields of a schema. */
function namesIn(files: readonly string[]): string[] {
  const source = files.map((file) => readFileSync(file, "utf8")).join("\n");
  const fields = /fromEntries\([^;]*searchParams/.test(source) ? source.matchAll(/\b(\w+): z\b/g) : [];
  return [...source.matchAll(/\.(?:get|getAll|has)\("(\w+)"\)/g), ...fields].map(([, name = ""]) => name);
}

/** The query parameters of a search in the category `plural`; for another value, those of all categories. */
function namesSearched(plural: string): string[] {
  const own = CATEGORIES.filter((category) => category.plural === plural);
  const filters = (own.length > 0 ? own : CATEGORIES).flatMap((category) => category.filters);
  const fields = filters.flatMap((filter) => ("field" in filter ? filter.field : []));
  return [...namesIn(["app/domain/categories/derive/search.ts"]), ...fields];
}

/** The query parameters that a route reads, in its file or in files of features that it imports. */
function namesRead({ file, path }: (typeof KNOWN)[number]): string[] {
  const route = `app/${file}`;
  const imported = [...readFileSync(route, "utf8").matchAll(/from "#(app\/features\/[^"]+)"/g)];
  const sources = [route, ...imported.map(([, source = ""]) => source)];
  const searched = /browse|search/.test(file) ? namesSearched(path.split("/")[1] ?? "") : [];
  return [...new Set(["x", ...namesIn(sources), ...searched])];
}

/** One route for each source file and category, with the query parameters that it reads. */
const READERS = [
  ...new Map(KNOWN.map((known) => [`${known.file} ${known.path.split("/")[1]}`, known])).values(),
].map((known) => ({ pattern: known.path, names: namesRead(known) }));
