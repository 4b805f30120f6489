import { expect, test } from "vitest";
import { roomAbout } from "#tests/support/marked-deals.ts";
import { orderOf } from "#tests/support/orders.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { dealScene } from "#tests/support/scene.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

test("a deal is created and cancelled in its conversation without JavaScript", async () => {
  const { seller, roomId } = await dealScene();
  const room = `/messages/${roomId}`;
  const browser = shop.withoutScripts(seller);
  const conversation = await browser.open(room);
  // A details element opens without JavaScript.
  const mark = conversation.getByText(/^Agreed with/).closest("details");
  expect(mark?.querySelector("form")).not.toBeNull();
  const reserved = await browser.submit(
    conversation.getByRole("button", { name: /^Reserve for/, hidden: true }),
  );
  reserved.getByText(/^Reserved for .* for €129.50/);
  const question = await browser.follow(reserved.getByRole("link", { name: "Cancel order" }));
  const why = question.getByLabelText<HTMLInputElement>("Reason");
  const cancelled = await browser.submit(question.getByRole("button", { name: "Cancel order" }), {
    [why.name]: "Not yet",
  });
  cancelled.getByText("You cancelled it.");
  (await browser.open(room)).getByText("You cancelled: Not yet");
});

test("a listing is marked as sold to a buyer outside the shop, on its page and without JavaScript", async () => {
  const seller = await person("seller");
  const racket = await racketOf(seller, { name: "Clash 100" });
  // A buyer wrote about the listing, so the form asks for the buyer.
  await roomAbout(await person("buyer"), racket);
  const browser = shop.withoutScripts(seller);
  const own = await browser.open("/my-listings");
  own.main.getByRole("link", { name: "Reserve or mark as sold… (Clash 100)" });
  const page = await browser.open(`/rackets/${racket.id}`);
  const form = await browser.follow(page.main.getByRole("link", { name: "Reserve or mark as sold…" }));
  const elsewhere = form.getByRole<HTMLInputElement>("radio", { name: "Someone outside Second Serve" });
  const sold = await browser.submit(form.main.getByRole("button", { name: "Mark as sold" }), {
    [elsewhere.name]: elsewhere.value,
    as: "sold",
  });
  sold.getByText("Sold to: Someone outside Second Serve");
  const listing = await browser.open(`/rackets/${racket.id}`);
  listing.getByText("Hidden from search; people with the link still see it.", { exact: false });
  const then = await browser.open("/my-listings");
  then.main.getByText("Sold", { exact: true });
  expect(then.main.queryByRole("link", { name: "Reserve or mark as sold… (Clash 100)" })).toBeNull();
});

test("both parties agree on another price and on a cancellation without JavaScript", async () => {
  const [seller, buyer] = [await person("seller"), await person("buyer")];
  const id = await orderOf({ seller, buyer, listing: await racketOf(seller), state: "agreed" });
  const buying = shop.withoutScripts(buyer);
  const [sends, confirms] = ["Send suggestion", "Agree to €100.00"];
  const proposed = await buying.open(`/orders/${id}`);
  const [cheaper] = proposed.main.getAllByRole("button", { name: sends, hidden: true });
  const waits = await buying.submit(cheaper as HTMLElement, { price: "100" });
  waits.main.getByText(/^You suggested €100.00 instead/);

  const selling = shop.withoutScripts(seller);
  const orderPage = await selling.open(`/orders/${id}`);
  orderPage.main.getByText(/suggests €100.00 instead/);
  const agreed = await selling.submit(orderPage.main.getByRole("button", { name: confirms }));
  agreed.getByText("New price agreed");

  const [, cancels] = agreed.main.getAllByRole("button", { name: sends, hidden: true });
  const refused = await selling.submit(cancels as HTMLElement, { reason: "" });
  refused.getByText("Tell them briefly why.");
  const [, again] = refused.main.getAllByRole("button", { name: sends, hidden: true });
  await selling.submit(again as HTMLElement, { reason: "It broke" });
  const cancelled = await buying.submit(
    (await buying.open(`/orders/${id}`)).main.getByRole("button", { name: "Agree to cancel" }),
  );
  cancelled.main.getByText(/^You both agreed to cancel/);
});

test("a buyer saves a postal address, shares it with the seller and stops sharing it, without JavaScript", async () => {
  const [seller, buyer] = [await person("seller"), await person("buyer")];
  const id = await orderOf({ seller, buyer, listing: await racketOf(seller), state: "agreed" });
  const buying = shop.withoutScripts(buyer);
  const order = await buying.open(`/orders/${id}`);
  const add = order.main.getByRole("link", { name: "Add an address" });
  // It opens at the addresses, which are far down on the page.
  const anchor = new URL(add.getAttribute("href") ?? "", shop.server.url).hash;
  const profile = await buying.follow(add);
  expect(anchor).toBe("#addresses");
  expect(profile.document.querySelector(anchor)).not.toBeNull();
  const back = await buying.submit(profile.main.getByRole("button", { name: "Save profile" }), {
    shipping_address: "Court Road 1\nAmsterdam",
  });
  expect(back.url.pathname).toBe(`/orders/${id}`);
  const shared = await buying.submit(back.main.getByRole("button", { name: "Share address" }));
  shared.getByText("Address shared");
  const selling = shop.withoutScripts(seller);
  (await selling.open(`/orders/${id}`)).main.getByText(/Court Road 1/);
  await buying.submit(shared.main.getByRole("button", { name: "Take back" }));
  expect((await selling.open(`/orders/${id}`)).main.queryByText(/Court Road 1/)).toBeNull();
});
