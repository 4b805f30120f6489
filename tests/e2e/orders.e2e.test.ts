import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { hydrated, toast } from "#tests/support/browser.ts";
import { pressAt } from "#tests/support/keyboard.ts";
import { orderOf } from "#tests/support/orders.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;
let buyer: Person;

beforeEach(async () => {
  [seller, buyer] = [await person("seller"), await person("buyer")];
});

const deal = (page: Page, name: string) => page.getByRole("main").getByRole("article", { name });
const stateOf = async (id: string) =>
  (await db().selectFrom("deals").select("state").where("id", "=", id).executeTakeFirst())?.state;

test("tabs and the filter narrow the list; what is next is done from it, by keys alone", async () => {
  const listing = await racketOf(seller, { name: "Pure Aero" });
  const id = await orderOf({ seller, buyer, listing, sold: true });
  await orderOf({ seller, buyer, name: "Blade", state: "received" });
  await orderOf({ seller: buyer, buyer: seller, name: "Ezone", state: "agreed" });
  const { page, faults } = await shop.as(buyer);
  await page.goto("/orders");
  await hydrated(page);
  await deal(page, "Pure Aero").getByText("Sold, not confirmed").waitFor();
  await expectNoFaults(page, { within: "main" });
  await pressAt(page, page.getByRole("link", { name: "Selling (1)" }));
  await deal(page, "Ezone").getByRole("link", { name: "Hand over or send" }).waitFor();
  await pressAt(page, page.getByRole("link", { name: "Buying (2)" }));
  await deal(page, "Blade").waitFor();
  await pressAt(page, page.getByRole("link", { name: "Your turn 1" }));
  await deal(page, "Blade").waitFor({ state: "detached" });
  await pressAt(page, deal(page, "Pure Aero").getByRole("button", { name: "Confirm: Pure Aero" }));
  await toast(page, "Confirmed").waitFor();
  await page.getByRole("heading", { name: "None of them stands there" }).waitFor();
  expect(await stateOf(id)).toBe("agreed");
  expect(faults).toEqual([]);
});

test("a deal goes its way on its page: each sees at once what the other did, and what was refused stands where it was pressed", async () => {
  const id = await orderOf({ seller, buyer, sold: true });
  const [here, there, late] = [await shop.as(seller), await shop.as(buyer), await shop.as(seller)];
  // Of this one's pages one hears nothing of what happens.
  await late.page.route("**/events?*", (route) => route.abort());
  for (const { page } of [here, there, late]) {
    await page.goto(`/orders/${id}`);
    await hydrated(page);
  }
  const now = (page: Page) => page.getByRole("main").locator("li[aria-current=step]");
  await there.page.getByRole("button", { name: "Confirm" }).click();
  await now(here.page).getByText("Hand it over or send it.").waitFor();
  await expectNoFaults(here.page, { within: "main" });
  await late.page.getByRole("link", { name: "Cancel what we agreed" }).click();
  const dialog = late.page.getByRole("dialog", { name: "Cancel what you agreed?" });
  await dialog.getByLabel("Why").fill("Too late");
  await dialog.getByRole("button", { name: "Cancel what we agreed" }).click();
  await late.page
    .getByRole("alert")
    .filter({ hasText: "You have both confirmed, so it can no longer be cancelled here." })
    .waitFor();
  await late.page.getByRole("button", { name: "I sent it" }).waitFor();
  await here.page.getByLabel("Carrier").fill("PostNL");
  await here.page.getByLabel("Tracking number").fill("3SABCD1234");
  await here.page.getByRole("button", { name: "I sent it" }).click();
  for (const { page } of [here, there]) {
    const track = page.getByRole("link", { name: "Track it with PostNL" });
    await expect.poll(() => track.getAttribute("href")).toBe("https://postnl.nl/tracktrace/?B=3SABCD1234");
  }
  await there.page.getByRole("button", { name: "I received it" }).click();
  for (const { page } of [here, there]) await now(page).getByRole("heading", { name: "Reviewed" }).waitFor();
  expect(await stateOf(id)).toBe("received");
  expect([here.faults, there.faults]).toEqual([[], []]);
});
