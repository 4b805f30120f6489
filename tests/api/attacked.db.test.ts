// Every operation of the API, called by those who may not, and with requests that nobody foresaw.
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { ACCOUNT_API, API, descriptionOf } from "#app/api.server.ts";
import { tokensFor } from "#app/features/accounts/door/tokens.server.ts";
import type { Api } from "#app/features/api/door.server.ts";
import type { Operation } from "#app/features/api/operation.server.ts";
import { SCOPES } from "#app/features/api/scopes.ts";
import { db } from "#app/platform/db.server.ts";
import { listReasons } from "#app/platform/refused.server.ts";
import { type ApiAnswer, type ApiClient, apiWith, keyOf } from "#tests/support/api.ts";
import { fuzzedRequests } from "#tests/support/api-fuzz.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { offeredRacket, offerOf } from "#tests/support/offers.ts";
import { newSession, type Person, person, racketOf } from "#tests/support/people.ts";
import { insertRows, updateRows } from "#tests/support/rows.ts";

const database = openDatabase();
beforeAll(() => captureNotices(database.url));

const SOME_ID = "01981f2a-7c3e-7a4b-8f21-3d5e6a7b8c9d";
const REASONS = new Set([...listReasons().map(({ reason }) => reason), "unavailable"]);
const closed = API.operations.filter(({ access }) => access !== "anyone");

function addressOf({ path }: Operation, base = ""): string {
  return base + path.replace("{listing_type}", "racket").replace(/\{\w+\}/g, SOME_ID);
}

function asProblem({ status, body, headers }: ApiAnswer, reason: string): void {
  expect(headers.get("content-type")).toBe("application/problem+json");
  expect({ status: body.status, reason: body.reason }).toEqual({ status, reason });
}

describe("every operation that is not for all", () => {
  let someone: Person;
  beforeAll(async () => {
    someone = await person("attacked");
  });

  async function eachRefuses(api: ApiClient, status: number, reason: string, operations = closed) {
    for (const each of operations) {
      const answer = await api(each.method, addressOf(each), each.body && { body: {} });
      expect([each.id, answer.status]).toEqual([each.id, status]);
      asProblem(answer, reason);
    }
  }

  test("refuses who brings no key", () => eachRefuses(apiWith(null), 401, "key_missing"));

  test("refuses a key that was made up, has expired, or whose person is suspended", async () => {
    await eachRefuses(apiWith(`ssk_${"a".repeat(46)}`), 401, "key_invalid");
    const expired = await keyOf(someone, { expires_at: new Date(Date.now() - 1_000) });
    await eachRefuses(apiWith(expired), 401, "key_invalid");
    const suspended = await person("suspended");
    const key = await keyOf(suspended);
    const until = new Date(Date.now() + 86_400_000);
    await updateRows("profiles", { id: suspended.viewer.id }, { suspended_until: until });
    await eachRefuses(apiWith(key), 401, "key_invalid");
  });

  test("refuses a key with all scopes but its own [V10.3.2]", async () => {
    for (const each of closed) {
      const { access } = each;
      const [area] = access.split(":");
      const others = SCOPES.filter((scope) => !scope.startsWith(`${area}:`));
      const scopes = access.endsWith(":write")
        ? [...others, `${area}:read` as (typeof SCOPES)[number]]
        : others;
      const api = apiWith(await keyOf(someone, { scopes }));
      await eachRefuses(api, 403, access === "session" ? "session_needed" : "scope_missing", [each]);
    }
  });

  test("of the account door refuses a key", async () => {
    const api = apiWith(await keyOf(someone));
    const those = ACCOUNT_API.operations.filter(({ access }) => access === "session");
    for (const each of those) {
      const answer = await api(each.method, addressOf(each, "/auth/v1"), each.body && { body: {} });
      expect([each.id, answer.status]).toEqual([each.id, 403]);
    }
  });

  test("counts no cookie beside a key, which cannot do what needs a recent sign-in", async () => {
    const body = { account: { in_app: true, mail: "off" } };
    const headers = { cookie: someone.cookie };
    const answer = await apiWith(await keyOf(someone))("PATCH", "/notification-choices", { body, headers });
    asProblem(answer, "reauthentication_needed");
  });

  test("refuses cookies: a session of the browser opens nothing", async () => {
    const { cookie } = someone;
    for (const each of closed) {
      const answer = await apiWith(null)(each.method, addressOf(each), { headers: { cookie } });
      expect([each.id, answer.status]).toEqual([each.id, 401]);
    }
  });
});

test("the example of each operation without ids is accepted, or refused for what is there, never for its shape", async () => {
  const api = apiWith(await keyOf(await person("example")));
  const examples = API.operations.filter(({ path, example }) => example && !path.includes("{"));
  expect(examples.length).toBeGreaterThan(3);
  const place = { country: "NL", code: "10", place: "Amsterdam", latitude: 52.37, longitude: 4.9 };
  await insertRows("postal_codes", place);
  for (const { id, method, path, example } of examples) {
    const { status, body } = await api(method, path, { body: example });
    expect([id, status, body?.errors], JSON.stringify(body)).toEqual([id, status, undefined]);
    expect(status, JSON.stringify(body)).toBeLessThan(500);
  }
});

/** In CI, where the whole test run has its time. */
const REQUESTS = 600;

/** After so many, the limits begin anew, with another key, or another person who signed in. */
const TURN = 100;

/** Ids of things of two people, of whom one sends the requests. */
async function someIds(): Promise<string[]> {
  const tables = [
    "listings",
    "profiles",
    "chat_rooms",
    "offers",
    "deals",
    "notifications",
    "photos",
  ] as const;
  const rows = await Promise.all(
    tables.map((table) => db().selectFrom(table).select("id").limit(20).execute()),
  );
  return rows.flat().map(({ id }) => String(id));
}

test.each<[string, Api]>([
  ["/api/v1", API],
  ["/auth/v1", ACCOUNT_API],
])(
  "%s answers requests that nobody foresaw as its description says, and never with a fault of its own",
  async (base, api) => {
    const [seller, buyer] = [await person("fuzzed"), await person("fuzzer")];
    await racketOf(seller);
    await racketOf(buyer);
    await offerOf(buyer, await offeredRacket(seller));
    // No key opens the account door.
    const newSecret = async () =>
      api === API
        ? keyOf(buyer)
        : (await tokensFor((await newSession((await person("fuzzer")).viewer.id)).session)).access_token;
    let secret = "";
    let hasEnded = false;
    const ids = await someIds();
    const streams = new Set(api.operations.filter((each) => each.answerType).map((each) => each.id));
    const operations = new Map(api.operations.map((each) => [each.id, each]));
    const count = base === "/api/v1" ? REQUESTS : REQUESTS / 5;
    const requests = fc.sample(fuzzedRequests(descriptionOf(api), ids), { numRuns: count, seed: 46 });
    for (const [index, { operation, method, path, body, headers }] of requests.entries()) {
      if (index % TURN === 0 || hasEnded) {
        await db().deleteFrom("rate_limits").execute();
        secret = await newSecret();
      }
      // The limits count by key and client; they are tested elsewhere.
      const client = { ...headers, "x-client-ip": `10.0.${index >> 8}.${index & 255}` };
      const { id, answer: schema } = operations.get(operation.operationId) ?? { id: "", answer: null };
      // An event stream does not end.
      if (streams.has(id)) continue;
      const call = apiWith(index % 5 === 0 ? null : secret);
      const answer = await call(method, base === "/api/v1" ? path : base + path, { body, headers: client });
      // It signed out, or proved who it is.
      hasEnded = answer.body?.reason === "key_invalid";
      const what = `${id} ${method} ${path} ${JSON.stringify(body)} → ${answer.status} ${JSON.stringify(answer.body)}`;
      expect(answer.status, what).toBeLessThan(500);
      if (answer.status < 400)
        expect(Object.keys(operation.responses), what).toContain(String(answer.status));
      if (answer.status >= 400) {
        expect(answer.headers.get("content-type"), what).toBe("application/problem+json");
        expect(REASONS.has(answer.body.reason), what).toBe(true);
      } else if (schema && answer.body !== null) {
        // No field that the description does not have.
        const parsed = schema.safeParse(answer.body);
        expect(parsed.error, what).toBeUndefined();
        expect(parsed.data, what).toEqual(answer.body);
      }
    }
  },
  300_000,
);
