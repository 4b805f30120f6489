import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { updateDictionary } from "#app/features/search/dictionary/dictionary.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { startJobs, stopJobs } from "#app/platform/jobs.server.ts";
import type { Notice } from "#app/platform/notify.server.ts";
import { loader as favorites } from "#app/routes/favorites/favorites.route.tsx";
import { loader as browse } from "#app/routes/listings/browse.route.tsx";
import { loadModels } from "#server/models-import.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { waitForLocks } from "#tests/support/races.ts";
import { findRows, updateRows } from "#tests/support/rows.ts";
import { listingOf, photoOf } from "#tests/support/samples.ts";
import { readAddress } from "./canonical-search.server.ts";
import { recordSearchView, removeSaved, saveSearch } from "./commands.server.ts";
import { deleteExpiredMatches, matchNewListings } from "./match.server.ts";

let seller: Person;

openDatabase(async (url) => {
  await loadModels(url);
  // Only the queue is created: the test reads its jobs.
  await startJobs(url, { notify: { work: () => new Promise(() => {}) } });
  await stopJobs();
  await startJobs(url, {});
  seller = await person("seller");
});

beforeEach(async () => {
  await db().deleteFrom("saved_searches").execute();
  await db().deleteFrom("listing_changes").execute();
  await sql`delete from pgboss.job where name = 'notify'`.execute(db());
});

async function save(
  { viewer }: Person,
  address: string,
  { name = "A search", notify = true } = {},
): Promise<string> {
  const search = readAddress(address);
  const saved = search && (await saveSearch(viewer, search, { name, notify }));
  if (!saved) throw new Error(`${address} was not saved`);
  return saved.id;
}

async function notices(): Promise<Notice<"saved_search">[]> {
  const { rows } = await sql<{ data: Notice<"saved_search"> }>`
    select data from pgboss.job where name = 'notify' order by created_on, id
  `.execute(db());
  return rows.map(({ data }) => data);
}

async function sentNotices(): Promise<Notice<"saved_search">[]> {
  await matchNewListings();
  return notices();
}

async function freshOf(who: Person): Promise<(string | null)[]> {
  const { data } = await who.visitor.open(favorites, "/favorites?tab=searches");
  return (data as { searches: { fresh: string | null }[] }).searches.map(({ fresh }) => fresh);
}

describe("the owner of a saved search", () => {
  test("is notified of a matching new listing once, with the words and the picture", async () => {
    const fan = await person("fan");
    await save(fan, "/search?q=blade&maxPrice=100");
    await save(fan, "/rackets?brand=Wilson");
    const photo = await photoOf(seller);
    const { id } = await listingOf(seller, "racket", { name: "Blade 100", cents: 9000, photos: [photo] });
    const [notice, ...others] = await sentNotices();
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      kind: "saved_search",
      eventKey: `racket/${id}`,
      userIds: [fan.viewer.id],
      facts: { search: "blade", listing: "Blade 100", more: 0 },
      searchQuery: "blade",
      path: `/rackets/${id}`,
    });
    expect(notice?.imageUrl).toMatch(/^\/photos\/[0-9a-f]{64}\/160\.webp$/);
    expect(await freshOf(fan)).toEqual(["1 new", "1 new"]);
  });

  test("is notified with the search's name when it has no words", async () => {
    const fan = await person("fan");
    await save(fan, "/bags", { name: "Bags of all sorts" });
    await listingOf(seller, "bag");
    expect(await sentNotices()).toMatchObject([
      { facts: { search: "Bags of all sorts" }, searchQuery: "Bags of all sorts" },
    ]);
  });

  test("is not notified of listings that the page shows only because nothing matches all words", async () => {
    await racketOf(seller, { name: "Pure Drive", brand: "Babolat", cents: 15_000 });
    await updateDictionary();
    await save(await person("fan"), `/rackets?${new URLSearchParams({ q: "Pure Drive L5 under 80" })}`);
    await racketOf(seller, { name: "Pure Drive", brand: "Babolat", cents: 20_000 });
    expect(await sentNotices()).toEqual([]);
    const attributes = { gripsize: "5" };
    const wanted = await racketOf(seller, { name: "Pure Drive", brand: "Babolat", cents: 7_000, attributes });
    expect(await sentNotices()).toMatchObject([{ eventKey: `racket/${wanted.id}` }]);
  });

  test("for a model's listings is notified of these only, regardless of their titles", async () => {
    const fan = await person("fan");
    const path = "/rackets/models/wilson-blade-98-16x19-v8-2021";
    await save(fan, path, { name: "My Blade" });
    const { id } = await racketOf(seller, { name: "Green one", model: "wilson-blade-98-16x19-v8-2021" });
    await racketOf(seller, { name: "Wilson Blade 98 16x19 v8 2021" });
    await racketOf(seller, { model: "wilson-blade-98-16x19-v9-2024" });
    expect(await sentNotices()).toMatchObject([
      { facts: { search: "My Blade", listing: "Green one" }, path: `/rackets/${id}` },
    ]);
    const { data } = await fan.visitor.open(favorites, "/favorites?tab=searches");
    expect(data).toMatchObject({
      searches: [{ href: path, criteria: ["Rackets", "Wilson Blade 98 16x19 v8 2021"], fresh: "1 new" }],
    });
  });

  test("for a seller is notified of this seller's listings only, as far as the other words match", async () => {
    const [fan, shop] = [await person("fan"), await person("seller")];
    await save(fan, `/search?q=${shop.viewer.username}`, { name: "All" });
    await save(fan, `/rackets?q=${encodeURIComponent(`blade @${shop.viewer.username}`)}`, { name: "Blades" });
    await racketOf(seller, { name: "Blade" });
    const { id: bag } = await listingOf(shop, "bag");
    const { id: blade } = await racketOf(shop, { name: "Blade" });
    await racketOf(shop, { name: "Clash" });
    const keys = (await sentNotices()).map(({ eventKey }) => eventKey);
    expect(keys).toHaveLength(3);
    expect(keys).toEqual(expect.arrayContaining([`bag/${bag}`, `racket/${blade}`]));
    expect(await freshOf(fan)).toEqual(["1 new", "3 new"]);
  });

  test("is not notified of their own listings, nor of earlier ones", async () => {
    const fan = await person("fan");
    await racketOf(seller, { name: "Already there" });
    await save(fan, "/rackets");
    await racketOf(fan, { name: "My own" });
    expect(await sentNotices()).toEqual([]);
    expect(await freshOf(fan)).toEqual([null]);
  });

  test("is not notified of a listing that was sold before the job ran", async () => {
    const fan = await person("fan");
    await save(fan, "/rackets");
    const { id } = await racketOf(seller);
    await updateRows("listings", { id }, { quantity: 0 });
    expect(await sentNotices()).toEqual([]);
  });

  test("is not notified when notifications are off, but sees the number of new listings", async () => {
    const fan = await person("fan");
    await save(fan, "/rackets?brand=Head", { notify: false });
    await racketOf(seller, { brand: "Head" });
    await racketOf(seller, { brand: "Wilson" });
    expect(await sentNotices()).toEqual([]);
    expect(await freshOf(fan)).toEqual(["1 new"]);
  });

  test("sees no new listings after viewing the search", async () => {
    const fan = await person("fan");
    await save(fan, "/rackets?brand=Head");
    await racketOf(seller, { brand: "Head" });
    await sentNotices();
    expect(await freshOf(fan)).toEqual(["1 new"]);
    await fan.visitor.open(browse, "/rackets?brand=Head&sort=price_asc");
    await expect.poll(() => freshOf(fan)).toEqual([null]);
  });

  test("gets one notice, which links to the search, when more than three new listings match", async () => {
    const fan = await person("fan");
    await save(fan, "/rackets?brand=Head&sort=price_asc", { name: "Heads" });
    for (const name of ["One", "Two", "Three", "Four", "Five"])
      await racketOf(seller, { name, brand: "Head" });
    expect(await sentNotices()).toMatchObject([
      { facts: { search: "Heads", listing: "Five", more: 4 }, path: "/rackets?brand=Head&sort=newest" },
    ]);
    expect(await freshOf(fan)).toEqual(["5 new"]);
  });

  test("is notified once of a listing that matches after a change or a lower price", async () => {
    const fan = await person("fan");
    await save(fan, "/rackets?q=clash&maxPrice=100");
    const { id } = await racketOf(seller, { name: "Nothing yet", cents: 20_000 });
    expect(await sentNotices()).toEqual([]);
    const change = (set: object) => updateRows("listings", { id }, set);
    await change({ name: "Clash 98" });
    expect(await sentNotices()).toEqual([]);
    await change({ price_cents: 9900 });
    expect(await sentNotices()).toMatchObject([{ eventKey: `racket/${id}` }]);
    await change({ price_cents: 9000 });
    await change({ name: "Clash 98 v2" });
    expect(await sentNotices()).toHaveLength(1);
    expect(await freshOf(fan)).toEqual(["1 new"]);
  });

  test("is notified of listings for sale again, and of price drops of listings from before the search was saved", async () => {
    const fan = await person("fan");
    const { id } = await racketOf(seller, { name: "Instinct", cents: 10_000 });
    await save(fan, "/rackets?q=instinct");
    const change = (set: object) => updateRows("listings", { id }, set);
    await change({ price_cents: 9000 });
    expect(await sentNotices()).toHaveLength(1);
    await change({ quantity: 0 });
    await change({ quantity: 1 });
    expect(await sentNotices()).toHaveLength(1);
  });

  test("is notified of a higher price only if the search's minimum excluded the old one", async () => {
    const fan = await person("fan");
    const { id } = await racketOf(seller, { cents: 9000 });
    await save(fan, "/rackets?q=blade");
    await save(fan, "/rackets?q=blade&minPrice=100");
    const cost = (cents: number) => updateRows("listings", { id }, { price_cents: cents });
    await cost(9500);
    expect(await sentNotices()).toEqual([]);
    await cost(9800);
    await cost(10_500);
    expect(await sentNotices()).toMatchObject([{ eventKey: `racket/${id}` }]);
    expect(await freshOf(fan)).toEqual(["1 new", null]);
  });

  test("for a model's listings is notified of one to which its seller adds the model later", async () => {
    const fan = await person("fan");
    const { id } = await racketOf(seller, { name: "Green one" });
    await save(fan, "/rackets/models/wilson-blade-98-16x19-v8-2021");
    const model = db().selectFrom("models").select("id").where("slug", "=", "wilson-blade-98-16x19-v8-2021");
    await updateRows("listings", { id }, { model_id: model });
    expect(await sentNotices()).toMatchObject([{ path: `/rackets/${id}` }]);
  });

  test("is not notified of a change that does not affect the match", async () => {
    const fan = await person("fan");
    const { id } = await racketOf(seller);
    await save(fan, "/rackets");
    await updateRows("listings", { id }, { updated_at: new Date() });
    expect(await sentNotices()).toEqual([]);
  });

  test("who views the search for the first time on a day makes the shop interpret its words again", async () => {
    const fan = await person("fan");
    const id = await save(fan, "/rackets?q=kneissl");
    const search = readAddress("/rackets?q=kneissl");
    await sql`update saved_search_queries set query = 'something'::tsquery, anchors = '{racket something}'`.execute(
      db(),
    );
    const look = async (last: ReturnType<typeof sql>) => {
      await sql`update saved_searches set looked_at = ${last} where id = ${id}`.execute(db());
      if (search) await recordSearchView(fan.viewer, id, search);
    };
    // After 24 hours it is the next day, at any time of day.
    await look(sql`now() + interval '24 hours'`);
    await racketOf(seller, { name: "Kneissl Red Star" });
    expect(await sentNotices()).toEqual([]);
    await look(sql`now() - interval '24 hours'`);
    await racketOf(seller, { name: "Kneissl White Star" });
    expect(await sentNotices()).toHaveLength(1);
  });
});

test("owners of equal searches are notified by one job, each person once", async () => {
  const fans = await Promise.all([person("fan"), person("fan"), person("fan")]);
  for (const fan of fans) await save(fan, "/rackets?q=blade");
  await racketOf(seller, { name: "Blade" });
  const [notice, ...others] = await sentNotices();
  expect(others).toEqual([]);
  expect(notice?.userIds.toSorted()).toEqual(fans.map(({ viewer }) => viewer.id).sort());
});

test("several servers that run the job at the same time send each notice exactly once", async () => {
  const fans = await Promise.all(Array.from({ length: 5 }, () => person("fan")));
  for (const fan of fans) await save(fan, "/bags?color=Red");
  // Each listing changes several times while it waits, so that every server handles all of them.
  const ids: string[] = [];
  for (let at = 0; at < 30; at++) {
    const { id } = await listingOf(seller, "bag", { name: `Bag ${at}`, attributes: { color: "Red" } });
    ids.push(id);
  }
  await sql`
    insert into listing_changes (what, type, listing_id)
    select 'new', 'bag', id from generate_series(1, 20), unnest(${ids}::uuid[]) as id
  `.execute(db());
  await Promise.all([1, 2, 3].map(() => matchNewListings()));
  expect(await findRows("listing_changes", { what: "new" }, ["id"])).toEqual([]);
  const matches = await db().selectFrom("saved_search_matches").select("listing_id").execute();
  expect(matches).toHaveLength(5 * 30);
  for (const { userIds, facts } of await notices()) {
    // One notification for all thirty, regardless of the server that matched them.
    expect(userIds).toHaveLength(1);
    expect(facts.more).toBeGreaterThan(0);
  }
  const times = Map.groupBy(await notices(), ({ userIds }) => userIds[0]);
  for (const each of times.values()) {
    expect(each.reduce((sum, { facts }) => sum + facts.more + 1, 0)).toBe(30);
  }
  expect(times.size).toBe(5);
});

test.each(["saved_searches", "users"] as const)(
  "a row that is being deleted from %s does not prevent the notices of others",
  async (table) => {
    const [leaver, fan] = [await person("leaver"), await person("fan")];
    const removed = await save(leaver, "/rackets");
    await save(fan, "/rackets");
    await racketOf(seller);
    let matchingRun: Promise<void> | undefined;
    await inTransaction(async (trx) => {
      const id = table === "users" ? leaver.viewer.id : removed;
      await trx.deleteFrom(table).where("id", "=", id).execute();
      matchingRun = matchNewListings();
      await waitForLocks(1);
    });
    await matchingRun;
    expect(await notices()).toMatchObject([{ userIds: [fan.viewer.id] }]);
  },
);

test("a notice that could not be queued is queued by the next run", async () => {
  const fan = await person("fan");
  await save(fan, "/rackets");
  await racketOf(seller);
  await stopJobs();
  await expect(matchNewListings()).rejects.toThrow("startJobs");
  const count = await findRows("saved_search_matches", { known: false }, ["listing_id"]);
  expect(count).toEqual([]);
  await startJobs(env().databaseUrl ?? "", {});
  expect(await sentNotices()).toHaveLength(1);
});

test("no new listing is queued for matching when nobody has a saved search", async () => {
  await racketOf(seller);
  expect(await findRows("listing_changes", { what: "new" }, ["id"])).toEqual([]);
});

test("a removed search is deleted with its matches, and old matches expire", async () => {
  const fan = await person("fan");
  const id = await save(fan, "/rackets");
  await racketOf(seller);
  await racketOf(seller);
  await sentNotices();
  const matches = () => findRows("saved_search_matches", { known: false }, ["listing_id"]);
  await sql`
    update saved_search_matches set matched_at = now() - interval '31 days'
    where listing_id = (select listing_id from saved_search_matches where not known limit 1)
  `.execute(db());
  await deleteExpiredMatches();
  expect(await matches()).toHaveLength(1);
  await removeSaved(fan.viewer, id);
  expect(await matches()).toEqual([]);
});
