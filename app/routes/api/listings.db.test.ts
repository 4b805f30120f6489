import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { keptApiAnswer } from "#app/api.server.ts";
import { searchNames } from "#app/domain/categories/derive/search.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { browseQueryOf, foundListings } from "#app/features/browse/resource.server.ts";
import { listingResource } from "#app/features/listings/resource.server.ts";
import { db } from "#app/platform/db.server.ts";
import { pageCache } from "#app/platform/page-cache.server.ts";
import { type ApiClient, apiAs } from "#tests/support/api.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { insertRows, updateRows } from "#tests/support/rows.ts";
import { listingOf, photoOf } from "#tests/support/samples.ts";

let seller: Person;
let anyone: ApiClient;
let owner: ApiClient;

const AMSTERDAM = { country: "NL", latitude: 52.37, longitude: 4.9 };

openDatabase(async () => {
  seller = await person("seller");
  anyone = await apiAs(null);
  owner = await apiAs(seller);
  await insertRows("postal_codes", [
    { ...AMSTERDAM, code: "1012", place: "Amsterdam" },
    { country: "NL", code: "3511", place: "Utrecht", latitude: 52.09, longitude: 5.12 },
  ]);
});

beforeEach(async () => {
  await db().deleteFrom("listings").execute();
});

describe("a listing", () => {
  test.each(CATEGORIES)(
    "of $plural has the fields of its category, as its schema says",
    async (definition) => {
      const { type, fields } = definition;
      const photos = [await photoOf(seller), await photoOf(seller)];
      const { id } = await listingOf(seller, type, { photos });
      const { status, body } = await anyone("GET", `/listings/${type}/${id}`);
      expect(status).toBe(200);
      expect(listingResource.parse(body)).toEqual(body);
      expect(Object.keys(body)).toEqual(expect.arrayContaining(Object.keys(fields)));
      expect(body).toMatchObject({
        listing_type: type,
        id,
        currency: "EUR",
        status: "available",
        model: null,
      });
      expect(body.images).toHaveLength(2);
      expect(body.image).toBe(body.images[0]);
      expect(body.seller).toEqual({
        id: seller.viewer.id,
        username: seller.viewer.username,
        avatar_url: null,
      });
    },
  );

  test("has values instead of texts, and null for what is not known", async () => {
    const whole = await listingOf(seller, "racket");
    const { body } = await anyone("GET", `/listings/racket/${whole.id}`);
    expect(body).toMatchObject({
      ...{ price: 149.5, headsize: 98, gripsize: "3", strung_in: "2026-11", category: "senior" },
      transaction_options: ["direct_checkout", "chat"],
    });
    const bare = await racketOf(seller);
    expect((await anyone("GET", `/listings/racket/${bare.id}`)).body).toMatchObject({
      ...{ headsize: null, strung_in: null, image: null, images: [], postal_code: null, country: null },
    });
    const reel = await listingOf(seller, "string");
    expect((await anyone("GET", `/listings/string/${reel.id}`)).body).toMatchObject({
      listing_type: "string",
      type: "reel",
    });
  });

  test("tells nobody but its owner more of its place than the postal area", async () => {
    const { id } = await racketOf(seller, { postalCode: "1012AB" });
    await updateRows("listings", { id }, AMSTERDAM);
    const { body } = await anyone("GET", `/listings/racket/${id}`);
    expect(body).toMatchObject({ country: "NL", postal_code: "1012" });
    expect(JSON.stringify(body)).not.toMatch(/1012AB|52\.37|latitude|longitude/);
    expect((await owner("GET", `/listings/racket/${id}`)).body.postal_code).toBe("1012AB");
  });

  test("that is hidden, deleted or made up is not there, except for the owner of a hidden one", async () => {
    const { id } = await racketOf(seller);
    await updateRows("listings", { id }, { hidden: "hidden" });
    expect(await anyone("GET", `/listings/racket/${id}`)).toMatchObject({ status: 404 });
    expect((await owner("GET", `/listings/racket/${id}`)).body).toMatchObject({ id, status: "hidden" });
    await insertRows("gone_listings", { type: "racket", id: seller.viewer.id });
    const gone = await anyone("GET", `/listings/racket/${seller.viewer.id}`);
    expect(gone).toMatchObject({ status: 410, body: { reason: "listing_deleted" } });
    const broken = await anyone("GET", "/listings/racket/nothing");
    expect(broken).toMatchObject({ status: 422, body: { errors: [{ field: "path.listing_id" }] } });
    const unknown = await anyone("GET", `/listings/boat/${id}`);
    expect(unknown).toMatchObject({ status: 422, body: { errors: [{ field: "path.listing_type" }] } });
  });

  test("has similar ones, of others", async () => {
    const shown = await listingOf(seller, "bag");
    const other = await listingOf(await person("other"), "bag");
    const { body } = await anyone("GET", `/listings/bag/${shown.id}/similar`);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([other.id]);
  });
});

describe("a list of listings", () => {
  const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

  test.each(CATEGORIES)("of $plural takes every parameter of the page, and no other", async (definition) => {
    const { type } = definition;
    const named = (name: string) =>
      name === "maxDistance" ? "max_distance_km" : name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`);
    const wanted = searchNames(definition).filter((name) => name !== "page");
    const { shape } = browseQueryOf(definition) as unknown as { shape: object };
    expect(Object.keys(shape).toSorted()).toEqual(
      [...wanted.map(named), "limit", "cursor", "exact"].toSorted(),
    );
    const { status, body } = await anyone("GET", `/listings/${type}?utm_source=mail`);
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { reason: "invalid", errors: [{ field: "query.utm_source" }] },
    });
  });

  test("is filtered and ordered as the page is", async () => {
    const other = await person("other");
    const cheap = await listingOf(other, "clothes", { cents: 1_000, attributes: { size: "M (8-10)" } });
    const dear = await listingOf(other, "clothes", { cents: 3_050, brand: "Asics" });
    const list = async (query: string) => {
      const { status, body } = await anyone("GET", `/listings/clothes?${query}`);
      expect(status).toBe(200);
      expect(foundListings.parse(body)).toEqual(body);
      return idsOf(body);
    };
    expect(await list("sort=price_asc&min_price=9")).toEqual([cheap.id, dear.id]);
    expect(await list("min_price=30.5&max_price=30.50")).toEqual([dear.id]);
    expect(await list(`size=${encodeURIComponent("M (8-10)")}&size=XS`)).toEqual([cheap.id]);
    expect(await list("brand=Asics&brand=Nobody")).toEqual([dear.id]);
    expect(await list("date_filter=week&gender=Women&gender=Men&sort=price_desc")).toEqual([
      dear.id,
      cheap.id,
    ]);
  });

  test.each([
    ["min_price=ten", "min_price"],
    ["min_price=1e9", "min_price"],
    ["max_price=-1", "max_price"],
    ["min_weight=heavy", "min_weight"],
    ["min_strung_in=May", "min_strung_in"],
    ["condition=Broken", "condition.0"],
    ["sort=best", "sort"],
    ["limit=1000", "limit"],
    ["postal_code=1012", "country"],
    ["country=BE&postal_code=1000", "country"],
    ["country=NL&postal_code=ABC", "postal_code"],
    ["country=NL&postal_code=9999", "postal_code"],
    ["max_distance_km=5", "postal_code"],
    ["sort=nearest", "postal_code"],
    [`q=${"x".repeat(201)}`, "q"],
  ])("refuses %s, and names the parameter", async (query, field) => {
    const { status, body } = await anyone("GET", `/listings/racket?${query}`);
    expect({ status, fields: body.errors?.map((fault: { field: string }) => fault.field) }).toEqual({
      status: 422,
      fields: [`query.${field}`],
    });
  });

  test("has pages, without the viewer's own listings where the page leaves them out", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift((await listingOf(seller, "ball", { cents: 100 + n })).id);
    const read: string[] = [];
    let cursor: string | null = null;
    do {
      const next: string = cursor === null ? "" : `&cursor=${cursor}`;
      const { body } = await anyone("GET", `/listings/ball?limit=2&sort=price_desc${next}`);
      expect(body).toMatchObject({ total: 5, total_is_capped: false, intent: null });
      read.push(...idsOf(body));
      cursor = body.next;
    } while (cursor !== null);
    expect(read).toEqual(ids);
    expect((await owner("GET", "/listings/ball")).body.data).toEqual([]);
    expect(await anyone("GET", "/listings/ball?cursor=eyJwYWdlIjo5fQ.forged")).toMatchObject({
      status: 400,
      body: { reason: "cursor_invalid" },
    });
  });

  test("says how far listings are from a postal code [M7.9]", async () => {
    const { id } = await listingOf(seller, "accessory");
    await updateRows("listings", { id }, { ...AMSTERDAM, postal_code: "1012AB" });
    const list = async (query: string) =>
      (await anyone("GET", `/listings/accessory?country=NL&postal_code=3511&${query}`)).body.data;
    expect(await list("")).toMatchObject([{ id, distance_km: 35, distance_rough: false }]);
    expect(await list("max_distance_km=40&sort=nearest")).toMatchObject([{ id, distance_km: 35 }]);
    expect(await list("max_distance_km=20")).toEqual([]);
  });
});

test("a search says what its words were taken to mean", async () => {
  const bag = await listingOf(seller, "bag", { cents: 4_000 });
  await listingOf(seller, "bag", { cents: 4_000, brand: "Head", name: "Tour Team" });
  const words = encodeURIComponent("bags under 50 euro -head");
  const { status, body } = await anyone("GET", `/search?q=${words}`);
  expect(status).toBe(200);
  expect(foundListings.parse(body)).toEqual(body);
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([bag.id]);
  expect(body.intent).toMatchObject({
    corrected: false,
    listing_types: ["bag"],
    excluded: ["-head"],
    price: { min: null, max: 50 },
    place: null,
  });
  const blue = (await anyone("GET", "/search?q=blue+bag")).body.intent;
  expect(blue.values[0]).toMatchObject({ typed: "blue" });
  expect(blue.values[0].any_of).toContainEqual({ listing_type: "bag", field: "color", values: ["Blue"] });
  expect(await anyone("GET", "/search")).toMatchObject({
    status: 422,
    body: { errors: [{ field: "query.q" }] },
  });
  const suggested = await anyone("GET", "/search/suggestions?q=pure");
  expect(suggested.body.data).toContainEqual(
    expect.objectContaining({ kind: "listing", text: "Pure Drive RH6" }),
  );
});

describe("the answers to requests without a key", () => {
  beforeAll(() => pageCache.setListening(true));
  afterAll(() => pageCache.setListening(false));

  const kept = async (path: string, headers: Record<string, string> = {}) => {
    const answer = keptApiAnswer(new Request(`http://127.0.0.1:3000${path}`, { headers }), {});
    return answer && { status: answer.status, text: await answer.text(), headers: answer.headers };
  };

  test("are kept until a listing of the category changes, and have a tag", async () => {
    const path = "/api/v1/listings/racket?sort=price_asc&min_price=20&min_weight=300";
    expect(await kept(path)).toBeUndefined();
    const { body, headers } = await anyone("GET", path.slice("/api/v1".length));
    const again = await kept(path.replace("sort=price_asc&min_price=20", "min_price=20&sort=price_asc"));
    expect(again?.status).toBe(200);
    expect(JSON.parse(again?.text ?? "")).toEqual(body);
    const etag = headers.get("etag") ?? "";
    expect(again?.headers.get("etag")).toBe(etag);
    expect(again?.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    expect(headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    expect(await kept(path, { "if-none-match": `W/${etag}` })).toMatchObject({ status: 304, text: "" });
    pageCache.invalidate("bag");
    expect(await kept(path)).toBeDefined();
    pageCache.invalidate("racket");
    expect(await kept(path)).toBeUndefined();
  });

  test("are for nobody with a key, and not those that depend on the key, the language or a fault", async () => {
    const { id } = await racketOf(seller);
    const path = `/listings/racket/${id}`;
    await owner("GET", path);
    expect(await kept(`/api/v1${path}`)).toBeUndefined();
    await anyone("GET", path);
    expect(await kept(`/api/v1${path}`)).toBeDefined();
    expect(await kept(`/api/v1${path}`, { authorization: "Bearer ssk_x" })).toBeUndefined();
    for (const other of ["/search?q=bag", "/listings/racket?q=blade", "/listings/racket?x=1"]) {
      await anyone("GET", other);
      expect(await kept(`/api/v1${other}`)).toBeUndefined();
    }
  });
});
