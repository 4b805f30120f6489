import { expect, test } from "vitest";
import { pressCartButton } from "#tests/support/cart.ts";
import { countsOf } from "#tests/support/marked-deals.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

test("two of three items in a cart are sold as one deal with the seller's discount, without JavaScript", async () => {
  const [seller, buyer] = [await person("seller"), await person("buyer")];
  const [selling, buying] = [shop.withoutScripts(seller), shop.withoutScripts(buyer)];
  const rackets = await Promise.all(
    ["Blade 98", "Clash 100", "Ezone 98"].map((name) => racketOf(seller, { name, cents: 10_000 })),
  );
  for (const racket of rackets) await pressCartButton(buyer.visitor, racket);

  const mine = await selling.open("/my-listings");
  const save = mine.main.getByRole("button", { name: "Save discount", hidden: true });
  const saved = await selling.submit(save, { items: "2", percent: "10" });
  saved.getByText("Discount saved");
  const text = "10% off when you buy 2 or more items";
  (await buying.open(`/sellers/${seller.viewer.username}`)).main.getByText(text);

  const cart = await buying.open("/cart");
  cart.main.getByText(text);
  expect(cart.main.getAllByText("€270.00").length).toBeGreaterThan(0);
  const room = await buying.submit(cart.getByRole("button", { name: "Send message", hidden: true }));

  const conversation = await selling.open(room.url.pathname);
  const boxes = conversation.main.getAllByRole<HTMLInputElement>("checkbox", { hidden: true });
  expect(boxes.map(({ checked }) => checked)).toEqual([true, true, true]);
  expect(conversation.main.getByLabelText<HTMLInputElement>("Agreed price").value).toBe("270");
  conversation.main.getByRole<HTMLInputElement>("checkbox", {
    name: /Clash 100/,
    hidden: true,
  }).checked = false;
  const sell = conversation.getByRole("button", { name: /^Mark as sold to/, hidden: true });
  const sold = await selling.submit(sell, { price: "180" });
  sold.getByText(/^Sold to .* for €180.00/);

  const theirs = await buying.open(room.url.pathname);
  const order = await buying.follow(theirs.getByRole("link", { name: "Details" }));
  order.main.getByRole("link", { name: "Blade 98" });
  order.main.getByRole("link", { name: "Ezone 98" });
  expect(order.main.queryByText("Clash 100")).toBeNull();
  await buying.submit(order.main.getByRole("button", { name: "Confirm" }));
  const statuses = await Promise.all(rackets.map(countsOf));
  expect(statuses.map(({ status }) => status)).toEqual(["sold", "available", "sold"]);
});
