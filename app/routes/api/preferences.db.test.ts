import { beforeEach, describe, expect, test } from "vitest";
import { type ApiClient, apiAs } from "#tests/support/api.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { findRow } from "#tests/support/rows.ts";

let owner: Person;
let api: ApiClient;

openDatabase();
beforeEach(async () => {
  owner = await person("owner");
  api = await apiAs(owner);
});

const NONE = { racket_sizes: [], clothes_sizes: [], shoe_sizes: [] };

describe("/preferences", () => {
  test("has the fields of the specification, and is replaced as a whole [A3.6 A7.40 A7.41]", async () => {
    const user_id = owner.viewer.id;
    expect((await api("GET", "/preferences")).body).toEqual({ user_id, ...NONE, updated_at: null });
    const sizes = {
      racket_sizes: ["4 3/8", "Junior 4", "4 3/8"],
      clothes_sizes: ["M", "XS"],
      shoe_sizes: [],
    };
    const saved = await api("PUT", "/preferences", { body: sizes });
    expect(saved).toMatchObject({
      status: 200,
      body: {
        user_id,
        racket_sizes: ["4 3/8", "Junior 4"],
        clothes_sizes: ["XS", "M"],
        shoe_sizes: [],
        updated_at: expect.stringMatching(/Z$/),
      },
    });
    expect((await api("GET", "/preferences")).body).toEqual(saved.body);
    expect((await api("PUT", "/preferences", { body: NONE })).body).toMatchObject(NONE);
  });

  test("refuses unknown sizes, missing lists, and a key for something else", async () => {
    const put = (body: object) => api("PUT", "/preferences", { body });
    expect(await put({ ...NONE, shoe_sizes: ["42", "99"] })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "body.shoe_sizes.1", detail: '"99" is not an available size.' }] },
    });
    for (const body of [
      {},
      { ...NONE, shoe_sizes: "42" },
      { ...NONE, shoe_sizes: [42] },
      { ...NONE, shoe_sizes: Array.from({ length: 100 }, () => "42") },
      { ...NONE, hat_sizes: [] },
    ])
      expect((await put(body)).status).toBe(422);
    expect((await api("GET", "/preferences")).body).toMatchObject({ updated_at: null });
    const other = await apiAs(owner, ["favorites:write"]);
    expect((await other("GET", "/preferences")).status).toBe(403);
    expect((await (await apiAs(null))("PUT", "/preferences", { body: NONE })).status).toBe(401);
  });
});

describe("/preferences/region", () => {
  test("keeps country, language and currency, and the sizes as they are", async () => {
    await api("PUT", "/preferences", { body: { ...NONE, shoe_sizes: ["42"] } });
    const region = { country: "DE", language: "de", currency: "EUR" };
    const nothing = { country: null, language: null, currency: null };
    expect((await api("GET", "/preferences/region")).body).toEqual(nothing);
    expect(await api("PUT", "/preferences/region", { body: region })).toMatchObject({
      status: 200,
      body: region,
    });
    expect((await api("GET", "/preferences/region")).body).toEqual(region);
    expect(await findRow("user_preferences", { user_id: owner.viewer.id })).toMatchObject({
      language_chosen: true,
      shoe_sizes: ["42"],
    });
    expect(await api("PUT", "/preferences/region", { body: { ...region, country: "XX" } })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "body.country" }] },
    });
  });
});
