// Public pictures from another host, as with a CDN (docs/decisions/0200).
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hydrated } from "#tests/support/browser.ts";
import { type Person, person } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { updateRows } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import { freePort } from "#tests/support/server.ts";
import { openShop } from "#tests/support/shop.ts";
import { type SlowWay, slowWay } from "#tests/support/slow-way.ts";

const port = await freePort();
const CDN = `http://127.0.0.1:${port}`;
const shop = openShop({ FILES_URL: CDN });

let cdn: SlowWay;
let seller: Person;
let path: string;

beforeAll(async () => {
  cdn = await slowWay(shop.server.port, port);
  seller = await person("seller");
  const headers = { cookie: seller.cookie, "content-type": "image/jpeg", origin: shop.server.url };
  const answer = await fetch(`${shop.server.url}/photos`, {
    method: "POST",
    body: await pictureFile(),
    headers,
  });
  const { id, src } = (await answer.json()) as { id: string; src: string };
  const listing = await listingOf(seller, "string", { name: "Far away", photos: [id] });
  path = `/strings/${listing.id}`;
  await updateRows("profiles", { id: seller.viewer.id }, { avatar_url: src });
});
afterAll(() => cdn?.close());

/** The sources of all public pictures that the page shows. */
function sources(page: Page): Promise<string[]> {
  return page
    .locator("img")
    .evaluateAll((images) =>
      (images as HTMLImageElement[])
        .filter(({ currentSrc, naturalWidth }) => currentSrc.includes("/photos/") && naturalWidth > 0)
        .map(({ currentSrc }) => new URL(currentSrc).origin),
    );
}

test("pages show pictures of the CDN, after a navigation in the browser too, and previews of links name it", async () => {
  const { page, faults } = await shop.openAs(seller);
  await page.goto("/strings");
  await hydrated(page);
  // The seller's own listings are not in lists.
  const visitor = await shop.openAs(null);
  await visitor.page.goto("/strings");
  await hydrated(visitor.page);
  await expect.poll(() => sources(visitor.page)).toEqual([CDN]);
  await visitor.page
    .getByRole("link", { name: /Far away/ })
    .first()
    .click();
  await visitor.page.waitForURL(`**${path}`);
  await expect.poll(async () => new Set(await sources(visitor.page))).toEqual(new Set([CDN]));
  await page.goto(path);
  await expect.poll(async () => new Set(await sources(page))).toEqual(new Set([CDN]));
  const preview = page.locator('meta[property="og:image"]');
  expect(await preview.getAttribute("content")).toMatch(`${CDN}/photos/`);
  expect([...faults, ...visitor.faults]).toEqual([]);
  expect(cdn.seen.filter((line) => !line.startsWith("GET /photos/"))).toEqual([]);
});
