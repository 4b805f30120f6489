import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { newestMail } from "#tests/support/accounts.ts";
import { hydrated } from "#tests/support/browser.ts";
import { type Person, person } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let reader: Person;

beforeAll(async () => {
  reader = await person("reader");
});
beforeEach(async () => {
  await db().deleteFrom("mails").execute();
});

/** The title and the text of the toast that is shown. */
const toastTexts = (page: Page) =>
  page.locator("[data-sonner-toast] :is([data-title], [data-description])").allTextContents();

const questions = (page: Page) => page.getByRole("main").locator("summary h3");
const mailOf = async () => newestMail("support@localhost");

describe("the answers", () => {
  test("are searched as one types, with what was looked for marked [M2.10]", async () => {
    const { page, faults } = await shop.as(null);
    await page.goto("/help");
    await hydrated(page);
    const all = await questions(page).count();
    expect(all).toBeGreaterThanOrEqual(16);
    const box = page.getByRole("searchbox", { name: "Search the answers" });
    await box.fill("PROCESS payments");
    await expect.poll(() => questions(page).allTextContents()).toEqual(["How does payment work?"]);
    expect(await page.getByText("Answers found: 1").isVisible()).toBe(true);
    expect(await page.locator("mark").allTextContents()).toContain("payments");
    expect(await page.getByText("The platform does not").isVisible()).toBe(true);
    await box.fill("zzzz");
    await page.getByText("No answer to “zzzz” yet").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Write to us" }).click();
    await page.waitForURL("**/help#contact");
    await box.fill("");
    await expect.poll(() => questions(page).count()).toBe(all);
    expect(faults).toEqual([]);
  });

  test("have an address each, and lead on", async () => {
    const { page } = await shop.as(null);
    await page.goto("/help#how-shipping-works");
    await hydrated(page);
    const shipping = page.locator("#how-shipping-works");
    await expect.poll(() => shipping.isVisible()).toBe(true);
    expect(await page.locator("#how-payment-works").isVisible()).toBe(false);
    await page.getByText("How do I create a listing?").click();
    await page.getByRole("main").getByRole("link", { name: "Sell an item" }).click();
    await page.waitForURL(/\/(sell|auth)/);
  });
});

describe("a message to us", () => {
  test("comes back with its faults and all that was typed, and then reaches the mailbox [M2.97]", async () => {
    const { page } = await shop.as(reader);
    await page.goto("/help");
    await hydrated(page);
    expect(await page.getByText("Monday-Friday 9:00 AM-5:00 PM EST").isVisible()).toBe(true);
    expect(await page.getByText("We reply within 24 hours.").isVisible()).toBe(true);
    expect(await page.getByLabel("Email", { exact: true }).inputValue()).toBe(reader.viewer.email);
    await page.getByLabel("Your message").fill("Where is my racket?");
    await page.getByLabel("Address of a listing").fill("https://evil.example/");
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByText("Please choose a topic").waitFor();
    await page.getByLabel("What is it about?").selectOption({ label: "Buying" });
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByText("Please give an address of this site").waitFor();
    expect(await page.getByLabel("Your message").inputValue()).toBe("Where is my racket?");
    await page.getByLabel("Address of a listing").fill(`${shop.server.url}/rackets`);
    await page.getByRole("button", { name: "Send message" }).click();
    await expect
      .poll(() => toastTexts(page))
      .toEqual(["Your message was sent", `We reply to ${reader.viewer.email} within 24 hours.`]);
    await expect.poll(() => page.getByLabel("Your message").inputValue()).toBe("");

    expect(await mailOf()).toMatchObject({
      reply_to: reader.viewer.email,
      subject: expect.stringContaining("Buying"),
    });
    await page.goto(`/dev/mailbox/${(await mailOf())?.id}`);
    await page.getByText(`An answer goes to ${reader.viewer.email}.`).waitFor();
    await page.frameLocator("iframe").getByText("Where is my racket?", { exact: true }).waitFor();
  });
});
