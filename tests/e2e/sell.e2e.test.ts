import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { hydrated, toast } from "#tests/support/browser.ts";
import { type Person, person } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;

beforeAll(async () => {
  seller = await person("seller");
});

async function open(path: string): Promise<Page> {
  const { page } = await shop.as(seller);
  await page.goto(path);
  await hydrated(page);
  return page;
}

test("a listed accessory leads to one's listings, and its form is empty again [M2.28 M2.45]", async () => {
  const page = await open("/sell/accessories");
  expect(await page.getByLabel("Condition").inputValue()).toBe("Unknown");
  const buffer = Buffer.from(await pictureFile());
  await page.locator("input[type=file]").setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
  await expect.poll(() => page.locator("input[name=photo]").count()).toBe(1);
  await page.getByLabel("Title").fill("Pro Overgrip");
  await page.getByLabel("Brand").selectOption("Wilson");
  await page.getByLabel("Type").selectOption("Grip Tape");
  await page.getByLabel("Colour").selectOption("White");
  await page.getByLabel("Price").fill("6");
  await page.getByLabel("Shipping").selectOption("Shipping");
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\.data(\?|$)/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "List Accessory" }).click();
  const busy = page.getByRole("button", { name: "Processing..." });
  expect(await busy.getAttribute("aria-disabled")).toBe("true");
  resolve();
  await page.waitForURL("**/my-listings");
  await toast(page, "Your accessory has been listed for sale").waitFor();
  await page.getByRole("link", { name: "Pro Overgrip", exact: true }).waitFor();
  await page.goto("/sell/accessories");
  await hydrated(page);
  expect(await page.getByLabel("Title").inputValue()).toBe("");
});

test("in another language a draft outlives a refusal and a lost session too, and ends with the listing", async () => {
  const page = await open("/nl/sell/bag");
  const send = () => page.locator("main form button[type=submit]").click();
  async function expectDraft(): Promise<void> {
    await page.goto("/nl/sell/bag");
    await hydrated(page);
    await expect.poll(() => page.locator("[name=name]").inputValue()).toBe("Team 6R");
    expect(await page.locator("input[name=photo]").count()).toBe(1);
  }
  const buffer = Buffer.from(await pictureFile());
  await page.locator("input[type=file]").setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
  await expect.poll(() => page.locator("input[name=photo]").count()).toBe(1);
  await page.locator("[name=name]").fill("Team 6R");
  for (const [name, value] of [
    ["condition", "Good"],
    ["color", "Blue"],
    ["shipping", "Pick up"],
  ] as const)
    await page.locator(`select[name=${name}]`).selectOption(value);
  await page.locator("[name=price]").fill("30,50");
  await page.locator("[name=country]").selectOption("DE");
  await page.locator("[name=postalCode]").fill("00000");
  await send();
  await page.locator("[name=postalCode][aria-invalid]").waitFor();
  await expectDraft();
  await page.locator("[name=postalCode]").fill("");
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await send();
  await page.waitForURL("**/nl/auth?next=%2Fsell%2Fbag");
  await page.context().addCookies(cookies);
  await expectDraft();
  await send();
  await page.waitForURL(/\/nl\/bags\/[0-9a-f-]{36}$/);
  // The address is there before its page.
  await page.locator("[name=name]").waitFor({ state: "detached" });
  await page.goto("/nl/sell/bag");
  await hydrated(page);
  expect(await page.locator("[name=name]").inputValue()).toBe("");
  expect(await page.locator("input[name=photo]").count()).toBe(0);
});

test("a field that is left empty says so by itself, and photos are not yet missed aloud [M8.5]", async () => {
  const page = await open("/sell/bag");
  await page.getByLabel("Title").focus();
  await page.getByLabel("Title").blur();
  await page.getByText("Title is required").waitFor();
  expect(await toast(page, "Images required").count()).toBe(0);
  await page.getByRole("button", { name: "List Bag" }).click();
  await toast(page, "Images required").getByText("Please provide at least one image for your bag.").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("Add photos");
});
