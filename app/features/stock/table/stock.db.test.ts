import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { sellOne, takeSaleBack } from "#app/features/listings/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { action, loader } from "#app/routes/stock/stock.route.tsx";
import { action as item } from "#app/routes/stock/stock-item.route.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { listingOf, photoOf } from "#tests/support/samples.ts";
import { type Fields, type Outcome, toasted, Visitor } from "#tests/support/visitor.ts";
import { stockPage } from "./queries.server.ts";
import { STOCK_SORTS } from "./rules.ts";
import type { StockItem } from "./view.ts";

const PATH = "/sell/business/stock";
let shop: Person;

openDatabase(async () => {
  shop = await person("shop");
});

interface Page {
  readonly items: readonly StockItem[];
  readonly count: number;
  readonly from: number;
  readonly previous: string | null;
  readonly next: string | null;
}

async function open(who: Person, path = PATH): Promise<Page> {
  const { data, status } = await who.visitor.open(loader, path);
  expect(status).toBe(200);
  return (data as { page: Page }).page;
}

const names = ({ items }: Page) => items.map(({ name }) => name);

function write(who: Person, { type, id }: { type: string; id: string }, fields: Fields) {
  return who.visitor.call(item, `${PATH}/item`, { item: `${type}:${id}`, ...(fields as object) });
}

const answerOf = (outcome: Outcome): unknown => JSON.parse(String(outcome.data));

async function stored({ id }: { id: string }) {
  const row = await db()
    .selectFrom("listings")
    .select(["price_cents as price", "quantity", "updated_at as at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row;
}

describe("the stock table", () => {
  let owner: Person;

  beforeAll(async () => {
    owner = await person("owner");
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    await listingOf(owner, "racket", { name: "Éclair 98", cents: 100, listedAt: at(1) });
    await listingOf(owner, "bag", { name: "blade bag", cents: 300, listedAt: at(2) });
    const { id } = await listingOf(owner, "ball", {
      name: "Zippy",
      brand: "Penn",
      cents: 200,
      listedAt: at(3),
      photos: [await photoOf(owner)],
    });
    await listingOf(await person("other"), "racket", { name: "Not mine" });
    await sql`update listings set quantity = 0, row_key = 'sku:Z-1_5%' where id = ${id}`.execute(db());
    const { id: racket } = await listingOf(owner, "racket", { name: "Drive", cents: 200, listedAt: at(4) });
    await sql`update listings set quantity = 7 where id = ${racket}`.execute(db());
    await sql`
      insert into picture_orders (listing_type, listing_id, position, user_id, url, state, fault)
      values ('racket', ${racket}, 0, ${owner.viewer.id}, 'https://example.com/a.jpg', 'failed', 'gone')
    `.execute(db());
  });

  test("has the person's listings of every type, newest first, with SKU, quantity, brand and condition", async () => {
    const page = await open(owner);
    expect(names(page)).toEqual(["Drive", "Zippy", "blade bag", "Éclair 98"]);
    expect(page).toMatchObject({ count: 4, from: 1, previous: null, next: null });
    const [drive, zippy] = page.items;
    expect(drive).toMatchObject({ failedPictures: 1, quantity: 7, priceCents: 200, sku: null });
    expect(drive?.photo).toEqual({ drawing: categoryOfType("racket")?.drawing });
    expect(drive?.about).toBe("Wilson · Like New");
    expect(zippy).toMatchObject({ sku: "Z-1_5%", quantity: 0, about: "Penn" });
    expect(zippy?.photo).toHaveProperty("key");
  });

  test.each([
    ["sort=oldest", ["Éclair 98", "blade bag", "Zippy", "Drive"]],
    ["sort=name_asc", ["blade bag", "Drive", "Éclair 98", "Zippy"]],
    ["sort=name_desc", ["Zippy", "Éclair 98", "Drive", "blade bag"]],
    // Of two listings with the same price, the newer comes first.
    ["sort=price_asc", ["Éclair 98", "Drive", "Zippy", "blade bag"]],
    ["sort=quantity_desc", ["Drive", "blade bag", "Éclair 98", "Zippy"]],
    ["q=ECLAIR", ["Éclair 98"]],
    ["q=wilson+98", ["Éclair 98"]],
    ["q=z-1_5%25", ["Zippy"]],
    ["q=z_1", []],
    ["type=racket", ["Drive", "Éclair 98"]],
    ["state=in&type=racket&sort=price_desc", ["Drive", "Éclair 98"]],
    ["state=out", ["Zippy"]],
    ["state=no_picture&type=bag", ["blade bag"]],
    ["state=picture_failed", ["Drive"]],
    ["q=nothing+like+this", []],
  ])("filters and sorts by %s", async (search, expected) => {
    const page = await open(owner, `${PATH}?${search}`);
    expect(names(page)).toEqual(expected);
    expect(page.count).toBe(expected.length);
  });

  test("finds a listing by its id", async () => {
    const [first] = (await open(owner)).items;
    expect(names(await open(owner, `${PATH}?q=${first?.id}`))).toEqual(["Drive"]);
  });

  test("is shown to its owner alone [V8.2.2]", async () => {
    const { status, location } = await new Visitor().open(loader, `${PATH}?state=out`);
    expect(status).toBe(302);
    expect(location).toBe(`/auth?next=${encodeURIComponent(`${PATH}?state=out`)}`);
    expect(await open(await person("empty"))).toMatchObject({ count: 0, items: [] });
  });
});

test("paging through 2,000 listings, forwards and back, shows each only once in any sort order", async () => {
  const owner = await person("big");
  // Many have the same name, price and quantity. Each thousand has the same time of listing.
  for (let thousand = 0; thousand < 2; thousand++) {
    await sql`
      insert into listings (type, user_id, name, price_cents, quantity, attributes)
      select 'racket', ${owner.viewer.id}, 'N' || (n * 7 % 40), n * 13 % 30, n % 5,
        '{"category": "senior", "condition": "Good"}'
      from generate_series(1, 1000) n
    `.execute(db());
  }
  const filter = { q: "", type: null, state: null, upload: null };
  for (const sort of STOCK_SORTS) {
    const met = new Set<string>();
    let page = await stockPage(owner.viewer.id, { ...filter, sort, cursor: null });
    // To save time, all 40 pages are read in one sort order only.
    const most = sort === "price_desc" ? 50 : 10;
    let pages = 0;
    for (; page.rows.length > 0 && pages < most; pages++) {
      expect(page).toMatchObject({ count: 2_000, countBefore: met.size });
      for (const { id } of page.rows) met.add(id);
      const last = page.rows.at(-1);
      const cursor = { way: "after" as const, id: last?.id ?? "", value: last?.place ?? "" };
      page = await stockPage(owner.viewer.id, { ...filter, sort, cursor });
    }
    expect(met.size).toBe(most === 50 ? 2_000 : pages * 50);
    if (page.rows.length === 0) continue;
    const [first] = page.rows;
    const back = { way: "before" as const, id: first?.id ?? "", value: first?.place ?? "" };
    const previous = await stockPage(owner.viewer.id, { ...filter, sort, cursor: back });
    expect(previous.countBefore).toBe((pages - 1) * 50);
    expect(previous.rows.map(({ id }) => id)).toEqual([...met].slice(-50));
  }
});

test("the pages of the stock table link to the next and the previous page; the link back to the first page redirects to its URL without a cursor", async () => {
  const owner = await person("pages");
  await sql`
    insert into listings (type, user_id, name, price_cents, attributes)
    select 'racket', ${owner.viewer.id}, 'N' || n, n, '{"category": "senior", "condition": "Good"}'
    from generate_series(1, 120) n
  `.execute(db());
  const first = await open(owner, `${PATH}?sort=price_asc`);
  const second = await open(owner, first.next ?? "");
  const third = await open(owner, second.next ?? "");
  expect([first.from, second.from, third.from]).toEqual([1, 51, 101]);
  expect([third.items.length, third.next]).toEqual([20, null]);
  expect(names(await open(owner, third.previous ?? ""))).toEqual(names(second));
  const back = await owner.visitor.open(loader, second.previous ?? "");
  expect(back.location).toBe(`${PATH}?sort=price_asc`);
});

describe("a price or a quantity in a cell of the stock table", () => {
  test("is changed by the owner of the listing, and is read as in forms", async () => {
    const key = await listingOf(shop, "racket", { cents: 10_000 });
    const before = await stored(key);
    const answer = await write(shop, key, { intent: "price", value: "€ 1.199,50", was: "10000" });
    expect(answerOf(answer)).toMatchObject({ ok: true, value: { priceCents: 119_950, quantity: 1 } });
    await write(shop, key, { intent: "quantity", value: "12", was: "1" });
    expect(await stored(key)).toMatchObject({ price: 119_950, quantity: 12 });
    expect((await stored(key)).at.getTime()).toBeGreaterThan(before.at.getTime());
  });

  test.each([
    ["price", "cheap", "Price must be an amount in euros, like 149 or 149.50"],
    ["price", "100000,01", "Price must be at most 100000"],
    ["price", "", "Price is required"],
    ["quantity", "1.5", "Quantity must be between 0 and 100000"],
  ])("%s %j is refused at the cell", async (intent, value, message) => {
    const key = await listingOf(shop, "racket", { cents: 10_000 });
    const answer = await write(shop, key, { intent, value, was: intent === "price" ? "10000" : "1" });
    expect(answer.status).toBe(422);
    expect(answerOf(answer)).toMatchObject({ ok: false, message, result: { error: { value: [message] } } });
    expect(await stored(key)).toMatchObject({ price: 10_000, quantity: 1 });
  });

  test("that was changed in the meantime is overwritten only after a confirmation", async () => {
    const key = await listingOf(shop, "racket", { cents: 10_000 });
    await write(shop, key, { intent: "price", value: "120", was: "10000" });
    const late = await write(shop, key, { intent: "price", value: "90", was: "10000" });
    expect(late.status).toBe(409);
    expect(answerOf(late)).toMatchObject({
      message: "It has been changed to €120.00 in the meantime. Press Enter to replace it.",
      reason: "stock_changed",
      kept: { priceCents: 12_000, quantity: 1 },
    });
    expect(await stored(key)).toMatchObject({ price: 12_000 });
    expect((await write(shop, key, { intent: "price", value: "90", was: "12000" })).status).toBe(200);
    // The browser sends the same change again when the response was lost.
    expect((await write(shop, key, { intent: "price", value: "90", was: "12000" })).status).toBe(200);
    expect(await stored(key)).toMatchObject({ price: 9_000 });
  });

  test("is set back by the button of the toast, and never over a later change, which a toast says", async () => {
    const key = await listingOf(shop, "racket", { cents: 10_000 });
    await write(shop, key, { intent: "price", value: "120", was: "10000" });
    const undo = { item: `racket:${key.id}`, intent: "price", value: "100", was: "12000", undo: "1" };
    const undone = await shop.visitor.submit(item, `${PATH}/item`, undo);
    expect(undone).toMatchObject(toasted("Restored"));
    expect(await stored(key)).toMatchObject({ price: 10_000 });
    await write(shop, key, { intent: "price", value: "130", was: "10000" });
    const late = await shop.visitor.submit(item, `${PATH}/item`, { ...undo, value: "80", was: "10000" });
    expect(late).toMatchObject({ status: 409, data: { toast: { tone: "danger" } } });
    expect(await stored(key)).toMatchObject({ price: 13_000 });
  });

  test("is not changed by another person or a visitor, or when the listing was deleted", async () => {
    const key = await listingOf(shop, "racket", { cents: 10_000 });
    const fields = { intent: "price", value: "1", was: "10000" };
    const stranger = await write(await person("stranger"), key, fields);
    expect(stranger.status).toBe(403);
    const visitor = { ...shop, visitor: new Visitor() };
    expect((await write(visitor, key, fields)).status).toBe(401);
    for (const intent of ["quantity", "sold", "unsold"]) {
      const outcome = await write(await person("stranger"), key, { intent, value: "5", was: "1" });
      expect(outcome.status).toBe(403);
      expect((await write(visitor, key, { intent, value: "5", was: "1" })).status).toBe(401);
    }
    expect(await stored(key)).toMatchObject({ price: 10_000, quantity: 1 });
    await db().deleteFrom("listings").where("id", "=", key.id).execute();
    expect((await write(shop, key, fields)).status).toBe(404);
    expect((await write(shop, { type: "racket", id: "x" }, fields)).status).toBe(422);
  });

  test("is changed by a form without JavaScript, which shows faults at the cell", async () => {
    const key = await listingOf(shop, "racket", { cents: 10_000 });
    const send = (visitor: Visitor, value: string, prefix = "") => {
      const body = new URLSearchParams({ intent: "price", item: `racket:${key.id}`, value, was: "10000" });
      const headers = { "sec-fetch-mode": "navigate" };
      return visitor.run(
        action,
        visitor.request(`${prefix}${PATH}?q=blade`, { method: "POST", body, headers }),
      );
    };
    const wrong = await send(shop.visitor, "cheap");
    expect(wrong).toMatchObject({
      status: 422,
      data: {
        intent: "price",
        message: "Price must be an amount in euros, like 149 or 149.50",
        result: { initialValue: { item: `racket:${key.id}`, value: "cheap" } },
      },
    });
    expect(await send(shop.visitor, "120")).toMatchObject({ status: 302, location: `${PATH}?q=blade` });
    expect(await stored(key)).toMatchObject({ price: 12_000 });
    // The language prefix is added to a redirect later, outside of the action.
    expect((await send(shop.visitor, "120", "/nl")).location).toBe(`${PATH}?q=blade`);
    expect((await send(new Visitor(), "1")).location).toBe("/auth");
    const stranger = await send((await person("stranger")).visitor, "1");
    expect(stranger.status).toBe(403);
  });

  test("is recorded in listing_changes, so that people with the listing as a favourite are notified", async () => {
    const key = await listingOf(shop, "racket", { cents: 10_000 });
    await write(shop, key, { intent: "price", value: "50", was: "10000" });
    await write(shop, key, { intent: "sold" });
    const changes = await db()
      .selectFrom("listing_changes")
      .select(["what", "was_cents"])
      .where("listing_id", "=", key.id)
      .orderBy("id")
      .execute();
    expect(changes).toEqual([
      { what: "price_drop", was_cents: 10_000 },
      { what: "sold", was_cents: 5_000 },
    ]);
  });
});

describe("selling pieces in the stock table", () => {
  test("reduces the quantity to 0 and no further, and can be undone", async () => {
    const key = await listingOf(shop, "racket");
    await sql`update listings set quantity = 2 where id = ${key.id}`.execute(db());
    expect(answerOf(await write(shop, key, { intent: "sold" }))).toMatchObject({ value: { quantity: 1 } });
    expect(answerOf(await write(shop, key, { intent: "sold" }))).toMatchObject({ value: { quantity: 0 } });
    const none = await write(shop, key, { intent: "sold" });
    expect(none.status).toBe(409);
    expect(answerOf(none)).toMatchObject({ message: "None left" });
    expect(answerOf(await write(shop, key, { intent: "unsold" }))).toMatchObject({
      value: { quantity: 1 },
      toast: { title: "Restored" },
    });
  });

  test("can sell or take back several pieces in one call, if the quantity stays between 0 and 100,000", async () => {
    const key = await listingOf(shop, "racket");
    await expect(sellOne(shop.viewer, key, 2)).rejects.toMatchObject({ reason: "stock_none_left" });
    await expect(takeSaleBack(shop.viewer, key, 100_000)).rejects.toMatchObject({
      reason: "stock_none_left",
    });
    expect(await takeSaleBack(shop.viewer, key, 99_999)).toBe(100_000);
    expect(await sellOne(shop.viewer, key, 100_000)).toBe(0);
  });
});
