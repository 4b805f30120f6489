import { expect, test } from "vitest";
import { loader as cartPage } from "#app/routes/cart/cart.route.tsx";
import { loader as listingPage } from "#app/routes/listings/detail.route.tsx";
import { loader as minePage } from "#app/routes/listings/my-listings.route.tsx";
import { openDatabase } from "#tests/support/database.ts";
import { orderOf } from "#tests/support/orders.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { insertRows } from "#tests/support/rows.ts";
import { loader as sellerPage } from "./seller.route.tsx";

openDatabase();

test("a listing that was sold counts as no listing for sale, is not announced as online, and leads its buyer to the order", async () => {
  const [seller, buyer, other] = [await person("seller"), await person("buyer"), await person("other")];
  await racketOf(seller, { listedAt: new Date(Date.now() - 60_000) });
  const listing = await racketOf(seller);
  const { username } = seller.viewer;
  const seen = async () => {
    const { data: mine } = await seller.visitor.open(minePage, "/my-listings");
    const { data: page } = await seller.visitor.open(sellerPage, `/sellers/${username}`, { username });
    const { listings, forSale } = page as { listings: number; forSale: number };
    return { online: (mine as { listed: object | null }).listed !== null, listings, forSale };
  };
  expect(await seen()).toEqual({ online: true, listings: 2, forSale: 2 });
  for (const { viewer } of [buyer, other])
    await insertRows("cart_items", {
      user_id: viewer.id,
      listing_type: "racket",
      listing_id: listing.id,
      listing_name: "Blade 98",
    });
  const inCart = async ({ visitor }: typeof buyer) => {
    const { data } = await visitor.open(cartPage, "/cart");
    const [group] = (data as { cart: { groups: { items: { unavailable: string; order: string }[] }[] } }).cart
      .groups;
    const { unavailable, order } = group?.items[0] ?? {};
    return { unavailable, order };
  };
  expect(await inCart(buyer)).toEqual({ unavailable: null, order: null });
  const dealId = await orderOf({ seller, buyer, listing, state: "open" });
  const order = `/orders/${dealId}`;
  expect(await inCart(buyer)).toEqual({ unavailable: "Reserved for you", order });
  expect(await inCart(other)).toEqual({ unavailable: "Reserved", order: null });
  const onPage = async ({ visitor }: typeof buyer) => {
    const { data } = await visitor.open(listingPage, `/rackets/${listing.id}`, { id: listing.id });
    return (data as { order: object | null }).order;
  };
  expect(await onPage(buyer)).toEqual({ title: "Reserved for you", path: order });
  expect(await onPage(other)).toBeNull();
  expect(await onPage(seller)).toBeNull();
  expect(await seen()).toEqual({ online: false, listings: 2, forSale: 1 });
});
