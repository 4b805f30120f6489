import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { clientAddress, secondsToWait } from "#app/platform/rate-limit.server.ts";
import { action, loader } from "#app/routes/cart/cart.route.tsx";
import { action as one } from "#app/routes/cart/item.route.ts";
import type { Toast } from "#app/ui/toast.ts";
import { accountCartIds, cartOnPage, listingValue, pressCartButton } from "#tests/support/cart.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { insertRows } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import { type Fields, refusal, toasted, Visitor } from "#tests/support/visitor.ts";
import { MAX_IN_CART } from "./cart-store.ts";
import type { CartView } from "./view.ts";

const UNREAD = "This form could not be read. Please try again.";

let seller: Person;
let buyer: Person;

openDatabase();
beforeEach(async () => {
  [seller, buyer] = [await person("seller"), await person("buyer")];
});

async function pageOf(visitor: Visitor): Promise<CartView> {
  const { data } = await visitor.open(loader, "/cart");
  return (data as { cart: CartView }).cart;
}

function navigate(visitor: Visitor, route: typeof action | typeof one, fields: Fields, referer?: string) {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) body.append(name, String(one));
  const headers = { "sec-fetch-mode": "navigate", ...(referer && { referer }) };
  return visitor.run(route, visitor.request("/cart", { method: "POST", body, headers }));
}

const visitors = [
  ["a signed-in person", () => buyer.visitor],
  ["a visitor", () => new Visitor()],
] as const;

describe.each(visitors)("the cart of %s", (_who, who) => {
  test("has a listing once even if it is added twice, and removes it", async () => {
    const visitor = who();
    const racket = await racketOf(seller);
    for (const _press of [1, 2])
      expect(await pressCartButton(visitor, racket)).toMatchObject(toasted("Added to cart"));
    expect(await cartOnPage(visitor)).toEqual([racket.id]);
    expect((await pageOf(visitor)).sum).toMatchObject({ price: "€129.50", count: 1 });
    expect(await pressCartButton(visitor, racket, false)).toMatchObject(toasted("Removed from cart"));
    expect(await pressCartButton(visitor, racket, false)).toMatchObject(toasted("Removed from cart"));
    expect(await cartOnPage(visitor)).toEqual([]);
    expect(visitor.cookies.has("cart")).toBe(false);
  });

  test("refuses changes that come too often, and stays as it is", async () => {
    const visitor = who();
    const racket = await racketOf(seller);
    const address = clientAddress(visitor.request("/cart"));
    for (let n = 0; n < 300; n += 1) {
      await secondsToWait("cart", buyer.viewer.id);
      await secondsToWait("cart_client", address);
    }
    const refusal = { ok: false, message: expect.stringContaining("try again") };
    expect(await pressCartButton(visitor, racket)).toMatchObject({ status: 429, data: refusal });
    expect(await cartOnPage(visitor)).toEqual([]);
    await db().deleteFrom("rate_limits").execute();
  });

  test("is grouped by seller, the latest first, with sums of what can be bought [A2.14]", async () => {
    const visitor = who();
    const other = await person("other");
    const [one, two] = [
      await racketOf(seller, { cents: 10_000 }),
      await listingOf(other, "bag", { cents: 2_500 }),
    ];
    const last = await racketOf(seller, { cents: 5_050, postalCode: "1012 AB" });
    await sql`update listings set quantity = 5, reserved = 2 where id = ${last.id}`.execute(db());
    for (const listing of [one, two, last]) await pressCartButton(visitor, listing);
    const { groups, sum, unavailableItems } = await pageOf(visitor);
    expect(groups).toMatchObject([
      {
        username: seller.viewer.username,
        place: "1012 NL",
        items: [
          { item: listingValue(last), available: "3 available" },
          { item: listingValue(one), available: null },
        ],
        sum: { price: "€150.50", count: 2 },
      },
      {
        username: other.viewer.username,
        items: [{ item: listingValue(two) }],
        sum: { price: "€25.00", count: 1 },
      },
    ]);
    expect(sum).toMatchObject({ price: "€175.50", count: 3 });
    expect(unavailableItems).toEqual([]);
  });

  test("marks what cannot be bought any more, leaves it out of the sum, and removes all of it on request", async () => {
    const visitor = who();
    const [sold, reserved, gone, available] = [
      await racketOf(seller),
      await racketOf(seller),
      await racketOf(seller, { name: "Gone" }),
      await racketOf(seller, { cents: 10_000 }),
    ];
    for (const listing of [sold, reserved, gone, available]) await pressCartButton(visitor, listing);
    await sql`update listings set quantity = 0 where id = ${sold.id}`.execute(db());
    await sql`update listings set reserved = 1 where id = ${reserved.id}`.execute(db());
    await sql`delete from listings where id = ${gone.id}`.execute(db());
    const { groups, gone: deleted, sum, unavailableItems } = await pageOf(visitor);
    expect(groups[0]?.items.map(({ unavailable }) => unavailable)).toEqual([null, "Reserved", "Sold"]);
    expect(deleted).toEqual([
      { item: listingValue(gone), name: visitor === buyer.visitor ? "Gone" : "Deleted listing" },
    ]);
    expect(sum).toMatchObject({ price: "€100.00", count: 1 });
    expect(new Set(unavailableItems)).toEqual(new Set([sold, reserved, gone].map(listingValue)));
    expect(await visitor.submit(action, "/cart", { intent: "remove", item: unavailableItems })).toMatchObject(
      toasted("3 items removed from cart"),
    );
    expect(await cartOnPage(visitor)).toEqual([available.id]);
  });

  test("restores removed items at their positions", async () => {
    const visitor = who();
    const keys = [await racketOf(seller), await racketOf(seller), await racketOf(seller)];
    for (const key of keys) await pressCartButton(visitor, key);
    const before = (await pageOf(visitor)).groups[0]?.items.map(({ item }) => item);
    const { data } = await visitor.submit(action, "/cart", {
      intent: "remove",
      item: keys.slice(0, 2).map(listingValue),
    });
    const { undo } = (data as { toast: Toast }).toast;
    expect(undo).toMatchObject({ path: "/cart", fields: { item: { length: 2 } } });
    for (const _twice of [1, 2]) await visitor.submit(action, "/cart", undo?.fields ?? {});
    expect((await pageOf(visitor)).groups[0]?.items.map(({ item }) => item)).toEqual(before);
  });

  test("works without JavaScript: forms redirect to their page, which shows the outcome", async () => {
    const visitor = who();
    const racket = await racketOf(seller);
    const from = visitor.request("/rackets?page=2").url;
    const added = await navigate(visitor, one, { ...racket, cart: "true" }, from);
    expect(added).toMatchObject({ status: 302, location: "/rackets?page=2" });
    expect(decodeURIComponent(added.headers.getSetCookie().join())).toContain("Added to cart");
    const removed = await navigate(visitor, action, { intent: "remove", item: listingValue(racket) });
    expect(removed).toMatchObject({ status: 302, location: "/cart" });
    expect(decodeURIComponent(removed.headers.getSetCookie().join())).toContain("1 item removed from cart");
    expect(await cartOnPage(visitor)).toEqual([]);
  });

  test("refuses deleted, sold and reserved listings, and says so", async () => {
    const visitor = who();
    const [sold, reserved, gone] = [await racketOf(seller), await racketOf(seller), await racketOf(seller)];
    await sql`update listings set quantity = 0 where id = ${sold.id}`.execute(db());
    await sql`update listings set reserved = 1 where id = ${reserved.id}`.execute(db());
    await sql`delete from listings where id = ${gone.id}`.execute(db());
    const answers = [];
    for (const listing of [sold, reserved, gone]) answers.push(await pressCartButton(visitor, listing));
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 404]);
    expect(answers[0]?.data).toMatchObject({ message: "This listing is no longer available." });
    expect(await cartOnPage(visitor)).toEqual([]);
  });

  test.each([
    ["an unknown intent", { intent: "everything" }, 400, UNREAD],
    ["an intent of the favourites' page", { intent: "clear" }, 400, UNREAD],
    ["NUL", { intent: "remove", item: "racket:\u0000" }, 422, "Nothing was removed. Please try again."],
    ["no fields", {}, 400, UNREAD],
  ])("refuses a form with %s", async (_what, fields, status, message) => {
    expect(await who().submit(action, "/cart", fields)).toMatchObject({
      status,
      data: { ok: false, message, toast: { title: "Error", description: message } },
    });
  });

  test.each([
    ["no fields", {}],
    ["an unknown type", { type: "shoe", id: "0198c2a0-0000-7000-8000-000000000000", cart: "true" }],
    ["no id", { type: "racket", id: "1", cart: "true" }],
    ["an unknown value", { type: "racket", id: "0198c2a0-0000-7000-8000-000000000000", cart: "maybe" }],
  ])("refuses a request of the cart button with %s", async (_what, fields) => {
    expect(await who().submit(one, "/cart/item", fields)).toMatchObject({
      status: 422,
      data: { ok: false, message: UNREAD, toast: { title: "Error", description: UNREAD } },
    });
  });
});

test("a person's own listing cannot be in their cart, not even if it was in the visitor's cart before signing in", async () => {
  const racket = await racketOf(seller);
  expect(await pressCartButton(seller.visitor, racket)).toMatchObject(
    refusal(403, "This is your own listing."),
  );
  seller.visitor.cookies.set("cart", `racket.${racket.id}`);
  expect(await cartOnPage(seller.visitor)).toEqual([]);
});

test("nobody can see or change another person's cart", async () => {
  const racket = await racketOf(seller);
  await pressCartButton(buyer.visitor, racket);
  for (const stranger of [new Visitor(), (await person("stranger")).visitor]) {
    expect((await pageOf(stranger)).groups).toEqual([]);
    await stranger.submit(action, "/cart", { intent: "remove", item: listingValue(racket) });
    await pressCartButton(stranger, racket, false);
  }
  expect(await accountCartIds(buyer.viewer)).toEqual([racket.id]);
});

test("the cart says when the viewer blocks a seller, not when a seller blocks the viewer", async () => {
  const [theirs, mine] = [await person("theirs"), await person("mine")];
  for (const who of [theirs, mine]) await pressCartButton(buyer.visitor, await racketOf(who));
  await insertRows("user_blocks", [
    { blocker_id: buyer.viewer.id, blocked_id: mine.viewer.id },
    { blocker_id: theirs.viewer.id, blocked_id: buyer.viewer.id },
  ]);
  const { groups, sum } = await pageOf(buyer.visitor);
  expect(groups.map(({ username, items }) => [username, items[0]?.unavailable])).toEqual([
    [mine.viewer.username, "You have blocked this seller"],
    [theirs.viewer.username, null],
  ]);
  expect(sum?.count).toBe(1);
});

test("a full cart refuses another item, and says how many it can hold", async () => {
  const keys = [];
  for (let n = 0; n <= MAX_IN_CART.account; n++) keys.push(await racketOf(seller));
  const [last, ...others] = keys;
  if (!last) throw new Error("there are no rackets");
  const visitor = new Visitor();
  visitor.cookies.set(
    "cart",
    others
      .slice(0, MAX_IN_CART.visitor)
      .map(({ type, id }) => `${type}.${id}`)
      .join("~"),
  );
  expect(await pressCartButton(visitor, last)).toMatchObject(
    refusal(409, "Your cart can hold 50 items at most. Remove some first."),
  );
  await insertRows(
    "cart_items",
    others.map(({ type, id }) => ({ user_id: buyer.viewer.id, listing_type: type, listing_id: id })),
  );
  expect(await pressCartButton(buyer.visitor, last)).toMatchObject(
    refusal(409, "Your cart can hold 100 items at most. Remove some first."),
  );
  // A listing that is in the cart already does not count again.
  expect(await pressCartButton(buyer.visitor, others[0] ?? last)).toMatchObject({ status: 200 });
});

test("an invalid cookie is an empty cart", async () => {
  for (const value of ["%", "racket", "racket.1~shoe.2", `racket.${"9".repeat(5000)}`, "~".repeat(4000)]) {
    const visitor = new Visitor();
    visitor.cookies.set("cart", value);
    expect(await cartOnPage(visitor)).toEqual([]);
    expect((await pageOf(visitor)).groups).toEqual([]);
  }
});

test("a cart that cannot be read keeps its items, and the page says that it failed", async () => {
  const racket = await racketOf(seller);
  await pressCartButton(buyer.visitor, racket);
  await sql`alter table listings rename column status to away`.execute(db());
  try {
    const { status, data } = await buyer.visitor.open(loader, "/cart");
    expect([status, data]).toMatchObject([500, { failed: true }]);
    expect(await pressCartButton(buyer.visitor, racket)).toMatchObject({ status: 500, data: { ok: false } });
  } finally {
    await sql`alter table listings rename column away to status`.execute(db());
  }
  expect(await accountCartIds(buyer.viewer)).toEqual([racket.id]);
});
