import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { newPerson, PASSWORD } from "#tests/support/accounts.ts";
import { hydrated, toast } from "#tests/support/browser.ts";
import { type Person, person } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { findRow } from "#tests/support/rows.ts";
import { listingOf, photoOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;

beforeAll(async () => {
  seller = await person("seller");
});

async function open(path: string, who = seller): Promise<Page> {
  const { page } = await shop.openAs(who);
  await page.goto(path);
  await hydrated(page);
  return page;
}

/** Adds photos until there are `count`. */
async function addPhotos(page: Page, count: number): Promise<void> {
  const existing = await page.locator("input[name=photo]").count();
  const files = await Promise.all(
    Array.from({ length: count - existing }, async (_, index) => ({
      name: `${index}.jpg`,
      mimeType: "image/jpeg",
      buffer: Buffer.from(await pictureFile()),
    })),
  );
  await page.locator("input[type=file]").setInputFiles(files);
  await expect.poll(() => page.locator("input[name=photo]").count()).toBe(count);
}

const next = (page: Page) => page.getByRole("button", { name: "Next" }).click();
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name });
/** The text of the focused element, or of its label. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const now = document.activeElement;
    const label = now instanceof HTMLInputElement || now instanceof HTMLSelectElement ? now.labels?.[0] : now;
    return label?.textContent ?? "";
  });
const progress = (page: Page) => page.getByRole("progressbar", { name: "Progress" });

async function fillBasics(page: Page, name: string): Promise<void> {
  await page.getByLabel("Title").fill(name);
  await page.getByLabel("Brand").selectOption("Luxilon");
  await page.getByLabel("Condition").selectOption("New");
  await page.getByLabel("Price").fill("18");
}

describe("the form of strings, with steps", () => {
  test("shows one step at a time, requires the fields of each step, and lists the strings [M2.33 M2.34 M2.41 M2.43 M5.9 M8.10]", async () => {
    const page = await open("/sell/strings");
    expect(await progress(page).getAttribute("aria-valuetext")).toBe("Step 1 of 3");
    expect(await progress(page).getAttribute("aria-valuenow")).toBe("1");
    expect(await progress(page).getAttribute("aria-valuemax")).toBe("3");
    await heading(page, "Photos").waitFor();
    expect(await heading(page, "Basic Information").isVisible()).toBe(false);
    // Strings need no photo.
    await next(page);

    await expect.poll(() => focused(page)).toMatch(/Step 2 of 3\s*Basic Information/);
    await expect.poll(() => progress(page).getAttribute("aria-valuenow")).toBe("2");
    expect(await page.getByLabel("Gauge").isVisible()).toBe(false);
    await page.getByLabel("Title").fill("ALU Power");
    await next(page);
    for (const text of ["Brand is required", "Condition is required", "Price is required"])
      await page.getByRole("link", { name: text, exact: true }).waitFor();
    expect(await page.getByText("Title is required").count()).toBe(0);
    await expect.poll(() => focused(page)).toBe("Brand");
    await fillBasics(page, "ALU Power");
    // Enter presses the step's button, and does not submit a half-filled form.
    await page.getByLabel("Price").press("Enter");

    await expect.poll(() => focused(page)).toMatch(/Step 3 of 3\s*Specifications/);
    expect(await page.getByLabel("Type", { exact: true }).inputValue()).toBe("set");
    expect(await page.getByLabel("Shipping").inputValue()).toBe("Pick up");
    expect(await page.getByRole("checkbox", { name: "Make Offer" }).isChecked()).toBe(false);
    await page.getByRole("button", { name: "Previous" }).click();
    await heading(page, "Basic Information").waitFor();
    expect(await page.getByLabel("Title").inputValue()).toBe("ALU Power");
    await next(page);
    await page.getByLabel("Gauge").fill("1,25");
    await page.getByRole("button", { name: "List Strings" }).click();
    await page.waitForURL(/\/strings\/[0-9a-f-]{36}$/);
    await toast(page, "Strings listing created successfully").waitFor();
    await expect.poll(() => page.locator("dl").last().textContent()).toMatch(/Gauge\s*1.25 mm/);
  });

  test("shows the step with the field in which the server finds a fault", async () => {
    const page = await open("/sell/strings");
    await addPhotos(page, 1);
    await next(page);
    await fillBasics(page, "Natural Gut");
    // The submit button appears in the place of Next: a double click must not press both.
    await page.getByRole("button", { name: "Next" }).dblclick();
    await heading(page, "Specifications").waitFor();
    await page.getByLabel("Country").selectOption("DE");
    await page.getByLabel("Postal code").fill("00000");
    await page.getByRole("button", { name: "List Strings" }).click();
    await page.getByRole("link", { name: "We do not know this postal code" }).waitFor();
    await expect.poll(() => focused(page)).toBe("Postal code");
    await page.getByLabel("Postal code").fill("");
    // The server has deleted one of two photos: the form returns to the photos, keeps the other one, and can be sent.
    await page.getByRole("button", { name: "Previous" }).click();
    await page.getByRole("button", { name: "Previous" }).click();
    await addPhotos(page, 2);
    await next(page);
    await next(page);
    const id = await page.locator("input[name=photo]").first().inputValue();
    await db().deleteFrom("photos").where("id", "=", id).execute();
    await page.getByRole("button", { name: "List Strings" }).click();
    await heading(page, "Photos").waitFor();
    await expect.poll(() => progress(page).getAttribute("aria-valuenow")).toBe("1");
    await expect.poll(() => page.locator("input[name=photo]").count()).toBe(1);
    await next(page);
    await next(page);
    await page.getByRole("button", { name: "List Strings" }).click();
    await page.getByRole("heading", { level: 1, name: "Natural Gut" }).waitFor();
  });
});

describe("the input of a form with steps is kept", () => {
  test("when the session ends: after signing in, the form is at its step with all input [M8.9]", async () => {
    const { cookies } = await newPerson("Interrupted");
    const { page, context } = await shop.openAs(null);
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: shop.server.url })));
    await page.goto("/sell/strings");
    await addPhotos(page, 2);
    await next(page);
    await fillBasics(page, "RPM Blast");
    await page.getByLabel("Description").fill("Half a reel, kept dry.");
    await next(page);
    await page.getByLabel("Material").selectOption("polyester");
    await page.getByLabel("Color").selectOption("Black");
    await page.getByRole("checkbox", { name: "Make Offer" }).check();
    const { id } = await findRow("profiles", { username: "Interrupted" });
    await db().deleteFrom("sessions").where("user_id", "=", id).execute();
    await page.getByRole("button", { name: "List Strings" }).click();
    await page.waitForURL((url) => url.pathname === "/auth");
    await toast(page, "Authentication required").getByText("Please log in to list strings").waitFor();
    await page.getByLabel("Email or username").fill("Interrupted");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.waitForURL("**/sell/strings");
    await page.getByText("Continue where you left off.").waitFor();
    await heading(page, "Specifications").waitFor();
    await expect.poll(() => page.getByLabel("Material").inputValue()).toBe("polyester");
    expect(await page.getByLabel("Color").inputValue()).toBe("Black");
    expect(await page.getByRole("checkbox", { name: "Make Offer" }).isChecked()).toBe(true);
    expect(await page.locator("input[name=photo]").count()).toBe(2);
    await page.getByRole("button", { name: "List Strings" }).click();
    await page.waitForURL(/\/strings\/[0-9a-f-]{36}$/);
    await page.getByRole("heading", { level: 1, name: "RPM Blast" }).waitFor();
    await page.getByText("Half a reel, kept dry.").waitFor();
    await expect.poll(() => page.locator("dl").last().textContent()).toMatch(/Material\s*Polyester/);
    const photos = await db().selectFrom("photos").select("listing_id").execute();
    expect(photos.filter((photo) => photo.listing_id === page.url().split("/").at(-1))).toHaveLength(2);
    await page.goto("/sell/strings");
    await hydrated(page);
    expect(await page.getByText("Continue where you left off.").count()).toBe(0);
    expect(await page.locator("input[name=photo]").count()).toBe(0);
  });

  test("when the page is reloaded at a step in the middle", async () => {
    const page = await open("/sell/strings", await person("reloader"));
    await addPhotos(page, 1);
    await next(page);
    await page.getByLabel("Title").fill("Hyper-G");
    await page.reload();
    await hydrated(page);
    await heading(page, "Basic Information").waitFor();
    expect(await page.getByLabel("Title").inputValue()).toBe("Hyper-G");
    await page.getByRole("button", { name: "Start over" }).click();
    await heading(page, "Photos").waitFor();
    expect(await page.locator("input[name=photo]").count()).toBe(0);
  });

  test("for an edited listing: the form offers to restore the changes", async () => {
    const { id } = await listingOf(seller, "string", { photos: [await photoOf(seller)] });
    const page = await open(`/strings/${id}/edit`);
    await next(page);
    await page.getByLabel("Title").fill("ALU Power, half a reel");
    await page.reload();
    await hydrated(page);
    await page.getByText("You have unsaved changes to this listing.").waitFor();
    expect(await page.locator("[name=name]").inputValue()).toBe("ALU Power 125");
    await page.getByRole("button", { name: "Restore my changes" }).click();
    await heading(page, "Basic Information").waitFor();
    expect(await page.getByLabel("Title").inputValue()).toBe("ALU Power, half a reel");
    await next(page);
    await page.getByRole("button", { name: "Update Strings" }).click();
    await page.getByRole("heading", { level: 1, name: "ALU Power, half a reel" }).waitFor();
    await page.goto(`/strings/${id}/edit`);
    await hydrated(page);
    expect(await page.getByText("You have unsaved changes to this listing.").count()).toBe(0);
  });
});

describe("the form of clothes, with steps", () => {
  const sizes = (page: Page) =>
    page
      .getByLabel("Size")
      .locator("option")
      .evaluateAll((all) => all.map((one) => one.textContent));

  test("offers the sizes of the gender and type, and clears the size when either changes [M2.41]", async () => {
    const page = await open("/sell/clothes");
    await addPhotos(page, 1);
    await next(page);
    await heading(page, "Basic Information").waitFor();
    expect(await sizes(page)).toEqual(["First choose Gender and Type"]);
    await page.getByLabel("Gender").selectOption("Men");
    await expect.poll(() => sizes(page)).toEqual(["First choose Type"]);
    await page.getByLabel("Type").selectOption("Polo Shirt");
    await expect.poll(async () => (await sizes(page)).slice(1)).toEqual(["XS", "S", "M", "L", "XL", "XXL"]);
    await page.getByLabel("Size").selectOption("M");
    // Women's sizes include M too, but changing the gender clears the size.
    await page.getByLabel("Gender").selectOption("Women");
    await expect.poll(() => page.getByLabel("Size").inputValue()).toBe("");
    await page.getByLabel("Size").selectOption("S");
    await page.getByLabel("Type").selectOption("Skirt");
    await expect.poll(() => page.getByLabel("Size").inputValue()).toBe("");
    await expect.poll(async () => (await sizes(page)).slice(1, 3)).toEqual(["XXS (00)", "XS (0-2)"]);
    await page.getByLabel("Gender").selectOption("Girls");
    expect((await sizes(page)).slice(1)).toEqual(["4-6Y", "6-8Y", "8-10Y", "10-12Y", "12-14Y", "14-16Y"]);
    await page.getByLabel("Size").selectOption("8-10Y");
    // The cleared size stays empty after a reload.
    await page.getByLabel("Gender").selectOption("Boys");
    await page.reload();
    await hydrated(page);
    await heading(page, "Basic Information").waitFor();
    expect(await page.getByLabel("Gender").inputValue()).toBe("Boys");
    expect(await page.getByLabel("Type").inputValue()).toBe("Skirt");
    expect(await page.getByLabel("Size").inputValue()).toBe("");
    await next(page);
    await page.getByRole("link", { name: "Size is required" }).waitFor();
    await page.getByLabel("Size").selectOption("8-10Y");
    await page.getByLabel("Title").fill("Court shorts");
    await page.getByLabel("Type").selectOption("Shorts");
    await page.getByLabel("Size").selectOption("10-12Y");
    await page.getByLabel("Brand").selectOption("Nike");
    await page.getByLabel("Condition").selectOption("Good");
    await page.getByLabel("Color").selectOption("Navy");
    await next(page);
    await heading(page, "Price and Delivery").waitFor();
    await page.getByRole("button", { name: "Complete Listing" }).click();
    await page.getByRole("link", { name: "Price is required" }).waitFor();
    await page.getByRole("link", { name: "Shipping option is required" }).waitFor();
    await page.getByLabel("Price").fill("9");
    await page.getByLabel("Shipping").selectOption("Shipping");
    await page.getByRole("button", { name: "Complete Listing" }).click();
    await page.waitForURL(/\/clothes\/[0-9a-f-]{36}$/);
    await toast(page, "Your clothes have been listed for sale").waitFor();
    await page.goto(`${page.url()}/edit`);
    await next(page);
    await heading(page, "Basic Information").waitFor();
    expect(await page.getByLabel("Size").inputValue()).toBe("10-12Y");
    expect((await sizes(page)).slice(1)).toEqual(["4-6Y", "6-8Y", "8-10Y", "10-12Y", "12-14Y", "14-16Y"]);
  });

  test("leads to the next step, and says nothing about missing photos, while a photo is uploaded", async () => {
    const page = await open("/sell/clothes");
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route("**/photos", async (route) => {
      await promise;
      await route.continue();
    });
    const buffer = Buffer.from(await pictureFile());
    await page.locator("input[type=file]").setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
    await next(page);
    await heading(page, "Basic Information").waitFor();
    await page.getByLabel("Title").focus();
    await page.getByLabel("Title").blur();
    await page.getByText("Title is required").waitFor();
    expect(await toast(page, "Images required").count()).toBe(0);
    resolve();
    await expect.poll(() => page.locator("input[name=photo]").count()).toBe(1);
  });
});
