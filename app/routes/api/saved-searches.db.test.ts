import { beforeEach, describe, expect, test } from "vitest";
import { type ApiClient, apiAs } from "#tests/support/api.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";

const BLADES = "/rackets?q=blade&brand=Wilson&maxPrice=150";

let owner: Person;
let api: ApiClient;
let stranger: ApiClient;

openDatabase();
beforeEach(async () => {
  owner = await person("owner");
  [api, stranger] = [await apiAs(owner), await apiAs(await person("stranger"))];
});

const save = (body: object) => api("POST", "/saved-searches", { body });

describe("/saved-searches", () => {
  test("saves a search once, and says where it is", async () => {
    const { status, headers, body } = await save({ address: `${BLADES}&page=2&sort=price-asc` });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.any(String),
        name: expect.stringContaining("blade"),
        address: BLADES,
        notify: true,
        fresh: 0,
        created_at: expect.stringMatching(/Z$/),
      },
    });
    expect(headers.get("location")).toBe(`/api/v1/saved-searches/${body.id}`);
    expect((await api("GET", `/saved-searches/${body.id}`)).body).toEqual(body);
    const again = await save({ address: BLADES, name: "Another name", notify: false });
    expect(again).toMatchObject({ status: 200, body });
  });

  test("come in pages, the last saved first", async () => {
    for (const address of ["/rackets?brand=Wilson", "/bags", "/search?q=blade"]) await save({ address });
    const first = await api("GET", "/saved-searches?limit=2");
    expect(first.body.data).toMatchObject([{ address: "/search?q=blade" }, { address: "/bags" }]);
    const second = await api("GET", `/saved-searches?limit=2&cursor=${encodeURIComponent(first.body.next)}`);
    expect(second.body).toMatchObject({ data: [{ address: "/rackets?brand=Wilson" }], next: null });
  });

  test("are renamed, silenced and removed by their owner alone", async () => {
    const { body: saved } = await save({ address: BLADES, name: "Blades" });
    const path = `/saved-searches/${saved.id}`;
    for (const [method, sent] of [
      ["GET", {}],
      ["PATCH", { body: { notify: false } }],
      ["DELETE", {}],
    ] as const)
      expect(await stranger(method, path, sent)).toMatchObject({
        status: 404,
        body: { reason: "saved_gone" },
      });
    expect((await stranger("GET", "/saved-searches")).body).toEqual({ data: [], next: null });
    const change = (body: object) => api("PATCH", path, { body });
    expect((await change({ notify: false })).body).toEqual({ ...saved, notify: false });
    expect((await change({ name: "  Wilson  Blades " })).body).toMatchObject({
      name: "Wilson Blades",
      notify: false,
    });
    expect((await change({})).body).toMatchObject({ name: "Wilson Blades", notify: false });
    expect((await api("DELETE", path)).status).toBe(204);
    expect((await api("GET", path)).status).toBe(404);
  });

  test("refuses what is no search, names that nobody can read, and a key that may only read", async () => {
    for (const address of ["/profile", "https://example.com/rackets", "/rackets/a/b", ""])
      expect(await save({ address })).toMatchObject({ status: 404, body: { reason: "saved_no_search" } });
    for (const name of ["", "x".repeat(81), "a\u0000b"])
      expect(await save({ address: BLADES, name })).toMatchObject({
        status: 422,
        body: { errors: [{ field: "body.name" }] },
      });
    expect((await save({ address: BLADES, notify: "on" })).status).toBe(422);
    const reader = await apiAs(owner, ["favorites:read"]);
    expect((await reader("POST", "/saved-searches", { body: { address: BLADES } })).status).toBe(403);
    expect((await (await apiAs(null))("GET", "/saved-searches")).status).toBe(401);
    expect((await api("GET", "/saved-searches")).body).toEqual({ data: [], next: null });
  });
});
