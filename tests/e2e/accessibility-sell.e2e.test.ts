import type { Page } from "playwright-core";
import { test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { listingOf, photoOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

/** States of the pages for sellers that no link leads to, so that the crawl does not see them. */
const shop = openShop();
const BULK = "/sell/business?tab=upload";

async function choose(page: Page, text: string): Promise<void> {
  const file = { name: "stock.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.locator("input[type=file]").setInputFiles(file);
}

const STATES: Readonly<Record<string, (page: Page, who: Person) => Promise<unknown>>> = {
  "a wizard's step whose field has a fault": async (page, who) => {
    const { id } = await listingOf(who, "string", { photos: [await photoOf(who)] });
    await page.goto(`/strings/${id}/edit`);
    await page.getByRole("button", { name: "Next" }).click();
    const price = page.getByLabel("Price", { exact: true });
    await price.fill("free");
    await price.blur();
    await page.getByText("Price must be an amount in euros").waitFor();
  },
  "photos of a form, one of them just removed": async (page) => {
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
  "the page of what has photos and is sold": async (page, who) => {
    const photos = await Promise.all([photoOf(who), photoOf(who)]);
    const { id } = await listingOf(await person("owner"), "racket");
    for (const [position, photo] of photos.entries())
      await db()
        .updateTable("photos")
        .set({ listing_type: "racket", listing_id: id, position })
        .where("id", "=", photo)
        .execute();
    await db().updateTable("listings").set({ quantity: 0 }).where("id", "=", id).execute();
    await page.goto(`/rackets/${id}`);
    await page.getByText("Sold", { exact: true }).waitFor();
  },
  "a file whose columns are asked about": async (page) => {
    await page.goto(BULK);
    await choose(page, "Wert;name\n1;Blade\n");
    await page.getByRole("heading", { name: "Which column is which?" }).waitFor();
  },
  "a file with a fault at a cell": async (page) => {
    await page.goto(BULK);
    await choose(page, "name,brand,price,type\nBlade 98,Wilson,much,racket\nAero,Babolat,9,racket\n");
    await page.getByText("2 rows: 1 ready, 1 with faults", { exact: true }).waitFor();
  },
  "a file that was listed, but for a row": async (page) => {
    await page.goto(BULK);
    await choose(page, "name,brand,price,type\nBlade 98,Wilson,much,racket\nAero,Babolat,9,racket\n");
    await page.getByRole("button", { name: "Upload 2 items" }).click();
    await page.getByRole("heading", { level: 2, name: "Upload Complete" }).waitFor();
  },
  "a stock with a price that cannot be, one picked, another long and sold": async (page, who) => {
    await stock(page, who);
    const price = page.getByRole("textbox", { name: "Price of Blade 98 in euros" });
    await price.fill("cheap");
    await price.press("Enter");
    await page.getByRole("row", { name: "Blade 98" }).getByText("Price must be an amount").waitFor();
  },
  "the question by how much prices change": async (page, who) => {
    await stock(page, who);
    await page.getByRole("button", { name: "Change prices…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("By how many percent").fill("10");
    await dialog.getByRole("button", { name: "Show what changes" }).click();
    await dialog.getByText("Prices that change by +10%: 1").waitFor();
  },
};

/** A stock with a bag that is picked, and a racket whose name and number are long. */
async function stock(page: Page, who: Person): Promise<void> {
  await racketOf(who, { name: "Blade 98" });
  await listingOf(who, "bag", { name: "Bag" });
  const { id } = await racketOf(who, { name: `${"Extraordinarily".repeat(4)} long name, with words` });
  await db()
    .updateTable("listings")
    .set({ quantity: 0, row_key: "sku:A-VERY-LONG-NUMBER-OF-A-SHOP-0001" })
    .where("id", "=", id)
    .execute();
  await page.goto("/sell/business/stock");
  await page.getByRole("checkbox", { name: "Select Bag", exact: true }).check();
}

test.each(Object.entries(STATES))("axe finds nothing in %s [M2.12]", async (_state, open) => {
  const who = await person("seller");
  const { page } = await shop.as(who);
  await open(page, who);
  await expectNoFaults(page);
});
