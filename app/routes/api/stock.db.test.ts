import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { secondsToWait } from "#app/platform/rate-limit.server.ts";
import { loadModels } from "#server/models-import.ts";
import { type ApiClient, apiAs } from "#tests/support/api.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { findRow, findRows, updateRows } from "#tests/support/rows.ts";

const BLADE = "wilson-blade-98-16x19-v8-2021";

let shop: Person;
let api: ApiClient;

/** Others ask 90 to 110 euros for a Blade, so under 45 and over 220 is far. */
openDatabase(async (url) => {
  await loadModels(url);
  await startJobs(url, {});
  for (const cents of [9_000, 10_000, 11_000]) await racketOf(await person("other"), { model: BLADE, cents });
});
beforeEach(async () => {
  // What the shops of other tests ask would be in the guide too.
  if (shop) await db().deleteFrom("listings").where("user_id", "=", shop.viewer.id).execute();
  shop = await person("shop");
  api = await apiAs(shop);
});

const racket = { name: "Blade", brand: "Wilson", category: "senior", condition: "Good", model: BLADE };
const ball = {
  ...{ name: "Balls", brand: "Head", price: 5, quantity: 10 },
  ...{ balls_per_can: "4", packaging_type: "can", shipping: "Shipping" },
};
const PATH = "/stock/ball/A%2F1%20x";

test("an item is listed, read, written anew, changed and withdrawn by the shop's own number", async () => {
  const images = ["https://pictures.example.com/a.jpg", "https://pictures.example.com/b|1.jpg"];
  const made = await api("PUT", PATH, { body: { ...ball, description: "Fresh", images } });
  expect(made).toMatchObject({
    status: 201,
    body: { sku: "A/1 x", price: 5, quantity: 10, description: "Fresh" },
  });
  const { id } = made.body;
  expect(await findRows("picture_orders", { listing_id: id }, ["url"])).toEqual(
    images.map((url) => ({ url })),
  );

  expect(await api("GET", PATH)).toMatchObject({ status: 200, body: { id } });
  const changed = await api("PATCH", PATH, { body: { price: 6.5 } });
  expect(changed).toMatchObject({
    status: 200,
    body: { id, price: 6.5, description: "Fresh", quantity: 10 },
  });
  const { quantity, ...withoutQuantity } = ball;
  const anew = await api("PUT", PATH, { body: { ...withoutQuantity, grade: "practice" } });
  expect(anew).toMatchObject({
    status: 200,
    body: { id, price: 5, grade: "practice", description: "", quantity },
  });
  expect((await api("PUT", PATH, { body: ball })).body).toMatchObject({ grade: null });
  expect(await findRows("picture_orders", { listing_id: id }, ["url"])).toHaveLength(2);

  const etag = (await api("GET", PATH)).headers.get("etag") ?? "";
  expect((await api("PATCH", PATH, { body: { price: 7 }, headers: { "if-match": etag } })).status).toBe(200);
  expect((await api("PATCH", PATH, { body: { price: 8 }, headers: { "if-match": etag } })).status).toBe(412);

  const stranger = await apiAs(await person("stranger"));
  for (const method of ["GET", "DELETE"]) expect((await stranger(method, PATH)).status).toBe(404);
  expect((await stranger("PATCH", PATH, { body: { price: 1 } })).status).toBe(404);
  expect((await api("GET", "/stock/racket/A%2F1%20x")).status).toBe(404);
  expect((await api("DELETE", PATH)).status).toBe(204);
  expect((await api("GET", PATH)).status).toBe(404);
});

test.each([
  ["PUT", { ...ball, name: undefined }, "name"],
  ["PUT", { ...ball, weight: 300 }, "weight"],
  ["PUT", { ...ball, user_id: "me" }, "user_id"],
  ["PUT", { ...ball, images: ["http://127.0.0.1/a.jpg"] }, "images"],
  ["PUT", { ...ball, country: "NL", postal_code: "9999 ZZ" }, "postal_code"],
  ["PUT", { ...ball, country: "NL", postal_code: "nowhere" }, "postal_code"],
  ["PUT", { ...ball, quantity: 100_001 }, "quantity"],
  ["PUT", { ...ball, price: 0 }, "price"],
] as const)("%s refuses %j", async (method, body, field) => {
  const refused = await api(method, PATH, { body });
  expect([409, 422]).toContain(refused.status);
  expect(refused.body.errors).toMatchObject([{ field: `body.${field}` }]);
  expect(await findRows("listings", { user_id: shop.viewer.id }, ["id"])).toEqual([]);
});

test.each(["PUT", "PATCH", "DELETE"])(
  "of two with the same ETag, one of them %s, one succeeds",
  async (method) => {
    for (let round = 0; round < 3; round += 1) {
      await api("PUT", PATH, { body: ball });
      const headers = { "if-match": (await api("GET", PATH)).headers.get("etag") ?? "" };
      const sent = { headers, ...(method !== "DELETE" && { body: { ...ball, price: 6 } }) };
      const answers = await Promise.all([
        api(method, PATH, sent),
        api("PATCH", PATH, { body: { quantity: 4 }, headers }),
      ]);
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses[0]).toBeLessThan(300);
      expect([404, 412]).toContain(statuses[1]);
      await api("DELETE", PATH);
    }
  },
);

test("numbers of one line, of items that exist, of categories that exist", async () => {
  expect((await api("PATCH", PATH, { body: { price: 5 } })).body.reason).toBe("listing_not_found");
  expect((await api("PUT", "/stock/ball/a%0Ab", { body: ball })).status).toBe(422);
  expect((await api("PUT", "/stock/shoe/a", { body: ball })).status).toBe(422);
});

describe("a price", () => {
  test("that is far from the guide waits until it is confirmed", async () => {
    const path = "/stock/racket/R1";
    const far = await api("PUT", path, { body: { ...racket, price: 12 } });
    expect(far).toMatchObject({ status: 409, body: { reason: "price_unconfirmed" } });
    expect(far.body.errors).toMatchObject([{ field: "body.price" }]);
    expect((await api("GET", path)).status).toBe(404);
    const confirmed = await api("PUT", path, { body: { ...racket, price: 12, price_confirmed: true } });
    expect(confirmed).toMatchObject({ status: 201, body: { price: 12, model: { slug: BLADE } } });
    expect((await api("PATCH", path, { body: { price: 13 } })).status).toBe(200);
  });

  test("that waits keeps the former price, and lowers the pieces at once", async () => {
    const path = "/stock/racket/R2";
    await api("PUT", path, { body: { ...racket, price: 100, quantity: 5 } });
    expect((await api("PATCH", path, { body: { price: 1_000, quantity: 2 } })).status).toBe(409);
    expect((await api("GET", path)).body).toMatchObject({ price: 100, quantity: 2 });
  });

  test("of 0 waits likewise, and is not asked about again once it is confirmed", async () => {
    await api("PUT", PATH, { body: ball });
    const free = await api("PATCH", PATH, { body: { price: 0, quantity: 4 } });
    expect(free).toMatchObject({ status: 409, body: { reason: "price_unconfirmed" } });
    expect((await api("GET", PATH)).body).toMatchObject({ price: 5, quantity: 4 });
    expect((await api("PATCH", PATH, { body: { price: 0, price_confirmed: true } })).body.price).toBe(0);
    expect((await api("PATCH", PATH, { body: { price: 0, quantity: 3 } })).body.quantity).toBe(3);
  });

  test("that is lowered while nothing is left is asked about then, or when pieces come back", async () => {
    const path = "/stock/racket/R3";
    const { id } = (await api("PUT", path, { body: { ...racket, price: 100, quantity: 1 } })).body;
    await api("POST", `/my/listings/racket/${id}/sold`, { body: {} });
    const unconfirmed = { status: 409, body: { reason: "price_unconfirmed" } };
    expect(await api("PATCH", path, { body: { price: 12 } })).toMatchObject(unconfirmed);
    expect((await api("PATCH", path, { body: { quantity: 2 } })).body).toMatchObject({ price: 100 });
    await api("PATCH", path, { body: { quantity: 0 } });
    expect((await api("PATCH", path, { body: { price: 12 } })).status).toBe(200);
    expect(await api("PATCH", path, { body: { quantity: 2 } })).toMatchObject(unconfirmed);
    expect((await api("GET", path)).body.quantity).toBe(0);
  });
});

test("pieces that were sold here are not put on sale again, nor fewer left than are reserved", async () => {
  const { id } = (await api("PUT", PATH, { body: { ...ball, quantity: 2 } })).body;
  await api("POST", `/my/listings/ball/${id}/sold`, { body: {} });
  expect((await api("PATCH", PATH, { body: { quantity: 2 } })).body).toMatchObject({ quantity: 1, sold: 1 });
  expect((await api("PATCH", PATH, { body: { quantity: 4 } })).body).toMatchObject({ quantity: 3, sold: 1 });
  await updateRows("listings", { id }, { reserved: 2 });
  const refused = await api("PATCH", PATH, { body: { quantity: 1 } });
  expect(refused).toMatchObject({ status: 409, body: { errors: [{ field: "body.quantity" }] } });
  expect((await api("GET", PATH)).body.quantity).toBe(2);
});

describe("POST /stock/bulk", () => {
  const numbered = (sku: string, body: object) => ({ listing_type: "ball", sku, ...body });
  const send = async (items: readonly unknown[], headers = {}) =>
    api("POST", "/stock/bulk", { body: { items }, headers });

  test("answers each item by itself, and does what it can", async () => {
    await api("PUT", "/stock/ball/old", { body: { ...ball, description: "Stays" } });
    const { status, body } = await send([
      numbered("new", ball),
      numbered("old", { price: 7, quantity: 3 }),
      numbered("old", { price: 8 }),
      numbered("half", { price: 7 }),
      { ...numbered("R1", { ...racket, price: 12 }), listing_type: "racket" },
      { sku: "no type" },
      "no item",
      numbered("bad", { ...ball, packaging_type: "sack" }),
      numbered("last", { ...ball, grade: "training" }),
    ]);
    expect(status).toBe(200);
    type Answer = {
      index: number;
      status: number;
      outcome: string | null;
      problem: { reason: string } | null;
    };
    expect(
      body.data.map((each: Answer) => [each.index, each.status, each.outcome ?? each.problem?.reason]),
    ).toEqual([
      [0, 201, "created"],
      [1, 200, "updated"],
      [2, 422, "invalid"],
      [3, 422, "invalid"],
      [4, 409, "price_unconfirmed"],
      [5, 422, "invalid"],
      [6, 422, "invalid"],
      [7, 422, "invalid"],
      [8, 201, "created"],
    ]);
    expect(body.data[2]).toMatchObject({ sku: "old", problem: { errors: [{ field: "body.sku" }] } });
    expect((await api("GET", "/stock/ball/old")).body).toMatchObject({
      ...{ price: 7, quantity: 3, description: "Stays" },
    });
    const { id } = body.data[0];
    expect(await findRow("listings", { id }, ["row_key", "user_id"])).toEqual({
      row_key: "sku:new",
      user_id: shop.viewer.id,
    });
    const [again] = (await send([numbered("new", ball)])).body.data;
    expect(again).toMatchObject({ status: 200, outcome: "unchanged", id });
  });

  test("says of an item that it states more pieces than are left, because the others were sold here", async () => {
    const [made] = (await send([numbered("a", { ...ball, quantity: 2 })])).body.data;
    await api("POST", `/my/listings/ball/${made.id}/sold`, { body: {} });
    const { data } = (await send([numbered("a", { quantity: 2 }), numbered("b", ball)])).body;
    expect(data).toMatchObject([
      { outcome: "unchanged", sold_here: true },
      { outcome: "created", sold_here: false },
    ]);
  });

  test("of two at the same time, in different orders and with different fields, neither fails", async () => {
    for (let round = 0; round < 3; round += 1) {
      const items = Array.from({ length: 60 }, (_, n) =>
        numbered(`${round}-${n}`, { ...ball, ...(n % 2 && { grade: "practice" }) }),
      );
      const answers = await Promise.all([send(items), send(items.toReversed()), send(items)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
    expect(await findRows("listings", { user_id: shop.viewer.id }, ["id"])).toHaveLength(180);
  });

  test("an item that the database refuses leaves the others", async () => {
    const { id } = (await api("PUT", "/stock/ball/a", { body: ball })).body;
    await updateRows("listings", { id }, { reserved: 9 });
    const { data } = (await send([numbered("a", { quantity: 1 }), numbered("b", ball)])).body;
    expect(data).toMatchObject([{ status: 409 }, { status: 201 }]);
  });

  test("takes up to 500 items, and is done once for an Idempotency-Key", async () => {
    const items = Array.from({ length: 500 }, (_, n) => numbered(`n${n}`, ball));
    const headers = { "idempotency-key": "stock of today" };
    expect((await send([...items, numbered("more", ball)])).status).toBe(422);
    expect((await send([])).status).toBe(422);
    const badKey = await send(items, headers);
    expect(badKey.body.reason).toBe("idempotency_key_invalid");
    const once = { "idempotency-key": "stock-of-today" };
    const first = await send(items, once);
    expect(first.body.data.every((each: { outcome: string }) => each.outcome === "created")).toBe(true);
    const second = await send(items, once);
    expect(second.body).toEqual(first.body);
    expect(await findRows("listings", { user_id: shop.viewer.id }, ["id"])).toHaveLength(500);
  });

  test("counts each item, as a request for it alone does", async () => {
    const items = ["A-1", "A-2"].map((sku) => ({ ...ball, listing_type: "ball", sku }));
    await secondsToWait("stock_items", shop.viewer.id, 29_998);
    expect((await api("POST", "/stock/bulk", { body: { items } })).status).toBe(200);
    expect(await api("PATCH", "/stock/ball/A-1", { body: { price: 5 } })).toMatchObject({
      status: 429,
      body: { reason: "too_often" },
    });
  });

  test("is for keys with the scope", async () => {
    const items = [numbered("new", ball)];
    const reader = await apiAs(shop, ["listings:read"]);
    expect((await reader("POST", "/stock/bulk", { body: { items } })).status).toBe(403);
    expect((await (await apiAs(null))("POST", "/stock/bulk", { body: { items } })).status).toBe(401);
  });
});
