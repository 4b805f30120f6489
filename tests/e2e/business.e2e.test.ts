import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { hydrated, toast } from "#tests/support/browser.ts";
import { type Person, person } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
const BULK = "/sell/business?tab=upload";

async function open(who: Person): Promise<Page> {
  const { page } = await shop.openAs(who);
  await page.goto(BULK);
  return page;
}

async function choose(page: Page, text: string | Buffer, name = "stock.csv"): Promise<void> {
  const buffer = typeof text === "string" ? Buffer.from(text) : text;
  await page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer });
}

const main = (page: Page) => page.getByRole("main");
const grid = (page: Page) => page.getByRole("grid");
const rowOf = (page: Page, text: string) => grid(page).getByRole("row").filter({ hasText: text });
/** Waits until the page shows this summary of the table, such as "3 rows: 2 ready, 1 with errors". */
const counts = (page: Page, text: string) => main(page).getByText(text, { exact: true }).waitFor();
const status = (page: Page, title: string) => main(page).getByRole("heading", { level: 2, name: title });

/** Uploads the table with the button named `items`, and waits for the toast with the text `result`. */
async function send(page: Page, items: string, result: string): Promise<void> {
  await page.getByRole("button", { name: items, exact: true }).click();
  await toast(page, "Upload Complete").getByText(result).waitFor({ timeout: 30_000 });
  await status(page, "Upload Complete").waitFor();
}

const namesOf = async (who: Person) =>
  (
    await db()
      .selectFrom("listings")
      .select(["name", "price_cents"])
      .where("user_id", "=", who.viewer.id)
      .orderBy("name")
      .execute()
  ).map(({ name, price_cents }) => `${name} ${price_cents}`);

const GOOD = "name,brand,price,type\r\nBlade 98,Wilson,120,racket\r\nPure Aero,Babolat,95.50,racket\r\n";

/** No row of the table covers another one, which would cut off its fault texts. */
async function expectRowsApart(page: Page): Promise<void> {
  const covered = () =>
    page.locator("tr[data-index]").evaluateAll((rows) => {
      const boxes = rows.map((row) => row.getBoundingClientRect()).sort((one, other) => one.top - other.top);
      return boxes.filter(({ bottom }, n) => bottom > (boxes[n + 1]?.top ?? bottom) + 1).length;
    });
  await expect.poll(covered).toBe(0);
}

test("the template is downloaded, and can be uploaded unchanged [M2.50 M8.17]", async () => {
  const who = await person("template");
  const page = await open(who);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download template" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("tennis-inventory-template.csv");
  await toast(page, "Template Downloaded").waitFor();
  const template = await readFile(await download.path());
  await choose(page, template, download.suggestedFilename());
  await grid(page).waitFor();
  const upload = page.getByRole("button", { name: /^Upload \d+ items$/ });
  const items = Number(/\d+/.exec((await upload.textContent()) ?? "")?.[0]);
  expect(items).toBeGreaterThanOrEqual(6);
  await counts(page, `${items} rows: ${items} ready, 0 with errors`);
  await send(page, `Upload ${items} items`, `Processed ${items} items: ${items} succeeded, 0 failed.`);
  expect(await namesOf(who)).toHaveLength(items);
});

describe("a stock file, before it is uploaded,", () => {
  test("shows faults at their cells, where they are repaired; rows that still fail can be downloaded [M1.2 M2.49 M2.51 M4.14 M8.15]", async () => {
    const who = await person("shop");
    const page = await open(who);
    await choose(
      page,
      "name,brand,price,type,condition\r\n" +
        "Blade 98,Wilson,much,racket,Good\r\nPure Aero,Babolat,95,racket,Broken\r\nGravity,Head,80,racket,\r\n",
    );
    await counts(page, "3 rows: 1 ready, 2 with errors");
    const blade = rowOf(page, "Blade 98");
    const price = blade.getByRole("gridcell").nth(2);
    expect(await price.getAttribute("aria-invalid")).toBe("true");
    await price.getByText("Price must be a valid number").waitFor();
    await price.click();
    const input = page.getByRole("textbox", { name: "price, row 2" });
    await input.fill("12o");
    await input.press("Enter");
    await price.getByText("12o").waitFor();
    await counts(page, "3 rows: 1 ready, 2 with errors");
    await page.keyboard.press("Enter");
    await input.fill("150");
    await input.press("Escape");
    await price.getByText("12o").waitFor();
    await price.click();
    await input.fill("150");
    await input.press("Enter");
    await counts(page, "3 rows: 2 ready, 1 with errors");
    await page.getByRole("button", { name: "Undo" }).click();
    await counts(page, "3 rows: 1 ready, 2 with errors");
    await price.click();
    await input.fill("150");
    await input.press("Enter");
    await counts(page, "3 rows: 2 ready, 1 with errors");

    await page.getByText("Only rows with errors").click();
    await expect.poll(() => grid(page).getByRole("gridcell", { name: "Blade 98" }).count()).toBe(0);
    await rowOf(page, "Pure Aero")
      .getByText("Invalid condition value. Must be one of: New, Excellent, Good, Fair, Poor")
      .waitFor();
    await send(page, "Upload 3 items", "Processed 3 items: 2 succeeded, 1 failed.");
    await main(page).getByText("Row 3, Pure Aero:").waitFor();
    expect(await namesOf(who)).toEqual(["Blade 98 15000", "Gravity 8000"]);

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download failed rows" }).click(),
    ]);
    const rows = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatch(/^Pure Aero,.*Invalid condition value/);

    await page.reload();
    await status(page, "Upload Complete").waitFor();
    await page.getByRole("link", { name: "Remove this upload" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove this upload" }).click();
    await status(page, "Upload Complete").waitFor({ state: "detached" });
    expect(await main(page).getByRole("link", { name: "stock.csv" }).count()).toBe(0);
  });

  test("is repaired and uploaded by keyboard alone", async () => {
    const who = await person("keys");
    const page = await open(who);
    await choose(page, "name,brand,price,type\r\nBlade 98,Wilson,120,racket\r\n,Babolat,much,racket\r\n");
    await counts(page, "2 rows: 1 ready, 1 with errors");
    // As a screen reader does, without a key of the grid.
    await rowOf(page, "Blade 98").locator("td").nth(2).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "price, row 2" }).waitFor();
    await page.keyboard.press("Escape");
    const next = page.getByRole("button", { name: "Next error" });
    await next.focus();
    await page.keyboard.press("Enter");
    const focused = page.locator("td:focus");
    await focused.getByText("Missing required field: name").waitFor();
    await page.keyboard.type("Aero");
    await page.keyboard.press("Tab");
    await counts(page, "2 rows: 1 ready, 1 with errors");
    await focused.filter({ hasText: "Babolat" }).waitFor();
    await page.keyboard.press("F8");
    await focused.getByText("Price must be a valid number").waitFor();
    await page.keyboard.press("F2");
    await page.getByRole("textbox", { name: "price, row 3" }).fill("9");
    await page.keyboard.press("Enter");
    await counts(page, "2 rows: 2 ready, 0 with errors");
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "Remove row 3" }).and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    await counts(page, "1 row: 1 ready, 0 with errors");
    await page.keyboard.press("Control+z");
    await counts(page, "2 rows: 2 ready, 0 with errors");
    await page.getByRole("button", { name: "Upload 2 items" }).focus();
    await page.keyboard.press("Enter");
    await toast(page, "Upload Complete").waitFor({ timeout: 30_000 });
    expect(await namesOf(who)).toEqual(["Aero 900", "Blade 98 12000"]);
  });

  test("is repaired in many rows at once: empty cells, and cells with the same fault", async () => {
    const who = await person("filler");
    const page = await open(who);
    await choose(
      page,
      "name,brand,price,condition\r\nBass,Wilson,120,worn out\r\nAlto,Babolat,95,worn out\r\nGhost,Head,80,Good\r\n",
    );
    await counts(page, "3 rows: 0 ready, 3 with errors");
    await page.getByText("For all rows where it is empty").click();
    await page.getByLabel("type", { exact: true }).selectOption("racket");
    await page.getByLabel("country", { exact: true }).selectOption("DE");
    await page.getByLabel("postalCode", { exact: true }).fill("10115");
    await page.getByRole("button", { name: "Fill in", exact: true }).click();
    await counts(page, "3 rows: 1 ready, 2 with errors");
    await page.getByRole("status").getByText("Cells filled in: 9.").waitFor();
    // The rows whose fault stays are as high as before.
    await expectRowsApart(page);
    await page.getByRole("button", { name: "Next error" }).click();
    await page.locator("td:focus").getByText("worn out").waitFor();
    await page.keyboard.press("Enter");
    const cell = page.getByLabel("condition, row 2", { exact: true });
    const forAll = page.getByRole("button", { name: "Use this value in all 2 rows with this error" });
    await cell.fill("Good");
    await forAll.waitFor();
    await cell.press("Control+Enter");
    await counts(page, "3 rows: 3 ready, 0 with errors");
    await page.keyboard.press("Control+z");
    await counts(page, "3 rows: 1 ready, 2 with errors");
    await expectRowsApart(page);
    await rowOf(page, "Bass").getByText("worn out").click();
    await cell.fill("Fair");
    await forAll.click();
    await counts(page, "3 rows: 3 ready, 0 with errors");
    await send(page, "Upload 3 items", "Processed 3 items: 3 succeeded, 0 failed.");
    const listed = await db()
      .selectFrom("listings")
      .select(["name", "type", "country", sql<string>`attributes->>'condition'`.as("condition")])
      .where("user_id", "=", who.viewer.id)
      .orderBy("name")
      .execute();
    expect(listed).toEqual([
      { name: "Alto", type: "racket", country: "DE", condition: "Fair" },
      { name: "Bass", type: "racket", country: "DE", condition: "Fair" },
      { name: "Ghost", type: "racket", country: "DE", condition: "Good" },
    ]);
  });

  test("shows columns that it does not recognize, and asks for their meaning", async () => {
    const who = await person("mapper");
    const page = await open(who);
    await choose(page, "Bezeichnung des Artikels;Wert;Art;name\nBlade 98;120;racket;\n");
    await page.getByRole("heading", { name: "Which column is which?" }).waitFor();
    await page.getByText("For example: 120").waitFor();
    await page.getByLabel("Meaning of “Bezeichnung des Artikels”").selectOption("name");
    await page.getByLabel("Meaning of “Wert”").selectOption("price");
    await page.getByLabel("Meaning of “Art”").selectOption("type");
    await page.getByRole("button", { name: "Continue to the rows" }).click();
    await grid(page).waitFor();
    expect(await grid(page).getByRole("columnheader").allTextContents()).toEqual(
      expect.arrayContaining(["Row", "name", "price", "type"]),
    );
    await page.getByRole("button", { name: "Choose another file" }).click();
    await page.getByRole("heading", { name: "Upload your stock as a file" }).waitFor();
  });

  test("is a table that renders only rows near the visible ones; leaving the page must be confirmed", async () => {
    const page = await open(await person("many"));
    const rows = Array.from(
      { length: 5_000 },
      (_, n) => `Racket ${n},Head,${n === 4_500 ? "x" : "9"},racket`,
    );
    await choose(page, `name,brand,price,type\n${rows.join("\n")}\n`);
    await counts(page, "5,000 rows: 4,999 ready, 1 with errors");
    await page.getByRole("button", { name: "Next error" }).click();
    await rowOf(page, "Racket 4500").getByText("Price must be a valid number").waitFor();
    expect(await grid(page).getByRole("row").count()).toBeLessThan(80);
    await page.getByRole("link", { name: "Manual Listing" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Stay" }).click();
    await rowOf(page, "Racket 4500").waitFor();
    await page.getByRole("link", { name: "Manual Listing" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
    await page.waitForURL("**/sell/business");
  });
});

test("an upload needs a file; a file that is not a table is refused with a message [M8.14 M8.16]", async () => {
  const page = await open(await person("none"));
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await toast(page, "No file selected").getByText("Please select a CSV file to upload.").waitFor();
  await choose(page, Buffer.from([0x50, 0x4b, 0x03, 0x04, 0, 0, 0, 0]));
  await toast(page, "Upload Failed").getByText("There was an error processing your CSV file.").waitFor();
  await main(page).getByRole("alert").filter({ hasText: "Upload Failed" }).waitFor();
  await choose(page, "name,brand,price,type\n");
  await main(page).getByRole("alert").filter({ hasText: "a header, but no rows below it" }).waitFor();
  await choose(page, GOOD);
  await counts(page, "2 rows: 2 ready, 0 with errors");
});

test("a file that is uploaded again lists nothing twice, and offers an update; another tab shows both uploads [M4.14]", async () => {
  const who = await person("twice");
  const { page, context } = await shop.openAs(who);
  await page.goto(BULK);
  await choose(page, `sku,${GOOD.replace("\r\nBlade", "\r\na1,Blade").replace("\r\nPure", "\r\na2,Pure")}`);
  await counts(page, "2 rows: 2 ready, 0 with errors");
  await send(page, "Upload 2 items", "Processed 2 items: 2 succeeded, 0 failed.");
  const other = await context.newPage();
  await other.goto(BULK);
  await hydrated(other);
  await main(other).getByRole("link", { name: "stock.csv" }).waitFor();

  await choose(
    page,
    "sku,name,brand,price,type\r\na1,Blade 98,Wilson,99,racket\r\na2,Pure Aero,Babolat,95.50,racket\r\n",
    "again.csv",
  );
  await counts(page, "2 rows: 2 ready, 0 with errors");
  await send(page, "Upload 2 items", "Processed 2 items: 2 succeeded, 0 failed.");
  await main(page).getByText("2 already listed, unchanged").waitFor();
  expect(await namesOf(who)).toEqual(["Blade 98 12000", "Pure Aero 9550"]);
  await main(other).getByRole("link", { name: "again.csv" }).waitFor();
  await main(other).getByRole("link", { name: "again.csv" }).click();
  await status(other, "Upload Complete").waitFor();

  await page.getByRole("button", { name: "Update listings that already exist" }).click();
  await main(page).getByText("1 updated").waitFor({ timeout: 30_000 });
  await main(other).getByText("1 updated").waitFor();
  expect(await namesOf(who)).toEqual(["Blade 98 9900", "Pure Aero 9550"]);
});

test("what was answered about a file is chosen for the next one of its shape, until the seller starts over", async () => {
  const who = await person("dollars");
  const page = await open(who);
  const fileOf = (sku: string) =>
    `name,brand,price USD,type,condition,sku\r\nBlade ${sku},Wilson,$125,racket,Good,${sku}\r\n`;
  const convert = page.getByRole("radio", { name: /^Convert them: €1 = [\d.]+ USD, rate of/ });
  const proceed = page.getByRole("button", { name: "Continue to the rows" });
  const used = page.getByText(/^Your answers of .+ are used\.$/);
  await choose(page, fileOf("A"));
  await convert.check();
  await proceed.click();
  await send(page, "Upload 1 item", "Processed 1 items: 1 succeeded, 0 failed.");
  await page.getByRole("heading", { name: "Your answers about files" }).waitFor();
  await choose(page, fileOf("B"));
  await used.waitFor();
  expect(await convert.isChecked()).toBe(true);
  await proceed.click();
  await counts(page, "1 row: 1 ready, 0 with errors");
  await page.getByRole("button", { name: "Back to the columns" }).click();
  await used.waitFor();
  await page.getByRole("button", { name: "Start over" }).click();
  await used.waitFor({ state: "detached" });
  expect(await convert.isChecked()).toBe(false);
  expect(await proceed.isDisabled()).toBe(true);
});

test("an upload that could not be sent can be sent again", async () => {
  const who = await person("offline");
  const { page, context } = await shop.openAs(who);
  await page.goto(BULK);
  await choose(page, GOOD);
  await counts(page, "2 rows: 2 ready, 0 with errors");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Upload 2 items" }).click();
  await main(page).getByRole("alert").filter({ hasText: "We could not be reached" }).waitFor();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await toast(page, "Upload Complete").waitFor({ timeout: 30_000 });
  expect(await namesOf(who)).toHaveLength(2);
});
