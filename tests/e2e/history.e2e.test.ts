import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPerson, PASSWORD } from "#tests/support/accounts.ts";
import { person } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

/** Back leads to the page before, whatever redirects there were on the way. */
const shop = openShop();

const pathOf = (page: Page) => new URL(page.url()).pathname;

async function fillIn(page: Page, username: string): Promise<void> {
  await page.getByLabel("Email or username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

test("after signing in, Back leads to the page before; after signing out on a protected page, to its sign-in", async () => {
  await newPerson("back_out");
  const { page } = await shop.as(null);
  await page.goto("/help");
  await page.getByRole("contentinfo").getByRole("link", { name: "Rackets", exact: true }).click();
  await page.waitForURL("**/rackets");
  const favourites = page.getByRole("banner").getByRole("link", { name: "Favourites", exact: true });
  await favourites.click();
  await page.waitForURL("**/auth?next=%2Ffavorites");
  await fillIn(page, "back_out");
  await page.waitForURL("**/favorites");
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Rackets" }).waitFor();
  await page.goBack();
  await expect.poll(() => pathOf(page)).toBe("/help");
  await page.goForward();
  await page.getByRole("heading", { level: 1, name: "Rackets" }).waitFor();
  await favourites.click();
  await page.waitForURL("**/favorites");
  await page.getByRole("button", { name: /^back_out/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.goBack();
  await page.waitForURL("**/auth?next=%2Ffavorites");
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Rackets" }).waitFor();
  await page.goForward();
  await page.waitForURL("**/auth?next=%2Ffavorites");
  await fillIn(page, "back_out");
  await page.waitForURL("**/favorites");
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Rackets" }).waitFor();
});

test("after signing out, Back shows nothing of who was here, also without JavaScript", async () => {
  const { page } = await shop.as(await person("anna"), { javaScriptEnabled: false });
  await page.goto("/my-listings");
  const menu = page.locator("summary[aria-label*='anna']");
  await menu.click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL(`${shop.server.url}/`);
  await page.goBack();
  expect(await menu.count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe("/auth");
});
