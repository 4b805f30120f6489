import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import type { CDPSession, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListingKey } from "#app/domain/listing.ts";
import { db } from "#app/platform/db.server.ts";
import { hydrated, toast } from "#tests/support/browser.ts";
import { PRIVATE_URL, racketWithFailedPicture, TITLE } from "#tests/support/failed-picture.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { ordersOf, uploadOf } from "#tests/support/picture-orders.ts";
import { findRows, updateRows } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

describe("the stock table", () => {
  const STOCK = "/sell/business/stock";

  /** Creates a seller with Aero 100 (€100), Blade 98 (€200), Clash 100 (€300) and a bag (€45), listed in this order. */
  async function seller(): Promise<Person> {
    const who = await person("seller");
    await racketOf(who, { name: "Aero 100", brand: "Babolat", cents: 10_000 });
    await racketOf(who, { name: "Blade 98", cents: 20_000 });
    await racketOf(who, { name: "Clash 100", cents: 30_000 });
    await listingOf(who, "bag", { name: "Bag", cents: 4_500 });
    return who;
  }

  async function open(who: Person, path = STOCK): Promise<Page> {
    const { page } = await shop.openAs(who);
    await page.goto(path);
    return page;
  }

  const rows = (page: Page) => page.getByRole("rowheader").getByRole("link");
  const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
  const price = (page: Page, name: string) =>
    page.getByRole("textbox", { name: `Price of ${name} in euros` });
  const quantity = (page: Page, name: string) => page.getByRole("textbox", { name: `Quantity of ${name}` });
  const pick = (page: Page, name: string) =>
    page.getByRole("checkbox", { name: `Select ${name}`, exact: true });
  const dialog = (page: Page) => page.getByRole("dialog");

  async function storedListing(who: Person, name: string) {
    const row = await db()
      .selectFrom("listings")
      .select(["price_cents as price", "quantity"])
      .where("user_id", "=", who.viewer.id)
      .where("name", "=", name)
      .executeTakeFirst();
    return row ?? null;
  }

  /**
   * Holds back the tasks in which React renders transitions, like a busy device. Returns a function that releases them:
   * React then renders all state changes since in one step.
   */
  async function holdRendering(page: Page): Promise<() => Promise<void>> {
    const release = await page.evaluateHandle(() => {
      const { prototype } = MessagePort;
      const post = prototype.postMessage;
      const held: (() => void)[] = [];
      prototype.postMessage = function (this: MessagePort, ...args: unknown[]) {
        held.push(() => Reflect.apply(post, this, args));
      };
      return () => {
        prototype.postMessage = post;
        for (const send of held) send();
      };
    });
    return () => release.evaluate((run) => run());
  }

  /** The number of requests for data to which the page has the whole response. */
  const requestsDone = (page: Page) =>
    page.evaluate(
      () => performance.getEntriesByType("resource").filter(({ name }) => name.includes(".data")).length,
    );

  async function namesAre(page: Page, names: string[]): Promise<void> {
    await expect.poll(() => rows(page).allTextContents()).toEqual(names);
  }

  async function write(cell: Locator, text: string): Promise<void> {
    await cell.fill(text);
    await cell.press("Enter");
  }

  test("is filtered as soon as an option is chosen, and Back removes the filter", async () => {
    const page = await open(await seller(), `${STOCK}?sort=price_desc`);
    await page.getByLabel("Category").selectOption("racket");
    await namesAre(page, ["Clash 100", "Blade 98", "Aero 100"]);
    await page.getByRole("searchbox", { name: "Name, brand or SKU" }).fill("wilson 98");
    await page.getByRole("button", { name: "Search", exact: true }).last().click();
    await namesAre(page, ["Blade 98"]);
    expect(new URL(page.url()).search).toBe("?q=wilson+98&type=racket&sort=price_desc");
    await page.getByLabel("Status").selectOption("out");
    await page.getByText("No matches in your stock").waitFor();
    await page.goBack();
    await namesAre(page, ["Blade 98"]);
    await page.goBack();
    await namesAre(page, ["Clash 100", "Blade 98", "Aero 100"]);
  });

  describe("a cell", () => {
    test("is saved by Enter or by leaving it, and restored by Escape or by Undo in the toast", async () => {
      const who = await seller();
      const page = await open(who);
      await write(price(page, "Blade 98"), "149,50");
      const message = toast(page, "Blade 98 now costs €149.50");
      await message.waitFor();
      await expect.poll(() => price(page, "Blade 98").inputValue()).toBe("149.50");
      expect(await storedListing(who, "Blade 98")).toMatchObject({ price: 14_950 });
      await message.getByRole("button", { name: "Undo" }).click();
      await toast(page, "Restored").waitFor();
      await expect.poll(() => price(page, "Blade 98").inputValue()).toBe("200");
      expect(await storedListing(who, "Blade 98")).toMatchObject({ price: 20_000 });

      await quantity(page, "Aero 100").fill("12");
      await quantity(page, "Aero 100").press("Tab");
      await toast(page, "Aero 100: 12 in stock").waitFor();
      expect(await storedListing(who, "Aero 100")).toMatchObject({ quantity: 12 });

      await price(page, "Clash 100").fill("1");
      await price(page, "Clash 100").press("Escape");
      await expect.poll(() => price(page, "Clash 100").inputValue()).toBe("300");
      expect(await storedListing(who, "Clash 100")).toMatchObject({ price: 30_000 });
    });

    test("shows its fault until it is corrected, and keeps its text while the browser is offline", async () => {
      const who = await seller();
      const page = await open(who);
      await write(price(page, "Blade 98"), "cheap");
      await row(page, "Blade 98").getByText("Price must be an amount in euros, like 149 or 149.50").waitFor();
      expect(await price(page, "Blade 98").getAttribute("aria-invalid")).toBe("true");
      await write(quantity(page, "Blade 98"), "100001");
      await row(page, "Blade 98").getByText("Quantity must be between 0 and 100000").waitFor();
      await write(price(page, "Blade 98"), "150");
      await toast(page, "Blade 98 now costs €150.00").waitFor();
      await expect.poll(() => price(page, "Blade 98").getAttribute("aria-invalid")).toBe(null);
      expect(await storedListing(who, "Blade 98")).toEqual({ price: 15_000, quantity: 1 });

      await page.context().setOffline(true);
      await write(price(page, "Aero 100"), "90");
      await row(page, "Aero 100").getByRole("alert").filter({ hasText: /\w/ }).waitFor();
      expect(await price(page, "Aero 100").inputValue()).toBe("90");
      await page.context().setOffline(false);
      await price(page, "Aero 100").press("Enter");
      await toast(page, "Aero 100 now costs €90.00").waitFor();
    });

    test("whose price another tab has changed is not overwritten: the row shows the new price, and a second Enter overwrites it", async () => {
      const who = await seller();
      const [firstTab, secondTab] = [await open(who), await open(who)];
      await write(price(firstTab, "Blade 98"), "180");
      await toast(firstTab, "Blade 98 now costs €180.00").waitFor();
      await write(price(secondTab, "Blade 98"), "170");
      await row(secondTab, "Blade 98").getByText("It has been changed to €180.00 in the meantime.").waitFor();
      expect(await storedListing(who, "Blade 98")).toMatchObject({ price: 18_000 });
      await price(secondTab, "Blade 98").press("Enter");
      await toast(secondTab, "Blade 98 now costs €170.00").waitFor();
      expect(await storedListing(who, "Blade 98")).toMatchObject({ price: 17_000 });
    });
  });

  test("sells one piece after the other until none is left, and undoes the last sale", async () => {
    const who = await seller();
    await sql`update listings set quantity = 2 where user_id = ${who.viewer.id}`.execute(db());
    const page = await open(who);
    const sell = row(page, "Blade 98").getByRole("button", { name: "Mark as sold: Blade 98" });
    await sell.click();
    await toast(page, "Sold 1 × Blade 98, 1 left").waitFor();
    await sell.click();
    const message = toast(page, "Blade 98 is sold");
    await message.waitFor();
    await row(page, "Blade 98").getByText("Sold", { exact: true }).waitFor();
    expect(await storedListing(who, "Blade 98")).toMatchObject({ quantity: 0 });
    await message.getByRole("button", { name: "Undo" }).click();
    await sell.waitFor();
    await expect.poll(() => quantity(page, "Blade 98").inputValue()).toBe("1");
    expect(await storedListing(who, "Blade 98")).toMatchObject({ quantity: 1 });
  });

  describe("several listings in the stock table", () => {
    test("are selected with the shift key, and deleted after a confirmation", async () => {
      const who = await seller();
      const page = await open(who, `${STOCK}?sort=name_asc`);
      await pick(page, "Aero 100").click();
      await pick(page, "Blade 98").click({ modifiers: ["Shift"] });
      await page.getByText("3 selected").waitFor();
      await pick(page, "Bag").click();
      await page.getByText("2 selected").waitFor();
      await page.getByRole("button", { name: "Delete…" }).click();
      await dialog(page).getByRole("heading", { name: "Delete 2 listings?" }).waitFor();
      await dialog(page).getByRole("button", { name: "Cancel" }).click();
      await dialog(page).waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Delete…" }).click();
      await dialog(page).getByRole("button", { name: "Delete 2" }).click();
      await toast(page, "2 listings deleted").waitFor();
      await namesAre(page, ["Bag", "Clash 100"]);
      expect(await storedListing(who, "Aero 100")).toBeNull();
    });

    test("do not open their cancelled dialog again when the table is sorted", async () => {
      const page = await open(await seller(), `${STOCK}?sort=name_asc`);
      await pick(page, "Bag").click();
      await page.getByRole("button", { name: "Delete…" }).click();
      await dialog(page).getByRole("button", { name: "Cancel" }).click();
      await dialog(page).waitFor({ state: "detached" });
      await page.getByRole("columnheader", { name: "Name" }).getByRole("link").click();
      await namesAre(page, ["Clash 100", "Blade 98", "Bag", "Aero 100"]);
      expect(await dialog(page).count()).toBe(0);
    });

    test("that match a filter are all selected, and deleted after typing their number if they are over a hundred", async () => {
      const who = await seller();
      await sql`
      insert into listings (type, user_id, name, price_cents, attributes)
      select 'racket', ${who.viewer.id}, 'Old ' || n, 100, '{"category": "senior", "condition": "Good"}'
      from generate_series(1, 120) n
    `.execute(db());
      const page = await open(who, `${STOCK}?q=old`);
      await page.getByRole("checkbox", { name: "Select all on this page" }).check();
      await page.getByRole("button", { name: "Select all 120" }).click();
      await page.getByText("120 selected").waitFor();
      await page.getByRole("button", { name: "Delete…" }).click();
      await dialog(page).getByRole("button", { name: "Delete 120" }).click();
      await dialog(page).getByText("Type the number 120").waitFor();
      await dialog(page).getByLabel("Type 120 to delete them").fill("120");
      // The answer and the page without these listings are rendered in one step. The answer must be shown anyway.
      const release = await holdRendering(page);
      const requests = await requestsDone(page);
      await dialog(page).getByRole("button", { name: "Delete 120" }).click();
      await expect.poll(() => requestsDone(page)).toBe(requests + 2);
      await release();
      await toast(page, "120 listings deleted").waitFor();
      await page.getByText("No matches in your stock").waitFor();
      await page.getByRole("link", { name: "Clear filters" }).click();
      await namesAre(page, ["Bag", "Clash 100", "Blade 98", "Aero 100"]);
    });
  });
});

describe("failed pictures", () => {
  const WHY = "The link leads to a private network. Use one that everyone can open.";
  /** Waits until a job has retried the picture, which fails again. */
  async function triedAgain(racket: ListingKey): Promise<void> {
    await expect
      .poll(() => ordersOf(racket))
      .toMatchObject([{ state: "failed", fault: "private_address", tries: 1 }]);
  }

  const note = (page: Page) => page.getByRole("main").getByText(TITLE);

  test("of an upload are shown with their listings and reasons, and can be retried", async () => {
    const owner = await person("shop");
    const upload = await uploadOf(owner);
    const racket = await racketWithFailedPicture(owner, upload);
    const { page } = await shop.openAs(owner);
    await page.goto(`/sell/business?tab=upload&upload=${upload}`);
    await hydrated(page);
    await note(page).waitFor();
    await page.getByRole("button", { name: "Show details" }).click();
    await page.getByText(PRIVATE_URL).waitFor();
    await page.getByText(WHY).waitFor();
    const listing = page.getByRole("main").getByRole("link", { name: "Blade 98 v8" });
    await expect.poll(() => listing.getAttribute("href")).toBe(`/rackets/${racket.id}`);
    await page.getByRole("button", { name: "Try again" }).click();
    await toast(page, "The photos are being downloaded again").waitFor();
    await triedAgain(racket);
  });
});

describe("a stock file that is dropped on the page", () => {
  /** So many rows that the upload takes a while. */
  const ROWS = 200;

  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "second-serve-dropped-"));
    file = path.join(folder, "dropped.csv");
    const rows = Array.from({ length: ROWS }, (_, n) => `N-${n},Blade ${n},120,racket,${"x".repeat(4_900)}`);
    const lines = ["sku,name,price,type,description", ...rows, "N-0,Copy,120,racket,"];
    await writeFile(file, lines.join("\n"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function drop(page: Page, session: CDPSession, target: Locator): Promise<void> {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (!box) throw new Error("There is nothing to drop the file on.");
    const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const data = { items: [], files: [file], dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"] as const)
      await session.send("Input.dispatchDragEvent", { type, ...place, data });
    await page.getByRole("grid").waitFor();
  }

  /** Limits the browser's upload speed, in bytes a second. Null removes the limit. */
  async function sendAt(session: CDPSession, bytes: number | null): Promise<void> {
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytes ?? -1,
    });
  }

  /** Holds the lock on this person's uploads while `act` runs, so that no server processes them. */
  function whileUnprocessed(who: Person, act: () => Promise<void>): Promise<void> {
    const key = sql`hashtextextended(${`uploads ${who.viewer.id}`}, 0)`;
    return db()
      .connection()
      .execute(async (connection) => {
        await sql`select pg_advisory_lock(${key})`.execute(connection);
        try {
          await act();
        } finally {
          await sql`select pg_advisory_unlock(${key})`.execute(connection);
        }
      });
  }

  const uploadsOf = (who: Person) => findRows("uploads", { user_id: who.viewer.id }, ["state", "read"]);

  test("asks before its tab is closed, is cancelled while it is sent, and stopped while it is processed", async () => {
    const who = await person("shop");
    const { page, context } = await shop.openAs(who);
    const session = await context.newCDPSession(page);
    const dialogs: string[] = [];
    page.on("dialog", async (dialog) => {
      dialogs.push(dialog.type());
      await dialog.dismiss();
    });
    const main = page.getByRole("main");
    const heading = (name: string) => main.getByRole("heading", { level: 2, name });
    await page.goto("/sell/business?tab=upload");
    await hydrated(page);
    await drop(page, session, main.locator("form", { has: page.locator("input[type=file]") }));

    // Two rows have the same SKU, which the table reports before it is sent.
    await main.getByText("201 rows: 200 ready, 1 with errors", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Next error" }).click();
    await page.locator("td:focus").getByText("Row 2 already has this SKU.").waitFor();
    await page.keyboard.press("F2");
    await page.getByRole("textbox", { name: "sku, row 202" }).fill("N-200");
    await page.keyboard.press("Enter");
    await main.getByText("201 rows: 201 ready, 0 with errors", { exact: true }).waitFor();

    await page.close({ runBeforeUnload: true });
    await expect.poll(() => dialogs).toEqual(["beforeunload"]);

    const upload = page.getByRole("button", { name: "Upload 201 items" });
    await sendAt(session, 20_000);
    await upload.click();
    await main.getByRole("progressbar", { name: "Uploading dropped.csv" }).waitFor();
    await expect.poll(() => uploadsOf(who)).toMatchObject([{ state: "receiving" }]);
    await page.getByRole("button", { name: "Cancel" }).click();
    await upload.waitFor();
    await expect.poll(() => uploadsOf(who)).toEqual([]);
    await sendAt(session, null);

    await whileUnprocessed(who, async () => {
      await upload.click();
      await heading("Waiting to start").waitFor();
      // Pretend that a server has processed 50 rows.
      await updateRows("uploads", { user_id: who.viewer.id }, { state: "working", read: 50, kept: 50 });
      // The file has been sent completely, so the browser no longer asks before the page is left.
      await page.reload();
      await hydrated(page);
      await heading("Your items are being listed").waitFor();
      await expect
        .poll(() => main.getByRole("progressbar").getAttribute("aria-valuenow"))
        .toBe(String(Math.floor((100 * 50) / 201)));
      await page.getByRole("button", { name: "Stop" }).click();
      await heading("Upload stopped").waitFor();
    });
    expect(dialogs).toEqual(["beforeunload"]);
    expect(await uploadsOf(who)).toEqual([{ state: "stopped", read: 50 }]);
    const listed = db().selectFrom("listings").select("id").where("user_id", "=", who.viewer.id);
    expect(await listed.execute()).toEqual([]);
  });
});
