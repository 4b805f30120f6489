import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { signUp } from "#tests/support/browser.ts";
import { openShop } from "#tests/support/shop.ts";

/** Back leads to the page before, whatever redirects there were on the way. */
const shop = openShop();

const pathOf = (page: Page) => new URL(page.url()).pathname;

async function signedUp(username: string): Promise<void> {
  const { page } = await shop.as(null);
  await signUp(page, username);
}

async function fillIn(page: Page, username: string): Promise<void> {
  await page.getByLabel("Email or username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

async function fromHelpToRackets(): Promise<Page> {
  const { page } = await shop.as(null);
  await page.goto("/help");
  await page.getByRole("contentinfo").getByRole("link", { name: "Rackets", exact: true }).click();
  await page.waitForURL("**/rackets");
  return page;
}

test("after signing in, Back leads to the page before the sign-in", async () => {
  await signedUp("back_in");
  const page = await fromHelpToRackets();
  await page.getByRole("banner").getByRole("link", { name: "Favourites", exact: true }).click();
  await page.waitForURL("**/auth?next=%2Ffavorites");
  await fillIn(page, "back_in");
  await page.waitForURL("**/favorites");
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Rackets" }).waitFor();
  await page.goBack();
  await expect.poll(() => pathOf(page)).toBe("/help");
});

test("after signing out on a protected page, Back leads to its sign-in, and then to the page before it", async () => {
  await signedUp("back_out");
  const page = await fromHelpToRackets();
  await page.getByRole("banner").getByRole("link", { name: "Favourites", exact: true }).click();
  await page.waitForURL("**/auth?next=%2Ffavorites");
  await fillIn(page, "back_out");
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
