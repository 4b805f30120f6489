import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { findRow } from "#tests/support/rows.ts";
import { inChunks, racketFile } from "#tests/support/stock-files.ts";
import { RowChecker } from "../csv/row-checker.server.ts";
import { processBatch } from "./batch.server.ts";
import { changeUpload } from "./commands.server.ts";
import { Guides } from "./far-prices.server.ts";
import { UPLOADS_JOB } from "./jobs.server.ts";
import { Places } from "./places.server.ts";
import { uploadOf } from "./present.server.ts";
import { receiveUpload } from "./receive.server.ts";
import type { ExistingListings } from "./view.ts";
import { processUploads } from "./work.server.ts";

const SAME_LISTING =
  "Row 2 is already this listing. For something else, leave the id empty here, and enter a SKU that no other row has.";
const never = new AbortController().signal;

openDatabase(async (url) => {
  await startJobs(url, { [UPLOADS_JOB]: { once: true, async work() {} } });
});

async function received(
  who: Person,
  lines: readonly string[],
  known: ExistingListings = "keep",
): Promise<string> {
  const sent = { clientId: randomUUID(), fileName: "stock.csv", known };
  return (await receiveUpload(who.viewer, sent, inChunks(new TextEncoder().encode(lines.join("\n"))))).id;
}

async function uploaded(who: Person, lines: readonly string[], known: ExistingListings = "keep") {
  const id = await received(who, lines, known);
  await processUploads(who.viewer.id, never);
  return uploadOf(who.viewer, id);
}

describe("a row that fails", () => {
  test.each([
    ["is cut within a letter", `${"x".repeat(59)}🎾`],
    ["contains an escape sequence", "\\u0000"],
  ])("because its type %s does not stop the other rows", async (_, type) => {
    const who = await person("shop");
    const view = await uploaded(who, ["name,price,type", "A,1,racket", `B,2,${type}`, "C,3,racket"]);
    expect(view).toMatchObject({ state: "done", created: 2, failed: 1 });
  });
});

describe("two rows of one listing", () => {
  test.each([
    ["the SKU", "the id", (id: string) => [",A-1,Blade,20,racket", `${id},,Blade,30,racket`]],
    ["the id", "the SKU", (id: string) => [`${id},,Blade,20,racket`, ",A-1,Blade,30,racket"]],
  ])(
    "in two batches, of which the first has %s and the second %s: the first is applied, and the second fails",
    async (_, __, rows) => {
      const who = await person("shop");
      await uploaded(who, ["sku,name,price,type", "A-1,Blade,10,racket"]);
      const listing = () =>
        findRow("listings", { user_id: who.viewer.id, name: "Blade" }, ["id", "price_cents"]);
      const [first = "", second = ""] = rows((await listing()).id);
      const others = Array.from({ length: 500 }, (_, n) => `,,Other ${n},5,racket`);
      const view = await uploaded(who, ["id,sku,name,price,type", first, ...others, second], "update");
      expect(view).toMatchObject({ created: 500, updated: 1, failed: 1 });
      expect(await listing()).toMatchObject({ price_cents: 2_000 });
    },
  );

  test("of which the first has the listing's id, and the second the listing's SKU: the first is applied, and the second fails", async () => {
    const who = await person("shop");
    await uploaded(who, ["sku,name,price,type", "A-1,Blade,10,racket"]);
    const { id } = await findRow("listings", { user_id: who.viewer.id });
    const file = [
      "id,sku,name,price,type,category,condition,imageUrls",
      `${id},,Blade,11,racket,senior,Good,http://a.example/1.jpg`,
      ",A-1,Blade,12,racket,senior,Good,http://a.example/2.jpg",
      ",A-2,Blade,13,racket,senior,Good,http://a.example/3.jpg",
    ];
    const view = await uploaded(who, file, "update");
    expect(view).toMatchObject({ state: "done", created: 1, updated: 1, failed: 1 });
    expect(view?.first).toMatchObject([{ number: 3, faults: [SAME_LISTING] }]);
    const stock = await db()
      .selectFrom("listings")
      .select("price_cents")
      .where("user_id", "=", who.viewer.id)
      .orderBy("id")
      .execute();
    expect(stock.map(({ price_cents }) => price_cents)).toEqual([1_100, 1_300]);
  });

  test("of which the first has the listing's id and a new SKU, and the second has this new SKU: the second fails", async () => {
    const who = await person("shop");
    const { id } = await racketOf(who);
    const file = [
      "id,sku,name,price,type,category,condition,imageUrls",
      `${id},N-1,Blade,11,racket,senior,Good,http://a.example/1.jpg`,
      ",N-1,Speed,12,racket,senior,Good,http://a.example/2.jpg",
    ];
    const view = await uploaded(who, file, "update");
    expect(view).toMatchObject({ state: "done", created: 0, updated: 1, failed: 1 });
  });

  test("with the same values, of which only the first has the listing's id: the second fails, with a reason", async () => {
    const who = await person("shop");
    await uploaded(who, ["name,price,type", "Blade,10,racket"]);
    const listing = db().selectFrom("listings").select("id").where("user_id", "=", who.viewer.id);
    const { id } = await listing.executeTakeFirstOrThrow();
    const file = [
      "id,name,price,type,category,condition",
      `${id},Blade,10,racket,senior,Good`,
      ",Blade,10,racket,senior,Good",
    ];
    const view = await uploaded(who, file);
    expect(view).toMatchObject({ created: 0, unchanged: 1, failed: 1 });
    expect(view?.first).toMatchObject([{ number: 3, faults: [SAME_LISTING] }]);
  });

  test("of which one is a copy in an exported file: the fault says how to make the copy a new listing", async () => {
    const who = await person("shop");
    await uploaded(who, ["sku,name,price,type", "A-1,Blade,10,racket"]);
    const listing = db().selectFrom("listings").select("id").where("user_id", "=", who.viewer.id);
    const { id } = await listing.executeTakeFirstOrThrow();
    const copied = (...copy: string[]) => [
      "id,sku,name,price,type,category,condition",
      ...[`${id},A-1`, ...copy].map((start) => `${start},Blade,10,racket,senior,Good`),
    ];
    const view = await uploaded(who, copied(`${id},A-1`, ",A-1"));
    expect(view).toMatchObject({ unchanged: 1, created: 0, failed: 2 });
    expect(view?.first.map(({ faults }) => faults)).toEqual([
      [
        "Row 2 has this id already. For a new listing, clear the id, and change or clear the SKU as well.",
        "Row 2 already has this SKU. For something else, enter another SKU here, or none.",
      ],
      ["Row 2 already has this SKU. For something else, enter another SKU here, or none."],
    ]);
    expect(await uploaded(who, copied(",A-2"))).toMatchObject({ unchanged: 1, created: 1, failed: 0 });
  });
});

test("a row with an id does not change the fields for which the file has no column", async () => {
  const who = await person("shop");
  const { id } = await racketOf(who, { name: "Blade", attributes: { condition: "Like New", weight: 305 } });
  const one = () => findRow("listings", { user_id: who.viewer.id });
  const before = await one();
  const view = await uploaded(who, ["id,name,price,type", `${id},Blade,77,racket`], "update");
  expect(view).toMatchObject({ updated: 1, failed: 0 });
  expect(await one()).toEqual({
    ...before,
    price_cents: 7_700,
    updated_at: expect.any(Date),
    search: expect.anything(),
  });
});

test("a batch that began before the user requested an update of the upload writes nothing", async () => {
  const who = await person("shop");
  const id = await received(who, [racketFile(1)]);
  const columns = new Set<string>();
  const before = { id, userId: who.viewer.id, known: "keep", columns, rows: 1, feedRun: null } as const;
  await changeUpload(who.viewer, id, "stop");
  await changeUpload(who.viewer, id, "update");
  const lookups = { places: new Places(), guides: new Guides(who.viewer.id) };
  expect(await processBatch(db(), before, 0, [], lookups, new RowChecker())).toBeNull();
});
