import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { ListingKey } from "#app/features/listings/photos/rules.ts";
import { db } from "#app/platform/db.server.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { hydrated, toast } from "#tests/support/browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { ordersOf, uploadOf } from "#tests/support/picture-orders.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
const INSIDE = "http://127.0.0.1:9/racket.jpg";
const WHY = "The address leads into a private network. It must be one that everybody can open.";
const TITLE = "1 picture from your file could not be fetched";

/** A racket whose row named a picture that could not be had. */
async function racketWithout(owner: Person, uploadId: string | null = null) {
  const racket = await racketOf(owner, { name: "Blade 98 v8" });
  await db()
    .insertInto("picture_orders")
    .values({
      listing_type: racket.type,
      listing_id: racket.id,
      position: 0,
      user_id: owner.viewer.id,
      upload_id: uploadId,
      url: INSIDE,
      state: "failed",
      fault: "private_address",
      tries: 4,
    })
    .execute();
  return racket;
}

/** Until the job of the running server has been there again: it goes nowhere either. */
async function triedAgain(racket: ListingKey): Promise<void> {
  await expect
    .poll(() => ordersOf(racket))
    .toMatchObject([{ state: "failed", fault: "private_address", tries: 1 }]);
}

const note = (page: Page) => page.getByRole("main").getByText(TITLE);

describe("a listing whose picture failed", () => {
  test("tells its owner which and why, and can have it tried again", async () => {
    const owner = await person("shop");
    const racket = await racketWithout(owner);
    const { page } = await shop.as(owner);
    await page.goto(`/rackets/${racket.id}`);
    await hydrated(page);
    await note(page).waitFor();
    await page.getByText(INSIDE).waitFor();
    await page.getByText(WHY).waitFor();
    await expectNoFaults(page);
    await page.getByRole("button", { name: "Try again" }).click();
    await toast(page, "The pictures are being fetched again").waitFor();
    await triedAgain(racket);
    await note(page).waitFor();
  });

  test("tells nobody else", async () => {
    const racket = await racketWithout(await person("shop"));
    for (const who of [await person("stranger"), null]) {
      const { page } = await shop.as(who);
      await page.goto(`/rackets/${racket.id}`);
      await page.getByRole("heading", { level: 1, name: "Blade 98 v8" }).waitFor();
      expect(await page.content()).not.toContain(INSIDE);
      expect(await note(page).count()).toBe(0);
    }
  });

  test("can be tried again without our script", async () => {
    const owner = await person("shop");
    const racket = await racketWithout(owner);
    const { page } = await shop.as(owner, { javaScriptEnabled: false });
    await page.goto(`/rackets/${racket.id}`);
    await page.getByRole("button", { name: "Try again" }).click();
    await triedAgain(racket);
  });
});

test("an upload whose pictures failed tells which of which listing and why, and can have them tried again", async () => {
  const owner = await person("shop");
  const upload = await uploadOf(owner);
  const racket = await racketWithout(owner, upload);
  const { page } = await shop.as(owner);
  await page.goto(`/sell/business?tab=upload&upload=${upload}`);
  await hydrated(page);
  await note(page).waitFor();
  await page.getByRole("button", { name: "Show which" }).click();
  await page.getByText(INSIDE).waitFor();
  await page.getByText(WHY).waitFor();
  const listing = page.getByRole("main").getByRole("link", { name: "Blade 98 v8" });
  await expect.poll(() => listing.getAttribute("href")).toBe(`/rackets/${racket.id}`);
  await page.getByRole("button", { name: "Try again" }).click();
  await toast(page, "The pictures are being fetched again").waitFor();
  await triedAgain(racket);
  await note(page).waitFor();
});
