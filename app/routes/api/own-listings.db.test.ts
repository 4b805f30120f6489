import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#app/platform/db.server.ts";
import { type ApiClient, apiAs } from "#tests/support/api.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { waitForLocks } from "#tests/support/races.ts";
import { findRow, findRows, insertRows, updateRows } from "#tests/support/rows.ts";
import { photoOf, photosOfListing, samples } from "#tests/support/samples.ts";

let seller: Person;
let api: ApiClient;

openDatabase(async () => {
  const place = { country: "NL", code: "10", place: "Amsterdam", latitude: 52.37, longitude: 4.9 };
  await insertRows("postal_codes", place);
});
beforeEach(async () => {
  seller = await person("seller");
  api = await apiAs(seller);
});

/** A sample as a program sends it. */
function bodyOf(type: string, images: readonly string[]) {
  const { sample } = samples.find((each) => each.type === type) ?? expect.fail(`no sample of ${type}`);
  const { name, brand, description, country, postalCode: postal_code, strung_in } = sample.fields;
  return {
    listing_type: type,
    ...{ name, brand, description, country, postal_code, price: sample.cents / 100, images },
    ...sample.attributes,
    ...(strung_in !== undefined && { strung_in }),
  };
}

const packaging = { balls_per_can: "4", packaging_type: "can", shipping: "Shipping" };
const ball = { listing_type: "ball", name: "Balls", brand: "Head", price: 5, ...packaging };

async function listed(body: object): Promise<{ path: string; id: string; etag: string }> {
  const { status, body: made } = await api("POST", "/listings", { body });
  expect(status).toBe(201);
  const path = `/my/listings/${made.listing_type}/${made.id}`;
  const { headers } = await api("GET", path);
  return { path, id: made.id, etag: headers.get("etag") ?? "" };
}

describe("POST /listings", () => {
  test.each(samples.map(({ type }) => type))("stores a %s as its form does", async (type) => {
    const photos = [await photoOf(seller), await photoOf(seller)];
    const body = bodyOf(type, photos);
    const {
      status,
      body: made,
      headers,
    } = await api("POST", "/listings", { body: { ...body, quantity: 3 } });
    expect(made).toMatchObject({ ...body, images: expect.any(Array), postal_code: "1012AB" });
    expect(made).toMatchObject({
      quantity: 3,
      reserved: 0,
      sold: 0,
      status: "available",
      hidden_reason: null,
    });
    expect(made.photos.map(({ id }: { id: string }) => id)).toEqual(photos);
    expect({ status, location: headers.get("location") }).toEqual({
      status: 201,
      location: `/api/v1/my/listings/${type}/${made.id}`,
    });
    const { sample } = samples.find((each) => each.type === type) ?? expect.fail();
    const stored = await findRow("listings", { id: made.id }, ["attributes", "price_cents", "user_id"]);
    expect(stored).toEqual({
      attributes: sample.attributes,
      price_cents: sample.cents,
      user_id: seller.viewer.id,
    });
  });

  test("names all faults, with the texts of the form", async () => {
    const { status, body } = await api("POST", "/listings", { body: { listing_type: "racket" } });
    expect(status).toBe(422);
    expect(body.errors).toEqual(
      expect.arrayContaining([
        { field: "body.name", detail: "Title is required" },
        { field: "body.price", detail: "Price is required" },
        { field: "body.category", detail: "Category is required" },
        { field: "body.images", detail: "Please provide at least one image for your racket." },
      ]),
    );
    const wrong = { headsize: 200, weight: 300.5, postal_code: "nowhere", country: "NL", price: -1 };
    const racket = { ...bodyOf("racket", [await photoOf(seller)]), ...wrong };
    const refused = await api("POST", "/listings", { body: racket });
    const fields = refused.body.errors.map(({ field }: { field: string }) => field).sort();
    expect(fields).toEqual(["headsize", "postal_code", "price", "weight"].map((name) => `body.${name}`));
    expect(await findRows("listings", { user_id: seller.viewer.id }, ["id"])).toEqual([]);
  });

  test.each([
    [{ ...ball, user_id: "01981f2a-7c3e-7a4b-8f21-3d5e6a7b8c9d" }, "body.user_id"],
    [{ ...ball, sold: 3 }, "body.sold"],
    [{ ...ball, headsize: 98 }, "body.headsize"],
    [{ ...ball, price: 5.005 }, "body.price"],
    [{ ...ball, price: 1e300 }, "body.price"],
    [{ ...ball, price: "5" }, "body.price"],
    [{ ...ball, quantity: -1 }, "body.quantity"],
    [{ ...ball, name: "  " }, "body.name"],
    [{ ...ball, packaging_type: "sack" }, "body.packaging_type"],
    [{ ...ball, listing_type: "shoe" }, "body.listing_type"],
    [{ ...ball, images: ["https://example.com/a.jpg"] }, "body.images"],
    [{ ...ball, country: "NL", postal_code: "9999 ZZ" }, "body.postal_code"],
  ])("refuses %j", async (body, field) => {
    const { status, body: problem } = await api("POST", "/listings", { body });
    expect(status).toBe(422);
    expect(problem.errors.map((each: { field: string }) => each.field)).toEqual([field]);
  });

  test("takes only photos of one's own", async () => {
    const photo = await photoOf(seller);
    const { images } = (await api("GET", (await listed({ ...ball, images: [photo] })).path)).body;
    const stranger = await apiAs(await person("stranger"));
    for (const taken of [images[0], photo]) {
      const refused = await stranger("POST", "/listings", { body: { ...ball, images: [taken] } });
      expect(refused).toMatchObject({ status: 422, body: { reason: "photos_attach_missing" } });
      expect(refused.body.errors).toMatchObject([{ field: "body.images" }]);
    }
  });

  test("is for keys with the scope", async () => {
    const reader = await apiAs(seller, ["listings:read"]);
    expect(await reader("POST", "/listings", { body: ball })).toMatchObject({ status: 403 });
    expect(await (await apiAs(null))("POST", "/listings", { body: ball })).toMatchObject({ status: 401 });
  });
});

describe("a listing of one's own", () => {
  test("is written anew by PUT, and what was changed since is not overwritten with If-Match", async () => {
    const { path, id, etag } = await listed({ ...ball, description: "New", quantity: 4 });
    const body = { ...ball, name: "Other balls", price: 6.5 };
    const headers = { "if-match": etag };
    const written = await api("PUT", path, { body, headers });
    expect(written).toMatchObject({ status: 200, body: { name: "Other balls", price: 6.5, quantity: 4 } });
    expect(written.body.description).toBe("");
    expect(await api("PUT", path, { body: ball, headers })).toMatchObject({
      status: 412,
      body: { reason: "precondition_failed" },
    });
    expect(await api("PUT", path, { body: { ...ball, quantity: 2 } })).toMatchObject({
      body: { name: "Balls", quantity: 2 },
    });
    expect(await findRow("listings", { id }, ["quantity", "sold_here"])).toEqual({
      quantity: 2,
      sold_here: 2,
    });
    const racket = bodyOf("racket", [await photoOf(seller)]);
    expect((await api("PUT", path, { body: racket })).body.errors).toMatchObject([
      { field: "body.listing_type" },
    ]);
  });

  test("is changed by PATCH, field by field", async () => {
    const photos = [await photoOf(seller), await photoOf(seller)];
    const { path, id } = await listed({ ...bodyOf("racket", photos), model: null });
    const before = (await api("GET", path)).body;
    const { body } = await api("PATCH", path, {
      body: { weight: 310, color: null, images: photos.toReversed() },
    });
    const { updated_at, image, images, photos: shown, ...others } = before;
    expect(body).toMatchObject({ ...others, weight: 310, color: null });
    expect((await photosOfListing({ type: "racket", id })).map((photo) => photo.id)).toEqual(
      photos.toReversed(),
    );

    expect((await api("PATCH", path, { body: { price: 99.95, quantity: 7 } })).body).toMatchObject({
      price: 99.95,
      quantity: 7,
    });
    await updateRows("listings", { id }, { reserved: 5 });
    expect(await api("PATCH", path, { body: { quantity: 4 } })).toMatchObject({
      status: 409,
      body: { reason: "stock_reserved", errors: [{ field: "body.quantity" }] },
    });
    for (const [wrong, field] of [
      [{ weight: 100 }, "weight"],
      [{ weight: "300" }, "weight"],
      [{ name: null }, "name"],
      [{ price: 100_000_000 }, "price"],
      [{ status: "sold" }, "status"],
    ] as const) {
      const refused = await api("PATCH", path, { body: wrong });
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: `body.${field}` }] } });
    }
  });

  test("that PATCH changes keeps photos which another writer adds at the same moment", async () => {
    const { path, id } = await listed(bodyOf("racket", [await photoOf(seller)]));
    const added = await photoOf(seller);
    let changing: Promise<unknown> = Promise.resolve();
    await inTransaction(async (trx) => {
      await sql`select from listings where id = ${id} for update`.execute(trx);
      changing = api("PATCH", path, { body: { description: "Changed" } });
      await waitForLocks(1);
      // As the job that fetches pictures does: the listing stays as it is.
      await sql`update photos set listing_type = 'racket', listing_id = ${id}, position = 2 where id = ${added}`.execute(
        trx,
      );
    });
    expect(await changing).toMatchObject({ status: 200, body: { description: "Changed" } });
    expect(await photosOfListing({ type: "racket", id })).toHaveLength(2);
  });

  const changes: readonly [what: string, method: string, body?: object][] = [
    ["price", "PATCH", { price: 6 }],
    ["text", "PATCH", { description: "Changed" }],
    ["whole listing", "PUT", { ...ball, images: [], price: 7 }],
    ["listing, which is withdrawn", "DELETE"],
  ];
  test.each(changes)("of two with the same ETag that change the %s one succeeds", async (_, method, body) => {
    for (let round = 0; round < 3; round += 1) {
      const { path, etag: tag } = await listed({ ...ball, images: [], quantity: 5 });
      const headers = { "if-match": tag };
      const other = { body: { quantity: 4 }, headers };
      const answers = await Promise.all([api(method, path, { body, headers }), api("PATCH", path, other)]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status < 300)).toHaveLength(1);
      expect(statuses.filter((status) => status === 412 || status === 404)).toHaveLength(1);
    }
  });

  test("is sold, on sale again, and withdrawn", async () => {
    const { path } = await listed({ ...ball, quantity: 2 });
    expect((await api("POST", `${path}/sold`, { body: {} })).body).toMatchObject({ quantity: 1, sold: 1 });
    expect((await api("POST", `${path}/sold`, { body: { pieces: 2 } })).body.reason).toBe("stock_none_left");
    expect((await api("POST", `${path}/sold`, { body: { pieces: 1 } })).body.status).toBe("sold");
    expect((await api("POST", `${path}/available`, { body: { pieces: 2 } })).body).toMatchObject({
      status: "available",
      quantity: 2,
      sold: 0,
    });
    expect(await api("DELETE", path)).toMatchObject({ status: 204 });
    for (const method of ["GET", "DELETE"])
      expect(await api(method, path)).toMatchObject({ status: 404, body: { reason: "listing_not_found" } });
  });

  test("is nobody else's", async () => {
    const { path } = await listed(ball);
    const stranger = await apiAs(await person("stranger"));
    expect(await stranger("GET", path)).toMatchObject({ status: 404 });
    for (const [method, address, body] of [
      ["PUT", path, ball],
      ["PATCH", path, { price: 1 }],
      ["PATCH", path, { name: "Mine" }],
      ["DELETE", path, undefined],
      ["POST", `${path}/sold`, {}],
      ["POST", `${path}/available`, {}],
    ] as const)
      expect(await stranger(method, address, { body })).toMatchObject({
        status: 403,
        body: { reason: "listing_not_yours" },
      });
    expect((await api("GET", path)).body).toMatchObject({ name: "Balls", price: 5 });
  });

  test("is in the list whatever its status, page by page", async () => {
    const ids: string[] = [];
    for (const quantity of [1, 0, 2]) ids.push((await listed({ ...ball, quantity })).id);
    const first = await api("GET", "/my/listings?limit=2");
    const last = await api("GET", `/my/listings?limit=2&cursor=${first.body.next}`);
    const shown = [...first.body.data, ...last.body.data].map(({ id }: { id: string }) => id);
    expect(shown).toEqual(ids.toReversed());
    expect(last.body.next).toBeNull();
    const sold = await api("GET", "/my/listings?status=sold&listing_type=ball");
    expect(sold.body.data.map(({ id }: { id: string }) => id)).toEqual([ids[1]]);
    expect((await api("GET", "/my/listings?listing_type=racket")).body.data).toEqual([]);
    expect(await api("GET", "/my/listings?cursor=x")).toMatchObject({
      status: 400,
      body: { reason: "cursor_invalid" },
    });
  });

  test("that was hidden because its seller answers nobody is shown again", async () => {
    const { path, id } = await listed(ball);
    await insertRows("silent_sellers", { user_id: seller.viewer.id, hidden_at: new Date() });
    await updateRows("listings", { id }, { hidden: "unanswered" });
    expect((await api("GET", path)).body).toMatchObject({ status: "hidden", hidden_reason: "unanswered" });
    expect((await api("POST", "/my/listings/still-for-sale")).body).toEqual({ shown: true });
    expect((await api("GET", path)).body).toMatchObject({ status: "available", hidden_reason: null });
  });
});
