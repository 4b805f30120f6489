import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import {
  type FeedHost,
  feedFile,
  feedOn,
  feedWithId,
  openFeedHost,
  runWhole,
  stockLine,
} from "#tests/support/feeds.ts";
import { type Person, person } from "#tests/support/people.ts";
import { closeHostsAfterwards } from "#tests/support/picture-hosts.ts";
import { findRow, findRows, insertRow, updateRows } from "#tests/support/rows.ts";
import { changeAnswers, keepAnswers } from "../answers/commands.server.ts";
import { answersOfSeller } from "../answers/present.server.ts";
import { overviewOf } from "../overview/present.server.ts";
import { UPLOADS_JOB } from "../upload/jobs.server.ts";
import { processUploads } from "../upload/work.server.ts";
import { feedOf } from "./present.server.ts";
import { KEPT_RUNS } from "./rules.ts";

closeHostsAfterwards();

const HEADING = "name,price USD,type,brand,condition,sku,quantity";
const fileOf = (...rows: string[]) => [HEADING, ...rows].join("\n");
const rowOf = (sku: string, quantity: number, price = "$125") =>
  `Blade ${sku},${price},racket,Wilson,Good,${sku},${quantity}`;
const FILE = fileOf(rowOf("A", 1), rowOf("B", 1, "€90"), rowOf("C", 0, "€80"), "Total,215,,,,,");

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
  host.serves(FILE);
});

const run = () => runWhole(host, owner, feed);
const overview = async () => (await overviewOf(owner.viewer, 1, new Date())).feeds;
const shown = async () => (await feedOf(owner.viewer, feed)) ?? expect.fail("no feed");

async function answer(way: "rate" | "out" = "rate"): Promise<string | null> {
  const { asks } = await shown();
  const { id } = asks ?? (await findRow("stock_answers", { user_id: owner.viewer.id }, ["id"]));
  return changeAnswers(owner.viewer, id, {
    ...{ intent: "save", price: "", condition: "", type: "" },
    ...{ currency: ["USD"], way: [way], rate: [""], shown: {} },
  });
}

describe("a feed whose file asks something", () => {
  test("names the question and what is not for sale; once answered, it reads the same file again", async () => {
    expect(await run()).toMatchObject({ state: "done", created: 1, failed: 1 });
    const waiting = [{ about: "currency", currency: "USD", count: 1 }];
    expect(await shown()).toMatchObject({
      asks: { waiting },
      runs: [
        {
          answeredAt: null,
          reading: {
            waiting,
            leftOut: { sold_out: { count: 1, numbers: [4] }, total: { count: 1, numbers: [5] } },
          },
        },
      ],
    });
    expect(await overview()).toMatchObject([{ text: "Rows waiting for your answer: Prices in USD: 1." }]);
    expect(await answer()).toBe(feed);
    expect(await shown()).toMatchObject({ asks: null });
    expect(await overview()).toEqual([]);
    expect(await run()).toMatchObject({ state: "done", created: 1, failed: 0 });
    expect((await shown()).runs[0]).toMatchObject({
      answeredAt: expect.any(String),
      reading: { waiting: [], rates: [{ currency: "USD", rate: 1.172, dated: "2025-06-30" }] },
    });
    const listed = await findRow("listings", { user_id: owner.viewer.id, row_key: "sku:A" }, ["price_cents"]);
    expect(listed.price_cents).toBe(10_666);
    expect(await run()).toMatchObject({ state: "unchanged" });
  });

  test("remembers the question after any number of runs whose file has not changed", async () => {
    await run();
    for (let n = 0; n <= KEPT_RUNS; n += 1) expect(await run()).toMatchObject({ state: "unchanged" });
    expect(await shown()).toMatchObject({ asks: { waiting: [{ currency: "USD" }] } });
    expect(await findRows("feed_runs", { feed_id: feed }, ["id"])).toHaveLength(KEPT_RUNS + 1);
    expect(await answer()).toBe(feed);
    expect(await run()).toMatchObject({ state: "done", created: 1 });
    expect(await findRows("feed_runs", { feed_id: feed }, ["id"])).toHaveLength(KEPT_RUNS);
  });

  test("says so too when no row can be listed, or all rows are left out", async () => {
    host.serves(fileOf(rowOf("A", 1)));
    expect(await run()).toMatchObject({ state: "failed", fault: "all_failed" });
    expect(await shown()).toMatchObject({ asks: { waiting: [{ currency: "USD", count: 1 }] } });
    await answer("out");
    expect(await run()).toMatchObject({ state: "failed", fault: "no_rows" });
    expect((await shown()).runs[0]).toMatchObject({ reading: { leftOut: { currency: { count: 1 } } } });
  });

  test("reads the file again when its owner answers while it is imported", async () => {
    await updateRows("feeds", { id: feed }, { next_at: new Date(0) });
    await host.step(feed);
    await answer();
    await processUploads(owner.viewer.id, new AbortController().signal);
    await host.step(feed);
    expect(await feedWithId(feed)).toMatchObject({ state: "active", digest: null });
    expect(await run()).toMatchObject({ state: "done", created: 1 });
    expect((await feedWithId(feed)).digest).not.toBeNull();
  });

  test("reads its file again when a file of its shape is sent with other answers, and not with the same", async () => {
    await run();
    const { shape } = await findRow("stock_answers", { user_id: owner.viewer.id }, ["shape"]);
    const send = (usd: number) =>
      keepAnswers(owner.viewer, { shape, fileName: "stock.csv" }, { currencies: { USD: usd } }, false);
    await send(1.25);
    expect(await run()).toMatchObject({ state: "done", created: 1 });
    await send(1.25);
    expect(await run()).toMatchObject({ state: "unchanged" });
    await send(1.2);
    expect(await run()).toMatchObject({ state: "done", updated: 1 });
  });

  test("is asked again when its rate is old, and its owner has not agreed to it for a week", async () => {
    await run();
    await answer();
    await updateRows("stock_answers", { user_id: owner.viewer.id }, { answered_at: new Date("2026-01-01") });
    const waiting = [{ about: "currency", currency: "USD", count: 1 }];
    expect(await run()).toMatchObject({ state: "done", created: 0, failed: 1 });
    expect(await shown()).toMatchObject({ asks: { waiting } });
    expect((await shown()).runs[0]).toMatchObject({ reading: { waiting, rates: [] } });
    await answer();
    expect(await shown()).toMatchObject({ asks: null });
    expect(await run()).toMatchObject({ state: "done", created: 1 });
  });

  test("is not asked again about rows that are listed; rows that wait for a newer rate are read again", async () => {
    await run();
    await answer();
    expect(await run()).toMatchObject({ state: "done", created: 1 });
    await updateRows("stock_answers", { user_id: owner.viewer.id }, { answered_at: new Date("2026-01-01") });
    expect(await shown()).toMatchObject({ asks: null });
    expect(await answersOfSeller(owner.viewer)).toMatchObject([{ waiting: [] }]);
    host.serves(fileOf(rowOf("A", 1, "$150"), rowOf("B", 1, "€90")));
    expect(await run()).toMatchObject({ state: "done", updated: 0, failed: 1 });
    expect(await shown()).toMatchObject({ asks: { waiting: [{ currency: "USD", count: 1 }] } });
    expect(await answersOfSeller(owner.viewer)).toMatchObject([{ waiting: [{ currency: "USD", count: 1 }] }]);
    onTestFinished(async () => {
      await db().deleteFrom("currency_rates").execute();
    });
    const dated = new Date().toISOString().slice(0, 10);
    await insertRow("currency_rates", { currency: "USD", rate: 1.25, dated });
    expect(await shown()).toMatchObject({ asks: null });
    expect(await run()).toMatchObject({ state: "done", updated: 1, failed: 0 });
    expect(await run()).toMatchObject({ state: "unchanged" });
  });

  test("is asked nothing any more once it is in our own columns", async () => {
    await run();
    host.serves(feedFile(stockLine("B", 1, 90)));
    expect(await run()).toMatchObject({ state: "done", failed: 0 });
    expect(await shown()).toMatchObject({ asks: null });
  });

  test("is not asked about files of another person", async () => {
    await run();
    await answer();
    const other = await person("other");
    const theirs = await feedOn(host, other);
    await runWhole(host, other, theirs);
    expect(await feedOf(other.viewer, theirs)).toMatchObject({
      asks: { waiting: [{ currency: "USD", count: 1 }] },
    });
    expect(await feedOf(other.viewer, feed)).toBeNull();
  });
});
