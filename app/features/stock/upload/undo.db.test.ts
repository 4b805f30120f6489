import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { startDeal, takeStep } from "#app/features/deals/commands.server.ts";
import { sellOne } from "#app/features/listings/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { action as change } from "#app/routes/stock/upload.route.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { dealForm, roomAbout } from "#tests/support/marked-deals.ts";
import { type Person, person } from "#tests/support/people.ts";
import { ordersOf } from "#tests/support/picture-orders.ts";
import { findRows, insertRow, insertRows, updateRows } from "#tests/support/rows.ts";
import { inChunks, racketFile } from "#tests/support/stock-files.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { changeFeed } from "../feeds/commands.server.ts";
import { readStock } from "../table/address.ts";
import { stockPage } from "../table/queries.server.ts";
import { changeUpload } from "./commands.server.ts";
import { UPLOADS_JOB } from "./jobs.server.ts";
import { uploadOf, uploadsOf } from "./present.server.ts";
import { receiveUpload } from "./receive.server.ts";
import { MAX_KEPT_UPLOADS, MAX_REMEMBERED_LISTINGS, MAX_RUNS_WITHOUT_PROGRESS } from "./rules.ts";
import { type ExistingListings, type UploadView, uploadPath } from "./view.ts";
import { processUploads } from "./work.server.ts";

const never = new AbortController().signal;
const HEADING = "sku,name,price,type,quantity,description,images";

openDatabase(async (url) => {
  await captureNotices(url, { [UPLOADS_JOB]: { once: true, async work() {} } });
});

async function received(who: Person, file: string, known: ExistingListings = "keep"): Promise<string> {
  const sent = { clientId: randomUUID(), fileName: "stock.csv", known };
  return (await receiveUpload(who.viewer, sent, inChunks(new TextEncoder().encode(file)))).id;
}

async function uploaded(who: Person, rows: readonly string[], known: ExistingListings = "keep") {
  const id = await received(who, [HEADING, ...rows].join("\n"), known);
  await processUploads(who.viewer.id, never);
  return id;
}

async function viewOf(who: Person, id: string): Promise<UploadView> {
  const view = await uploadOf(who.viewer, id);
  if (!view) throw new Error(`no upload ${id}`);
  return view;
}

async function takenBack(who: Person, id: string) {
  await changeUpload(who.viewer, id, "undo");
  await processUploads(who.viewer.id, never);
  return (await viewOf(who, id)).undo;
}

async function feedOf({ viewer }: Person): Promise<string> {
  const feed = { user_id: viewer.id, url: "https://a.example/feed.csv", every_hours: 6 };
  return (await insertRow("feeds", feed)).id;
}

function stockOf({ viewer }: Person) {
  return db()
    .selectFrom("listings")
    .select(["type", "id", "name", "description", "price_cents", "quantity", "attributes", "row_key"])
    .where("user_id", "=", viewer.id)
    .orderBy("id")
    .execute();
}

async function racketNamed(who: Person, name: string) {
  const item = (await stockOf(who)).find((listing) => listing.name === name);
  if (!item) throw new Error(`no listing ${name}`);
  return { type: "racket", id: item.id };
}

describe("an upload that is taken back", () => {
  test("deletes what it created, and restores what it changed; other listings stay", async () => {
    const who = await person("shop");
    await uploaded(who, [
      "A,Blade,100,racket,2,Old words,http://a.example/1.jpg",
      "B,Clash,90,racket,1,,",
      "C,Speed,80,racket,1,,",
    ]);
    const before = await stockOf(who);
    const id = await uploaded(
      who,
      [
        "A,Blade 98,120,racket,5,New words,http://a.example/2.jpg http://a.example/3.jpg",
        "B,Clash,90,racket,1,,http://a.example/4.jpg",
        "C,Speed,80,racket,1,,",
        "D,Pure Drive,70,racket,1,,",
      ],
      "update",
    );
    const possible = { state: "possible", deleted: 1, restored: 2, kept: 0 };
    expect((await viewOf(who, id)).undo).toMatchObject(possible);
    expect(await takenBack(who, id)).toMatchObject({ ...possible, state: "done", percent: 100 });
    expect(await stockOf(who)).toEqual(before);
    const [a, b] = before.map((listing) => ({ type: "racket", id: listing.id }));
    expect(a && (await ordersOf(a)).map(({ url }) => url)).toEqual(["http://a.example/1.jpg"]);
    expect(b && (await ordersOf(b))).toEqual([]);
    expect(await findRows("upload_listings", { upload_id: id }, ["listing_id"])).toEqual([]);
  });

  test("whose file was processed twice restores what was before the first time", async () => {
    const who = await person("shop");
    await uploaded(who, ["A,Blade,100,racket,1,,"]);
    const before = await stockOf(who);
    const id = await uploaded(who, ["A,Blade,120,racket,1,,", "B,Clash,90,racket,1,,"]);
    await changeUpload(who.viewer, id, "update");
    await processUploads(who.viewer.id, never);
    expect(await stockOf(who)).toMatchObject([{ price_cents: 12_000 }, { price_cents: 9_000 }]);
    expect(await takenBack(who, id)).toMatchObject({ deleted: 1, restored: 1, kept: 0 });
    expect(await stockOf(who)).toEqual(before);
  });

  test("leaves what was sold, reserved or written about, and says why", async () => {
    const who = await person("shop");
    const buyer = await person("buyer");
    const id = await uploaded(who, [
      "A,Free,1,racket,1,,",
      "B,Asked,1,racket,1,,",
      "C,Promised,1,racket,1,,",
      "D,Sold here,1,racket,2,,",
      "E,Sold there,1,racket,2,,",
      "F,With others,1,racket,1,,",
      "G,Removed,1,racket,1,,",
    ]);
    const room = await roomAbout(buyer, await racketNamed(who, "Asked"));
    await insertRows("cart_requests", {
      room_id: room,
      listing_type: "racket",
      listing_id: (await racketNamed(who, "With others")).id,
    });
    const promised = dealForm(await racketNamed(who, "Promised"), null, { as: "reserved" });
    await startDeal(who.viewer, promised);
    const sold = await racketNamed(who, "Sold here");
    const { dealId } = await startDeal(who.viewer, dealForm(sold, await roomAbout(buyer, sold)));
    await takeStep(buyer.viewer, dealId, { intent: "confirm" });
    await sellOne(who.viewer, await racketNamed(who, "Sold there"));
    await updateRows("listings", await racketNamed(who, "Removed"), { hidden: "removed" });
    const undo = await takenBack(who, id);
    expect(undo).toMatchObject({ deleted: 1, restored: 0, kept: 6 });
    expect(undo?.firstKept.map(({ name, because }) => [name, because])).toEqual([
      ["Asked", "discussed"],
      ["Promised", "reserved"],
      ["Removed", "removed"],
      ["Sold here", "sold"],
      ["Sold there", "sold"],
      ["With others", "discussed"],
    ]);
    expect((await stockOf(who)).map(({ name }) => name)).not.toContain("Free");
  });

  test("leaves a changed listing that was changed since, or whose former SKU another listing has", async () => {
    const who = await person("shop");
    await uploaded(who, ["A,Blade,100,racket,1,,", "B,Clash,90,racket,1,,", "C,Speed,80,racket,1,,"]);
    const [blade, clash] = await stockOf(who);
    const file = `id,${HEADING}\n${clash?.id},X,Clash,95,racket,1,,\n,A,Blade,110,racket,1,,\n,C,Speed,85,racket,1,,`;
    const id = await received(who, file, "update");
    await processUploads(who.viewer.id, never);
    await updateRows("listings", { id: blade?.id ?? "" }, { price_cents: 10_500 });
    await uploaded(who, ["B,Radical,60,racket,1,,"]);
    const undo = await takenBack(who, id);
    expect(undo).toMatchObject({ deleted: 0, restored: 1, kept: 2 });
    expect(undo?.firstKept.map(({ name, because }) => [name, because])).toEqual([
      ["Blade", "changed"],
      ["Clash", "changed"],
    ]);
    expect((await stockOf(who)).map(({ price_cents }) => price_cents)).toEqual([10_500, 9_500, 8_000, 6_000]);
  });

  test("continues after an interruption, and is taken back once by two tabs and two servers", async () => {
    const who = await person("shop");
    const id = await received(who, racketFile(1_200));
    await processUploads(who.viewer.id, never);
    await Promise.all([changeUpload(who.viewer, id, "undo"), changeUpload(who.viewer, id, "undo")]);
    await processUploads(who.viewer.id, never, 0);
    expect((await viewOf(who, id)).undo).toMatchObject({ state: "working", percent: 41, deleted: 500 });
    expect(await stockOf(who)).toHaveLength(700);
    await expect(changeUpload(who.viewer, id, "forget")).rejects.toMatchObject({ reason: "upload_not_now" });
    const other = await received(who, racketFile(3, { from: 5_000 }));
    await Promise.all([processUploads(who.viewer.id, never), processUploads(who.viewer.id, never)]);
    await changeUpload(who.viewer, id, "undo");
    await processUploads(who.viewer.id, never);
    expect((await viewOf(who, id)).undo).toMatchObject({ state: "done", deleted: 1_200, kept: 0 });
    expect(await viewOf(who, other)).toMatchObject({ state: "done", created: 3 });
    expect(await stockOf(who)).toHaveLength(3);
    await expect(changeUpload(who.viewer, id, "update")).rejects.toMatchObject({ reason: "upload_not_now" });
  });

  test("that fails again and again can be taken back later", async () => {
    const who = await person("shop");
    const id = await uploaded(who, ["A,Blade,100,racket,1,,"]);
    await changeUpload(who.viewer, id, "undo");
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`.execute(
      db(),
    );
    await sql`create trigger fail before delete on listings for each row execute function fail()`.execute(
      db(),
    );
    for (let n = 0; n < MAX_RUNS_WITHOUT_PROGRESS; n += 1)
      await expect(processUploads(who.viewer.id, never)).rejects.toThrow("broken");
    await processUploads(who.viewer.id, never);
    await sql`drop trigger fail on listings`.execute(db());
    expect((await viewOf(who, id)).undo).toMatchObject({ state: "possible", deleted: 1 });
    expect(await takenBack(who, id)).toMatchObject({ state: "done", deleted: 1 });
  });
});

test("an upload is taken back by its owner alone, and not before it is processed", async () => {
  const [who, stranger] = [await person("shop"), await person("stranger")];
  const id = await received(who, racketFile(2));
  const ask = (visitor: Visitor) => visitor.call(change, uploadPath(id), { intent: "undo" }, { id });
  expect((await ask(who.visitor)).status).toBe(409);
  await processUploads(who.viewer.id, never);
  expect((await ask(new Visitor())).status).toBe(401);
  expect((await ask(stranger.visitor)).status).toBe(404);
  await processUploads(who.viewer.id, never);
  expect(await stockOf(who)).toHaveLength(2);
  expect((await ask(who.visitor)).status).toBe(200);
  expect((await ask(who.visitor)).status).toBe(200);
  await processUploads(who.viewer.id, never);
  expect(await stockOf(who)).toEqual([]);
});

test("an upload that can be taken back outlives many others, without its file", async () => {
  const who = await person("shop");
  const id = await uploaded(who, ["A,Blade,100,racket,1,,", ",,,racket,1,,"]);
  const idle = await uploaded(who, ["A,Blade,100,racket,1,,"]);
  for (let n = 0; n < MAX_KEPT_UPLOADS; n += 1) await uploaded(who, [`${n},Clash,${n + 1},racket,1,,`]);
  expect(await uploadOf(who.viewer, idle)).toBeNull();
  expect(await viewOf(who, id)).toMatchObject({ hasFile: false, failed: 1, first: [] });
  expect(await findRows("upload_parts", { upload_id: id }, ["number"])).toEqual([]);
  expect(await takenBack(who, id)).toMatchObject({ deleted: 1 });
});

test("the changes of all uploads of a person count, also those of feeds", async () => {
  const who = await person("shop");
  const id = await uploaded(who, ["A,Blade,100,racket,1,,"]);
  const feed_id = await feedOf(who);
  const many = { read: MAX_REMEMBERED_LISTINGS, updated: MAX_REMEMBERED_LISTINGS, has_file: false };
  await insertRows("uploads", {
    ...{ user_id: who.viewer.id, client_id: randomUUID(), feed_id, file_name: "feed.csv", state: "done" },
    ...many,
  });
  for (let n = 0; n < MAX_KEPT_UPLOADS; n += 1) await uploaded(who, [`${n},Clash,${n + 1},racket,1,,`]);
  expect(await uploadOf(who.viewer, id)).toBeNull();
});

test("of a deleted feed, the newest uploads that can be taken back become its owner's", async () => {
  const who = await person("shop");
  const ids: string[] = [];
  for (let n = 0; n <= MAX_KEPT_UPLOADS; n += 1)
    ids.push(await uploaded(who, [`A,Blade,${n + 1},racket,1,,`], "update"));
  const idle = await uploaded(who, [`A,Blade,${MAX_KEPT_UPLOADS + 1},racket,1,,`], "update");
  const feed_id = await feedOf(who);
  await updateRows("uploads", { user_id: who.viewer.id }, { feed_id });
  expect(await uploadsOf(who.viewer)).toEqual([]);
  await changeFeed(who.viewer, feed_id, "delete");
  expect((await uploadsOf(who.viewer, 100)).map((upload) => upload.id)).toEqual(ids.slice(1).reverse());
  expect(await uploadOf(who.viewer, idle)).toBeNull();
  expect(await takenBack(who, ids.at(-1) ?? "")).toMatchObject({ restored: 1 });
});

test("the stock table shows what an upload has created or changed", async () => {
  const [who, stranger] = [await person("shop"), await person("stranger")];
  await uploaded(who, ["A,Blade,100,racket,1,,", "B,Clash,90,racket,1,,"]);
  const id = await uploaded(
    who,
    ["A,Blade,110,racket,1,,", "B,Clash,90,racket,1,,", "C,Speed,80,racket,1,,"],
    "update",
  );
  const namesOf = async ({ viewer }: Person) => {
    const { rows, count } = await stockPage(viewer.id, readStock(new URLSearchParams({ upload: id })));
    expect(count).toBe(rows.length);
    return rows.map(({ name }) => name).sort();
  };
  expect(await namesOf(who)).toEqual(["Blade", "Speed"]);
  expect(await namesOf(stranger)).toEqual([]);
});
