import { beforeAll, expect, test } from "vitest";
import { expectNoFaults } from "#tests/support/axe.ts";
import { hydrated } from "#tests/support/browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let player: Person;

beforeAll(async () => {
  player = await person("player");
  const seller = await person("seller");
  const attributes = { gripsize: "2", weight: 302 };
  await racketOf(seller, { name: "Twin", model: "babolat-pure-drive-2021", attributes });
});

test("a model is added to a comparison by typing its name on a phone", async () => {
  const { page } = await shop.openAs(null, "phone");
  await page.goto("/rackets/models/babolat-pure-drive-2021");
  await hydrated(page);
  await page.getByRole("link", { name: "Compare", exact: true }).click();
  const input = page.getByLabel("Add a model");
  await input.fill("blade 98 v8");
  await page.getByRole("option", { name: "Wilson Blade 98 16x19 v8 2021", exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/model=babolat-pure-drive-2021&model=wilson-blade-98-16x19-v8-2021$/);
  await page.getByRole("columnheader", { name: "Wilson Blade 98 16x19 v8 2021" }).waitFor();
  expect(await input.inputValue()).toBe("");
  await expectNoFaults(page);
});

test("a brand at the end of the list leads to the top of its models, and stays in view [W2.4.3]", async () => {
  const { page } = await shop.openAs(null, "phone");
  await page.goto("/rackets/models");
  await hydrated(page);
  const brand = page.getByRole("navigation", { name: "Brands" }).getByRole("link", { name: /^Yonex/ });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await brand.tap();
  await page.waitForURL("**/rackets/models?brand=Yonex");
  await page.getByRole("heading", { name: "Yonex" }).waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  const { x = -1, width = 0 } = (await brand.boundingBox()) ?? {};
  expect([x >= 0, x + width <= (page.viewportSize()?.width ?? 0)]).toEqual([true, true]);
});

test("a player says which racket they play, and sees a listing that is a twin of their racket", async () => {
  const { page } = await shop.openAs(player);
  await page.goto("/profile/played");
  await hydrated(page);
  await page.getByLabel("Your racket").fill("pure drive 2021");
  await page.getByRole("option", { name: "Babolat Pure Drive 2021", exact: true }).click();
  await page.getByLabel("Grip size").selectOption("2");
  await page.getByLabel("Weight").fill("304");
  await page.getByRole("button", { name: "Save" }).click();
  const twins = page.getByRole("region", { name: /^Twins/ });
  await twins.getByRole("link", { name: "Twin" }).waitFor();
  await twins.getByText("2 g lighter").waitFor();
  await expectNoFaults(page);
});
