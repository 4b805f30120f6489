import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { noticeChoices } from "#app/features/accounts/mail-choices.server.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { expectNoSidewaysScroll, hydrated, toast } from "#tests/support/browser.ts";
import { person } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
const PAGE = "/notifications/settings";

const row = (page: Page, name: string) => page.getByRole("region", { name });

describe("how somebody wants to be told", () => {
  test("is kept as it is chosen, and stays", async () => {
    const who = await person("chooser");
    const { page } = await shop.as(who);
    await page.goto("/profile/security");
    await page.getByRole("link", { name: "All notifications" }).click();
    await page.waitForURL(`**${PAGE}`);
    await hydrated(page);
    await expectNoFaults(page);
    const sold = row(page, "Favourites that are sold");
    await sold.getByLabel("Daily mail").check();
    await sold.getByText("Saved").waitFor();
    await sold.getByRole("switch", { name: "In the app" }).uncheck();
    await expect
      .poll(async () => (await noticeChoices(who.viewer.id))?.sold)
      .toEqual({ inApp: false, mail: "daily" });
    await page.reload();
    await expect.poll(() => sold.getByLabel("Daily mail").isChecked()).toBe(true);
    expect(await sold.getByRole("switch").isChecked()).toBe(false);
    // Until the scripts have taken over it is there, for who has none.
    await page.getByRole("button", { name: "Save", exact: true }).waitFor({ state: "detached" });
  });

  test("is shown as it was where it could not be kept", async () => {
    const who = await person("chooser");
    const { page } = await shop.as(who, "phone");
    await page.goto(PAGE);
    await hydrated(page);
    await expectNoSidewaysScroll(page);
    await page.route("**/settings/choose", (route) => route.abort());
    const reviews = row(page, "Reviews of you");
    await reviews.getByRole("switch").click();
    await toast(page, "Your choice was not saved").waitFor();
    await expect.poll(() => reviews.getByRole("switch").isChecked()).toBe(true);
    await page.unroute("**/settings/choose");
    await reviews.getByRole("switch").click();
    await reviews.getByText("Saved").waitFor();
    expect((await noticeChoices(who.viewer.id))?.review.inApp).toBe(false);
  });

  test("is kept without JavaScript by one form", async () => {
    const who = await person("chooser");
    const { page } = await shop.as(who, { javaScriptEnabled: false });
    await page.goto(PAGE);
    await row(page, "Favourites that are sold").getByLabel("Mail at once").check();
    await row(page, "Reviews of you").getByRole("switch").uncheck();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.waitForURL(`**${PAGE}`);
    await expect
      .poll(() => row(page, "Favourites that are sold").getByLabel("Mail at once").isChecked())
      .toBe(true);
    expect(await noticeChoices(who.viewer.id)).toMatchObject({
      sold: { inApp: true, mail: "at_once" },
      review: { inApp: false, mail: "at_once" },
    });
  });
});
