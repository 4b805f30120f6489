import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { apiAnswer } from "#app/api.server.ts";
import { baseLocale, overwriteGetLocale } from "#app/paraglide/runtime.js";
import { DatabaseUnavailable } from "#app/platform/database-unavailable.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { currentLocale } from "#app/platform/request-context.server.ts";
import { type ApiClient, apiWith, keyOf } from "#tests/support/api.ts";
import { openDatabase } from "#tests/support/database.ts";
import { person } from "#tests/support/people.ts";
import { apiDoor } from "./door.server.ts";
import { id } from "./fields.ts";
import { operation } from "./operation.server.ts";

const ID = "01981f2a-7c3e-7a4b-8f21-3d5e6a7b8c9d";

const thing = z.strictObject({
  name: z.string().min(1).max(60),
  pieces: z.int().min(1).optional(),
  place: z.strictObject({ town: z.string() }).optional(),
  rest: z.unknown().optional(),
});
type Thing = z.output<typeof thing>;

let stored: Thing;
let fail: unknown;

const params = z.strictObject({ id });
const door = apiDoor({
  base: "/api/v1",
  operations: [
    operation({
      method: "GET",
      path: "/things/{id}",
      id: "readThing",
      summary: "Reads a thing.",
      access: "profile:read",
      params,
      query: z.strictObject({ words: z.string().max(20).optional() }),
      answer: thing,
      async run() {
        if (fail) throw fail;
        return stored;
      },
    }),
    operation({
      method: "PUT",
      path: "/things/{id}",
      id: "replaceThing",
      summary: "Replaces a thing.",
      access: "profile:write",
      params,
      body: thing,
      answer: thing,
      async run({ body }) {
        stored = body;
        return stored;
      },
    }),
    operation({
      method: "POST",
      path: "/things",
      id: "makeThing",
      summary: "Makes a thing.",
      access: "profile:write",
      body: thing,
      status: 201,
      answer: thing,
      run: async ({ body }) => body,
    }),
  ],
});

let api: ApiClient;

openDatabase(async () => {
  api = apiWith(await keyOf(await person()), door);
});
// As the host does.
beforeAll(() => overwriteGetLocale(currentLocale));
afterAll(() => overwriteGetLocale(() => baseLocale));
beforeEach(() => {
  stored = { name: "Blade" };
  fail = undefined;
});

const THING = `/things/${ID}`;
const JSON_TYPE = { "content-type": "application/json" };
const sendText = (text: string, headers: Record<string, string> = JSON_TYPE) =>
  api("POST", "/things", { body: new TextEncoder().encode(text), headers });
const refusedBy = (status: number, reason: string) => ({ status, body: { status, reason } });
const faultsIn = (body: { errors?: readonly { field: string }[] }) => body.errors?.map(({ field }) => field);

describe("an address or a method that the API does not have", () => {
  test.each(["/nothing", "/things/", "/THINGS", "//things", "/things/1/2", "", "/"])(
    "%j is answered with 404",
    async (path) => {
      for (const method of ["GET", "POST"])
        expect(await api(method, path)).toMatchObject(refusedBy(404, "operation_unknown"));
    },
  );

  test("below another version is no operation of the shop either", async () => {
    for (const path of ["/api/v1", "/api/v1/", "/auth/v1", "/auth/v1/nothing"]) {
      const request = new Request(`http://127.0.0.1:3000${path}`);
      const { status } = await apiAnswer(request, { outgoing: {} as never });
      expect({ path, status }).toEqual({ path, status: 404 });
    }
  });

  test("a method of an address is answered with 405 and the methods that it takes", async () => {
    const answer = await api("DELETE", THING);
    expect(answer).toMatchObject(refusedBy(405, "method_not_allowed"));
    expect(answer.headers.get("allow")).toBe("GET, PUT, HEAD, OPTIONS");
    expect((await api("PATCH", "/things")).headers.get("allow")).toBe("POST, OPTIONS");
  });
});

describe("a problem", () => {
  test("says what is wrong, where that is described, and which request it was", async () => {
    const { status, body, headers } = await api("POST", "/things", { body: { name: "" } });
    expect(status).toBe(422);
    expect(headers.get("content-type")).toBe("application/problem+json");
    expect(body).toEqual({
      type: expect.stringMatching(/^http.*\/api\/docs#invalid$/),
      title: "Some of this cannot be accepted.",
      status: 422,
      detail: "Some of this cannot be accepted.",
      reason: "invalid",
      instance: "urn:request:test",
      errors: [{ field: "body.name", detail: expect.any(String) }],
    });
  });

  test("is in the language of Accept-Language, also what the schema says", async () => {
    const detailsIn = async (language: string) => {
      const headers = { "accept-language": language };
      const [unknown, invalid] = [
        await api("GET", "/nothing", { headers }),
        await api("POST", "/things", { body: { name: 1, role: "admin" }, headers }),
      ];
      return [unknown.body.detail, ...invalid.body.errors.map(({ detail }: { detail: string }) => detail)];
    };
    const english = [
      "The API has nothing at this address.",
      "Invalid input: expected string, received number",
      "There is no such field.",
    ];
    expect(await detailsIn("nl-BE, nl;q=0.9, en;q=0.1")).toEqual([
      "De API heeft niets op dit adres.",
      "Ongeldige invoer: verwacht string, ontving getal",
      "Dit veld bestaat niet.",
    ]);
    expect((await detailsIn("de"))[2]).toBe("Dieses Feld gibt es nicht.");
    expect((await detailsIn("xx, de-CH;q=0.8, fr;q=0.5"))[2]).toBe("Dieses Feld gibt es nicht.");
    expect((await detailsIn("fr"))[2]).toBe("Ce champ n’existe pas.");
    for (const language of ["", "*", "xx", "en", "nonsense;;q=x"])
      expect(await detailsIn(language)).toEqual(english);
  });

  test("tells nothing about an unexpected error but its request", async () => {
    fail = new Error("password of the database: hunter2");
    const { status, body } = await api("GET", THING);
    expect(body).toMatchObject({ status: 500, reason: "unexpected", instance: "urn:request:test" });
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain("hunter2");
    fail = new DatabaseUnavailable("ECONNREFUSED");
    const away = await api("GET", THING);
    expect(away).toMatchObject(refusedBy(503, "unavailable"));
    expect(Number(away.headers.get("retry-after"))).toBeGreaterThan(0);
    fail = new Refused("home_not_found");
    expect(await api("GET", THING)).toMatchObject(refusedBy(404, "home_not_found"));
  });
});

describe("a body", () => {
  test("that is not said to be JSON is not read", async () => {
    for (const type of ["", "text/plain", "application/x-www-form-urlencoded", "application/jsonp", "json"])
      expect(await sendText('{"name":"a"}', { "content-type": type })).toMatchObject(
        refusedBy(415, "body_no_json_type"),
      );
    for (const type of [
      "application/json; charset=utf-8",
      "Application/JSON",
      "application/merge-patch+json",
    ])
      expect((await sendText('{"name":"a"}', { "content-type": type })).status).toBe(201);
  });

  const deep = (open: string, close: string, levels: number) =>
    `{"name":"a","rest":${open.repeat(levels)}1${close.repeat(levels)}}`;

  test("that is not JSON, or has too many levels, is refused", async () => {
    const broken = [
      "",
      "{",
      "{'name':'a'}",
      "NaN",
      '{"name":"a"}x',
      '{"name":"\\ud8',
      "\ufeff{",
      '{"name":"a",}',
    ];
    for (const text of [...broken, deep("[", "]", 100_000), deep('{"a":', "}", 5_000)])
      expect(await sendText(text)).toMatchObject(refusedBy(400, "body_no_json"));
    const bytes = new Uint8Array([0x22, 0xff, 0xfe, 0x22]);
    const headers = JSON_TYPE;
    expect(await api("POST", "/things", { body: bytes, headers })).toMatchObject(
      refusedBy(400, "body_no_json"),
    );
    expect((await sendText(deep("[", "]", 20))).status).toBe(201);
  });

  test("above one megabyte is refused before it is parsed", async () => {
    const text = `{"name":"${"x".repeat(1024 * 1024)}"}`;
    expect(await sendText(text)).toMatchObject(refusedBy(413, "error_too_large"));
  });

  test("has only the fields of its schema; each other one is named", async () => {
    const sent = { name: "a", role: "admin", user_id: ID, place: { town: "Gent", owner: "me" } };
    const { status, body } = await api("POST", "/things", { body: sent });
    expect(status).toBe(422);
    expect(faultsIn(body)?.sort()).toEqual(["body.place.owner", "body.role", "body.user_id"]);
    for (const text of ['{"name":"a","__proto__":{"pieces":5}}', '{"name":"a","constructor":1}'])
      expect((await sendText(text)).status).toBe(422);
    for (const text of ["null", "[]", '"a"', "1", "[{}]"]) expect((await sendText(text)).status).toBe(422);
    expect(faultsIn((await api("POST", "/things", { body: { name: "a", pieces: 1.5 } })).body)).toEqual([
      "body.pieces",
    ]);
  });

  test("has no character that the database cannot store; those that nobody can see are taken out", async () => {
    for (const text of ["a\\u0000b", "\\ud800", "\\udc00x"]) {
      const answer = await sendText(`{"name":"${text}"}`);
      expect(faultsIn(answer.body)).toEqual(["body.name"]);
      expect(answer.status).toBe(422);
    }
    expect(faultsIn((await sendText('{"name":"a","rest":[{"b":"\\u0000"}]}')).body)).toEqual([
      "body.rest.0.b",
    ]);
    expect((await sendText('{"name":"Bla\\u202ede \\ud83c\\udfbe"}')).body).toEqual({ name: "Blade 🎾" });
  });
});

describe("a path and a query", () => {
  test("are checked, and their faults are named", async () => {
    expect(faultsIn((await api("GET", "/things/1")).body)).toEqual(["path.id"]);
    expect(faultsIn((await api("GET", `${THING}?page=2`)).body)).toEqual(["query.page"]);
    expect(faultsIn((await api("GET", `${THING}?words=a&words=b`)).body)).toEqual(["query.words"]);
    expect(faultsIn((await api("GET", `${THING}?words=a%00`)).body)).toEqual(["query.words"]);
    expect(faultsIn((await api("GET", "/things/%00")).body)).toEqual(["path.id"]);
    expect((await api("GET", "/things/%E0%A4%A")).status).toBe(422);
    expect((await api("GET", `${THING}?__proto__=1`)).status).toBe(422);
    expect((await api("GET", `${THING}?words=a%20b`)).status).toBe(200);
    expect(faultsIn((await api("POST", "/things?name=a", { body: { name: "a" } })).body)).toEqual([
      "query.name",
    ]);
  });
});

describe("what a client has already", () => {
  test("is not sent again", async () => {
    const { headers, body } = await api("GET", THING);
    const tag = headers.get("etag") ?? "";
    expect(tag).toMatch(/^"[\w-]{27}"$/);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const again = await api("GET", THING, { headers: { "if-none-match": known } });
      expect(again).toMatchObject({ status: 304, body: null });
      expect(again.headers.get("etag")).toBe(tag);
    }
    stored = { name: "Pure Drive" };
    const changed = await api("GET", THING, { headers: { "if-none-match": tag } });
    expect(changed).toMatchObject({ status: 200, body: stored });
    expect(changed.body).not.toEqual(body);
  });

  test("is not overwritten if it has changed meanwhile", async () => {
    const tag = (await api("GET", THING)).headers.get("etag") ?? "";
    const put = (name: string, match: string) =>
      api("PUT", THING, { body: { name }, headers: { "if-match": match } });
    // A compressed answer has the tag so: it is the same thing.
    expect((await put("First", `W/${tag}`)).status).toBe(200);
    expect(await put("Second", tag)).toMatchObject(refusedBy(412, "precondition_failed"));
    expect(await put("Second", '"x"')).toMatchObject(refusedBy(412, "precondition_failed"));
    expect(stored).toEqual({ name: "First" });
    expect((await put("Third", "*")).status).toBe(200);
    const unread = await api("POST", "/things", { body: { name: "a" }, headers: { "if-match": tag } });
    expect(unread).toMatchObject(refusedBy(412, "precondition_failed"));
  });

  test("has its length, so that the host compresses only what is long", async () => {
    const put = await api("PUT", THING, { body: { name: "Größe" } });
    for (const answer of [await api("GET", THING), put, await api("GET", "/nothing")])
      expect(Number(answer.headers.get("content-length"))).toBe(
        new TextEncoder().encode(JSON.stringify(answer.body)).length,
      );
    const known = { "if-none-match": "*" };
    expect((await api("GET", THING, { headers: known })).headers.get("content-length")).toBeNull();
  });

  test("HEAD has the headers of GET, and no content", async () => {
    const [get, head] = [await api("GET", THING), await api("HEAD", THING)];
    expect(head).toMatchObject({ status: 200, body: null });
    for (const name of ["etag", "content-type", "vary"])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    expect((await api("HEAD", "/nothing")).status).toBe(404);
    expect((await api("HEAD", "/things")).status).toBe(405);
  });
});
