import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { hydrated, toast } from "#tests/support/browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;
let path: string;

beforeAll(async () => {
  seller = await person("seller");
  path = `/rackets/${(await racketOf(seller, { name: "Blade 98", attributes: ALL_WAYS })).id}`;
});

const ALL_WAYS = { transaction_options: ["direct_checkout", "chat", "bid"] };

test("a failed load is an alert, is tried once more by itself, and then when one asks [M4.13 M8.31]", async () => {
  const { page } = await shop.as(null);
  const { id } = await racketOf(seller, { name: "Unseen" });
  const tries: string[] = [];
  page.on("requestfinished", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.includes(id)) tries.push(pathname);
  });
  await db().schema.alterTable("listings").renameTo("listings_away").execute();
  try {
    const answer = await page.goto(`/rackets/${id}`);
    expect(answer?.status()).toBe(500);
    const alert = page.getByRole("alert");
    await alert.getByText("Failed to load racket details. Please try again later.").waitFor();
    expect(await alert.locator("code").textContent()).toMatch(/^[0-9a-f-]{36}$/);
    const again = page.getByRole("button", { name: "Try again" });
    await expect.poll(() => tries).toEqual([`/rackets/${id}`, `/rackets/${id}.data`]);
    const rests = () => expect.poll(() => again.getAttribute("aria-disabled")).toBeNull();
    await rests();
    await again.click();
    await expect.poll(() => tries).toHaveLength(3);
    await rests();
    await alert.waitFor();
    expect(tries).toHaveLength(3);
  } finally {
    await db().schema.alterTable("listings_away").renameTo("listings").execute();
  }
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 1, name: "Unseen" }).waitFor();
});

test("a load that fails for a moment only is mended without a word from the visitor [M4.13 M8.31]", async () => {
  const { page } = await shop.as(null);
  const { id } = await racketOf(seller, { name: "Seen after all" });
  const { promise: mended, resolve: mend } = Promise.withResolvers<void>();
  await page.route(/\.data(\?|$)/, async (route) => {
    await mended;
    await route.continue();
  });
  await db().schema.alterTable("listings").renameTo("listings_away").execute();
  try {
    await page.goto(`/rackets/${id}`);
    await page.getByRole("alert").waitFor();
  } finally {
    await db().schema.alterTable("listings_away").renameTo("listings").execute();
  }
  mend();
  await page.getByRole("heading", { level: 1, name: "Seen after all" }).waitFor();
});

describe("Back", () => {
  const back = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

  test("leads to my listings from there, and after loading the page anew", async () => {
    const { page, faults } = await shop.as(seller);
    await page.goto("/my-listings");
    await hydrated(page);
    await page.getByRole("link", { name: "Blade 98" }).first().click();
    await back(page, "Back to My Listings").waitFor();
    await page.reload();
    await back(page, "Back to My Listings").click();
    await page.waitForURL("**/my-listings");
    // The server's page and the browser's first one were the same.
    expect(faults).toEqual([]);
  });
});

describe("a message", () => {
  /** Time stands still in the page but for what a test lets pass, so that nothing depends on how fast it runs. */
  async function openStill(who: Person | null): Promise<Page> {
    const { page } = await shop.as(who);
    await page.clock.install();
    await page.goto(path);
    await hydrated(page);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    return page;
  }

  /** Lets time pass in steps, between which the page does what it has to. */
  async function pass(page: Page, milliseconds: number): Promise<void> {
    for (let step = 0; step < milliseconds; step += 100) await page.clock.runFor(100);
  }

  /** Waits for a toast as the server answers; some milliseconds pass meanwhile. */
  async function appears(page: Page, text: string): Promise<void> {
    await expect
      .poll(
        async () => {
          await page.clock.runFor(2);
          return toast(page, text).count();
        },
        { timeout: 10_000 },
      )
      .toBe(1);
  }

  test("of a heart stays for two seconds, on and off [A4.20 A4.21 A9.10 M4.6]", async () => {
    const page = await openStill(await person("fan"));
    for (const [button, text] of [
      ["Add Blade 98 to favourites", "Added to favourites"],
      ["Remove Blade 98 from favourites", "Removed from favourites"],
    ] as const) {
      await page.getByRole("button", { name: button }).click();
      await appears(page, text);
      await pass(page, 1_800);
      expect(await toast(page, text).count()).toBe(1);
      await pass(page, 500);
      expect(await toast(page, text).count()).toBe(0);
    }
    expect(await db().selectFrom("favorites").selectAll().execute()).toEqual([]);
  });

  test("stays for five seconds otherwise, and is the only one [A9.18]", async () => {
    const page = await openStill(null);
    await page.getByRole("button", { name: "Buy Now" }).click();
    await appears(page, "Direct checkout will be available soon.");
    await page.getByRole("button", { name: "Make Offer" }).click();
    await appears(page, "Bidding functionality will be available soon.");
    await pass(page, 500);
    expect(await page.locator("[data-sonner-toast]").count()).toBe(1);
    await pass(page, 4_300);
    expect(await toast(page, "Bidding functionality will be available soon.").count()).toBe(1);
    await pass(page, 600);
    expect(await page.locator("[data-sonner-toast]").count()).toBe(0);
  });

  test("asks the signed-out to log in before a heart is theirs", async () => {
    const page = await openStill(null);
    await page.getByRole("button", { name: "Add Blade 98 to favourites" }).click();
    await appears(page, "Please login");
    await toast(page, "Please sign in to save this item to your favourites.").waitFor();
    expect(await page.getByRole("button", { name: "Add Blade 98 to favourites" }).count()).toBe(1);
  });
});
