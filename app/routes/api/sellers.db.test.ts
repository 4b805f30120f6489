import { expect, test } from "vitest";
import { modelDetails, modelResource } from "#app/features/model-pages/resource.server.ts";
import { sellerResource } from "#app/features/sellers/resource.server.ts";
import { loadModels } from "#server/models-import.ts";
import { type ApiClient, apiAs } from "#tests/support/api.ts";
import { openDatabase } from "#tests/support/database.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { insertRows, updateRows } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";

const SLUG = "wilson-blade-98-16x19-v8-2021";

let anyone: ApiClient;

openDatabase(async (url) => {
  await loadModels(url);
  anyone = await apiAs(null);
});

test("a seller is there by name, unless suspended, with nothing private", async () => {
  const seller = await person("seller");
  const { id, username, email } = seller.viewer;
  const path = `/sellers/${username.toUpperCase()}`;
  await updateRows("profiles", { id }, { bundle_items: 2, bundle_percent: 10, phone: "+31 20 123 4567" });
  const { status, body } = await anyone("GET", path);
  expect(status).toBe(200);
  expect(sellerResource.parse(body)).toEqual(body);
  expect(body).toMatchObject({ id, username, rating: null, trader: null, bundle: { items: 2, percent: 10 } });
  expect(JSON.stringify(body)).not.toContain(email);
  expect(JSON.stringify(body)).not.toContain("4567");
  const stated = { name: "Baseline Ltd", address: "Leeds", registration: "01234567", vat_id: null };
  await insertRows("traders", { ...stated, user_id: id, email: "a@b.example", phone: "+44 20 7946 0000" });
  expect((await anyone("GET", path)).body.trader).toEqual(stated);
  await updateRows("profiles", { id }, { suspended_until: new Date(Date.now() + 60_000) });
  expect(await anyone("GET", path)).toMatchObject({ status: 404, body: { reason: "seller_not_found" } });
  expect(await anyone("GET", "/sellers/nobody-at-all")).toMatchObject({ status: 404 });
});

test("the listings of a seller have pages, the newest first, and none is lost when one goes meanwhile", async () => {
  const seller = await person("many");
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.unshift((await listingOf(seller, n === 2 ? "bag" : "ball")).id);
  const hidden = await racketOf(seller);
  await updateRows("listings", { id: hidden.id }, { hidden: "hidden" });
  const path = `/sellers/${seller.viewer.username}/listings`;
  const list = async (query: string) => {
    const { body } = await anyone("GET", `${path}?${query}`);
    return { ids: body.data.map(({ id }: { id: string }) => id), next: body.next };
  };
  const first = await list("limit=2");
  expect(first.ids).toEqual(ids.slice(0, 2));
  await updateRows("listings", { id: ids[1] ?? "" }, { hidden: "hidden" });
  const second = await list(`limit=2&cursor=${first.next}`);
  expect(second.ids).toEqual(ids.slice(2, 4));
  expect(await list(`limit=2&cursor=${second.next}`)).toEqual({ ids: ids.slice(4), next: null });
  expect((await list("listing_type=bag")).ids).toEqual([ids[2]]);
  // A cursor of one seller is none of another's list.
  const other = await person("other");
  const stolen = await anyone("GET", `/sellers/${other.viewer.username}/listings?cursor=${first.next}`);
  expect(stolen).toMatchObject({ status: 400, body: { reason: "cursor_invalid" } });
});

test("models are listed by slug, by brand, or by what a text means", async () => {
  const list = async (query: string) => (await anyone("GET", `/models/racket?${query}`)).body;
  const first = await list("brand=Wilson&limit=3");
  const second = await list(`brand=Wilson&limit=3&cursor=${first.next}`);
  const slugs = [...first.data, ...second.data].map(({ slug }: { slug: string }) => slug);
  expect(slugs).toEqual(slugs.toSorted());
  expect(new Set(slugs).size).toBe(6);
  expect(modelResource.array().parse(first.data)).toEqual(first.data);
  const named = await list("q=blade+98+v8");
  expect(named).toMatchObject({ data: [{ slug: SLUG, brand: "Wilson" }], next: null });
  expect((await anyone("GET", "/models/ball")).status).toBe(422);
});

test("a model has its figures, what is on offer, and a guide of prices once there are enough", async () => {
  const path = `/models/racket/${SLUG}`;
  const guide = async () => (await anyone("GET", `${path}/prices?condition=Good`)).body.guide;
  expect(await guide()).toBeNull();
  for (const cents of [10_000, 12_000, 14_000])
    await racketOf(await person("owner"), { name: "Wilson Blade 98 16x19 v8 2021", cents, model: SLUG });
  const { status, body } = await anyone("GET", path);
  expect(status).toBe(200);
  expect(modelDetails.parse(body)).toEqual(body);
  expect(body).toMatchObject({
    slug: SLUG,
    specs: { headsize: 98 },
    on_offer: { count: 3, lowest_price: 100, highest_price: 140 },
  });
  expect(body.listings).toHaveLength(3);
  expect(await guide()).toMatchObject({ from: "asking_prices", condition: "Good", middle: 120, prices: 3 });
  expect(await anyone("GET", `${path}/prices?condition=Broken`)).toMatchObject({ status: 422 });
  expect(await anyone("GET", "/models/racket/no-such-racket")).toMatchObject({
    status: 404,
    body: { reason: "model_not_found" },
  });
});
