import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tokensFor } from "#app/features/accounts/door/tokens.server.ts";
import { stopRendering } from "#app/features/photos/renderer.server.ts";
import { env } from "#app/platform/env.server.ts";
import { type ApiClient, apiAs, apiWith } from "#tests/support/api.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { findRow, updateRows } from "#tests/support/rows.ts";

let owner: Person;
let stranger: Person;
let api: ApiClient;
let visitor: ApiClient;

openDatabase();
beforeAll(async () => {
  [owner, stranger] = [await person("owner"), await person("stranger")];
  [api, visitor] = [await apiAs(owner), await apiAs(null)];
});
afterAll(stopRendering);

describe("/profile", () => {
  test("has the fields of the specification, for a key that may read it [A3.1 A7.24]", async () => {
    const { id, username, email } = owner.viewer;
    const { status, body } = await api("GET", "/profile");
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id,
        username,
        full_name: null,
        email,
        phone: null,
        shipping_address: null,
        billing_address: null,
        avatar_url: null,
        updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    });
    expect(await visitor("GET", "/profile")).toMatchObject({ status: 401, body: { reason: "key_missing" } });
    const other = await apiAs(owner, ["favorites:write"]);
    expect(await other("GET", "/profile")).toMatchObject({ status: 403, body: { reason: "scope_missing" } });
    const reader = await apiAs(owner, ["profile:read"]);
    expect(await reader("PATCH", "/profile", { body: {} })).toMatchObject({ status: 403 });
  });

  test("keeps what is not sent, empties what is null, and answers what is stored then", async () => {
    const full = { full_name: "Anna Ωμέγα", shipping_address: "Baan 1\r\n1012 AB Amsterdam" };
    const first = await api("PATCH", "/profile", { body: full });
    expect(first).toMatchObject({
      status: 200,
      body: { full_name: "Anna Ωμέγα", shipping_address: "Baan 1\n1012 AB Amsterdam", phone: null },
    });
    const second = await api("PATCH", "/profile", { body: { full_name: null, phone: " 06 1 " } });
    expect(second.body).toMatchObject({
      full_name: null,
      phone: "06 1",
      shipping_address: "Baan 1\n1012 AB Amsterdam",
    });
    expect((await api("GET", "/profile")).body).toEqual(second.body);
  });

  test("is changed only as it was read, when If-Match says so", async () => {
    const etag = (await api("GET", "/profile")).headers.get("etag") ?? "";
    const headers = { "if-match": etag };
    const change = (phone: string) => api("PATCH", "/profile", { body: { phone }, headers });
    expect(await change("1")).toMatchObject({ status: 200, body: { phone: "1" } });
    expect(await change("2")).toMatchObject({ status: 412, body: { reason: "precondition_failed" } });
    expect((await api("GET", "/profile")).body).toMatchObject({ phone: "1" });
  });

  test("takes no e-mail address, id or unknown field, and stores nothing of a faulty change", async () => {
    const before = (await api("GET", "/profile")).body;
    const wrong: readonly (readonly [object, string, string?])[] = [
      [{ email: "other@example.com" }, "body.email"],
      [{ id: stranger.viewer.id, full_name: "Eve" }, "body.id"],
      [{ suspended_until: null }, "body.suspended_until"],
      [{ full_name: "x".repeat(201) }, "body.full_name"],
      [{ phone: "06\u0000" }, "body.phone"],
      [{ phone: 612_345_678 }, "body.phone"],
    ];
    for (const [body, field, detail = expect.any(String)] of wrong)
      expect(await api("PATCH", "/profile", { body })).toMatchObject({
        status: 422,
        body: { errors: [{ field, detail }] },
      });
    expect((await api("GET", "/profile")).body).toEqual(before);
  });

  test("renames its owner everywhere, by a session: a key may not change how its person signs in", async () => {
    const renamed = await person("before");
    const body = { username: " Clara  Bell ", full_name: "Clara" };
    expect(await (await apiAs(renamed))("PATCH", "/profile", { body })).toMatchObject({
      status: 403,
      body: { reason: "session_needed" },
    });
    const session = apiWith((await tokensFor(renamed.session)).access_token);
    for (const [username, detail] of [
      ["a", "Username must be at least 2 characters"],
      [stranger.viewer.username, "Username already taken"],
    ])
      expect(await session("PATCH", "/profile", { body: { ...body, username } })).toMatchObject({
        status: 422,
        body: { errors: [{ field: "body.username", detail }] },
      });
    expect((await session("GET", "/profile")).body).toMatchObject({
      username: renamed.viewer.username,
      full_name: null,
    });
    expect(await session("PATCH", "/profile", { body })).toMatchObject({
      status: 200,
      body: { username: "Clara Bell" },
    });
    expect(await findRow("users", { id: renamed.viewer.id }, ["name"])).toEqual({ name: "Clara Bell" });
    expect((await visitor("GET", `/profiles/${renamed.viewer.id}`)).body).toMatchObject({
      username: "Clara Bell",
    });
  });
});

describe("/profile/username", () => {
  test("says whether a name is free, and not whose it is [A7.22]", async () => {
    const check = (name: string) => api("GET", `/profile/username?username=${encodeURIComponent(name)}`);
    expect((await check(" Quite  Free ")).body).toEqual({
      username: "Quite Free",
      available: true,
      detail: "Quite Free is available.",
    });
    expect((await check(stranger.viewer.username.toUpperCase())).body).toMatchObject({
      available: false,
      detail: "Username already taken",
    });
    expect((await check(owner.viewer.username)).body).toMatchObject({ available: true });
    expect((await check("a")).body).toMatchObject({ available: false });
    expect(await api("GET", "/profile/username")).toMatchObject({
      status: 422,
      body: { errors: [{ field: "query.username" }] },
    });
  });
});

describe("/profile/avatar", () => {
  test("takes a picture with its crop, and gives it away again", async () => {
    const body = await pictureFile();
    const headers = { "content-type": "image/jpeg" };
    const put = await api("PUT", "/profile/avatar?x=0&y=0&width=0.5", { body, headers });
    expect(put).toMatchObject({ status: 200, body: { id: owner.viewer.id } });
    expect(put.body.avatar_url).toMatch(new RegExp(`^${env().baseUrl}/photos/[0-9a-f]{64}/`));
    expect((await visitor("GET", `/profiles/${owner.viewer.id}`)).body).toEqual({
      id: owner.viewer.id,
      username: owner.viewer.username,
      avatar_url: put.body.avatar_url,
    });
    for (const faulty of ["x=0&y=0", "x=2&y=0&width=1", "x=0&y=0&width=0"])
      expect(await api("PUT", `/profile/avatar?${faulty}`, { body, headers })).toMatchObject({ status: 422 });
    const noPicture = new TextEncoder().encode("no picture");
    expect(await api("PUT", "/profile/avatar", { body: noPicture, headers })).toMatchObject({ status: 415 });
    expect((await api("GET", "/profile")).body).toMatchObject({ avatar_url: put.body.avatar_url });
    expect(await api("DELETE", "/profile/avatar")).toMatchObject({ status: 204, body: null });
    expect((await api("GET", "/profile")).body).toMatchObject({ avatar_url: null });
  });
});

describe("/profiles/{id}", () => {
  test("is 404 for nobody, and for the suspended", async () => {
    const gone = await person("suspended");
    const path = `/profiles/${gone.viewer.id}`;
    expect((await visitor("GET", path)).body).toEqual({
      id: gone.viewer.id,
      username: gone.viewer.username,
      avatar_url: null,
    });
    await updateRows("profiles", { id: gone.viewer.id }, { suspended_until: new Date(Date.now() + 60_000) });
    for (const nobody of [path, "/profiles/01981f2a-7c3e-7a4b-8f21-3d5e6a7b8c9d"])
      expect(await visitor("GET", nobody)).toMatchObject({
        status: 404,
        body: { reason: "seller_not_found" },
      });
    expect(await visitor("GET", "/profiles/me")).toMatchObject({ status: 422 });
  });
});
