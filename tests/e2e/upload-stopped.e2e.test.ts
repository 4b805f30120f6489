import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import type { CDPSession, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { hydrated } from "#tests/support/browser.ts";
import { type Person, person } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
/** Large enough to be on its way for a while, over a slow line. */
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

/** A file of this machine, dragged there and dropped. */
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

/** How fast the browser sends, in bytes a second; null: as fast as it can. */
async function sendAt(session: CDPSession, bytes: number | null): Promise<void> {
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytes ?? -1,
  });
}

/** While `act` runs no server works this person's files: each finds that another does. */
function unworked(who: Person, act: () => Promise<void>): Promise<void> {
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

const uploadsOf = (who: Person) =>
  db().selectFrom("uploads").select(["state", "read"]).where("user_id", "=", who.viewer.id).execute();

test("a file that is dropped: closing the tab asks, its sending can be cancelled, its upload stopped", async () => {
  const who = await person("shop");
  const { page, context } = await shop.as(who);
  const session = await context.newCDPSession(page);
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    asked.push(dialog.type());
    await dialog.dismiss();
  });
  const main = page.getByRole("main");
  const heading = (name: string) => main.getByRole("heading", { level: 2, name });
  await page.goto("/sell/business?tab=upload");
  await hydrated(page);
  await drop(page, session, main.locator("form", { has: page.locator("input[type=file]") }));

  // Two rows say one number: told here, not only after it was sent.
  await main.getByText("201 rows: 200 ready, 1 with faults", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Next fault" }).click();
  await page.locator("td:focus").getByText("Row 2 has this SKU already.").waitFor();
  await page.keyboard.press("F2");
  await page.getByRole("textbox", { name: "sku, row 202" }).fill("N-200");
  await page.keyboard.press("Enter");
  await main.getByText("201 rows: 201 ready, 0 with faults", { exact: true }).waitFor();

  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(["beforeunload"]);

  const upload = page.getByRole("button", { name: "Upload 201 items" });
  await sendAt(session, 20_000);
  await upload.click();
  await main.getByRole("progressbar", { name: "Sending dropped.csv" }).waitFor();
  await expect.poll(() => uploadsOf(who)).toMatchObject([{ state: "receiving" }]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await upload.waitFor();
  await expect.poll(() => uploadsOf(who)).toEqual([]);
  await sendAt(session, null);

  await unworked(who, async () => {
    await upload.click();
    await heading("Waiting for its turn").waitFor();
    // As a server leaves it that has done some of it.
    await db()
      .updateTable("uploads")
      .set({ state: "working", read: 50, kept: 50 })
      .where("user_id", "=", who.viewer.id)
      .execute();
    // What is sent is kept: nothing asks any more.
    await page.reload();
    await hydrated(page);
    await heading("Your items are being listed").waitFor();
    await expect
      .poll(() => main.getByRole("progressbar").getAttribute("aria-valuenow"))
      .toBe(String(Math.floor((100 * 50) / 201)));
    await page.getByRole("button", { name: "Stop" }).click();
    await heading("Upload stopped").waitFor();
  });
  expect(asked).toEqual(["beforeunload"]);
  expect(await uploadsOf(who)).toEqual([{ state: "stopped", read: 50 }]);
  const listed = db().selectFrom("listings").select("id").where("user_id", "=", who.viewer.id);
  expect(await listed.execute()).toEqual([]);
});
