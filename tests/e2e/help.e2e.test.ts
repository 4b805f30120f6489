import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { updateDictionary } from "#app/features/search/dictionary/dictionary.server.ts";
import { db } from "#app/platform/db.server.ts";
import { hydrated } from "#tests/support/browser.ts";
import { type Person, person } from "#tests/support/people.ts";
import { listingOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

const toastTexts = (page: Page) => page.locator("[data-toast] p").allTextContents();

test("the help page's answers are searched while typing, with the words marked, and have their own URLs; its support form shows faults with the input kept, and is empty again once it is sent [M2.10 M2.97]", async () => {
  const { page, faults } = await shop.openAs(await person("reader"));
  const questions = page.getByRole("main").locator("summary h3");
  await page.goto("/help");
  const all = await questions.count();
  expect(all).toBeGreaterThanOrEqual(16);
  const box = page.getByRole("searchbox", { name: "Search help" });
  await box.fill("PROCESS payments");
  await expect.poll(() => questions.allTextContents()).toEqual(["How does payment work?"]);
  await page.getByText("Answers found: 1").waitFor();
  expect(await page.locator("mark").allTextContents()).toContain("payments");
  await page.getByText("The platform does not").waitFor();
  await box.fill("zzzz");
  await page.getByText("No answers for “zzzz”").waitFor();
  await page.getByRole("main").getByRole("link", { name: "Contact us" }).click();
  await page.waitForURL("**/help#contact");
  await box.fill("");
  await expect.poll(() => questions.count()).toBe(all);

  const message = page.getByLabel("Your message");
  const send = page.getByRole("button", { name: "Send message" });
  await message.fill("Where is my racket?");
  await page.getByLabel("Link to a listing").fill("https://evil.example/");
  await send.click();
  await page.getByRole("link", { name: "Please choose a topic" }).waitFor();
  await page.getByLabel("What is it about?").selectOption({ label: "Buying" });
  await send.click();
  await page.getByRole("link", { name: "Please enter a link to this site" }).waitFor();
  expect(await message.inputValue()).toBe("Where is my racket?");
  await page.getByLabel("Link to a listing").fill(`${shop.server.url}/rackets`);
  await send.click();
  await expect
    .poll(() => toastTexts(page))
    .toEqual([
      "Your message has been sent",
      expect.stringMatching(/^We will reply to .* within 24 hours on working days\.$/),
    ]);
  await expect.poll(() => message.inputValue()).toBe("");

  await page.goto("/cart");
  await page.goto("/help#how-shipping-works");
  await page.locator("#how-shipping-works").waitFor();
  expect(await page.locator("#how-payment-works").isVisible()).toBe(false);
  await page.getByText("How do I create a listing?").click();
  await page.getByRole("main").getByRole("link", { name: "Sell an item" }).click();
  await page.waitForURL(/\/(sell|auth)/);
  // The browser logs the status 422 of a form with faults.
  expect(faults.filter((fault) => !fault.includes("status of 422"))).toEqual([]);
});

describe("on any page,", () => {
  let seller: Person;
  let reader: Person;

  beforeAll(async () => {
    [seller, reader] = [await person("seller"), await person("reader")];
    for (const [name, headsize, weight, cents] of [
      ["Clash 108", 108, 280, 9_000],
      ["Boost Drive", 105, 260, 6_000],
      ["Pure Drive", 100, 285, 20_000],
      ["Radical Lite", 102, 265, 5_000],
      ["Pro Staff RF", 97, 340, 15_000],
    ] as const)
      await listingOf(seller, "racket", { name, cents, attributes: { headsize, weight } });
    await listingOf(seller, "string", { name: "ALU Power" });
    await updateDictionary();
  });

  const panel = (page: Page) => page.getByRole("dialog", { name: "Tennis Gear Concierge" });
  const field = (page: Page) => panel(page).getByLabel("Your question");
  const send = (page: Page) => panel(page).getByRole("button", { name: "Send", exact: true });
  const log = (page: Page) => panel(page).getByRole("log");

  async function openConcierge(page: Page): Promise<void> {
    await page.getByRole("button", { name: /: your menu$/ }).click();
    await page.getByRole("menuitem", { name: "Chat with us" }).click();
    await panel(page).waitFor();
  }

  async function open(device?: Parameters<typeof shop.openAs>[1]) {
    const tab = await shop.openAs(reader, device);
    if (device === "phone") {
      await tab.page.goto("/me");
      await hydrated(tab.page);
      await tab.page.getByRole("main").getByRole("link", { name: "Chat with us" }).tap();
      await panel(tab.page).waitFor();
      return tab;
    }
    await tab.page.goto("/help");
    await openConcierge(tab.page);
    return tab;
  }

  describe("the concierge", () => {
    test("welcomes a person, shows for a second that it is typing, advises, and shows matching listings [A2.113 A2.115 A2.116 A4.14 A4.15 A5.12 A5.13 A9.9]", async () => {
      const { page, faults } = await open();
      expect(await log(page).textContent()).toContain("Hello! I'm your tennis gear concierge.");
      await expect.poll(() => field(page).evaluate((one) => one === document.activeElement)).toBe(true);
      expect(await send(page).isDisabled()).toBe(true);
      await field(page).fill("  \n ");
      await field(page).press("Enter");
      await expect.poll(() => send(page).isDisabled()).toBe(true);
      await field(page).fill("");
      await field(page).pressSequentially("beginner");
      await field(page).press("Shift+Enter");
      await field(page).pressSequentially("racket");
      await expect.poll(() => field(page).inputValue()).toBe("beginner\nracket");

      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      await field(page).press("Enter");
      await log(page).getByText("The concierge is typing…").waitFor();
      expect(await field(page).inputValue()).toBe("");
      await field(page).fill("another question");
      await expect.poll(() => send(page).isDisabled()).toBe(true);
      await field(page).press("Enter");
      await expect.poll(() => field(page).inputValue()).toBe("another question");
      await page.clock.runFor(999);
      expect(await log(page).getByText("100-115 sq in").count()).toBe(0);
      await page.clock.runFor(1);
      await log(page).getByText("100-115 sq in").first().waitFor();
      await page.clock.resume();
      expect(await log(page).getByText("The concierge is typing…").count()).toBe(0);
      expect(await log(page).getByText("another question").count()).toBe(0);
      expect(await send(page).isEnabled()).toBe(true);

      await log(page).getByText("For sale right now:").waitFor();
      const links = log(page).getByRole("link");
      expect(await links.allTextContents()).toEqual([
        expect.stringMatching(/Clash 108.*280 g/),
        expect.stringMatching(/Boost Drive.*260 g/),
        expect.stringMatching(/Pure Drive.*285 g/),
        expect.stringMatching(/Rackets · .*Head size 100 sq in to 115 sq in.* \(4 results\)/),
      ]);
      await links.last().click();
      await page.waitForURL("**/rackets?category=senior&minHeadsize=100&maxHeadsize=115&maxWeight=285");
      await panel(page).waitFor({ state: "detached" });
      await page.getByRole("main").getByRole("article").nth(3).waitFor();
      expect(faults).toEqual([]);
    });

    test("opens from the help page without signing in", async () => {
      const { page, faults } = await shop.openAs(null);
      await page.goto("/help");
      await hydrated(page);
      const opener = page.getByRole("button", { name: "Chat with us" });
      await opener.click();
      await panel(page).getByRole("button", { name: "Find a racket" }).click();
      await log(page).getByText("For sale right now:").waitFor();
      await page.keyboard.press("Escape");
      await panel(page).waitFor({ state: "detached" });
      await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true);
      expect(faults).toEqual([]);
    });

    test("answers each suggested question, asks to rephrase unknown ones, and thanks for a rating; is as wide as a phone's screen, with long words too [A2.114 A2.117 A8.36 A8.37]", async () => {
      const { page } = await open("phone");
      const place = async () => {
        const { x, width } = (await panel(page).boundingBox()) ?? { x: -1, width: 0 };
        return [Math.round(x), Math.round(width)];
      };
      await expect.poll(place).toEqual([0, 360]);
      const chips = panel(page).getByRole("list", { name: "Suggested questions" }).getByRole("button");
      expect(await chips.allTextContents()).toEqual([
        "Find a racket",
        "String advice",
        "Preferences",
        "Search help",
      ]);
      for (const [chip, answer] of [
        ["Find a racket", "Happy to help you find a racket!"],
        ["String advice", "40-50 lbs for power, 55-65 lbs for control"],
        ["Preferences", "You can set your sizes"],
        ["Search help", "Type what matters to you in the search box"],
      ] as const) {
        await panel(page).getByRole("button", { name: chip }).click();
        await log(page).getByText(answer).waitFor();
      }
      await field(page).fill("hello there");
      await send(page).click();
      await log(page).getByText("Could you rephrase that?").waitFor();
      // Only advice can be rated. The welcome message is no advice.
      const [good, bad] = ["Helpful", "Not helpful"].map((name) =>
        log(page).getByRole("button", { name, exact: true }),
      );
      expect(await good?.count()).toBe(5);
      await page.route("**/assistant/votes", (route) => route.abort());
      await good?.first().click();
      await expect
        .poll(() => toastTexts(page))
        .toEqual(["Your feedback was not saved", expect.stringMatching(/connection/)]);
      expect(await good?.first().getAttribute("aria-pressed")).toBe("false");
      await page.unroute("**/assistant/votes");
      await good?.first().dblclick();
      await expect
        .poll(() => toastTexts(page))
        .toEqual(["Thanks for the feedback!", "We're glad the recommendation was helpful."]);
      await bad?.last().click();
      await expect
        .poll(() => toastTexts(page))
        .toEqual(["We're sorry to hear that", "We'll use your feedback to improve our recommendations."]);
      await expect.poll(() => good?.first().getAttribute("aria-pressed")).toBe("true");
      const votes = db().selectFrom("concierge_votes").select(["user_id", "reply", "helpful"]);
      expect(await votes.orderBy("voted_at").execute()).toEqual([
        { user_id: reader.viewer.id, reply: "choosing", helpful: true },
        { user_id: reader.viewer.id, reply: "rephrase", helpful: false },
      ]);
      await field(page).fill(`racket ${"Donaudampfschifffahrt".repeat(12)} <b>مرحبا</b>`);
      await send(page).click();
      await log(page).getByRole("link").last().waitFor();
      await expect.poll(place).toEqual([0, 360]);
    });

    test("keeps the conversation on other pages and after a reload, and hides it from another person", async () => {
      const { page, context } = await open();
      await field(page).fill("which string?");
      await field(page).press("Enter");
      await log(page).getByText("55-65 lbs for control").waitFor();
      await page.keyboard.press("Escape");
      await panel(page).waitFor({ state: "detached" });
      await expect
        .poll(() =>
          page
            .getByRole("button", { name: /: your menu$/ })
            .evaluate((one) => one === document.activeElement),
        )
        .toBe(true);
      await page.getByRole("link", { name: "Second Serve" }).first().click();
      await page.waitForURL((url) => url.pathname === "/");
      await openConcierge(page);
      expect(await log(page).getByText("55-65 lbs for control").count()).toBe(1);
      // An answer that was interrupted by leaving the page appears on return.
      await field(page).fill("preferences");
      await field(page).press("Enter");
      await page.reload();
      await hydrated(page);
      await openConcierge(page);
      await log(page).getByText("You can set your sizes").waitFor();
      expect(await log(page).getByText("which string?").count()).toBe(1);

      const other = await person("other");
      const [name = "", ...value] = other.cookie.split("=");
      await context.addCookies([{ name, value: value.join("="), url: shop.server.url }]);
      await page.reload();
      await hydrated(page);
      await openConcierge(page);
      expect(await log(page).getByText("which string?").count()).toBe(0);
      expect(await log(page).getByText("Hello! I'm your tennis gear concierge.").count()).toBe(1);
    });

    test("shows its reply without listings when they cannot be loaded; says when there is no reply; and retries [A7.42 A8.5]", async () => {
      const { page } = await open();
      await page.route("**/assets/rules-*.js", (route) => route.abort());
      await panel(page).getByRole("button", { name: "Preferences" }).click();
      await expect
        .poll(() => toastTexts(page))
        .toEqual(["Error", "Failed to get response. Please try again."]);
      await page.unroute("**/assets/rules-*.js");
      await log(page).getByRole("button", { name: "Try again" }).click();
      await log(page).getByText("You can set your sizes").waitFor();
      await page.route("**/assistant/suggestions?*", (route) => route.abort());
      await panel(page).getByRole("button", { name: "String advice" }).click();
      await log(page).getByText("Matching listings could not be loaded.").waitFor();
      expect(await log(page).getByText("55-65 lbs for control").count()).toBe(1);
      await page.unroute("**/assistant/suggestions?*");
      await log(page).getByRole("button", { name: "Try again" }).click();
      await log(page)
        .getByRole("link", { name: /ALU Power/ })
        .waitFor();
    });
  });
});
