import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { newPerson, PASSWORD } from "#tests/support/accounts.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { toast } from "#tests/support/browser.ts";
import { press } from "#tests/support/cart.ts";
import { focused } from "#tests/support/keyboard.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { listingOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;
let bag: { id: string };

beforeAll(async () => {
  seller = await person("seller");
  await racketOf(seller, { name: "Blade 98", cents: 10_000 });
  bag = await listingOf(seller, "bag", { name: "Tour bag", cents: 2_500 });
});

const cartWith = (page: Page, count: number) => page.getByRole("link", { name: `Cart, ${count} in it` });

async function pressByKey(page: Page, role: "button" | "link", name: string): Promise<void> {
  await page.getByRole(role, { name, exact: true }).focus();
  await page.keyboard.press("Enter");
}

test("is filled from a card and a page, counted, taken along at sign-in, and asked about in one message [A2.14]", async () => {
  const account = await newPerson("Paula");
  await press(account, await racketOf(await person("other"), { name: "Pure Drive" }));
  const { page, faults } = await shop.as(null);
  await page.goto("/rackets");
  await pressByKey(page, "button", "Add to cart: Blade 98");
  await toast(page, "Added to cart").waitFor();
  await cartWith(page, 1).waitFor();
  await expect.poll(() => focused(page)).toBe('button "Remove from cart: Blade 98"');
  await page.goto(`/bags/${bag.id}`);
  await page.getByRole("button", { name: "Add to cart: Tour bag" }).click();
  await cartWith(page, 2).click();
  await page.waitForURL("**/cart");
  await page.getByText("€125.00").first().waitFor();
  await expectNoFaults(page);

  await pressByKey(page, "button", "Remove from cart: Blade 98");
  const told = toast(page, "1 item removed from cart");
  await told.waitFor();
  await cartWith(page, 1).waitFor();
  await expect.poll(() => focused(page)).not.toBe("nowhere");
  await told.getByRole("button", { name: "Undo" }).press("Enter");
  await cartWith(page, 2).waitFor();

  await page.getByText("Message the seller about these 2 items").press("Enter");
  const message = page.getByLabel(`Your message to ${seller.viewer.username}`);
  await expect.poll(() => message.inputValue()).toContain("- Tour bag, €25.00");
  await message.fill("Both until Friday?");
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByLabel("Email or username").fill("Paula");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/cart");
  await cartWith(page, 3).waitFor();
  await expect.poll(() => message.inputValue()).toBe("Both until Friday?");
  await page
    .getByRole("region", { name: seller.viewer.username })
    .getByRole("button", { name: "Send message" })
    .click();
  await page.waitForURL("**/messages/*");
  await page.getByRole("main").getByText("Both until Friday?").first().waitFor();
  expect(faults).toEqual([]);
});

test("offline a press says so and the page stays; what another tab put in is there when one comes back [A2.14]", async () => {
  const { page } = await shop.as(null);
  const context = page.context();
  await page.goto("/rackets");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Add to cart: Blade 98" }).click();
  await toast(page, "We could not be reached").waitFor();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Add to cart: Blade 98" }).waitFor();
  await page.goto("/cart");
  await page.getByText("Your cart is empty").waitFor();

  const other = await context.newPage();
  await other.goto("/rackets");
  await other.getByRole("button", { name: "Add to cart: Blade 98" }).click();
  await cartWith(other, 1).waitFor();
  // Without a window no tab is ever hidden: the browser says by this that one came back.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.getByRole("region", { name: seller.viewer.username }).getByText("Blade 98").first().waitFor();
  await cartWith(page, 1).waitFor();
});

test("needs no JavaScript [M2.19]", async () => {
  const { page } = await shop.as(null, { javaScriptEnabled: false });
  await page.goto("/rackets");
  await page.getByRole("button", { name: "Add to cart: Blade 98" }).click();
  await page.getByRole("button", { name: "Remove from cart: Blade 98" }).waitFor();
  await cartWith(page, 1).click();
  await page.getByText("Message the seller about this item").click();
  await page.getByRole("button", { name: "Send message" }).click();
  await page.waitForURL("**/auth?next=%2Fcart");
  await page.goto("/cart");
  await page.getByRole("button", { name: "Remove from cart: Blade 98" }).click();
  await page.getByText("Your cart is empty").waitFor();
});
