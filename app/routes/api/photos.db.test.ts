import { expect, test } from "vitest";
import { MAKE_AVIF } from "#app/features/photos/jobs.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { apiAs } from "#tests/support/api.ts";
import { openDatabase } from "#tests/support/database.ts";
import { person } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";

openDatabase(async (url) => {
  await startJobs(url, { [MAKE_AVIF]: { once: true, async work() {} } });
});

const headers = { "content-type": "image/jpeg" };

test("a picture is sent as it is, and is its owner's alone", async () => {
  const api = await apiAs(await person("seller"));
  const sent = await api("POST", "/photos", { body: await pictureFile(), headers });
  expect(sent).toMatchObject({ status: 201, body: { width: 200, height: 150 } });
  expect(sent.body.url).toMatch(/^https?:\/\/.+\/photos\/[0-9a-f]{64}\/1280\.webp$/);

  const stranger = await apiAs(await person("stranger"));
  expect(await stranger("DELETE", `/photos/${sent.body.id}`)).toMatchObject({ status: 404 });
  expect(await api("DELETE", `/photos/${sent.body.id}`)).toMatchObject({ status: 204, body: null });
  expect(await api("DELETE", `/photos/${sent.body.id}`)).toMatchObject({ status: 404 });
});

test("a photo is used by its id or its URL, also for a second listing", async () => {
  const api = await apiAs(await person("seller"));
  const first = (await api("POST", "/photos", { body: await pictureFile(), headers })).body;
  const second = (await api("POST", "/photos", { body: await pictureFile(), headers })).body;
  const packaging = { balls_per_can: "4", packaging_type: "can", shipping: "Shipping" };
  const ball = { listing_type: "ball", name: "Balls", brand: "Head", price: 5, ...packaging };
  const list = async (images: readonly string[]) =>
    (await api("POST", "/listings", { body: { ...ball, images } })).body;
  const pair = await list([second.id, first.url]);
  expect(pair.photos).toEqual([second, first].map(({ id, url }) => ({ id, url })));
  const other = await list(pair.images);
  expect(other.images).toEqual(pair.images);
  const ids = [...pair.photos, ...other.photos].map(({ id }: { id: string }) => id);
  expect(new Set(ids).size).toBe(4);
  const kept = await api("PATCH", `/my/listings/ball/${pair.id}`, { body: { images: [first.url] } });
  expect(kept.body.photos).toEqual([{ id: first.id, url: first.url }]);
});

test("what is no picture is refused, as are people without a key, and keys without the scope", async () => {
  const seller = await person("seller");
  const api = await apiAs(seller);
  const body = new TextEncoder().encode("<svg onload=alert(1)>");
  expect(await api("POST", "/photos", { body, headers })).toMatchObject({
    status: 415,
    body: { reason: "photo_type" },
  });
  expect(await api("POST", "/photos", { headers })).toMatchObject({ status: 415 });
  const picture = await pictureFile();
  expect(await (await apiAs(null))("POST", "/photos", { body: picture, headers })).toMatchObject({
    status: 401,
    body: { reason: "key_missing" },
  });
  const reader = await apiAs(seller, ["listings:read"]);
  expect(await reader("POST", "/photos", { body: picture, headers })).toMatchObject({
    status: 403,
    body: { reason: "scope_missing" },
  });
});
