import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { noticeChoices } from "#app/features/accounts/mail-preferences.server.ts";
import { expectNoSidewaysScroll, toast } from "#tests/support/browser.ts";
import { person } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

const row = (page: Page, name: string) => page.getByRole("region", { name });

test("how somebody wants to be told is kept as it is chosen, and shown as it was where it could not be kept", async () => {
  const who = await person("chooser");
  const { page } = await shop.as(who, "phone");
  await page.goto("/notifications/settings");
  await expectNoSidewaysScroll(page);
  const sold = row(page, "Favourites that are sold");
  await sold.getByLabel("Daily mail").check();
  await sold.getByText("Saved").waitFor();
  await page.route("**/settings/choose", (route) => route.abort(), { times: 1 });
  const inApp = sold.getByRole("switch", { name: "In the app" });
  await inApp.click();
  await toast(page, "Your choice was not saved").waitFor();
  await expect.poll(() => inApp.isChecked()).toBe(true);
  expect((await noticeChoices(who.viewer.id))?.sold).toEqual({ inApp: true, mail: "daily" });
  await inApp.uncheck();
  await expect
    .poll(async () => (await noticeChoices(who.viewer.id))?.sold)
    .toEqual({ inApp: false, mail: "daily" });
  await page.reload();
  expect(await sold.getByLabel("Daily mail").isChecked()).toBe(true);
  expect(await inApp.isChecked()).toBe(false);
  // Until the scripts have taken over it is there, for who has none.
  await page.getByRole("button", { name: "Save", exact: true }).waitFor({ state: "detached" });
});
