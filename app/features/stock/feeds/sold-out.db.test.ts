import { beforeEach, describe, expect, test } from "vitest";
import { openRoom } from "#app/features/rooms/commands.server.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import {
  type FeedHost,
  feedFile,
  feedOn,
  feedWithId,
  openFeedHost,
  runWhole,
  skusOnSale,
  stockLine,
} from "#tests/support/feeds.ts";
import { type Person, person } from "#tests/support/people.ts";
import { closeHostsAfterwards } from "#tests/support/picture-hosts.ts";
import { waitForLocks } from "#tests/support/races.ts";
import { findRow, insertRow, updateRows } from "#tests/support/rows.ts";
import { UPLOADS_JOB } from "../upload/jobs.server.ts";
import { withdrawMissed } from "./withdraw.server.ts";

closeHostsAfterwards();

const SKUS = ["A", "B", "C", "D"];
const FULL = SKUS.map((sku) => stockLine(sku));

let host: FeedHost;
let owner: Person;
let feed: string;

openDatabase(async (url) => {
  await startJobs(url, { [UPLOADS_JOB]: { once: true, async work() {} } });
  host = await openFeedHost();
});
beforeEach(async () => {
  owner = await person("shop");
  feed = await feedOn(host, owner);
});

async function runs(...files: readonly string[]) {
  for (const file of files.slice(0, -1)) await runOne(file);
  return runOne(files.at(-1) ?? "");
}

function runOne(file: string) {
  host.serves(file);
  return runWhole(host, owner, feed);
}

const listingOf = (sku: string) => findRow("listings", { user_id: owner.viewer.id, row_key: `sku:${sku}` });

describe("what a feed calls sold out", () => {
  test("is off sale at once, is not gone, and is on sale again as soon as the feed says so", async () => {
    await runs(feedFile(...FULL));
    const most = [stockLine("A", 0), stockLine("B", 0), ...FULL.slice(2)];
    expect(await runs(feedFile(...most))).toMatchObject({ state: "done", updated: 2, kept: 2, gone: 0 });
    expect(await skusOnSale(owner)).toEqual(["C", "D"]);
    expect((await feedWithId(feed)).state).toBe("active");
    await runs(feedFile(...FULL));
    expect(await skusOnSale(owner)).toEqual(SKUS);
  });

  test("may be everything", async () => {
    await runs(feedFile(...FULL));
    const none = SKUS.map((sku) => stockLine(sku, 0));
    expect(await runs(feedFile(...none))).toMatchObject({ state: "done", updated: 4, gone: 0, failed: 0 });
    expect(await skusOnSale(owner)).toEqual([]);
  });

  test("creates no listing", async () => {
    expect(await runs(feedFile(stockLine("A"), stockLine("B", 0)))).toMatchObject({ created: 1, kept: 1 });
    await expect(listingOf("B")).rejects.toThrow();
    expect(await runs(feedFile(stockLine("A"), stockLine("B", 2)))).toMatchObject({ created: 1 });
  });

  test.each([
    [
      "Google's words",
      "id,title,availability,price,brand,condition,product_type",
      "in_stock",
      "out_of_stock",
    ],
    ["a list without quantities", "sku,name,status,price,brand,condition,type", "active", "sold"],
  ])("is read from %s", async (_, heading, there, none) => {
    const file = (...words: readonly string[]) =>
      [
        heading,
        ...words.map((word, n) => `${SKUS[n]},Wilson Blade ${n},${word},100,Wilson,used,racket`),
      ].join("\n");
    expect(await runs(file(there, there, there))).toMatchObject({ created: 3 });
    expect(await runs(file(there, none, none))).toMatchObject({ state: "done", updated: 2, gone: 0 });
    expect(await skusOnSale(owner)).toEqual(["A"]);
  });

  test("in a row that cannot be read is gone after two runs", async () => {
    await runs(feedFile(...FULL));
    const broken = [stockLine("A", 0, ""), ...FULL.slice(1)];
    expect(await runs(feedFile(...broken))).toMatchObject({ failed: 1, gone: 1 });
    expect(await runs(feedFile(...broken, stockLine("E")))).toMatchObject({ withdrawn: 1 });
    expect(await skusOnSale(owner)).toEqual(["B", "C", "D", "E"]);
  });
});

describe("what is gone stays on sale", () => {
  async function goneTwice(sku: string) {
    const { type, id } = await listingOf(sku);
    await updateRows("feed_listings", { listing_id: id }, { missed: 2 });
    return { type, id };
  }

  const withdraw = () =>
    inTransaction((trx) => withdrawMissed(trx, { feedId: feed, userId: owner.viewer.id }));

  test("while somebody writes about it with other listings", async () => {
    const buyer = await person("buyer");
    await runs(feedFile(...FULL));
    const asked = await goneTwice("A");
    const room_id = await openRoom(buyer.viewer, await listingOf("B"));
    await insertRow("cart_requests", { room_id, listing_type: asked.type, listing_id: asked.id });
    await updateRows("chat_rooms", { id: room_id }, { last_message_at: new Date() });
    expect(await withdraw()).toMatchObject({ withdrawn: 0, spared: 1 });
    await updateRows("chat_rooms", { id: room_id }, { last_message_at: new Date(0) });
    expect(await withdraw()).toMatchObject({ withdrawn: 1, spared: 0 });
  });

  test("when somebody asks for it at the same moment", async () => {
    const buyer = await person("buyer");
    await runs(feedFile(...FULL));
    const asked = await goneTwice("A");
    const room = await openRoom(buyer.viewer, asked);
    const { withdrawing } = await inTransaction(async (trx) => {
      await trx.selectFrom("listings").select("id").where("id", "=", asked.id).forUpdate().execute();
      const started = withdraw();
      await waitForLocks(1);
      await trx
        .updateTable("chat_rooms")
        .set({ last_message_at: new Date() })
        .where("id", "=", room)
        .execute();
      return { withdrawing: started };
    });
    expect(await withdrawing).toMatchObject({ withdrawn: 0, spared: 1 });
  });
});
