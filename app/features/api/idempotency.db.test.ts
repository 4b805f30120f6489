import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { Refused } from "#app/platform/refused.server.ts";
import { apiWith, keyOf } from "#tests/support/api.ts";
import { openDatabase } from "#tests/support/database.ts";
import { person } from "#tests/support/people.ts";
import { findRows, updateRows } from "#tests/support/rows.ts";
import { apiDoor } from "./door.server.ts";
import { deleteOldRequests } from "./idempotency.server.ts";
import { operation, Reply } from "./operation.server.ts";

openDatabase();

/** What the operation ran for. */
let made: string[] = [];
/** What it does before it makes something. */
let before: () => Promise<Response | undefined>;

beforeEach(() => {
  made = [];
  before = async () => undefined;
});

const thing = z.object({ name: z.string(), nth: z.number() });
const door = apiDoor({
  base: "/api/v1",
  operations: [
    operation({
      method: "POST",
      path: "/things",
      id: "makeThing",
      summary: "Makes a thing.",
      access: "profile:write",
      query: z.strictObject({ twice: z.string().optional() }),
      body: z.strictObject({ name: z.string() }),
      answer: thing,
      status: 201,
      async run({ body: { name } }) {
        const answer = await before();
        if (answer) return answer;
        const nth = made.push(name);
        return new Reply({ name, nth }, { headers: { location: `/api/v1/things/${nth}` } });
      },
    }),
    operation({
      method: "DELETE",
      path: "/things",
      id: "deleteThings",
      summary: "Deletes all things.",
      access: "profile:write",
      answer: null,
      async run() {
        made.push("deleted");
        return undefined;
      },
    }),
    operation({
      method: "POST",
      path: "/secrets",
      id: "makeSecret",
      summary: "Makes a secret.",
      access: "profile:write",
      showsSecret: true,
      answer: z.object({ secret: z.string() }),
      status: 201,
      async run() {
        const nth = made.push("secret");
        return new Reply({ secret: `whsec_${nth}` }, { headers: { location: `/api/v1/secrets/${nth}` } });
      },
    }),
    operation({
      method: "GET",
      path: "/things",
      id: "countThings",
      summary: "Counts the things.",
      access: "profile:read",
      answer: z.object({ count: z.number() }),
      run: async () => ({ count: made.length }),
    }),
  ],
});

async function clientOf(who = person()) {
  const call = apiWith(await keyOf(await who), door);
  return {
    make: (name: string, key: string, query = "") =>
      call("POST", `/things${query}`, { body: { name }, headers: { "idempotency-key": key } }),
    call,
  };
}

const AN_HOUR = 3_600_000;
const started = (hours: number) => ({ started_at: new Date(Date.now() - hours * AN_HOUR) });
const refusedBy = (status: number, reason: string) => ({ status, body: { reason } });

test("a repeated write runs once, and gets the same answer again", async () => {
  const { make, call } = await clientOf();
  const first = await make("a", "key-1");
  const again = await make("a", "key-1");
  expect(first).toMatchObject({ status: 201, body: { name: "a", nth: 1 } });
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect(again.headers.get("location")).toBe("/api/v1/things/1");
  expect(again.headers.get("content-type")).toBe("application/json");
  expect([first, again].map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"]);
  expect(made).toEqual(["a"]);
  expect((await make("a", "key-2")).body.nth).toBe(2);
  const headers = { "idempotency-key": "key-3" };
  for (let nth = 0; nth < 2; nth++)
    expect(await call("DELETE", "/things", { headers })).toMatchObject({ status: 204, body: null });
  expect(made).toEqual(["a", "a", "deleted"]);
});

test("another request with the same key is refused: another body, query or method", async () => {
  const { make, call } = await clientOf();
  await make("a", "key");
  expect(await make("b", "key")).toMatchObject(refusedBy(422, "idempotency_other"));
  expect(await make("a", "key", "?twice=yes")).toMatchObject(refusedBy(422, "idempotency_other"));
  const headers = { "idempotency-key": "key" };
  expect(await call("DELETE", "/things", { headers })).toMatchObject(refusedBy(422, "idempotency_other"));
  expect(await call("GET", "/things", { headers })).toMatchObject({ status: 200, body: { count: 1 } });
});

test("the same key of another person is another key; another API key of the same person is not", async () => {
  const [who, other] = [person(), person()];
  await (await clientOf(who)).make("a", "key");
  expect((await (await clientOf(who)).make("a", "key")).headers.get("idempotent-replayed")).toBe("true");
  expect(await (await clientOf(other)).make("b", "key")).toMatchObject({ status: 201, body: { name: "b" } });
  expect(made).toEqual(["a", "b"]);
});

test("of two requests at the same time one runs; the other is told to come back", async () => {
  const { make } = await clientOf();
  const { promise: open, resolve: finish } = Promise.withResolvers<undefined>();
  const { promise: running, resolve: runs } = Promise.withResolvers<undefined>();
  before = () => {
    runs(undefined);
    return open;
  };
  const first = make("a", "key");
  await running;
  const second = await make("a", "key");
  expect(second).toMatchObject(refusedBy(409, "idempotency_running"));
  expect(second.headers.get("retry-after")).toBe("1");
  expect(await make("b", "key")).toMatchObject(refusedBy(422, "idempotency_other"));
  finish(undefined);
  expect((await first).status).toBe(201);
  expect(await make("a", "key")).toMatchObject({ status: 201, body: { nth: 1 } });
  const many = await Promise.all(Array.from({ length: 8 }, () => make("c", "other-key")));
  expect(many.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
  expect(made).toEqual(["a", "c"]);
});

test("after five minutes without an answer nobody knows what became of a request, and it is not run again", async () => {
  const { make } = await clientOf();
  await make("a", "key");
  await updateRows("api_requests", {}, { status: null, headers: null, body: null, ...started(0.08) });
  expect(await make("a", "key")).toMatchObject(refusedBy(409, "idempotency_running"));
  await updateRows("api_requests", {}, started(0.09));
  expect(await make("a", "key")).toMatchObject(refusedBy(409, "idempotency_lost"));
  expect(made).toEqual(["a"]);
});

test("a key can be used again after a day, and the sweep deletes what is older", async () => {
  const who = person();
  const { make } = await clientOf(who);
  await make("a", "old");
  await updateRows("api_requests", { key: "old" }, started(25));
  expect((await make("b", "old")).body).toEqual({ name: "b", nth: 2 });
  await updateRows("api_requests", { key: "old" }, started(25));
  await make("c", "new");
  await updateRows("api_requests", { key: "new" }, started(23));
  await deleteOldRequests();
  expect(await findRows("api_requests", { user_id: (await who).viewer.id }, ["key"])).toEqual([
    { key: "new" },
  ]);
});

test("an answer that says that nothing was done is not kept: the same key runs again", async () => {
  const { make } = await clientOf();
  const failures: (() => Promise<Response>)[] = [
    () => Promise.reject(new Refused("too_often", { seconds: 5 })),
    () => Promise.reject(new Refused("home_not_found")),
    async () => new Response(null, { status: 429 }),
  ];
  const statuses: number[] = [];
  for (const fail of failures) {
    before = fail;
    statuses.push((await make("a", "key")).status);
  }
  expect(statuses).toEqual([429, 404, 429]);
  before = async () => undefined;
  expect(await make("a", "key")).toMatchObject({ status: 201, body: { nth: 1 } });
});

test("after an error, which may have come after the commit, nobody knows what became of a request either", async () => {
  const { make } = await clientOf();
  const errors = [new Error("The disk is full."), new Refused("provider_away", { provider: "Google" })];
  for (const [place, error] of errors.entries()) {
    before = async () => {
      made.push("committed");
      throw error;
    };
    expect((await make("a", `key-${place}`)).status).toBeGreaterThanOrEqual(500);
    before = async () => undefined;
    expect(await make("a", `key-${place}`)).toMatchObject(refusedBy(409, "idempotency_lost"));
  }
  before = async () => new Response(null, { status: 502 });
  for (const _ of errors) expect((await make("a", "key-2")).status).toBe(502);
  expect(made).toEqual(["committed", "committed"]);
});

test("a write whose answer shows a secret runs once too, and is not answered again, but named", async () => {
  const { call } = await clientOf();
  const headers = { "idempotency-key": "key" };
  const first = await call("POST", "/secrets", { headers });
  expect(first).toMatchObject({ status: 201, body: { secret: "whsec_1" } });
  const again = await call("POST", "/secrets", { headers });
  expect(again).toMatchObject({
    ...refusedBy(409, "idempotency_secret"),
    body: { location: "/api/v1/secrets/1" },
  });
  expect(made).toEqual(["secret"]);
  expect(JSON.stringify(await findRows("api_requests", {}, ["headers", "body"]))).not.toContain("whsec_1");
});

test("what another request of its schema or scope refuses leaves no trace", async () => {
  const { call } = await clientOf();
  const headers = { "idempotency-key": "key" };
  expect((await call("POST", "/things", { body: { name: 1 }, headers })).status).toBe(422);
  expect((await call("POST", "/things", { body: { name: "a" }, headers })).status).toBe(201);
});

test.each(["", "a b", "x".repeat(256), "é", "\t"])("the key %j is refused", async (key) => {
  const { make } = await clientOf();
  expect(await make("a", key)).toMatchObject(refusedBy(400, "idempotency_key_invalid"));
  expect(made).toEqual([]);
});
