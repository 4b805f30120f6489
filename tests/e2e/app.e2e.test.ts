import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { hydrated, toast } from "#tests/support/browser.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { insertRows } from "#tests/support/rows.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

const PHONE = { viewport: { width: 360, height: 740 }, serviceWorkers: "allow" } as const;

/** Waits until the service worker controls this page and has cached the offline page at the path `offline`. */
async function waitForServiceWorker(page: Page, offline: string): Promise<void> {
  const ready = async (address: string) =>
    navigator.serviceWorker.controller !== null &&
    (await caches.match(address, { ignoreVary: true })) !== undefined;
  await expect.poll(() => page.evaluate(ready, offline)).toBe(true);
}

function cachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => new URL(url).pathname);
  });
}

async function cdp(context: BrowserContext, page: Page) {
  const session = await context.newCDPSession(page);
  await session.send("Page.enable");
  return session;
}

test("the web app manifest is valid, in the language of the page, and its icons have the declared sizes", async () => {
  const { page, context } = await shop.openAs(null, PHONE);
  await page.goto("/de/rackets");
  const { errors, data = "" } = await (await cdp(context, page)).send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data);
  expect(manifest).toMatchObject({
    id: "/",
    scope: "/",
    start_url: "/de",
    lang: "de",
    display: "standalone",
  });
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual([
    "/de/search",
    "/de/sell",
    "/de/messages",
    "/de/favorites",
  ]);
  const pictures = [...manifest.icons, ...manifest.shortcuts.flatMap((one: { icons: [] }) => one.icons)];
  const sizes = await page.evaluate(
    (sources) =>
      Promise.all(
        sources.map(async (src) => {
          const image = new Image();
          image.src = src;
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        }),
      ),
    pictures.map(({ src }) => src),
  );
  expect(sizes).toEqual(pictures.map(({ sizes }) => sizes));
  expect(new Set(manifest.icons.map(({ purpose }: { purpose: string }) => purpose))).toEqual(
    new Set(["any", "maskable", "monochrome"]),
  );
  expect(await page.locator("meta[name=theme-color]").getAttribute("content")).toBe(manifest.theme_color);
});

describe("without a network", () => {
  test("an offline page in the language of the URL appears, and by itself loads that URL when the network is back", async () => {
    const { page, context } = await shop.openAs(null, PHONE);
    await page.goto("/de/rackets");
    await waitForServiceWorker(page, "/de/offline");
    await context.setOffline(true);
    await page.goto("/de/help?from=offline");
    await page.getByRole("heading", { level: 1, name: "Ins Netz: keine Verbindung" }).waitFor();
    // The offline page's style sheet and fonts are cached with it.
    const face = await page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].some(({ family, status }) => family === "Bricolage" && status === "loaded");
    });
    expect(face).toBe(true);
    // The button loads the URL again.
    const loaded = page.waitForEvent("load");
    await page.getByRole("button", { name: "Noch einmal versuchen" }).click();
    await loaded;
    await page.getByRole("heading", { level: 1, name: "Ins Netz: keine Verbindung" }).waitFor();
    await context.setOffline(false);
    await page.getByRole("heading", { level: 1, name: "Hilfecenter" }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/de/help?from=offline");
  });

  test("the installed app shows the last conversations and the favourites, until their person signs out; a browser keeps nothing", async () => {
    const buyer = await person("buyer");
    const racket = await racketOf(await person("seller"), { name: "Kept" });
    const key = { type: "racket", id: racket.id };
    await insertRows("favorites", {
      user_id: buyer.viewer.id,
      listing_type: "racket",
      listing_id: racket.id,
    });
    const room = await openRoom(buyer.viewer, key);
    await sendMessage(buyer.viewer, room, {
      clientId: crypto.randomUUID(),
      message: "Is the <b>grip</b> new?",
    });
    const { page, context } = await shop.openAs(buyer, PHONE);
    const kept = () =>
      page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("offline")));
    await page.goto(`/messages/${room}`);
    await hydrated(page);
    expect(await kept()).toEqual([]);
    // As in the installed app of an iPhone: Chromium cannot install it here.
    await context.addInitScript(() => Object.assign(navigator, { standalone: true }));
    for (const path of ["/favorites", `/messages/${room}`]) {
      await page.goto(path);
      await hydrated(page);
      await waitForServiceWorker(page, "/offline");
    }
    await expect.poll(kept).toHaveLength(1);
    await context.setOffline(true);
    await page.goto(`/messages/${room}`);
    await page.getByText("You: Is the <b>grip</b> new?").waitFor();
    await page.getByText("My Favorites", { exact: true }).click();
    await page.getByText(/^Kept, /).waitFor();
    await context.setOffline(false);
    // The offline page opens the conversation again by itself.
    await page.getByRole("log").waitFor();
    await page.goto("/me");
    await hydrated(page);
    await page.getByRole("button", { name: "Log out" }).click();
    await expect.poll(kept).toEqual([]);
  });
});

/**
 * Code that is loaded when a button is pressed. Each entry has the file that fails, the page, the role and the name of
 * the button, and the role of the element that it opens. The chat dialog itself is there, but not a file that it needs.
 */
const ON_DEMAND = [
  ["user-menu-popup", "own", "button", /: your menu$/, "menu"],
  ["region-dialog", "own", "link", "Country, language and currency", "dialog"],
  ["sizes-dialog", "home", "button", "Set Your Size Preferences", "dialog"],
  ["alert-dialog", "own", "button", "Delete", "alertdialog"],
  ["thread-view", "theirs", "button", "Chat", "dialog"],
] as const;

test("a button whose code cannot be loaded shows a message, and works on the next press", async () => {
  const someone = await person("someone");
  const own = `/rackets/${(await racketOf(someone)).id}`;
  const theirs = `/rackets/${(await racketOf(await person("seller"))).id}`;
  const { page } = await shop.openAs(someone);
  for (const [part, at, role, name, opened] of ON_DEMAND) {
    const file = `**/assets/${part}-*`;
    await page.goto({ home: "/", own, theirs }[at]);
    await page.route(file, (route) => route.abort());
    const title = await page.getByRole("heading", { level: 1 }).textContent();
    const opener = page.getByRole(role, { name, exact: true }).first();
    await opener.click();
    await toast(page, "We could not be reached").waitFor();
    expect([part, await page.getByRole("heading", { level: 1 }).textContent()]).toEqual([part, title]);
    expect([part, await page.getByRole(opened).count()]).toEqual([part, 0]);
    await page.unroute(file);
    await opener.click();
    await page.getByRole(opened).waitFor();
  }
});

test("a photo that is shared to the installed shop is offered by the forms of listings until one takes it; signing out deletes it", async () => {
  const { page } = await shop.openAs(await person("sharer"), PHONE);
  await page.goto("/");
  await waitForServiceWorker(page, "/offline");
  // What the system sends by the manifest's share_target.
  const share = (base64: string) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const files = new DataTransfer();
    files.items.add(new File([bytes], "court.jpg", { type: "image/jpeg" }));
    const form = Object.assign(document.createElement("form"), {
      method: "post",
      enctype: "multipart/form-data",
      action: "/sell/shared",
    });
    const input = Object.assign(document.createElement("input"), { type: "file", name: "photos" });
    input.files = files.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  };
  const photo = Buffer.from(await pictureFile()).toString("base64");
  const hasShared = () => page.evaluate(() => caches.has("shared photos"));
  await page.evaluate(share, photo);
  await page.waitForURL("**/sell/individual");
  await page.goto("/sell/racket");
  await page.getByText("A photo was shared to Second Serve.").waitFor();
  await page.getByText("0 of 20").waitFor();
  await page.goto("/sell/bag");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("1 of 20").waitFor();
  expect(await hasShared()).toBe(false);
  await page.goto("/me");
  await page.evaluate(share, photo);
  await page.waitForURL("**/sell/individual");
  await page.goto("/me");
  expect(await hasShared()).toBe(true);
  await page.getByRole("button", { name: "Log out" }).click();
  await expect.poll(hasShared).toBe(false);
});

test("the service worker caches no private page of a person who is signed in or has signed out", async () => {
  const { page, context, faults } = await shop.openAs(await person("keeper"), PHONE);
  await page.goto("/");
  await hydrated(page);
  await waitForServiceWorker(page, "/offline");
  for (const path of ["/profile", "/my-listings", "/favorites", "/messages", "/me"]) {
    await page.goto(path);
    await hydrated(page);
  }
  // Following a link makes the router request data instead of a page.
  await page.getByRole("link", { name: "Favorites", exact: true }).click();
  await page.waitForURL("**/favorites");
  await page.goto("/me");
  await hydrated(page);
  const privatePaths = async () =>
    (await cachedPaths(page)).filter((path) => path !== "/offline" && !path.startsWith("/assets/"));
  expect(await privatePaths()).toEqual([]);
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("link", { name: "Sign in / Sign up" }).first().waitFor();
  expect((await cachedPaths(page)).length).toBeGreaterThan(3);
  expect(await privatePaths()).toEqual([]);
  await context.setOffline(true);
  await page.goto("/profile");
  await page.getByRole("heading", { level: 1, name: "Into the net" }).waitFor();
  expect(await page.locator("body").textContent()).not.toContain("keeper");
  expect(faults.filter((fault) => !fault.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
});

test("the browser's install prompt is replaced by a button in the footer", async () => {
  const { page } = await shop.openAs(null);
  await page.goto("/auth");
  await hydrated(page);
  const install = page.getByRole("contentinfo").getByRole("button", { name: "Install the app" });
  expect(await install.count()).toBe(0);
  const prevented = await page.evaluate(() => {
    const offer = new Event("beforeinstallprompt", { cancelable: true });
    Object.assign(offer, {
      prompt: async () => {
        document.title = "asked";
        return { outcome: "dismissed" };
      },
    });
    dispatchEvent(offer);
    return offer.defaultPrevented;
  });
  // The browser's install prompt would cover the page.
  expect(prevented).toBe(true);
  await install.click();
  await expect.poll(() => page.title()).toBe("asked");
  await expect.poll(() => install.count()).toBe(0);
});
