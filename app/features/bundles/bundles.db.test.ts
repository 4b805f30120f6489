import { beforeEach, expect, test } from "vitest";
import { loadedWith } from "#app/domain/edit-merge.ts";
import type { CartView } from "#app/features/cart/view.ts";
import { dealPanelOf } from "#app/features/chat/deal-panel.server.ts";
import { presentSeller, presentSellerFacts } from "#app/features/sellers/present.server.ts";
import { sellerByUsername, sellerFactsOf } from "#app/features/sellers/queries.server.ts";
import { loader as cartPage } from "#app/routes/cart/cart.route.tsx";
import { action } from "#app/routes/listings/bundle.route.ts";
import { pressCartButton } from "#tests/support/cart.ts";
import { openDatabase } from "#tests/support/database.ts";
import { roomAbout } from "#tests/support/marked-deals.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { bundleOf, setBundle } from "./bundles.server.ts";

let seller: Person;
let buyer: Person;

openDatabase();
beforeEach(async () => {
  [seller, buyer] = [await person("seller"), await person("buyer")];
});

const choose = (who: Visitor, items: string, percent: string) =>
  who.submit(action, "/my-listings/bundle", { items, percent });

test("a seller sets a discount for several items, changes it, and removes it", async () => {
  const saved = { status: 302, location: "/my-listings" };
  expect(await choose(seller.visitor, "2", "10")).toMatchObject(saved);
  expect(await bundleOf(seller.viewer.id)).toEqual({ items: 2, percent: 10 });
  await choose(seller.visitor, "3", "15");
  expect(await bundleOf(seller.viewer.id)).toEqual({ items: 3, percent: 15 });
  expect(await bundleOf(buyer.viewer.id)).toBeNull();
  expect(await choose(seller.visitor, "3", "")).toMatchObject(saved);
  expect(await bundleOf(seller.viewer.id)).toBeNull();
});

test("a discount must be one that the form offers, and only a signed-in person can set one", async () => {
  for (const [items, percent] of [
    ["1", "10"],
    ["2", "51"],
    ["2", "-5"],
    ["", "10"],
    ["two", "10"],
  ] as const)
    expect(await choose(seller.visitor, items, percent)).toMatchObject({ status: 422 });
  expect((await choose(new Visitor(), "2", "10")).location).toContain("/auth");
  expect(await bundleOf(seller.viewer.id)).toBeNull();
});

test("a choice that was also made elsewhere is not saved; without JavaScript, the page says what was chosen", async () => {
  await setBundle(seller.viewer, { items: 2, percent: 10 });
  const fields = { items: "3", percent: "15", loaded: loadedWith({ items: "2", percent: "5" }) };
  const request = seller.visitor.request("/my-listings/bundle", {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { "sec-fetch-mode": "navigate", referer: seller.visitor.request("/my-listings").url },
  });
  const { status, location, headers } = await seller.visitor.run(action, request);
  expect([status, location]).toEqual([302, "/my-listings"]);
  const told = decodeURIComponent(headers.get("set-cookie") ?? "");
  expect(told).toContain('"title":"Changed elsewhere in the meantime"');
  expect(told).toContain('"description":"You entered: 15%"');
  expect(await bundleOf(seller.viewer.id)).toEqual({ items: 2, percent: 10 });
});

test("a cart with enough items of a seller subtracts the discount from that seller's sum and the total", async () => {
  const other = await person("other");
  const rackets = [await racketOf(seller), await racketOf(seller, { cents: 7_050 }), await racketOf(other)];
  await setBundle(seller.viewer, { items: 2, percent: 10 });
  const cart = async () => {
    const { data } = await buyer.visitor.open(cartPage, "/cart");
    return (data as { cart: CartView }).cart;
  };
  const [first, ...more] = rackets;
  if (first) await pressCartButton(buyer.visitor, first);
  expect((await cart()).groups).toMatchObject([
    { bundle: "10% off when you buy 2 or more items", sum: { price: "€129.50", before: null } },
  ]);
  for (const racket of more) await pressCartButton(buyer.visitor, racket);
  const { groups, sum } = await cart();
  const group = groups.find(({ username }) => username === seller.viewer.username);
  expect(group?.sum).toMatchObject({ price: "€180.00", before: "€200.00", count: 2 });
  expect(groups.find((one) => one !== group)).toMatchObject({ bundle: null, sum: { before: null } });
  expect(sum).toMatchObject({ price: "€309.50", before: "€329.50", count: 3 });
});

test("the seller's page, their listings and the form for a deal show the discount", async () => {
  await setBundle(seller.viewer, { items: 3, percent: 20 });
  const text = "20% off when you buy 3 or more items";
  const row = await sellerByUsername(seller.viewer.username);
  expect(row && presentSeller(row).bundle).toBe(text);
  expect(presentSellerFacts(await sellerFactsOf(seller.viewer.id))).toContain(text);
  const room = await roomAbout(buyer, await racketOf(seller));
  expect((await dealPanelOf(seller.viewer, room)).mark?.bundle).toEqual({
    terms: { items: 3, percent: 20 },
    text,
  });
});

test("the database refuses a discount without a percentage, and numbers out of range", async () => {
  for (const wrong of [
    { bundle_items: 2, bundle_percent: null },
    { bundle_items: 1, bundle_percent: 10 },
    { bundle_items: 2, bundle_percent: 51 },
  ])
    await expect(updateRows("profiles", { id: seller.viewer.id }, wrong)).rejects.toThrow(/bundle/);
});
