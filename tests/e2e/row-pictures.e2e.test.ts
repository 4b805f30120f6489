import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { ListingKey } from "#app/features/photos/rules.ts";
import { hydrated, toast } from "#tests/support/browser.ts";
import { INSIDE, racketWithout, TITLE } from "#tests/support/failed-picture.ts";
import { person } from "#tests/support/people.ts";
import { ordersOf, uploadOf } from "#tests/support/picture-orders.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
const WHY = "The address leads into a private network. It must be one that everybody can open.";
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
    await page.getByRole("button", { name: "Try again" }).click();
    await toast(page, "The pictures are being fetched again").waitFor();
    await triedAgain(racket);
    await note(page).waitFor();
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
