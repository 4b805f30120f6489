import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { suspend } from "#app/features/moderation/cases/effects.server.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import {
  type FeedHost,
  feedFile,
  feedOn,
  feedWithId,
  newestRun,
  openFeedHost,
  runWhole,
  skusOnSale,
  stockLine,
} from "#tests/support/feeds.ts";
import { type Person, person } from "#tests/support/people.ts";
import { closeHostsAfterwards } from "#tests/support/picture-hosts.ts";
import { runTogether } from "#tests/support/races.ts";
import { findRows, insertRow, insertRows, updateRows } from "#tests/support/rows.ts";
import { changeUpload } from "../upload/commands.server.ts";
import { UPLOADS_JOB } from "../upload/jobs.server.ts";
import { uploadOf } from "../upload/present.server.ts";
import { processUploads } from "../upload/work.server.ts";
import { changeFeed, saveFeed } from "./commands.server.ts";
import { fetchFeed } from "./fetch-feed.server.ts";
import { FEEDS_JOB, nextFeeds } from "./jobs.server.ts";
import { HOURS, MAX_TRIES, pauseBefore } from "./rules.ts";
import { othersOf, slicesOf } from "./run.server.ts";

closeHostsAfterwards();

const { signal } = new AbortController();
const SKUS = ["A", "B", "C", "D"];
const FULL = feedFile(...SKUS.map((sku) => stockLine(sku)));
const ELSEWHERE = { url: "https://other.example/stock.csv", every_hours: 6 };

let host: FeedHost;
let owner: Person;
let feed: string;

openDatabase(async (url) => {
  const noJob = { once: true, async work() {} } as const;
  await startJobs(url, { [UPLOADS_JOB]: noJob, [FEEDS_JOB]: noJob });
  host = await openFeedHost();
});
beforeEach(async () => {
  owner = await person("shop");
  feed = await feedOn(host, owner);
  host.serves(FULL);
});

/** Does something while the host answers. */
function meanwhile(act: () => Promise<unknown>): void {
  host.answers((_, response) => {
    act().then(
      () => response.writeHead(200, { etag: '"old"' }).end(FULL),
      (error: Error) => response.destroy(error),
    );
  });
}

const suspending = () => inTransaction((trx) => suspend(trx, owner.viewer.id, "infinity"));
const uploads = () => findRows("uploads", { user_id: owner.viewer.id }, ["state", "created"]);

describe("a suspension", () => {
  test("while the file is fetched lists nothing, also in a run that another server repeats", async () => {
    meanwhile(suspending);
    expect(await runWhole(host, owner, feed)).toMatchObject({ state: "failed", fault: "stopped" });
    await insertRow("feed_runs", { feed_id: feed });
    await host.step(feed);
    await processUploads(owner.viewer.id, signal);
    expect([await newestRun(feed), await uploads()]).toMatchObject([{ state: "failed", created: 0 }, []]);
    expect(await findRows("listings", { user_id: owner.viewer.id }, ["id"])).toEqual([]);
  });
});

describe("a feed that is deleted", () => {
  test("lists nothing more of the file that it is importing", async () => {
    await host.step(feed);
    expect(await uploads()).toMatchObject([{ state: "waiting" }]);
    await changeFeed(owner.viewer, feed, "delete");
    await processUploads(owner.viewer.id, signal);
    expect(await uploads()).toEqual([]);
    expect(await findRows("listings", { user_id: owner.viewer.id }, ["id"])).toEqual([]);
  });

  test("while it is fetched lists nothing", async () => {
    meanwhile(() => changeFeed(owner.viewer, feed, "delete"));
    await expect(host.step(feed)).resolves.toBeUndefined();
    expect(await uploads()).toEqual([]);
  });

  test("does not wait for a batch that waits for it", async () => {
    await host.step(feed);
    const settled = await runTogether(sql`select from feeds where id = ${feed} for update`, () => [
      processUploads(owner.viewer.id, signal),
      changeFeed(owner.viewer, feed, "delete"),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    expect(await findRows("feeds", { id: feed }, ["id"])).toEqual([]);
  });
});

describe("a feed that gets another URL", () => {
  test("while its file is fetched, imports nothing from the old one, and forgets its ETag", async () => {
    meanwhile(() => saveFeed(owner.viewer, feed, ELSEWHERE));
    await host.step(feed);
    expect(await newestRun(feed)).toMatchObject({ state: "failed", fault: "stopped" });
    expect([await feedWithId(feed), await uploads()]).toMatchObject([{ etag: null, digest: null }, []]);
  });

  test("while its file is imported, stops it", async () => {
    await host.step(feed);
    await saveFeed(owner.viewer, feed, ELSEWHERE);
    await processUploads(owner.viewer.id, signal);
    await host.step(feed);
    expect(await newestRun(feed)).toMatchObject({ state: "failed", fault: "stopped" });
    expect([await feedWithId(feed), await uploads()]).toMatchObject([
      { etag: null, digest: null },
      [{ state: "stopped", created: 0 }],
    ]);
  });
});

test("taking its upload back pauses a feed, so that it does not list all that again", async () => {
  const run = await runWhole(host, owner, feed);
  const id = run?.upload_id ?? "";
  expect(await uploadOf(owner.viewer, id)).toMatchObject({ isOfFeed: true, undo: { state: "possible" } });
  await changeUpload(owner.viewer, id, "undo");
  await processUploads(owner.viewer.id, signal);
  expect(await feedWithId(feed)).toMatchObject({ state: "paused", etag: null, digest: null });
  await runWhole(host, owner, feed);
  expect(await skusOnSale(owner)).toEqual([]);
  await changeFeed(owner.viewer, feed, "resume");
  expect(await runWhole(host, owner, feed)).toMatchObject({ state: "done", created: 4 });
});

test("a feed that is paused while it runs stays paused, and asks when it is resumed", async () => {
  await runWhole(host, owner, feed);
  host.serves(feedFile(stockLine("A")));
  await updateRows("feeds", { id: feed }, { next_at: new Date(0) });
  await host.step(feed);
  await changeFeed(owner.viewer, feed, "pause");
  await processUploads(owner.viewer.id, signal);
  await host.step(feed);
  expect([await newestRun(feed), await feedWithId(feed)]).toMatchObject([
    { state: "done", gone: 3, withdrawn: 0 },
    { state: "paused" },
  ]);
  await changeFeed(owner.viewer, feed, "resume");
  expect(await runWhole(host, owner, feed)).toMatchObject({ state: "done", gone: 3 });
  expect((await feedWithId(feed)).state).toBe("asking");
});

describe("a run that never ends", () => {
  test.each(["fetching", "importing"])("is given up after ten tries of %s", async (state) => {
    await insertRow("feed_runs", { feed_id: feed, state, tries: MAX_TRIES });
    await host.step(feed);
    expect(await newestRun(feed)).toMatchObject({ state: "failed", fault: "failed" });
  });

  test("waits for its import as long as that takes", async () => {
    await host.step(feed);
    for (let n = 0; n <= MAX_TRIES; n += 1) await host.step(feed);
    expect(await newestRun(feed)).toMatchObject({ state: "importing" });
  });

  test("lets other feeds go first", async () => {
    for (let n = 0; n < 60; n += 1) {
      const stuck = await feedOn(host, owner, { next_at: new Date(Date.now() + 3_600_000) });
      await insertRows("feed_runs", { feed_id: stuck, started_at: new Date(0), tries: 1 });
    }
    expect(await nextFeeds()).toContainEqual({ id: feed, userId: owner.viewer.id });
  });
});

test("runs that fail wait longer and longer, up to a day", () => {
  const hours = [0, 1, 2, 3, 6, 40].map((failures) => pauseBefore(1, 0, failures) / 3_600);
  expect(hours).toEqual([1, 1, 2, 4, HOURS.most, HOURS.most]);
});

test("a host that fails is asked later than usual", async () => {
  host.answers((_, response) => response.writeHead(500).end());
  await runWhole(host, owner, feed);
  await runWhole(host, owner, feed);
  const { next_at } = await feedWithId(feed);
  expect(next_at.getTime()).toBeGreaterThan(Date.now() + 11 * 3_600_000);
});

describe("our own host", () => {
  const allowed = () => othersOf(host.allowed, "https://www.ours.example");
  const nothing = { username: null, password: null, etag: null, last_modified: null, digest: null };
  const fetchFrom = (name: string) =>
    fetchFeed({ url: `http://${name}:${host.port}/stock.csv`, ...nothing }, signal, allowed());

  test.each(["www.ours.example", "WWW.OURS.EXAMPLE."])("is not fetched from as %s", async (name) => {
    await expect(fetchFrom(name)).rejects.toMatchObject({ fault: "private_address" });
  });

  test("is not fetched from by a redirect", async () => {
    expect(await fetchFrom("other.example")).toMatchObject({ digest: expect.any(String) });
    host.answers((_, response) => {
      response.writeHead(302, { location: `http://www.ours.example.:${host.port}/stock.csv` }).end();
    });
    await expect(fetchFrom("other.example")).rejects.toMatchObject({ fault: "private_address" });
  });
});

test("a large file is read in slices, between which the server does other work", async () => {
  const file = Buffer.alloc(200_000, "a");
  const slices: number[] = [];
  let between = 0;
  for await (const slice of slicesOf(file)) {
    expect(between).toBe(slices.length);
    slices.push(slice.length);
    setImmediate(() => {
      between += 1;
    });
  }
  expect(slices).toEqual([65_536, 65_536, 65_536, 3_392]);
});
