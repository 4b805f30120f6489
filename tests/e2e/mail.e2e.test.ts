import { describe, expect, test } from "vitest";
import { unsubscribeLink } from "#app/features/accounts/mail-choices.server.ts";
import * as mails from "#app/features/accounts/mails.server.ts";
import { db } from "#app/platform/db.server.ts";
import { expectNoFaults, faultsOf } from "#tests/support/axe.ts";
import { expectNoSidewaysScroll, hydrated, signIn, signUp, toast } from "#tests/support/browser.ts";
import { type Person, person } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

async function isOff({ viewer }: Person): Promise<boolean> {
  const rows = await db()
    .selectFrom("notification_choices")
    .select("kind")
    .where("user_id", "=", viewer.id)
    .where("mail", "=", "off")
    .execute();
  return rows.length > 0;
}

const linkOf = ({ viewer }: Person, locale: "en-GB" | "nl" = "en-GB") =>
  unsubscribeLink({ userId: viewer.id, topic: "account" }, locale);

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
      for (const language of ["en-GB", "de"]) {
        const to = { ...LONG, language };
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
    await expectNoFaults(stranger);
    await stranger.getByRole("button", { name: "Switch these mails off" }).click();
    await stranger.getByText("You get no mails about this any more.").waitFor();
    await stranger.getByRole("button", { name: "Switch these mails on again" }).click();
    await stranger.getByText("You get mails about this.").waitFor();
  });

  test("is switched off at Security too, before JavaScript as after", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const who = await person("quiet");
      const { page } = await shop.as(who, { javaScriptEnabled });
      await page.goto("/profile/security");
      if (javaScriptEnabled) await hydrated(page);
      const card = page.getByRole("region", { name: "Mail about new sign-ins" });
      await card.getByRole("button", { name: "Switch off" }).click();
      await card.getByText("These mails are switched off").waitFor();
      if (javaScriptEnabled) await toast(page, "Your choice has been saved.").waitFor();
      expect(await isOff(who)).toBe(true);
    }
  });
});

describe("a mail program", () => {
  const post = (url: string, headers: Record<string, string>) =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: "List-Unsubscribe=One-Click",
      redirect: "manual",
    });

  test.each([
    ["without an origin", {}],
    ["of another site's page", { "sec-fetch-site": "cross-site" }],
  ])("%s switches off by one POST, in each language's address", async (_, headers) => {
    for (const locale of ["en-GB", "nl"] as const) {
      const who = await person("clicker");
      expect((await post(linkOf(who, locale), headers)).status).toBe(200);
      expect(await isOff(who)).toBe(true);
    }
  });

  test("may send no form to any other address, nor to one that only looks like it", async () => {
    const who = await person("clicker");
    const token = new URL(linkOf(who)).search;
    for (const path of [
      "/auth",
      "/profile/security/mail",
      `/mail/unsubscribe/x${token}`,
      `/x/mail/unsubscribe${token}`,
    ]) {
      expect((await post(shop.server.url + path, {})).status, path).toBe(403);
    }
    expect(await isOff(who)).toBe(false);
  });
});
