import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { sendMessage } from "#app/features/rooms/commands.server.ts";
import { feedFaultText } from "#app/features/stock/feeds/fault-text.server.ts";
import { feedPath } from "#app/features/stock/feeds/view.ts";
import { overviewFilePath } from "#app/features/stock/overview/view.ts";
import { WEEKS } from "#app/features/stock/overview/weeks.ts";
import { loadModels } from "#server/models-import.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { roomAbout } from "#tests/support/marked-deals.ts";
import { answer, expireOffer, offeredRacket, offerOf } from "#tests/support/offers.ts";
import { orderOf } from "#tests/support/orders.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { orderPicturesFor } from "#tests/support/picture-orders.ts";
import { insertRow, insertRows, updateRows } from "#tests/support/rows.ts";
import { Visitor } from "#tests/support/visitor.ts";
import type { loader as Loader } from "./overview.route.tsx";
import { loader } from "./overview.route.tsx";
import { loader as fileLoader } from "./overview-file.route.ts";

const BLADE = "wilson-blade-98-16x19-v8-2021";
const PATH = "/sell/business/overview";
const DAY = 86_400_000;

let buyer: Person;

openDatabase(async (url) => {
  await captureNotices(url);
  await loadModels(url);
  buyer = await person("buyer");
});

type Overview = NonNullable<Awaited<ReturnType<typeof Loader>>["data"]["overview"]>;

async function read(who: Person): Promise<Overview> {
  const { status, data } = await who.visitor.open(loader, PATH);
  expect(status).toBe(200);
  return (data as { overview: Overview }).overview;
}

async function linesOf(who: Person, file: Parameters<typeof overviewFilePath>[0]): Promise<string[]> {
  const { status, data } = await who.visitor.open(fileLoader, overviewFilePath(file));
  expect(status).toBe(200);
  return String(data).replace("\ufeff", "").trimEnd().split("\r\n");
}

describe("the overview of a shop", () => {
  test("says that there is nothing yet", async () => {
    const who = await person("new");
    expect(await read(who)).toMatchObject({ isNew: true, stale: 0, failedPictures: 0, upload: null });
    expect(await linesOf(who, "weeks")).toHaveLength(WEEKS + 1);
  });

  test("has the offers and messages that wait for an answer, and no others", async () => {
    const who = await person("shop");
    const stranger = await person("stranger");
    const { roomId } = await offerOf(buyer, await offeredRacket(who));
    await offerOf(buyer, await offeredRacket(stranger));
    const asked = await roomAbout(buyer, await racketOf(who, { name: "=Asked" }));
    const answered = await roomAbout(buyer, await racketOf(who, { name: "Answered" }));
    await sendMessage(who.viewer, answered, { clientId: randomUUID(), message: "Yes." });
    const { offers, questions } = await read(who);
    expect(offers).toMatchObject({
      count: 1,
      lines: [{ to: `/messages/${roomId}`, text: expect.stringContaining("100") }],
    });
    expect(questions).toMatchObject({ count: 1, lines: [{ to: `/messages/${asked}` }] });
    expect(await linesOf(who, "offers")).toEqual([
      "Item,Quantity,Price,Open until,Conversation",
      expect.stringMatching(/^Blade 98,1,100\.00,20.+Z,http.+\/messages\//),
    ]);
    expect((await linesOf(who, "questions")).some((line) => line.startsWith("'=Asked,"))).toBe(true);
  });

  test("has a buyer's message about an offer that the seller cannot answer", async () => {
    const who = await person("shop");
    const expired = await offerOf(buyer, await offeredRacket(who));
    await expireOffer(expired.id);
    const countered = await offerOf(buyer, await offeredRacket(who));
    await answer(who, countered.id, "counter", "120");
    expect(await read(who)).toMatchObject({ offers: { count: 0 }, questions: { count: 1 } });
    await sendMessage(buyer.viewer, countered.roomId, { clientId: randomUUID(), message: "With strings?" });
    const { offers, questions } = await read(who);
    expect(offers.count).toBe(0);
    expect(questions.lines.map(({ key }) => key)).toEqual([expired.roomId, countered.roomId]);
  });

  test("names the feeds that ask, or whose last run failed", async () => {
    const who = await person("new");
    const feedAt = async (host: string, state: string) => {
      const feed = { user_id: who.viewer.id, url: `https://${host}/stock.csv`, every_hours: 6, state };
      return (await insertRow("feeds", feed)).id;
    };
    const runOf = (feed_id: string, state: string, fault: string | null, hoursAgo: number) => {
      const at = new Date(Date.now() - hoursAgo * 3_600_000);
      return insertRows("feed_runs", { feed_id, state, fault, started_at: at, finished_at: at });
    };
    const asking = await feedAt("asks.example", "asking");
    const failed = await feedAt("fails.example", "active");
    const mended = await feedAt("works.example", "active");
    await runOf(asking, "done", null, 1);
    await runOf(failed, "failed", "not_found", 1);
    await runOf(mended, "failed", "not_found", 2);
    await runOf(mended, "done", null, 1);
    const { feeds, isNew } = await read(who);
    expect(isNew).toBe(false);
    expect(feeds).toEqual([
      expect.objectContaining({ name: "Feed at asks.example", text: "Waiting for your answer" }),
      { key: failed, to: feedPath(failed), name: "Feed at fails.example", text: feedFaultText("not_found") },
    ]);
  });

  test("counts sales, views and favourites of the last weeks, but not those of the seller", async () => {
    const who = await person("shop");
    const racket = await racketOf(who);
    const item = { listing_type: racket.type, listing_id: racket.id };
    // The steps of an order are hours apart.
    const at = new Date(Date.now() - 2 * DAY);
    await orderOf({ seller: who, buyer, state: "received", cents: 12_000, at });
    await orderOf({
      seller: who,
      buyer,
      state: "received",
      cents: 7_000,
      at: new Date(Date.now() - 200 * DAY),
    });
    await orderOf({ seller: who, buyer, state: "cancelled", cents: 5_000 });
    for (const { viewer } of [buyer, who])
      await insertRows("recently_viewed", { user_id: viewer.id, ...item });
    await insertRows("favorites", { user_id: buyer.viewer.id, ...item });
    const { series, weeks } = await read(who);
    expect(series.map(({ key, total }) => [key, total])).toEqual([
      ["amount", "€120.00"],
      ["views", "1"],
      ["hearts", "1"],
    ]);
    expect(weeks).toHaveLength(WEEKS);
    expect(weeks[0]).toMatchObject({ views: "1", hearts: "1" });
    expect(weeks.filter(({ sales, amount }) => sales === "1" && amount === "€120.00")).toHaveLength(1);
    const lines = await linesOf(who, "weeks");
    expect(lines.at(-1)).toMatch(/^20\d\d-\d\d-\d\d,\d,\d+\.00,1,1$/);
    expect(lines.filter((line) => line.includes(",1,120.00,"))).toHaveLength(1);
  });

  test("names prices far above the price guide of other sellers", async () => {
    const who = await person("shop");
    for (const cents of [9_000, 10_000, 11_000])
      await racketOf(await person("other"), { model: BLADE, cents });
    await racketOf(who, { name: "Fair", model: BLADE, cents: 11_500 });
    const { id } = await racketOf(who, { name: "Dear", model: BLADE, cents: 20_000 });
    const { overpriced } = await read(who);
    expect(overpriced).toMatchObject({ count: 1, lines: [{ key: id, name: "Dear" }] });
    expect(await linesOf(who, "overpriced")).toEqual([
      "id,Item,Price,Usual price from,Usual price up to",
      expect.stringMatching(new RegExp(`^${id},Dear,200\\.00,`)),
    ]);
  });

  test("counts old listings and failed pictures, and names the last upload with failed rows", async () => {
    const who = await person("shop");
    const racket = await racketOf(who, { listedAt: new Date(Date.now() - 61 * DAY) });
    await racketOf(who, { listedAt: new Date(Date.now() - 59 * DAY) });
    await orderPicturesFor(who, racket, ["http://a.example/1.jpg", "http://a.example/2.jpg"]);
    await updateRows(
      "picture_orders",
      { listing_id: racket.id, position: 0 },
      { state: "failed", fault: "not_found" },
    );
    const { id } = await insertRow("uploads", {
      user_id: who.viewer.id,
      client_id: randomUUID(),
      file_name: "stock.csv",
      state: "done",
      read: 3,
      failed: 3,
    });
    expect(await read(who)).toMatchObject({
      stale: 1,
      failedPictures: 1,
      upload: { key: id, name: "stock.csv" },
    });
  });

  test("is for signed-in people, and a list that does not exist is not found", async () => {
    const visitor = new Visitor();
    for (const [route, path] of [
      [loader, PATH],
      [fileLoader, overviewFilePath("weeks")],
    ] as const)
      expect((await visitor.open(route, path)).location).toContain("/auth?next=");
    expect((await buyer.visitor.open(fileLoader, `${PATH}.csv?list=secrets`)).status).toBe(404);
  });
});
