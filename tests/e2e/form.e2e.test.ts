import { sql } from "kysely";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { hydrated, toast } from "#tests/support/browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { insertRows } from "#tests/support/rows.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

describe("the form of a racket", () => {
  let seller: Person;

  beforeAll(async () => {
    seller = await person("seller");
  });

  async function open(path: string): Promise<Page> {
    const { page } = await shop.openAs(seller);
    await page.goto(path);
    await hydrated(page);
    return page;
  }

  async function addPhoto(page: Page): Promise<void> {
    const buffer = Buffer.from(await pictureFile());
    await page.locator("input[type=file]").setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
    await expect.poll(() => page.locator("input[name=photo]").count(), { timeout: 30_000 }).toBe(1);
  }

  async function fill(page: Page, name: string): Promise<void> {
    await addPhoto(page);
    await page.getByLabel("Title").fill(name);
    await page.getByLabel("Category").selectOption("senior");
    await page.getByLabel("Condition").selectOption("Good");
    await page.getByLabel("Price").fill("80");
  }

  /** Delays the form's requests until `release` is called, and counts them. */
  async function holdAnswer(page: Page): Promise<{ release: () => void; sent: () => number }> {
    const { promise, resolve } = Promise.withResolvers<void>();
    let posts = 0;
    await page.route(/\.data(\?|$)/, async (route) => {
      if (route.request().method() === "POST") {
        posts += 1;
        await promise;
      }
      await route.continue();
    });
    return { release: resolve, sent: () => posts };
  }

  /** Stores a racket with a photo, so that its form can be saved unchanged. Returns the path of its page. */
  async function racketWithPhoto(name: string): Promise<string> {
    const { id, type } = await racketOf(seller, { name });
    const key = Buffer.from(id.replaceAll("-", "").repeat(2)).toString().slice(0, 64);
    await insertRows("photos", {
      user_id: seller.viewer.id,
      listing_type: type,
      listing_id: id,
      position: 0,
      key,
      width: 8,
      height: 8,
      thumbhash: "",
    });
    return `/rackets/${id}`;
  }

  describe("with missing fields", () => {
    test("shows the fault of a field that is left empty, then all faults at their fields, and announces the missing images, before anything is sent [M5.1 M5.2 M5.3 M5.4 M5.8 M8.5]", async () => {
      const page = await open("/sell/racket");
      const { sent } = await holdAnswer(page);
      await page.getByLabel("Title").focus();
      await page.getByLabel("Title").blur();
      await page.getByText("Title is required").waitFor();
      const message = toast(page, "Images required");
      expect(await message.count()).toBe(0);
      await page.getByRole("button", { name: "List Racket" }).click();
      await message.getByText("Please provide at least one image for your racket.").waitFor();
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toContain("Add photos");
      for (const [label, text] of [
        ["Title", "Title is required"],
        ["Category", "Category is required"],
        ["Condition", "Condition is required"],
        ["Price", "Price is required"],
      ] as const) {
        await page.getByRole("link", { name: text, exact: true }).waitFor();
        const field = page.getByLabel(label);
        await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
        const described = (await field.getAttribute("aria-describedby"))?.split(" ") ?? [];
        const texts = await Promise.all(described.map((id) => page.locator(`[id="${id}"]`).textContent()));
        expect(texts.join()).toContain(text);
      }
      expect(await page.getByRole("link", { name: / is required$/ }).count()).toBe(4);
      expect(sent()).toBe(0);
      await page.getByLabel("Title").fill("Blade");
      await page.getByRole("link", { name: "Title is required" }).waitFor({ state: "detached" });
    });
  });

  test("offers the grips, weights and head sizes of juniors for a junior racket", async () => {
    const page = await open("/sell/racket");
    const grip = page.getByLabel("Grip size");
    const grips = () =>
      grip.locator("option").evaluateAll((all) => all.map((one) => one.textContent).slice(1));
    await page.getByLabel("Category").selectOption("senior");
    await expect
      .poll(() => grips())
      .toEqual(["L0 · 4", "L1 · 4 1/8", "L2 · 4 1/4", "L3 · 4 3/8", "L4 · 4 1/2", "L5 · 4 5/8"]);
    await page.getByText("Between 250 and 400").waitFor();
    await grip.selectOption({ label: "L3 · 4 3/8" });
    await page.getByLabel("Category").selectOption("junior");
    await expect.poll(() => grips()).toEqual(["L0 · 4", "L1 · 4 1/8", "L2 · 4 1/4"]);
    // Juniors have no L3, so the form chooses L0, which is grip size 4.
    await expect.poll(() => grip.inputValue()).toBe("0");
    await page.getByText("Between 200 and 280").waitFor();
    await page.getByText("Between 75 and 110").waitFor();
    // A grip that juniors may have stays chosen.
    await grip.selectOption({ label: "L2 · 4 1/4" });
    await page.getByLabel("Category").selectOption("senior");
    await page.getByLabel("Category").selectOption("junior");
    await expect.poll(() => grip.inputValue()).toBe("2");
  });

  test("asks first which racket it is, and fills in what the maker says about the model, by keyboard", async () => {
    const page = await open("/sell/racket");
    const question = page.getByLabel("Which racket?");
    await page.getByLabel("Head size").fill("99");
    await question.focus();
    await expect.poll(() => question.getAttribute("role")).toBe("combobox");
    await page.keyboard.type("babolt pur aero 2023");
    // While somebody types, the list may have it further down.
    const option = page.getByRole("option").first();
    await expect.poll(() => option.textContent()).toMatch(/^Babolat Pure Aero 2023/);
    await page.keyboard.press("ArrowDown");
    const id = await option.getAttribute("id");
    await expect.poll(() => question.getAttribute("aria-activedescendant")).toBe(id);
    await expectNoFaults(page);
    await page.keyboard.press("Enter");
    await page.getByText(/^Filled in: Babolat Pure Aero 2023\./).waitFor();
    const valueIn = (name: string) => page.locator(`form[data-loses-nothing] [name=${name}]`).inputValue();
    expect(await valueIn("name")).toBe("Babolat Pure Aero 2023");
    expect(await valueIn("category")).toBe("senior");
    expect(await valueIn("weight")).toBe("300");
    expect(await valueIn("string_pattern")).toBe("16x19");
    expect(await valueIn("headsize")).toBe("99");
    await page.getByText("Your value · maker: 100 sq in").waitFor();
    const weighed = page.getByLabel("Weighed strung?");
    expect(await weighed.isVisible()).toBe(false);
    await page.locator("[name=weight]").fill("312");
    await page.getByText("Your value · maker: 300 g").waitFor();
    await weighed.selectOption({ label: "Strung" });
    // Another model replaces what the first one filled in. The form does not offer its brand, but accepts it.
    await question.fill("gamma rzr 100t");
    await page.getByRole("option", { name: "Gamma RZR 100T 2013", exact: true }).click();
    await expect.poll(() => valueIn("brand")).toBe("Gamma");
    expect(await valueIn("name")).toBe("Gamma RZR 100T 2013");
    expect(await valueIn("weight")).toBe("312");
  });

  test("replaces what a model filled in when another model is chosen in a restored draft", async () => {
    const page = await open("/sell/racket");
    const question = page.getByLabel("Which racket?");
    const choose = async (text: string, name: string) => {
      await question.focus();
      await expect.poll(() => question.getAttribute("role")).toBe("combobox");
      await question.fill(text);
      await page.getByRole("option", { name, exact: true }).click();
    };
    const valuesIn = () =>
      Promise.all(
        ["model", "name", "brand", "headsize", "weight"].map((name) =>
          page.locator(`form[data-loses-nothing] [name=${name}]`).inputValue(),
        ),
      );
    await choose("gamma rzr 100t", "Gamma RZR 100T 2013");
    await page.getByLabel("Head size").fill("99");
    await page.reload();
    await hydrated(page);
    await page.getByText("Continue where you left off.").waitFor();
    const gamma = ["Gamma RZR 100T 2013", "Gamma RZR 100T 2013", "Gamma", "99", "315"];
    expect(await valuesIn()).toEqual(gamma);
    await choose("babolat pure aero 2023", "Babolat Pure Aero 2023");
    await expect
      .poll(valuesIn)
      .toEqual(["Babolat Pure Aero 2023", "Babolat Pure Aero 2023", "Babolat", "99", "300"]);
  });

  test("suggests the condition that follows from five answers", async () => {
    const page = await open("/sell/racket");
    await page.getByText("Not sure? Answer five questions").click();
    const answers = {
      frame: "Straight, no cracks",
      bumper: "Scuffed",
      paint: "Scratches",
      grip_state: "Used, holds well",
      string_state: "Played",
    };
    for (const [name, label] of Object.entries(answers))
      await page.locator(`[name=${name}]`).selectOption({ label });
    await page.getByText("Based on your answers: Good").waitFor();
    await expectNoFaults(page);
    await page.getByRole("button", { name: "Choose Good" }).click();
    const condition = page.locator("[name=condition]");
    expect(await condition.inputValue()).toBe("Good");
    await page
      .getByText("Played regularly. Scratches and a scuffed bumper, a sound frame.")
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Choose Good" }).waitFor({ state: "detached" });
  });

  describe("while it is saved", () => {
    test("has a busy button, for a new racket and an edited one, and then shows a success message [A8.26 M2.28]", async () => {
      const page = await open("/sell/racket");
      await fill(page, "Clash 100");
      const { release, sent } = await holdAnswer(page);
      await page.getByRole("button", { name: "List Racket" }).click();
      const busy = page.getByRole("button", { name: "Listing Racket..." });
      expect(await busy.getAttribute("aria-disabled")).toBe("true");
      await busy.click({ force: true });
      release();
      await page.waitForURL(/\/rackets\/[0-9a-f-]{36}$/);
      const message = toast(page, "Success");
      await message.getByText("Your racket has been listed for sale").waitFor();
      expect(sent()).toBe(1);
      // The new listing's page has replaced the form in the browser's history.
      await page.goBack();
      await page.waitForURL((url) => url.href === "about:blank");

      await page.unroute(/\.data(\?|$)/);
      const path = await racketWithPhoto("Radical MP");
      await page.goto(`${path}/edit`);
      const edited = await holdAnswer(page);
      await page.getByRole("button", { name: "Update Racket" }).click();
      const updating = page.getByRole("button", { name: "Updating Racket..." });
      expect(await updating.getAttribute("aria-disabled")).toBe("true");
      edited.release();
      await page.waitForURL(`**${path}`);
      await toast(page, "Success").getByText("Your racket has been updated successfully").waitFor();
    });
  });

  test("reports a failure, keeps all input, and can be sent again [A8.26 M8.6]", async () => {
    const path = await racketWithPhoto("Speed Pro");
    await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full'; end $$`.execute(db());
    await sql`create trigger refuse before insert or update on listings for each row execute function refuse()`.execute(
      db(),
    );
    const page = await open("/sell/racket");
    try {
      await fill(page, "Pure Drive");
      await page.getByRole("button", { name: "List Racket" }).click();
      await toast(page, "Error").getByText("Failed to list your racket. Please try again.").waitFor();
      expect(await page.getByText("the disk is full").count()).toBe(0);
      expect(await page.getByLabel("Title").inputValue()).toBe("Pure Drive");

      const editing = await open(`${path}/edit`);
      await editing.getByLabel("Price").fill("99");
      await editing.getByRole("button", { name: "Update Racket" }).click();
      await toast(editing, "Error").getByText("Failed to update your racket. Please try again.").waitFor();
      expect(await editing.getByLabel("Price").inputValue()).toBe("99");
    } finally {
      await sql`drop trigger refuse on listings`.execute(db());
    }
    await page.getByRole("button", { name: "List Racket" }).click();
    await page.getByRole("heading", { level: 1, name: "Pure Drive" }).waitFor();
  });

  test("has the link Go Back, or Cancel on a first step: it leads from a new listing to the previous page, and from an edited listing to the page of the listing, where Back to My Listings still works [M2.31 M2.32 M2.34 M2.42]", async () => {
    const path = await racketWithPhoto("Prestige Tour");
    const page = await open("/sell/individual");
    const goBack = () => page.getByRole("link", { name: "Go Back" }).click();
    await page.getByRole("main").getByRole("link", { name: "Rackets" }).click();
    await page.waitForURL("**/sell/racket");
    await goBack();
    await page.waitForURL("**/sell/individual");
    await page.getByRole("main").getByRole("link", { name: "Strings" }).click();
    await page.waitForURL("**/sell/strings");
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.waitForURL("**/sell/individual");
    await page.goto("/my-listings");
    await page.getByRole("link", { name: "Prestige Tour", exact: true }).click();
    const edit = page.getByRole("link", { name: "Edit", exact: true });
    await edit.click();
    await page.waitForURL(`**${path}/edit`);
    await goBack();
    await page.getByRole("link", { name: "Back to My Listings" }).waitFor();
    await edit.click();
    await page.getByRole("button", { name: "Update Racket" }).click();
    await toast(page, "Your racket has been updated successfully").waitFor();
    await page.getByRole("link", { name: "Back to My Listings" }).click();
    await page.waitForURL("**/my-listings");
  });

  test("leads to /auth when the person signs out on the form's page, or in another tab [M2.23 M7.21]", async () => {
    const { page, context } = await shop.openAs(await person("leaver"));
    const other = await context.newPage();
    await page.goto("/sell/racket");
    await other.goto("/sell/bag");
    await hydrated(other);
    await page.getByRole("button", { name: /your menu/ }).click();
    const message = (tab: Page) =>
      toast(tab, "Authentication required").getByText("Please log in to list a bag").waitFor();
    // The toast disappears soon, so the test starts to wait before the click. Both tabs go to /auth and share the cookie
    // of the message, so the tab that loads its page first shows it.
    await Promise.all([
      Promise.any([message(other), message(page)]),
      other.waitForURL((url) => url.pathname === "/auth"),
      page.getByRole("menuitem", { name: "Log out" }).click(),
    ]);
    await page.waitForURL((url) => url.pathname === "/auth");
    await page.getByRole("link", { name: "Sign in / Sign up" }).first().waitFor();
  });
});

describe("the form of another type", () => {
  let seller: Person;

  beforeAll(async () => {
    seller = await person("seller");
  });

  async function open(path: string): Promise<Page> {
    const { page } = await shop.openAs(seller);
    await page.goto(path);
    await hydrated(page);
    return page;
  }

  test("of an accessory leads to My Listings when it is saved, and is then empty again [M2.28 M2.45]", async () => {
    const page = await open("/sell/accessories");
    expect(await page.getByLabel("Condition").inputValue()).toBe("Unknown");
    const buffer = Buffer.from(await pictureFile());
    await page.locator("input[type=file]").setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
    await expect.poll(() => page.locator("input[name=photo]").count()).toBe(1);
    await page.getByLabel("Title").fill("Pro Overgrip");
    await page.getByLabel("Brand").selectOption("Wilson");
    await page.getByLabel("Type").selectOption("Grip Tape");
    await page.getByLabel("Color").selectOption("White");
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

  test("of a bag in Dutch keeps its draft after a refusal and after the session ended, and drops it when the bag is listed", async () => {
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
    // The URL changes before the page does, so wait until the form is gone.
    await page.locator("[name=name]").waitFor({ state: "detached" });
    await page.goto("/nl/sell/bag");
    await hydrated(page);
    expect(await page.locator("[name=name]").inputValue()).toBe("");
    expect(await page.locator("input[name=photo]").count()).toBe(0);
  });
});
