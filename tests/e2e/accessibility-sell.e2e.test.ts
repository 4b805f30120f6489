import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectNoFaults, faultsInStates, type States } from "#tests/support/axe.ts";
import { expectNoSidewaysScroll, toast } from "#tests/support/browser.ts";
import { racketWithFailedPicture, TITLE } from "#tests/support/failed-picture.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { updateRows } from "#tests/support/rows.ts";
import { listingOf, photoOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;
const BULK = "/sell/business?tab=upload";

beforeAll(async () => {
  seller = await person("seller");
});

async function choose(page: Page, text: string): Promise<void> {
  const file = { name: "stock.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.locator("input[type=file]").setInputFiles(file);
}

const STATES: States = {
  "a step of the sell form with a fault at a field": async (page) => {
    const { id } = await listingOf(seller, "string", { photos: [await photoOf(seller)] });
    await page.goto(`/strings/${id}/edit`);
    await page.getByRole("button", { name: "Next" }).click();
    const price = page.getByLabel("Price", { exact: true });
    await price.fill("free");
    await price.blur();
    await page.getByText("Price must be an amount in euros").waitFor();
  },
  "the photos of a sell form, one of them just removed": async (page) => {
    await page.goto("/sell/racket");
    const files = await Promise.all([pictureFile(), pictureFile()]);
    const picked = files.map((file, n) => ({
      name: `${n}.jpg`,
      mimeType: "image/jpeg",
      buffer: Buffer.from(file),
    }));
    await page.locator("input[type=file]").setInputFiles(picked);
    await page.locator("input[name=photo]").nth(1).waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Remove photo 2" }).click();
    await page.getByRole("button", { name: "Undo" }).waitFor();
  },
  "the page of a sold listing with photos": async (page) => {
    const photos = await Promise.all([photoOf(seller), photoOf(seller)]);
    const { id } = await listingOf(await person("owner"), "racket");
    for (const [position, photo] of photos.entries())
      await updateRows("photos", { id: photo }, { listing_type: "racket", listing_id: id, position });
    await updateRows("listings", { id }, { quantity: 0 });
    await page.goto(`/rackets/${id}`);
    await page.getByText("Sold", { exact: true }).waitFor();
  },
  "a listing whose picture failed": async (page) => {
    await page.goto(`/rackets/${(await racketWithFailedPicture(seller)).id}`);
    await page.getByRole("main").getByText(TITLE).waitFor();
  },
  "a stock file with columns that the seller must name": async (page) => {
    await page.goto(BULK);
    await choose(page, "Wert;name\n1;Blade\n");
    await page.getByRole("heading", { name: "Which column is which?" }).waitFor();
  },
  "a stock file with a fault at a cell": async (page) => {
    await page.goto(BULK);
    await choose(page, "name,brand,price,type\nBlade 98,Wilson,much,racket\nAero,Babolat,9,racket\n");
    await page.getByText("2 rows: 1 ready, 1 with errors", { exact: true }).waitFor();
  },
  "that stock file, uploaded except for one row": async (page) => {
    await page.getByRole("button", { name: "Upload 2 items" }).click();
    await page.getByRole("heading", { level: 2, name: "Upload Complete" }).waitFor();
  },
  "a stock with an invalid price, a selected row, and a sold one with a long name": async (page) => {
    await stock(page);
    const price = page.getByRole("textbox", { name: "Price of Blade 98 in euros" });
    await price.fill("cheap");
    await price.press("Enter");
    await page.getByRole("row", { name: "Blade 98" }).getByText("Price must be an amount").waitFor();
  },
  "the dialog that changes prices of selected rows": async (page) => {
    await page.getByRole("button", { name: "Change prices…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Change in percent").fill("10");
    await dialog.getByRole("button", { name: "Preview changes" }).click();
    await dialog.getByText("Prices changing by +10%: 1").waitFor();
  },
};

/** Opens a stock with a racket, a selected bag, and a sold racket with a long name and SKU. */
async function stock(page: Page): Promise<void> {
  await racketOf(seller, { name: "Blade 98" });
  await listingOf(seller, "bag", { name: "Bag" });
  const { id } = await racketOf(seller, { name: `${"Extraordinarily".repeat(4)} long name, with words` });
  await updateRows("listings", { id }, { quantity: 0, row_key: "sku:A-VERY-LONG-NUMBER-OF-A-SHOP-0001" });
  await page.goto("/sell/business/stock");
  await page.getByRole("checkbox", { name: "Select Bag", exact: true }).check();
}

test("axe finds no fault in the page states of sellers that no link leads to [M2.12]", async () => {
  const { page } = await shop.openAs(seller);
  expect(await faultsInStates(page, STATES)).toEqual([]);
});

test("axe finds no fault in the component gallery, which fits the smallest phone; dialogs and menus work by keyboard and return the focus; toasts are announced [W1.3.1 W4.1.2]", async () => {
  const { page, faults } = await shop.openAs(null);
  await page.goto("/dev/gallery");
  await page.getByRole("heading", { name: "ReviewList" }).waitFor();
  await expectNoFaults(page);
  expect(faults).toEqual([]);
  for (const [part, role] of [
    ["Dialog", "dialog"],
    ["AlertDialog", "alertdialog"],
    ["DropdownMenu", "menu"],
  ] as const) {
    const opener = page.getByRole("region", { name: part, exact: true }).getByRole("button").last();
    await opener.focus();
    await page.keyboard.press("Enter");
    const opened = page.getByRole(role);
    await opened.waitFor();
    await expect.poll(() => opened.evaluate((it) => it.contains(document.activeElement))).toBe(true);
    await page.keyboard.press("Escape");
    await opened.waitFor({ state: "detached" });
    await expect.poll(() => opener.evaluate((it) => it === document.activeElement)).toBe(true);
  }
  await page.getByRole("button", { name: "danger" }).first().click();
  const message = toast(page, "Like New");
  await message.waitFor();
  expect(await message.evaluate((it) => it.closest("[aria-live]")?.getAttribute("aria-live"))).toBe("polite");
});

test("a toast fits a small phone and disappears, by itself or when its action is used", async () => {
  const { page } = await shop.openAs(null, { viewport: { width: 360, height: 640 } });
  await page.goto("/dev/gallery");
  await page.getByRole("button", { name: "danger" }).first().click();
  const message = toast(page, "Like New");
  await message.waitFor();
  await expectNoSidewaysScroll(page);
  await message.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Try again (0)" }).click();
  const toasts = page.locator("[data-toast]");
  await toasts.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Try again (1)" }).waitFor();
  expect(await toasts.count()).toBe(0);
});
