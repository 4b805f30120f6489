import { describe, expect, test } from "vitest";
import * as mails from "#app/features/accounts/mails.server.ts";
import { faultsOf } from "#tests/support/axe.ts";
import { expectNoSidewaysScroll, hydrated, signIn, signUp, toast } from "#tests/support/browser.ts";
import { person } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

describe("letters", () => {
  const AT = new Date("2026-11-20T15:04:05Z");
  const LONG = {
    id: "01890000-0000-7000-8000-000000000001",
    email: "w@example.com",
    username: "W".repeat(40),
  };
  const DONE = { at: AT, device: "Firefox on Linux", address: "203.0.113.…" };

  test.each(["light", "dark"] as const)(
    "can be read, %s, and fit the smallest phone",
    async (colorScheme) => {
      const { page } = await shop.as(null, { viewport: { width: 320, height: 800 }, colorScheme });
      // Of all languages it has the longest words.
      const to = { ...LONG, language: "de" };
      const letters = [
        mails.verificationMail(to, { token: "t".repeat(300), next: "/sell", providers: ["Facebook"] }),
        mails.codeMail(to, { code: "123456", purpose: "sign-in", minutes: 10 }),
        mails.newDeviceMail(to, DONE),
        mails.emailApprovalMail(to, {
          newEmail: `${"a".repeat(60)}@${"b".repeat(60)}.example`,
          path: "/x",
        }),
      ];
      for (const { html, subject } of letters) {
        await page.setContent(html);
        expect(await faultsOf(page, { tags: ["wcag2a", "wcag2aa", "wcag22aa"] }), subject).toEqual([]);
        await expectNoSidewaysScroll(page);
      }
    },
  );
});

describe("a mail at /dev/mailbox", () => {
  test("shows its light and its dark side, a phone's width and its text, each at an address", async () => {
    const { page } = await shop.as(null);
    await signUp(page, "Reader");
    await page.goto("/dev/mailbox");
    await page.getByRole("main").getByRole("listitem").first().getByRole("link").click();
    const sheet = page.frameLocator("iframe").locator("body");
    const ground = () => sheet.evaluate((body) => getComputedStyle(body).backgroundColor);
    await expect.poll(ground).toBe("rgb(248, 246, 240)");
    await page.getByRole("link", { name: "Dark" }).click();
    await page.waitForURL(/\?as=dark$/);
    await expect.poll(ground).toBe("rgb(11, 29, 36)");
    await page.goto(page.url().replace("dark", "phone"));
    expect((await page.locator("iframe").boundingBox())?.width).toBe(320);
    await page.goto(page.url().replace("phone", "text"));
    await page.getByText("Hello Reader,").waitFor();
    expect(await page.locator("iframe").count()).toBe(0);
  });
});

describe("a mail about a sign-in from a new browser", () => {
  test("comes once, and its link switches such mails off and on, without signing in", async () => {
    const { page: desk } = await shop.as(null);
    await signUp(desk, "Walker");
    const { page: phone } = await shop.as(null, {
      userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    });
    await signIn(phone, "Walker");
    const { page: stranger } = await shop.as(null);
    await stranger.goto("/dev/mailbox");
    const list = stranger.getByRole("main").getByRole("listitem").filter({ hasText: "walker@example.com" });
    expect(await list.filter({ hasText: "New sign-in to your account" }).count()).toBe(1);
    await list.first().getByRole("link").click();
    await stranger.frameLocator("iframe").getByText("Firefox on Linux").waitFor();
    await stranger
      .frameLocator("iframe")
      .getByRole("link", { name: "Switch off mails of this kind" })
      .click();
    await stranger.waitForURL(/\/mail\/unsubscribe/);
    await hydrated(stranger);
    await stranger.getByText("You get mails about this.").waitFor();
    await stranger.getByRole("button", { name: "Switch these mails off" }).click();
    await stranger.getByText("You get no mails about this any more.").waitFor();
    await stranger.getByRole("button", { name: "Switch these mails on again" }).click();
    await stranger.getByText("You get mails about this.").waitFor();
  });

  test("is switched off at Security too", async () => {
    const { page } = await shop.as(await person("quiet"));
    await page.goto("/profile/security");
    const card = page.getByRole("region", { name: "Mail about new sign-ins" });
    await card.getByRole("button", { name: "Switch off" }).click();
    await card.getByText("These mails are switched off").waitFor();
    await toast(page, "Your choice has been saved.").waitFor();
  });
});
