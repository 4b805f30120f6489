import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { startDeal, takeStep } from "#app/features/deals/commands.server.ts";
import { endLapsedRequests } from "#app/features/deals/lapse.server.ts";
import { setFavorite } from "#app/features/favorites/commands.server.ts";
import { buyNow } from "#app/features/offers/buy.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { captureNotices, clearNotices, notices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { dealForm, roomAbout } from "#tests/support/marked-deals.ts";
import { lapseDeal, offeredRacket, parsedPurchase } from "#tests/support/offers.ts";
import { orderOf } from "#tests/support/orders.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { terminateBlocked } from "#tests/support/races.ts";
import { insertRow, insertRows, updateRows } from "#tests/support/rows.ts";
import { notifyFavoriteChanges } from "./changes.server.ts";

type Key = { type: string; id: string };

let seller: Person;
let anna: Person;
let ben: Person;

openDatabase(async (url) => {
  await captureNotices(url);
  [seller, anna, ben] = [await person("seller"), await person("anna"), await person("ben")];
});
beforeEach(async () => {
  await db().deleteFrom("listings").execute();
  await db().deleteFrom("listing_changes").execute();
  await clearNotices();
});

async function likedBy(...fans: Person[]): Promise<Key> {
  const key = await racketOf(seller, { name: "Blade 98", cents: 10_000 });
  for (const one of fans) await setFavorite(one.viewer, key, true);
  return key;
}

async function set(
  { id }: Key,
  change: { price_cents?: number; quantity?: number; reserved?: number },
): Promise<void> {
  await updateRows("listings", { id }, change);
}

async function remove({ id }: Key): Promise<void> {
  await db().deleteFrom("listings").where("id", "=", id).execute();
}

async function pendingChanges(): Promise<number> {
  const { rows } = await sql`select from listing_changes where what <> 'new'`.execute(db());
  return rows.length;
}

const drop = (wasCents: number, nowCents: number) => ({
  kind: "price_drop",
  facts: { listing: "Blade 98", wasCents, nowCents },
});

describe("a person with a favourite", () => {
  test("is notified of each lower price once, with the photo and a link", async () => {
    const key = await likedBy(anna, ben);
    await sql`
      insert into photos (user_id, key, width, height, thumbhash, listing_type, listing_id, position)
      values (${seller.viewer.id}, ${"a".repeat(64)}, 1280, 960, 'AAAA', 'racket', ${key.id}, 0)
    `.execute(db());
    await set(key, { price_cents: 9_000 });
    await notifyFavoriteChanges();
    await notifyFavoriteChanges();
    const [first, ...more] = await notices();
    expect(more).toEqual([]);
    expect(first).toMatchObject({ ...drop(10_000, 9_000), path: `/rackets/${key.id}` });
    expect(first?.imageUrl).toBe(`/photos/${"a".repeat(64)}/160.webp`);
    expect(first?.userIds.toSorted()).toEqual([anna.viewer.id, ben.viewer.id].toSorted());
    await set(key, { price_cents: 8_000 });
    await notifyFavoriteChanges();
    const [, second] = await notices();
    expect(second).toMatchObject(drop(9_000, 8_000));
    expect(second?.eventKey).not.toBe(first?.eventKey);
  });

  test("is notified once of several price changes between two runs of the job", async () => {
    const key = await likedBy(anna);
    for (const price_cents of [9_000, 7_000, 8_000]) await set(key, { price_cents });
    await notifyFavoriteChanges();
    expect(await notices()).toMatchObject([drop(10_000, 8_000)]);
  });

  test.each([
    ["was reduced and costs the old price again", [{ price_cents: 9_000 }, { price_cents: 10_000 }]],
    ["became dearer and costs the old price again", [{ price_cents: 90_000 }, { price_cents: 10_000 }]],
    ["was sold and is available again", [{ quantity: 0 }, { quantity: 1 }]],
    ["costs more", [{ price_cents: 11_000 }]],
    ["has fewer pieces", [{ quantity: 3 }, { quantity: 2 }]],
  ])("is not notified of a listing that %s", async (_what, changes) => {
    const key = await likedBy(anna);
    for (const change of changes) await set(key, change);
    await notifyFavoriteChanges();
    expect(await notices()).toEqual([]);
    expect(await pendingChanges()).toBe(0);
  });

  test("is notified when the listing is sold, and when it is available again", async () => {
    const key = await likedBy(anna);
    await set(key, { price_cents: 9_000 });
    await set(key, { quantity: 0 });
    await notifyFavoriteChanges();
    await set(key, { price_cents: 5_000 });
    await set(key, { quantity: 2 });
    await notifyFavoriteChanges();
    expect(await notices()).toMatchObject([
      { kind: "sold", facts: { listing: "Blade 98", status: "sold" }, userIds: [anna.viewer.id] },
      { kind: "back", facts: { listing: "Blade 98" }, userIds: [anna.viewer.id] },
    ]);
  });

  test("is notified when the listing is reserved, and when it is available again", async () => {
    const key = await likedBy(anna);
    await set(key, { reserved: 1 });
    await notifyFavoriteChanges();
    await set(key, { reserved: 0 });
    await notifyFavoriteChanges();
    expect(await notices()).toMatchObject([
      { kind: "sold", facts: { listing: "Blade 98", status: "reserved" } },
      { kind: "back", facts: { listing: "Blade 98" } },
    ]);
  });

  test("is notified when the listing is sold to somebody else, and not when they bought it", async () => {
    const key = await likedBy(anna, ben);
    const { id } = await insertRow("chat_rooms", {
      listing_type: key.type,
      listing_id: key.id,
      listing_name: "Blade 98",
      seller_id: seller.viewer.id,
      buyer_id: anna.viewer.id,
    });
    await orderOf({ seller, buyer: anna, listing: key, roomId: id });
    await notifyFavoriteChanges();
    expect(await notices()).toMatchObject([{ kind: "sold", userIds: [ben.viewer.id] }]);
  });

  test("who bought a piece is notified of a lower price only once they have received it", async () => {
    const key = await likedBy(anna, ben);
    await set(key, { quantity: 50 });
    const at = new Date(Date.now() - 10 * 86_400_000);
    await orderOf({ seller, buyer: anna, listing: key, state: "received", at });
    await orderOf({ seller, buyer: ben, listing: key, state: "sent", at });
    await set(key, { price_cents: 9_000 });
    await notifyFavoriteChanges();
    expect(await notices()).toMatchObject([{ ...drop(10_000, 9_000), userIds: [anna.viewer.id] }]);
  });

  test.each([
    ["who cancels their reservation", "reserved"],
    ["whose request lapses", "requested"],
  ])("%s is not notified that the listing is for sale again; others are", async (_, how) => {
    const key = await offeredRacket(seller);
    for (const { viewer } of [anna, ben]) await setFavorite(viewer, key, true);
    const { dealId } =
      how === "requested"
        ? await buyNow(anna.viewer, parsedPurchase(key))
        : await startDeal(seller.viewer, dealForm(key, await roomAbout(anna, key), { as: "reserved" }));
    await notifyFavoriteChanges();
    if (how === "requested") await lapseDeal(dealId);
    else await takeStep(anna.viewer, dealId, { intent: "cancel", reason: "Too heavy" });
    await endLapsedRequests();
    await notifyFavoriteChanges();
    const told = async () => (await notices()).filter(({ kind }) => kind === "sold" || kind === "back");
    expect(await told()).toMatchObject([
      { kind: "sold", userIds: [ben.viewer.id] },
      { kind: "back", userIds: [ben.viewer.id] },
    ]);
    await clearNotices();
    await updateRows("deals", { id: dealId }, { cancelled_at: sql<Date>`now() - interval '1 hour'` });
    await set(key, { quantity: 0 });
    await notifyFavoriteChanges();
    expect(await told()).toMatchObject([{ kind: "sold", userIds: { length: 2 } }]);
  });

  test("is notified once when the listing is deleted, with a link to the listing's former page", async () => {
    const key = await likedBy(anna);
    await remove(key);
    await notifyFavoriteChanges();
    const [gone, ...more] = await notices();
    expect(more).toEqual([]);
    expect(gone).toMatchObject({ kind: "sold", userIds: [anna.viewer.id], path: `/rackets/${key.id}` });
    expect(gone?.facts).toEqual({ listing: "Blade 98" });
  });

  test("is notified when a listing is sold and then deleted, but not if they knew it was sold", async () => {
    const [quick, slow] = [await likedBy(anna), await likedBy(ben)];
    await set(slow, { quantity: 0 });
    await notifyFavoriteChanges();
    await clearNotices();
    await set(quick, { quantity: 0 });
    await remove(quick);
    await remove(slow);
    await notifyFavoriteChanges();
    expect(await notices()).toMatchObject([{ kind: "sold", userIds: [anna.viewer.id] }]);
    expect(await pendingChanges()).toBe(0);
  });

  test("is notified that the listing is sold when its seller deletes their account", async () => {
    const leaving = await person("leaving");
    const key = await racketOf(leaving, { name: "Blade 98" });
    await setFavorite(anna.viewer, key, true);
    await db().deleteFrom("users").where("id", "=", leaving.viewer.id).execute();
    await notifyFavoriteChanges();
    expect(await notices()).toMatchObject([{ kind: "sold", userIds: [anna.viewer.id] }]);
  });

  test("is not notified of a change of a listing that is hidden when the job runs", async () => {
    const key = await likedBy(anna);
    await set(key, { price_cents: 9_000 });
    await updateRows("listings", { id: key.id }, { hidden: "hidden" });
    await notifyFavoriteChanges();
    expect(await notices()).toEqual([]);
  });

  test("is notified only of changes after they added the favourite", async () => {
    const key = await likedBy(anna);
    await set(key, { price_cents: 8_000 });
    await setFavorite(ben.viewer, key, true);
    await set(key, { price_cents: 9_000 });
    const late = await person("late");
    await setFavorite(late.viewer, key, true);
    await notifyFavoriteChanges();
    expect(await notices()).toMatchObject([{ ...drop(10_000, 9_000), userIds: [anna.viewer.id] }]);
  });

  test("is not notified any more once they removed the favourite", async () => {
    const key = await likedBy(anna, ben);
    await set(key, { price_cents: 8_000 });
    await setFavorite(anna.viewer, key, false);
    await notifyFavoriteChanges();
    expect(await notices()).toMatchObject([{ userIds: [ben.viewer.id] }]);
  });
});

test("the seller is not notified about their own listing", async () => {
  const [remaining, gone] = [await likedBy(anna), await likedBy(anna)];
  for (const { type, id } of [remaining, gone])
    await insertRows("favorites", { user_id: seller.viewer.id, listing_type: type, listing_id: id });
  await set(remaining, { price_cents: 1_000 });
  await remove(gone);
  await notifyFavoriteChanges();
  expect((await notices()).flatMap(({ userIds }) => userIds)).toEqual([anna.viewer.id, anna.viewer.id]);
});

test("the favourites' job does not delete changes that only saved searches need", async () => {
  const { type, id } = await likedBy(anna);
  await sql`delete from listing_changes`.execute(db());
  await sql`insert into listing_changes (what, type, listing_id) values ('new', ${type}, ${id})`.execute(
    db(),
  );
  await set({ type, id }, { price_cents: 9_000 });
  await notifyFavoriteChanges();
  const { rows } = await sql`select distinct what from listing_changes`.execute(db());
  expect(rows).toEqual([{ what: "new" }]);
});

test("2,500 people are notified by jobs of at most a thousand, everybody once", async () => {
  const key = await likedBy();
  await sql`
    with made as (
      insert into users (name, email) select 'fan' || n, 'fan' || n || '@example.com' from generate_series(1, 2500) n
      returning id, name, email
    ), named as (
      insert into profiles (id, username, email) select id, name, email from made returning id
    )
    insert into favorites (user_id, listing_type, listing_id) select id, 'racket', ${key.id} from named
  `.execute(db());
  await set(key, { price_cents: 5_000 });
  await notifyFavoriteChanges();
  const sent = await notices();
  expect(sent.map(({ userIds }) => userIds.length).toSorted()).toEqual([1000, 1000, 500].toSorted());
  expect(new Set(sent.flatMap(({ userIds }) => userIds)).size).toBe(2500);
  expect(new Set(sent.map(({ eventKey }) => eventKey)).size).toBe(1);
});

test("450 changed listings, more than one transaction handles, cause one notice each", async () => {
  await sql`
    with made as (
      insert into listings (type, user_id, name, brand, price_cents, attributes)
      select 'racket', ${seller.viewer.id}, 'Racket ' || n, 'Head', 10000, '{"category": "senior", "condition": "Good"}'
      from generate_series(1, 450) n returning type, id
    )
    insert into favorites (user_id, listing_type, listing_id) select ${anna.viewer.id}, type, id from made
  `.execute(db());
  await sql`update listings set price_cents = 9000`.execute(db());
  await Promise.all([notifyFavoriteChanges(), notifyFavoriteChanges()]);
  const sent = await notices();
  expect(sent).toHaveLength(450);
  expect(new Set(sent.map(({ path }) => path)).size).toBe(450);
  expect(await pendingChanges()).toBe(0);
});

test("a run whose connection is killed queues no notice, and the next run sends each once", async () => {
  const key = await likedBy(anna);
  await set(key, { price_cents: 9_000 });
  await inTransaction(async (blocking) => {
    await sql`lock table pgboss.job in share mode`.execute(blocking);
    const dying = expect(notifyFavoriteChanges()).rejects.toThrow("57P01");
    await terminateBlocked();
    await dying;
  });
  expect(await pendingChanges()).toBe(1);
  await notifyFavoriteChanges();
  expect(await notices()).toMatchObject([drop(10_000, 9_000)]);
});
