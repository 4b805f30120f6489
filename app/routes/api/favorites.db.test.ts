import { beforeEach, describe, expect, test } from "vitest";
import { type ApiClient, apiAs } from "#tests/support/api.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";

let seller: Person;
let buyer: Person;
let api: ApiClient;
let visitor: ApiClient;
let rackets: readonly string[];

openDatabase();
beforeEach(async () => {
  [seller, buyer] = [await person("seller"), await person("buyer")];
  [api, visitor] = [await apiAs(buyer), await apiAs(null)];
  rackets = [(await racketOf(seller)).id, (await racketOf(seller)).id, (await racketOf(seller)).id];
});

const LISTS = ["favorites", "recently-viewed"] as const;

const pathOf = (list: string, index: number) => `/${list}/racket/${rackets[index]}`;

/** The ids of the listings on all pages of a list. */
async function listed(list: string, limit = 2): Promise<string[]> {
  const ids: string[] = [];
  let next: string | null = null;
  do {
    const cursor: string = next === null ? "" : `&cursor=${encodeURIComponent(next)}`;
    const { status, body } = await api("GET", `/${list}?limit=${limit}${cursor}`);
    expect(status).toBe(200);
    expect(body.data.length).toBeLessThanOrEqual(limit);
    ids.push(...body.data.map(({ listing_id }: { listing_id: string }) => listing_id));
    next = body.next;
  } while (next !== null);
  return ids;
}

describe.each(LISTS)("/%s", (list) => {
  test("takes listings, answers pages of them with the last first, and gives them away", async () => {
    for (const index of [0, 1, 2])
      expect(await api("PUT", pathOf(list, index))).toMatchObject({
        status: 200,
        body: (await api("GET", pathOf(list, index))).body,
      });
    expect(await listed(list)).toEqual(rackets.toReversed());
    expect((await api("DELETE", pathOf(list, 1))).status).toBe(204);
    expect((await api("DELETE", pathOf(list, 1))).status).toBe(204);
    expect(await listed(list)).toEqual([rackets[2], rackets[0]]);
    expect(await api("DELETE", `/${list}`)).toMatchObject({ status: 204 });
    expect(await listed(list)).toEqual([]);
  });

  test("has the fields of the specification, and the listing [A3.8 A3.9]", async () => {
    await api("PUT", pathOf(list, 0));
    const { status, body } = await api("GET", pathOf(list, 0));
    const moment = expect.stringMatching(/^\d{4}-.*Z$/);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        user_id: buyer.viewer.id,
        listing_id: rackets[0],
        listing_type: "racket",
        listing: expect.objectContaining({ id: rackets[0], name: "Blade 98", price: 129.5, currency: "EUR" }),
        ...(list === "favorites" ? { id: expect.any(String), created_at: moment } : { viewed_at: moment }),
      },
    });
    expect((await api("GET", `/${list}`)).body).toEqual({ data: [body], next: null });
  });

  test("is a person's own, and needs a key for it", async () => {
    await api("PUT", pathOf(list, 0));
    const other = await apiAs(seller);
    expect((await other("GET", `/${list}`)).body).toEqual({ data: [], next: null });
    expect(await other("GET", pathOf(list, 0))).toMatchObject({
      status: 404,
      body: { reason: "favorites_gone" },
    });
    expect((await other("DELETE", pathOf(list, 0))).status).toBe(204);
    expect(await listed(list)).toEqual([rackets[0]]);
    const reader = await apiAs(buyer, ["favorites:read"]);
    expect(await reader("DELETE", `/${list}`)).toMatchObject({
      status: 403,
      body: { reason: "scope_missing" },
    });
    for (const method of ["GET", "DELETE"])
      expect(await visitor(method, `/${list}`)).toMatchObject({
        status: 401,
        body: { reason: "key_missing" },
      });
    expect(await visitor("PUT", pathOf(list, 0))).toMatchObject({ status: 401 });
  });

  test("refuses an own listing, one that is not shown, and cursors and addresses that are made up", async () => {
    const own = await racketOf(buyer);
    expect(await api("PUT", `/${list}/racket/${own.id}`)).toMatchObject({
      status: 403,
      body: { reason: "favorites_own" },
    });
    await updateRows("listings", { type: "racket", id: rackets[0] }, { hidden: "unanswered" });
    for (const gone of [rackets[0], "01981f2a-7c3e-7a4b-8f21-3d5e6a7b8c9d"])
      expect(await api("PUT", `/${list}/racket/${gone}`)).toMatchObject({ status: 404 });
    expect(await api("PUT", `/${list}/shoe/${rackets[1]}`)).toMatchObject({
      status: 422,
      body: { errors: [{ field: "path.listing_type" }] },
    });
    expect(await api("PUT", `/${list}/racket/1`)).toMatchObject({ status: 422 });
    expect(await api("GET", `/${list}?limit=101`)).toMatchObject({ status: 422 });
    expect(await api("GET", `/${list}?cursor=made.up`)).toMatchObject({
      status: 400,
      body: { reason: "cursor_invalid" },
    });
    expect(await listed(list)).toEqual([]);
  });

  test("leaves out what is hidden, also between two pages", async () => {
    for (const index of [0, 1, 2]) await api("PUT", pathOf(list, index));
    const first = await api("GET", `/${list}?limit=1`);
    await updateRows("listings", { type: "racket", id: rackets[1] }, { hidden: "unanswered" });
    const cursor = encodeURIComponent(first.body.next);
    const second = await api("GET", `/${list}?limit=1&cursor=${cursor}`);
    expect(second.body).toMatchObject({ data: [{ listing_id: rackets[0] }], next: null });
    expect((await api("GET", pathOf(list, 1))).status).toBe(404);
  });
});
