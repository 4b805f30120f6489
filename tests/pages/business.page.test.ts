import { describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { person } from "#tests/support/people.ts";
import { findRows, insertRow, insertRows } from "#tests/support/rows.ts";
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
  const done = await browser.open(sent.url.href);
  const asked = await browser.follow(done.main.getByRole("link", { name: "Take back" }));
  asked.main.getByText(/^Listings that are deleted: 2\./);
  const taken = await browser.submit(asked.main.getByRole("button", { name: "Take back" }));
  expect(taken.url.searchParams.get("upload")).toBe(sent.url.searchParams.get("upload"));
  await expect.poll(listed).toEqual([]);
});

test("without JavaScript, a seller answers what a file asks, and sends it again", async () => {
  const who = await person("dollars");
  const browser = shop.withoutScripts(who);
  const rows = "name,brand,price USD,type,condition,sku\r\nBlade 98,Wilson,$125,racket,Good,A\r\n";
  const file = new File([rows], "dollars.csv", { type: "text/csv" });
  const form = await browser.open(BULK);
  const upload = () => form.main.getByRole("button", { name: "Upload" });
  const asked = await browser.submit(upload(), { csv: file });
  asked.main.getByText("Rows waiting for your answer: Prices in USD: 1.");
  const questions = await browser.follow(asked.main.getByRole("link", { name: "dollars.csv" }));
  questions.getByRole("heading", { level: 1, name: "Your answers: dollars.csv" });
  const currency = questions.main.getByLabelText("Prices in USD: 1. What are they in euros?");
  const offered = [...currency.querySelectorAll("option")].map(({ value }) => value);
  expect(offered).toEqual(["", "rate", "own", "out"]);
  const save = () => questions.main.getByRole("button", { name: "Save answers" });
  const wrong = await browser.submit(save(), { way: "own", rate: "a lot" });
  expect(wrong.main.getByLabelText("How many USD is one euro?").getAttribute("value")).toBe("a lot");
  wrong.main.getByRole("link", { name: "Enter a number above 0." });
  await browser.submit(save(), { way: "own", rate: "1.25" });
  const again = await browser.submit(upload(), { csv: file });
  again.main.getByText(/^Answered on /);
  const prices = () =>
    db().selectFrom("listings").select("price_cents").where("user_id", "=", who.viewer.id).execute();
  await expect.poll(prices).toEqual([{ price_cents: 10_000 }]);
  const [link] = again.main
    .getAllByRole("link", { name: "dollars.csv" })
    .filter((each) => each.getAttribute("href")?.includes("/answers/"));
  if (!link) return expect.fail("no link to the answers");
  const kept = await browser.follow(link);
  expect(kept.main.getByLabelText("How many USD is one euro?").getAttribute("value")).toBe("1.25");
  const cleared = await browser.submit(kept.main.getByRole("button", { name: "Start over" }));
  cleared.main.getByRole("heading", { name: "Upload your stock as a file" });
  expect(cleared.main.queryByRole("heading", { name: "Your answers about files" })).toBeNull();
});

test("the page of a feed names what its last file asked and left out, and links to the questions", async () => {
  const who = await person("feeder");
  const feed = await insertRow("feeds", {
    user_id: who.viewer.id,
    url: "https://stock.example/stock.csv",
    every_hours: 24,
    state: "paused",
  });
  const shape = "own:1";
  await insertRow("feed_runs", {
    ...{ feed_id: feed.id, state: "done", shape, finished_at: new Date() },
    answered_at: new Date("2026-11-03T12:00:00Z"),
    reading: JSON.stringify({
      leftOut: { total: { count: 1, numbers: [9] } },
      waiting: [{ about: "currency", currency: "SEK", count: 3 }],
      rates: [{ currency: "USD", rate: 1.1712, dated: "2026-11-28" }],
    }),
  });
  const asked = { rows: 4, prices: [], isPriceSure: true, noType: 0, noCondition: 0, notForSale: 0 };
  const { id } = await insertRow("stock_answers", {
    ...{ user_id: who.viewer.id, shape, file_name: "stock.csv" },
    questions: JSON.stringify({
      ...asked,
      currencies: [{ currency: "SEK", count: 3, samples: ["99 SEK"] }],
    }),
  });
  const browser = shop.withoutScripts(who);
  const page = await browser.open(`/sell/business/feeds/${feed.id}`);
  page.main.getByText("The feed needs your answer");
  expect(page.main.getAllByText("Rows waiting for your answer: Prices in SEK: 3.")).toHaveLength(2);
  page.main.getByText("Not for sale: Totals: 1 (row 9)");
  page.main.getByText(/^Your answers of .+ are used\. €1 = 1\.1712 USD, rate of /);
  const link = page.main.getByRole("link", { name: "Answer" });
  expect(link.getAttribute("href")).toBe(`/sell/business/answers/${id}`);
  const questions = await browser.follow(link);
  const saved = await browser.submit(questions.main.getByRole("button", { name: "Save answers" }), {
    way: "out",
  });
  expect(saved.url.pathname).toBe(`/sell/business/feeds/${feed.id}`);
  expect(saved.main.queryByText("The feed needs your answer")).toBeNull();
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

test("rows whose prices are far from the guide are shown, and are listed by a button without JavaScript", async () => {
  const who = await person("far");
  const { id } = await insertRow("uploads", {
    ...{ user_id: who.viewer.id, client_id: crypto.randomUUID(), file_name: "far.csv", state: "done" },
    ...{ encoding: "utf-8", separator: ",", columns: ["name", "price", "type"], rows: 1, read: 1, failed: 1 },
    finished_at: new Date(),
  });
  await insertRows("upload_rows", {
    upload_id: id,
    number: 2,
    cells: { name: "RF97", price: "12.00", type: "racket" },
    faults: JSON.stringify([
      { column: "price", code: "far_price", parameters: [1_200, 9_500, 13_000], rowKey: "row:a#0" },
    ]),
  });
  const browser = shop.withoutScripts(who);
  const page = await browser.open(`${BULK}&upload=${id}`);
  page.main.getByText("Prices far from what these models usually cost: 1");
  expect(page.main.getByText(/^Row 2, RF97:/).textContent).toBe("Row 2, RF97: €12.00, usually €95–130");
  await browser.submit(page.main.getByRole("button", { name: "Confirm these prices and list" }));
  const listed = () => findRows("listings", { user_id: who.viewer.id }, ["name", "price_cents"]);
  await expect.poll(listed).toEqual([{ name: "RF97", price_cents: 1_200 }]);
});
