// Public pictures and built files from another host, as with a CDN (docs/decisions/0200).
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { homeAtRest, hydrated } from "#tests/support/browser.ts";
import { type Person, person } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { updateRows } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import { freePort } from "#tests/support/server.ts";
import { openShop } from "#tests/support/shop.ts";
import { type SlowWay, slowWay } from "#tests/support/slow-way.ts";

const port = await freePort();
// Browsers send cookies of a host to all of its ports, so the CDN has another name than the shop.
const CDN = `http://localhost:${port}`;
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
  expect(cdn.seen.filter((line) => !/^GET \/(photos|assets)\//.test(line))).toEqual([]);
  expect(cdn.cookies).toEqual([]);
});

/** The built files that the page requests from now on, by origin. */
function builtFiles(page: Page): Map<string, string[]> {
  const files = new Map<string, string[]>();
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (pathname.startsWith("/assets/")) files.set(origin, [...(files.get(origin) ?? []), pathname]);
  });
  return files;
}

const count = (files: readonly string[], name: RegExp) =>
  new Set(files.filter((file) => name.test(file))).size;

function loadedFonts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const loaded = [...document.fonts].filter(({ status }) => status === "loaded");
    return loaded.map(({ family }) => family).sort();
  });
}

test("scripts, styles and fonts of a page, of the pages that a visitor goes to, and of what opens there come from the CDN alone", async () => {
  const { page, faults } = await shop.openAs(null);
  const files = builtFiles(page);
  await page.goto("/nl");
  await hydrated(page);
  expect(await loadedFonts(page)).toEqual(["Bricolage", "Figtree"]);
  // React Router loads the code of these pages, by the addresses of its manifest.
  for (const [link, heading] of [
    ["Snaren", "Snaren"],
    [/Far away/, "Far away"],
  ] as const) {
    await page.getByRole("link", { name: link }).first().click();
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  }
  // Code and styles that are loaded when they are needed.
  await page.getByRole("region", { name: "Foto’s" }).getByRole("link").first().click();
  await page.locator(".pswp--open").waitFor();
  expect(await page.evaluate(() => performance.getEntriesByType("navigation").length)).toBe(1);
  expect([...files.keys()]).toEqual([CDN]);
  const requested = files.get(CDN) ?? [];
  for (const name of [
    /\/nl\/react-/,
    /\/nl\/browse\.route-/,
    /\/nl\/detail\.route-/,
    /\/photo-zoom-.*\.css$/,
  ])
    expect([name, count(requested, name)]).toEqual([name, 1]);
  // One React.
  expect(count(requested, /\/react-/)).toBe(1);
  expect(cdn.cookies).toEqual([]);
  expect(faults).toEqual([]);
});

test("the page of a signed-in person too; a worker comes from the shop", async () => {
  const { page, faults } = await shop.openAs(seller);
  const files = builtFiles(page);
  await page.goto("/");
  await homeAtRest(page);
  await page.getByRole("button", { name: "Set Your Size Preferences" }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  expect([...files.keys()]).toEqual([CDN]);
  await page.goto("/api/docs");
  await page.getByRole("button", { name: "Try it" }).click();
  await page.locator(".swagger-ui .info").waitFor();
  expect([...files.keys()]).toEqual([CDN]);
  await page.goto("/sell/business?tab=upload");
  await hydrated(page);
  const buffer = Buffer.from("name,brand,price,type\r\nBlade 98,Wilson,120,racket\r\n");
  await page.locator("input[type=file]").setInputFiles({ name: "stock.csv", mimeType: "text/csv", buffer });
  await page.getByRole("main").getByText("1 row: 1 ready, 0 with errors", { exact: true }).waitFor();
  files.delete(CDN);
  expect([...files]).toEqual([[shop.server.url, [expect.stringMatching(/\/reading\.worker-/)]]]);
  expect(cdn.cookies).toEqual([]);
  expect(faults).toEqual([]);
});

test("without a network the offline page has its styles and fonts, which the service worker has of the CDN", async () => {
  const { page, context } = await shop.openAs(null, { serviceWorkers: "allow" });
  await page.goto("/rackets");
  const isKept = () =>
    page.evaluate(
      async () =>
        navigator.serviceWorker.controller !== null &&
        (await caches.match("/offline", { ignoreVary: true })) !== undefined,
    );
  await expect.poll(isKept).toBe(true);
  // The worker keeps the scripts of this page, and its styles.
  await page.goto("/strings");
  await hydrated(page);
  const keptOf = () =>
    page.evaluate(async () => {
      const kept = await (await caches.open("files")).keys();
      return [...new Set(kept.map(({ url }) => new URL(url).origin))];
    });
  await expect.poll(keptOf).toEqual([CDN]);
  await context.setOffline(true);
  await page.goto("/help");
  await page.getByRole("heading", { level: 1, name: "Into the net" }).waitFor();
  expect(await loadedFonts(page)).toContain("Bricolage");
  expect(cdn.cookies).toEqual([]);
});
