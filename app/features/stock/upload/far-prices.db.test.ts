import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { loadModels } from "#server/models-import.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { findRow, findRows, insertRow, updateRows } from "#tests/support/rows.ts";
import { inChunks } from "#tests/support/stock-files.ts";
import { feedOf } from "../feeds/present.server.ts";
import { changeUpload } from "./commands.server.ts";
import { failedFile } from "./failed-file.server.ts";
import { recoverAndExpireUploads, UPLOADS_JOB } from "./jobs.server.ts";
import { uploadOf } from "./present.server.ts";
import { receiveUpload } from "./receive.server.ts";
import type { ExistingListings } from "./view.ts";
import { processUploads } from "./work.server.ts";

const BLADE = "wilson-blade-98-16x19-v8-2021";
const HEADING = "sku,type,name,brand,price,condition,quantity,model";
const rowOf = (sku: string, price: number, { condition = "Good", quantity = 1 } = {}) =>
  `${sku},racket,Blade,Wilson,${price},${condition},${quantity},${BLADE}`;

let shop: Person;

/** Others ask 90 to 110 euros, so under 45 and over 220 is far. */
openDatabase(async (url) => {
  await loadModels(url);
  await startJobs(url, { [UPLOADS_JOB]: { once: true, async work() {} } });
  for (const cents of [9_000, 10_000, 11_000]) await racketOf(await person("other"), { model: BLADE, cents });
});
beforeEach(async () => {
  // What the shops of other tests ask would be in the guide too.
  if (shop) await db().deleteFrom("listings").where("user_id", "=", shop.viewer.id).execute();
  shop = await person("shop");
});

async function viewOf(id: string) {
  await processUploads(shop.viewer.id, new AbortController().signal);
  const view = await uploadOf(shop.viewer, id);
  if (!view) throw new Error(`no upload ${id}`);
  return view;
}

async function uploaded(rows: readonly string[], known: ExistingListings = "keep") {
  const sent = { clientId: randomUUID(), fileName: "stock.csv", known };
  const file = new TextEncoder().encode([HEADING, ...rows].join("\n"));
  return viewOf((await receiveUpload(shop.viewer, sent, inChunks(file))).id);
}

/** Confirms what the upload's page shows. */
async function confirm(id: string) {
  const { far, lastFar } = (await uploadOf(shop.viewer, id)) ?? expect.fail("no upload");
  await changeUpload(shop.viewer, id, "prices", { count: far, last: lastFar });
}

async function confirmed(id: string) {
  await confirm(id);
  return viewOf(id);
}

async function prices() {
  const rows = await db()
    .selectFrom("listings")
    .select(["row_key", "price_cents as cents"])
    .where("user_id", "=", shop.viewer.id)
    .orderBy("row_key")
    .execute();
  return rows.map(({ row_key, cents }) => [row_key?.replace("sku:", ""), cents / 100]);
}

test("a row that has fewer pieces than are reserved is told of, and leaves no more than those", async () => {
  await uploaded([rowOf("A", 100, { quantity: 5 }), rowOf("B", 100)]);
  const [{ id } = { id: "" }] = await findRows("listings", { row_key: "sku:A", user_id: shop.viewer.id }, [
    "id",
  ]);
  await updateRows("listings", { id }, { reserved: 2 });
  const view = await uploaded([rowOf("A", 95, { quantity: 1 }), rowOf("B", 95)], "update");
  expect(view).toMatchObject({ state: "done", updated: 1, failed: 1 });
  expect(view.first.map(({ faults }) => faults)).toEqual([[expect.stringContaining("reserved")]]);
  expect(await findRow("listings", { id }, ["quantity", "price_cents"])).toEqual({
    quantity: 2,
    price_cents: 10_000,
  });
});

test("rows whose prices are far from the guide wait, and are listed once their prices are confirmed", async () => {
  const view = await uploaded([rowOf("A", 100), rowOf("B", 12), rowOf("C", 12_000), ",racket,,,,,,"]);
  expect(view).toMatchObject({ state: "done", created: 1, failed: 3, far: 2 });
  expect(view.firstFar).toEqual([
    { number: 3, name: "Blade", price: "€12.00", range: "€90–110" },
    { number: 4, name: "Blade", price: "€12,000.00", range: "€90–110" },
  ]);
  expect(view.first.map(({ number }) => number)).toEqual([5]);
  expect(await prices()).toEqual([["A", 100]]);
  let file = "";
  for await (const part of failedFile(view.id)) file += part;
  expect(file).toContain("€12.00 is far from what this model usually costs (€90–110).");
  expect(await confirmed(view.id)).toMatchObject({ state: "done", created: 3, failed: 1, far: 0, read: 4 });
  expect(await prices()).toEqual([
    ["A", 100],
    ["B", 12],
    ["C", 12_000],
  ]);
  expect(await confirmed(view.id)).toMatchObject({ state: "done", created: 3, failed: 1 });
  await changeUpload(shop.viewer, view.id, "undo");
  expect((await viewOf(view.id)).undo).toMatchObject({ state: "done", deleted: 3 });
  expect(await prices()).toEqual([]);
});

test("what a stopped or given-up upload has not listed can be confirmed again", async () => {
  const { id } = await uploaded([rowOf("A", 12), rowOf("B", 100)]);
  await confirm(id);
  await changeUpload(shop.viewer, id, "stop");
  expect(await viewOf(id)).toMatchObject({ state: "stopped", created: 1, far: 1, first: [] });
  await confirm(id);
  // As servers do whose version knows nothing of confirmed rows.
  await updateRows("uploads", { id }, { state: "refused", fault: "failed", finished_at: new Date() });
  expect(await viewOf(id)).toMatchObject({ state: "refused", far: 1 });
  expect(await confirmed(id)).toMatchObject({ state: "done", fault: null, created: 2, failed: 0, far: 0 });
});

test("the rows of a file that was not read to its end cannot be confirmed", async () => {
  const { id } = await uploaded([rowOf("A", 12), rowOf("B", 100)]);
  await updateRows("uploads", { id }, { state: "stopped", read: 1, created: 0 });
  expect(await viewOf(id)).toMatchObject({ far: 0, first: [{ number: 2 }] });
  await expect(changeUpload(shop.viewer, id, "prices")).rejects.toMatchObject({ reason: "upload_not_now" });
  await changeUpload(shop.viewer, id, "update");
  await expect(changeUpload(shop.viewer, id, "prices")).rejects.toMatchObject({ reason: "upload_not_now" });
  expect(await viewOf(id)).toMatchObject({ state: "done", far: 1 });
});

test.each([
  { count: 1, last: 4 },
  { count: 2, last: 3 },
  { count: 0, last: 0 },
])("rows that were not shown are not confirmed: %o", async (shown) => {
  const { id } = await uploaded([rowOf("A", 100), rowOf("B", 12), rowOf("C", 13)]);
  const confirming = changeUpload(shop.viewer, id, "prices", shown);
  await expect(confirming).rejects.toMatchObject({ reason: "upload_other_prices" });
  expect(await viewOf(id)).toMatchObject({ far: 2, lastFar: 4 });
});

test("rows that differ in nothing but their prices stay two listings", async () => {
  const two = ["racket,Blade,Wilson,100,Good", "racket,Blade,Wilson,12,Good"].map(
    (row) => `,${row},1,${BLADE}`,
  );
  const view = await uploaded(two);
  expect(view).toMatchObject({ created: 1, far: 1 });
  expect(await confirmed(view.id)).toMatchObject({ created: 2, failed: 0 });
  expect(await uploaded(two)).toMatchObject({ unchanged: 2, far: 0 });
});

test("what was confirmed once, is sold out or stays as it is waits for nobody", async () => {
  const first = await uploaded([rowOf("A", 12)]);
  await confirmed(first.id);
  expect(await uploaded([rowOf("A", 14)], "update")).toMatchObject({ updated: 1, far: 0 });
  expect(await uploaded([rowOf("A", 1_400)], "update")).toMatchObject({ updated: 0, far: 1 });
  expect(await uploaded([rowOf("A", 1_400)])).toMatchObject({ unchanged: 1, far: 0 });
  expect(await uploaded([rowOf("B", 12, { quantity: 0 })])).toMatchObject({ created: 1, far: 0 });
  expect(await prices()).toEqual([
    ["A", 14],
    ["B", 12],
  ]);
});

test("a price that is much farther out than the confirmed one, or was written while sold out, waits", async () => {
  await confirmed((await uploaded([rowOf("A", 40)])).id);
  expect(await uploaded([rowOf("A", 0.4), rowOf("B", 12, { quantity: 0 })], "update")).toMatchObject({
    far: 1,
  });
  expect(await uploaded([rowOf("A", 20), rowOf("B", 12)], "update")).toMatchObject({ updated: 1, far: 1 });
  await updateRows("listings", { row_key: "sku:A" }, { quantity: 0, sold_here: 1 });
  expect(await uploaded([rowOf("A", 20)], "update")).toMatchObject({ far: 0, soldHere: 1 });
});

test("a row that waits lowers the pieces of its listing, and raises none", async () => {
  const pieces = async () => {
    const columns = ["quantity", "price_cents"] as const;
    return Promise.all(["A", "B"].map((sku) => findRow("listings", { row_key: `sku:${sku}` }, [...columns])));
  };
  await uploaded([rowOf("A", 100, { quantity: 5 }), rowOf("B", 100, { quantity: 2 })]);
  const waiting = [rowOf("A", 12, { quantity: 1 }), rowOf("B", 12, { quantity: 3 })];
  const { id, ...view } = await uploaded(waiting, "update");
  expect(view).toMatchObject({ updated: 0, unchanged: 0, failed: 2, far: 2 });
  expect(await pieces()).toEqual([
    { quantity: 1, price_cents: 10_000 },
    { quantity: 2, price_cents: 10_000 },
  ]);
  expect(await confirmed(id)).toMatchObject({ updated: 2, failed: 0 });
  expect(await pieces()).toEqual([
    { quantity: 1, price_cents: 1_200 },
    { quantity: 3, price_cents: 1_200 },
  ]);
  await changeUpload(shop.viewer, id, "undo");
  await viewOf(id);
  expect(await pieces()).toEqual([
    { quantity: 5, price_cents: 10_000 },
    { quantity: 2, price_cents: 10_000 },
  ]);
});

test("a confirmed row is left out if a newer file has changed its listing", async () => {
  const { id } = await uploaded([rowOf("A", 12), rowOf("B", 12)]);
  await uploaded([rowOf("A", 100)]);
  const view = await confirmed(id);
  expect(view).toMatchObject({ created: 1, failed: 1, far: 0 });
  expect(view.first).toEqual([
    {
      number: 2,
      name: "Blade",
      faults: ["A newer file has changed this item since. This row was left out."],
    },
  ]);
  expect(await prices()).toEqual([
    ["A", 100],
    ["B", 12],
  ]);
});

test("a row that waits says that the shop's system has learned of sales here", async () => {
  const pieces = () => findRow("listings", { row_key: "sku:A" }, ["quantity", "sold_here"]);
  await uploaded([rowOf("A", 100, { quantity: 2 })]);
  await updateRows("listings", { row_key: "sku:A" }, { quantity: 1, sold_here: 1 });
  const { id, ...view } = await uploaded([rowOf("A", 12)], "update");
  expect(view).toMatchObject({ updated: 0, failed: 1, far: 1 });
  expect(await pieces()).toEqual({ quantity: 1, sold_here: 0 });
  await changeUpload(shop.viewer, id, "undo");
  await viewOf(id);
  expect(await pieces()).toEqual({ quantity: 1, sold_here: 1 });
  await uploaded([rowOf("A", 12)], "update");
  const more = await uploaded([rowOf("A", 12, { quantity: 2 })], "update");
  expect(await confirmed(more.id)).toMatchObject({ updated: 1, failed: 0 });
  expect(await pieces()).toEqual({ quantity: 2, sold_here: 0 });
});

describe("of a feed, only the newest file", () => {
  async function twoFiles() {
    const feed = { user_id: shop.viewer.id, url: "https://a.example/feed.csv", every_hours: 6 };
    const { id: feed_id } = await insertRow("feeds", feed);
    const { id: older } = await uploaded([rowOf("A", 12)], "update");
    const { id: newer } = await uploaded([rowOf("A", 13)], "update");
    await updateRows("uploads", { user_id: shop.viewer.id }, { feed_id });
    for (const [n, id] of [older, newer].entries()) {
      const moment = new Date(Date.now() + n);
      const { client_id } = await findRow("uploads", { id }, ["client_id"]);
      const run = {
        id: client_id,
        feed_id,
        upload_id: id,
        state: "done",
        started_at: moment,
        finished_at: moment,
      };
      await insertRow("feed_runs", run);
    }
    const far = async () => (await feedOf(shop.viewer, feed_id))?.far ?? null;
    return { older, newer, far };
  }

  test("can be confirmed", async () => {
    const { older, newer, far } = await twoFiles();
    expect(await far()).toMatchObject({ count: 1 });
    const confirming = changeUpload(shop.viewer, older, "prices", { count: 1, last: 2 });
    await expect(confirming).rejects.toMatchObject({ reason: "upload_other_prices" });
    expect(await viewOf(older)).toMatchObject({ state: "done", created: 0, far: 0, failed: 1 });
    expect(await confirmed(newer)).toMatchObject({ created: 1, far: 0, failed: 0 });
    expect(await prices()).toEqual([["A", 13]]);
    expect(await far()).toBeNull();
  });

  test("asks, unless it is taken back", async () => {
    const { newer, far } = await twoFiles();
    await updateRows("uploads", { id: newer }, { undo_asked_at: new Date(), undo_done_at: new Date() });
    expect(await far()).toBeNull();
  });

  test("stays for as long as its rows wait", async () => {
    const { newer } = await twoFiles();
    const left = async () => {
      await updateRows("uploads", { user_id: shop.viewer.id }, { finished_at: new Date(0) });
      await recoverAndExpireUploads();
      const rows = await findRows("uploads", { user_id: shop.viewer.id }, ["id"]);
      return rows.map(({ id }) => id);
    };
    expect(await left()).toEqual([newer]);
    await confirmed(newer);
    expect(await left()).toEqual([]);
  });
});
