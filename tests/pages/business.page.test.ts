import { describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { person } from "#tests/support/people.ts";
import { insertRows } from "#tests/support/rows.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
const BULK = "/sell/business?tab=upload";

describe("the dashboard of a shop", () => {
  test("has two tabs, and six cards that lead to the forms [A1.3 M1.2 M1.3 M2.5 M2.47 M2.48 M2.51]", async () => {
    const browser = shop.withoutScripts(await person("shop"));
    const manual = await browser.open("/sell/business");
    manual.getByRole("heading", { level: 1, name: "Business Seller Dashboard" });
    const cards = manual.main
      .getAllByRole("listitem")
      .flatMap((item) => [...item.querySelectorAll("a")])
      .map((link) => [link.getAttribute("href"), link.querySelector("span span")?.textContent]);
    expect(cards).toEqual([
      ["/sell/racket", "Rackets"],
      ["/sell/strings", "Strings"],
      ["/sell/bag", "Bags"],
      ["/sell/balls", "Balls"],
      ["/sell/clothes", "Clothes"],
      ["/sell/accessories", "Accessories"],
    ]);
    const bulk = await browser.follow(manual.getByRole("link", { name: "Bulk Upload" }));
    bulk.getByRole("heading", { name: "Upload your stock as a file" });
    const mine = bulk.main.getByRole("link", { name: "See my listings" });
    expect(mine.getAttribute("href")).toBe("/my-listings");
    const back = await browser.follow(bulk.getByRole("link", { name: "Manual Listing" }));
    back.main.getByRole("link", { name: /Rackets/ });
  });
});

test("a stock file is uploaded without JavaScript [M2.49]", async () => {
  const who = await person("plain");
  const browser = shop.withoutScripts(who);
  const upload = { name: "Upload" };
  const form = await browser.open(BULK);
  const refused = await browser.submit(form.main.getByRole("button", upload));
  expect(refused.main.getAllByText("Please select a CSV file to upload.")).not.toEqual([]);
  const rows = "name,brand,price,type\r\nBlade 98,Wilson,120,racket\r\nPure Aero,Babolat,95.50,racket\r\n";
  const file = new File([rows], "stock.csv", { type: "text/csv" });
  const sent = await browser.submit(refused.main.getByRole("button", upload), { csv: file });
  expect(sent.url.searchParams.get("upload")).not.toBeNull();
  const listed = () =>
    db()
      .selectFrom("listings")
      .select(["name", "price_cents as cents"])
      .where("user_id", "=", who.viewer.id)
      .orderBy("name")
      .execute();
  await expect.poll(listed).toEqual([
    { name: "Blade 98", cents: 12_000 },
    { name: "Pure Aero", cents: 9_550 },
  ]);
  await expect
    .poll(
      async () =>
        (await browser.open(sent.url.href)).main.queryAllByText(/^Processed 2 items: 2 succeeded, 0 failed\./)
          .length,
    )
    .toBeGreaterThan(0);
});

test("the list of earlier uploads shows how each ended, and a stopped upload says how to continue", async () => {
  const who = await person("stopped");
  const upload = { user_id: who.viewer.id, file_name: "half.csv" };
  await insertRows("uploads", [
    { ...upload, client_id: crypto.randomUUID(), state: "stopped" },
    { ...upload, client_id: crypto.randomUUID(), state: "refused", file_name: "none.csv" },
  ]);
  const browser = shop.withoutScripts(who);
  const page = await browser.open(BULK);
  const entry = (name: string) =>
    page.main.getAllByRole("listitem").find(({ textContent }) => textContent?.includes(name));
  expect(entry("none.csv")?.textContent).toContain("Upload Failed · ");
  expect(entry("half.csv")?.textContent).toContain("Upload stopped · 0 succeeded, 0 failed");
  const stopped = await browser.follow(entry("half.csv")?.querySelector("a") as Element);
  stopped.main.getByRole("heading", { level: 2, name: "Upload stopped" });
  stopped.main.getByText(/Choose the same file again to continue/);
});
