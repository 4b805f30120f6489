import { expect, test } from "vitest";
import { person, racketOf } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

test("without JavaScript, a visitor fills the cart, is asked to sign in before a message is sent, and empties the cart [M2.19]", async () => {
  await racketOf(await person("seller"), { name: "Blade 98" });
  const browser = shop.withoutScripts(null);
  const list = await browser.open("/rackets");
  expect(list.queryByRole("button", { name: /cart/i })).toBeNull();
  const racket = await browser.follow(list.getByRole("link", { name: "Blade 98" }));
  const filled = await browser.submit(racket.getByRole("button", { name: "Add to cart: Blade 98" }));
  filled.getByRole("button", { name: "Remove from cart: Blade 98" });
  const cart = await browser.follow(filled.getByRole("link", { name: "Cart (1)" }));
  // A details element opens without JavaScript.
  const message = cart.getByText("Message the seller about this item").closest("details");
  expect(message).not.toBeNull();
  const signIn = await browser.submit(cart.getByRole("button", { name: "Send message", hidden: true }));
  expect(signIn.url.pathname + signIn.url.search).toBe("/auth?next=%2Fcart");
  const again = await browser.open("/cart");
  const emptied = await browser.submit(again.getByRole("button", { name: "Remove from cart: Blade 98" }));
  emptied.getByText("Your cart is empty");
});
