import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { expectNoFaults } from "#tests/support/axe.ts";
import { hydrated, toast } from "#tests/support/browser.ts";
import { type Person, person } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { listingOf, photoOf, samples } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;

beforeAll(async () => {
  seller = await person("seller");
});

async function open(path: string, who: Person | null = seller): Promise<Page> {
  const { page } = await shop.as(who);
  await page.goto(path);
  await hydrated(page);
  return page;
}

const main = (page: Page) => page.getByRole("main");

describe("the selling entries", () => {
  test.each([true, false])(
    "lead a visitor to a form, which asks to sign in; with JavaScript: %s [A2.4 M2.4 M2.6 M8.4]",
    async (javaScriptEnabled) => {
      const { page } = await shop.as(null, { javaScriptEnabled });
      await page.goto("/");
      await page.getByRole("link", { name: "Sell an item" }).first().click();
      await page.getByRole("heading", { level: 1, name: "Sell your gear" }).waitFor();
      await main(page).getByRole("link", { name: "Individual" }).click();
      await page.getByRole("heading", { level: 1, name: "What do you want to sell?" }).waitFor();
      expect(await main(page).getByRole("listitem").count()).toBe(samples.length);
      await main(page).getByRole("link", { name: "Balls" }).click();
      await page.waitForURL("**/auth?next=%2Fsell%2Fballs");
      if (javaScriptEnabled)
        await toast(page, "Please login").getByText("You need to be logged in to sell items.").waitFor();
    },
  );

  test("lead businesses on, by their other names too [A2.5]", async () => {
    const page = await open("/sell", null);
    await main(page).getByRole("link", { name: "Business" }).click();
    await page.waitForURL("**/auth?next=%2Fsell%2Fbusiness");
    await page.goto("/sellBusiness");
    await page.waitForURL("**/auth?next=%2Fsell%2Fbusiness");
    await page.goto("/nl/sell/new");
    await page.waitForURL("**/nl/sell");
  });

  test("are no form: signing out there leads home", async () => {
    const page = await open("/sell/individual", await person("leaver"));
    await page.getByRole("button", { name: /your menu/ }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.waitForURL(`${shop.server.url}/`);
  });
});

test.each(samples)("signing out on the form of a $type leads to /auth", async ({ definition }) => {
  const page = await open(`/sell/${definition.sell}`, await person("leaver"));
  await page.getByRole("button", { name: /your menu/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.waitForURL((url) => url.pathname === "/auth");
});

describe("Go Back", () => {
  const goBack = (page: Page) => page.getByRole("link", { name: /^(Go Back|Cancel)$/ }).click();

  test.each(samples)("from an edited $type leads to it [M2.36 M2.38 M2.40]", async ({ type, definition }) => {
    const { id } = await listingOf(seller, type);
    const page = await open(`/${definition.plural}/${id}/edit`);
    await goBack(page);
    await page.waitForURL(`**/${definition.plural}/${id}`);
  });

  test.each(samples.filter(({ type }) => type !== "ball"))(
    "from a new $type leads a step back, or to the category without history [M2.36 M2.40 M2.46]",
    async ({ definition }) => {
      const page = await open(`/sell/${definition.sell}`);
      await goBack(page);
      await page.waitForURL(`**/${definition.plural}`);
      await page.goto("/sell/individual");
      await hydrated(page);
      await main(page)
        .getByRole("link")
        .nth(samples.findIndex((one) => one.definition === definition))
        .click();
      await page.waitForURL(`**/sell/${definition.sell}`);
      await goBack(page);
      await page.waitForURL("**/sell/individual");
    },
  );

  test("from new balls leads to the selling entry, wherever one came from [M2.38]", async () => {
    const fresh = await open("/sell/balls");
    await goBack(fresh);
    await fresh.waitForURL("**/sell/individual");
  });
});

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

describe("everybody can use it (axe finds nothing)", () => {
  test.each(["/sell", "/sell/individual"])("%s, light and dark, on a phone and on a desk", async (path) => {
    await expectNoFaults(await open(path, null));
  });

  test.each(samples)(
    "the form of a $type, at every step and with a fault, light and dark, on a phone and on a desk",
    async ({ type, definition }) => {
      const { id } = await listingOf(seller, type, { photos: [await photoOf(seller)] });
      const page = await open(`/${definition.plural}/${id}/edit`);
      const price = page.getByLabel("Price", { exact: true });
      for (const [index] of definition.form.entries()) {
        if (index > 0) await page.getByRole("button", { name: "Next" }).click();
        if (await price.isVisible()) {
          await price.fill("free");
          await price.blur();
          await page.getByText("Price must be an amount in euros").waitFor();
        }
        await expectNoFaults(page);
        if (await price.isVisible()) await price.fill("1");
      }
    },
  );
});
