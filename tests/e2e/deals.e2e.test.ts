import type { Locator, Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { expectNoFaults, faultsOf } from "#tests/support/axe.ts";
import { hydrated, toast } from "#tests/support/browser.ts";
import { expectFocus, pressAt } from "#tests/support/keyboard.ts";
import { countsOf, dealRow, roomAbout, setQuantity } from "#tests/support/marked-deals.ts";
import { orderOf } from "#tests/support/orders.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";
import { dealScene } from "#tests/support/scene.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
const PHONE = { viewport: { width: 360, height: 780 } };

/** Waits until the toast is above the field, which it must not cover. A toast under the pointer stays open. */
async function expectAbove(shown: Locator, field: Locator): Promise<void> {
  await shown.hover();
  const overlap = async () => {
    const [above, below] = [await shown.boundingBox(), await field.boundingBox()];
    return above && below && Math.max(0, above.y + above.height - below.y);
  };
  await expect.poll(overlap).toBe(0);
}

describe("a deal in its conversation", () => {
  let seller: Person;
  let buyer: Person;
  let roomId: string;

  beforeEach(async () => {
    ({ seller, buyer, roomId } = await dealScene());
  });

  test("takes its steps in the conversation, and each person immediately sees the other's steps [M4.1]", async () => {
    const [mine, theirs] = [await shop.openAs(seller, PHONE), await shop.openAs(buyer, PHONE)];
    for (const { page } of [mine, theirs]) {
      await page.goto(`/messages/${roomId}`);
      await hydrated(page);
    }
    const [sells, buys] = [mine, theirs].map(({ page }) =>
      page.getByRole("region", { name: "Your agreement" }),
    );
    if (!sells || !buys) throw new Error("Two pages have two regions.");
    const { username: name } = buyer.viewer;
    const row = sells.getByRole("button", { name: `Agreed with ${name}?` });
    const sheet = mine.page.getByRole("dialog", { name: "Your agreement" });
    await pressAt(mine.page, row);
    await sheet.getByLabel("Agreed price").fill("120");
    await expectNoFaults(mine.page);
    await mine.page.setViewportSize(PHONE.viewport);
    // Back closes the sheet, and what was typed is there again.
    await mine.page.goBack();
    await sheet.waitFor({ state: "detached" });
    expect(new URL(mine.page.url()).pathname).toBe(`/messages/${roomId}`);
    await expectFocus(mine.page, row);
    await row.click();
    expect(await sheet.getByLabel("Agreed price").inputValue()).toBe("120");
    const sell = sheet.getByRole("button", { name: `Mark as sold to ${name}` });
    expect(await sell.evaluate((it) => innerHeight - it.getBoundingClientRect().bottom)).toBeGreaterThan(0);
    await sell.click();
    await sheet.waitFor({ state: "detached" });
    await expectAbove(toast(mine.page, `Sold to: ${name}`), mine.page.getByLabel("Message", { exact: true }));
    await sells.getByText(`Sold to ${name} for €120.00.`).waitFor();
    await buys.getByText(`${seller.viewer.username} marked it as sold to you for €120.00.`).waitFor();
    await theirs.page.locator("main header").getByText("Sold", { exact: true }).waitFor();
    await expectNoFaults(theirs.page);
    await buys.getByRole("button", { name: "Confirm" }).click();
    await sells.getByText("Agreed: €120.00.").waitFor();
    await expectNoFaults(mine.page);
    await mine.page.setViewportSize(PHONE.viewport);
    await mine.page.waitForURL((url) => url.hash === "");
    const log = await mine.page.getByRole("log").boundingBox();
    expect(log?.height).toBeGreaterThanOrEqual(480);
    await sells.getByRole("button", { name: "Agreed €120.00" }).click();
    await sheet.getByRole("link", { name: "Mark as sent" }).click();
    await mine.page.getByLabel("Carrier").fill("PostNL");
    await mine.page.getByLabel("Tracking number").fill("3SABC");
    await mine.page.getByRole("button", { name: "Mark as sent" }).click();
    await buys.getByText("Sent with PostNL, tracking number 3SABC.").waitFor();
    await buys.getByRole("button", { name: "Mark as received" }).click();
    await mine.page.getByRole("link", { name: "Go to your conversation" }).click();
    await sells.getByText("Received.").waitFor();
    await sells.getByRole("button", { name: "Received €120.00" }).click();
    const details = await sheet.getByRole("link", { name: "Details" }).getAttribute("href");
    await expect.poll(async () => (await dealRow(details?.split("/").at(-1) ?? ""))?.state).toBe("received");
    expect([...mine.faults, ...theirs.faults]).toEqual([]);
  });

  test("begins with one press: Mark as sold cannot be pressed while the reservation is being saved", async () => {
    const { page } = await shop.openAs(seller);
    await page.goto(`/messages/${roomId}`);
    await hydrated(page);
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/deals*", async (route) => {
      await asked;
      await route.continue();
    });
    const region = page.getByRole("region", { name: "Your agreement" });
    const { username: name } = buyer.viewer;
    await region
      .locator("summary")
      .filter({ hasText: `Agreed with ${name}?` })
      .click();
    const sell = region.getByRole("button", { name: `Mark as sold to ${name}` });
    expect(await sell.isEnabled()).toBe(true);
    await region.getByRole("button", { name: `Reserve for ${name}` }).click();
    await expect.poll(() => sell.isDisabled()).toBe(true);
    answer();
    await region.getByText(`Reserved for ${name}`).first().waitFor();
  });

  test("is shown in the chat dialog too, where messages can be sent even if the deal cannot be loaded", async () => {
    const listing = await racketOf(seller, { name: "Clash 100" });
    await orderOf({ seller, buyer, listing, roomId: await roomAbout(buyer, listing) });
    const { page } = await shop.openAs(buyer);
    const pattern = "**/deals/rooms/*";
    await page.route(pattern, (route) => route.abort());
    await page.goto(`/rackets/${listing.id}`);
    const lost = page.waitForEvent("requestfailed", (request) => request.url().includes("/deals/rooms/"));
    await page.getByRole("button", { name: "Chat" }).click();
    await lost;
    const field = page.getByRole("dialog").getByRole("textbox");
    await field.fill("See you");
    await field.press("Enter");
    await page.getByRole("log").getByText("See you").waitFor();
    await page.unroute(pattern);
    await page.reload();
    await page.getByRole("button", { name: "Chat" }).click();
    const panel = page.getByRole("dialog").getByRole("region", { name: "Your agreement" });
    await panel.getByRole("button", { name: "Confirm" }).click();
    await panel.getByText("You have confirmed.").waitFor();
  });
});

describe("the pages of orders and sales", () => {
  let seller: Person;
  let buyer: Person;

  beforeEach(async () => {
    [seller, buyer] = [await person("seller"), await person("buyer")];
  });

  const deal = (page: Page, name: string) => page.getByRole("main").getByRole("article", { name });
  const stateOf = async (id: string) =>
    (await db().selectFrom("deals").select("state").where("id", "=", id).executeTakeFirst())?.state;

  test("have tabs and a filter; a buyer confirms an order in the list, by keyboard", async () => {
    const listing = await racketOf(seller, { name: "Pure Aero" });
    const id = await orderOf({ seller, buyer, listing, name: "Pure Aero", sold: true });
    await orderOf({ seller, buyer, name: "Blade", state: "received" });
    await orderOf({ seller: buyer, buyer: seller, name: "Ezone", state: "agreed" });
    const { page, faults } = await shop.openAs(buyer);
    await page.goto("/orders");
    await hydrated(page);
    await deal(page, "Pure Aero").getByText("Sold, not confirmed yet").waitFor();
    await expectNoFaults(page, { within: "main" });
    await pressAt(page, page.getByRole("link", { name: "Selling (1)" }));
    await deal(page, "Ezone").getByRole("link", { name: "Hand over or send" }).waitFor();
    await pressAt(page, page.getByRole("link", { name: "Buying (2)" }));
    await deal(page, "Blade").waitFor();
    await pressAt(page, page.getByRole("link", { name: "To do 1" }));
    await deal(page, "Blade").waitFor({ state: "detached" });
    await pressAt(page, deal(page, "Pure Aero").getByRole("button", { name: "Confirm: Pure Aero" }));
    await toast(page, "Confirmed").waitFor();
    await page.getByRole("heading", { name: "No orders with this status" }).waitFor();
    expect(await stateOf(id)).toBe("agreed");
    expect(faults).toEqual([]);
  });

  test("have the buttons for the steps of a deal: each person immediately sees the other's steps, and a refused step shows its reason", async () => {
    const id = await orderOf({ seller, buyer, sold: true });
    const [sellerTab, buyerTab, late] = [
      await shop.openAs(seller),
      await shop.openAs(buyer),
      await shop.openAs(seller),
    ];
    // This browser receives no live events, so its page becomes stale.
    await late.page.route("**/events?*", (route) => route.abort());
    for (const { page } of [sellerTab, buyerTab, late]) {
      await page.goto(`/orders/${id}`);
      await hydrated(page);
    }
    const now = (page: Page) => page.getByRole("main").locator("li[aria-current=step]");
    await buyerTab.page.getByRole("button", { name: "Confirm" }).click();
    await now(sellerTab.page).getByText("Hand it over or send it.").waitFor();
    await expectNoFaults(sellerTab.page, { within: "main" });
    await late.page.getByRole("link", { name: "Cancel order" }).click();
    const dialog = late.page.getByRole("dialog", { name: "Cancel this order?" });
    await dialog.getByLabel("Reason").fill("Too late");
    await dialog.getByRole("button", { name: "Cancel order" }).click();
    await late.page
      .getByRole("alert")
      .filter({ hasText: "You have both confirmed. Suggest cancelling" })
      .waitFor();
    await late.page.getByRole("button", { name: "Mark as sent" }).waitFor();
    await sellerTab.page.getByLabel("Carrier").fill("PostNL");
    await sellerTab.page.getByLabel("Tracking number").fill("3SABCD1234");
    await sellerTab.page.getByRole("button", { name: "Mark as sent" }).click();
    for (const { page } of [sellerTab, buyerTab]) {
      const track = page.getByRole("link", { name: "Track with PostNL" });
      await expect.poll(() => track.getAttribute("href")).toBe("https://postnl.nl/tracktrace/?B=3SABCD1234");
    }
    await buyerTab.page.getByRole("button", { name: "Mark as received" }).click();
    for (const { page } of [sellerTab, buyerTab])
      await now(page).getByRole("heading", { name: "Reviewed" }).waitFor();
    expect(await stateOf(id)).toBe("received");
    expect([sellerTab.faults, buyerTab.faults]).toEqual([[], []]);
  });

  test("let both people change the price, share the address and cancel; each immediately sees the changes of the other", async () => {
    const listing = await racketOf(seller);
    const roomId = await roomAbout(buyer, listing);
    await orderOf({ seller, buyer, listing, roomId, state: "agreed" });
    const shipping_address = "Court Road 1";
    await updateRows("profiles", { id: buyer.viewer.id }, { shipping_address });
    const [here, there] = [await shop.openAs(seller), await shop.openAs(buyer, PHONE)];
    for (const { page } of [here, there]) {
      await page.goto(`/messages/${roomId}`);
      await hydrated(page);
    }
    const panel = (page: Page) => page.getByRole("region", { name: "Your agreement" });
    await panel(there.page).getByRole("link", { name: "Share address" }).click();
    await there.page.getByRole("button", { name: "Share address" }).click();
    await toast(there.page, "Address shared").waitFor();
    await panel(here.page).getByRole("link", { name: "See address" }).waitFor();
    await there.page.getByText("Suggest another price").click();
    await there.page.getByLabel("New price").fill("100");
    await expectNoFaults(there.page, { within: "main" });
    await there.page.getByRole("button", { name: "Send suggestion" }).first().click();
    await panel(here.page).getByRole("button", { name: "Agree to €100.00" }).click();
    await there.page.getByRole("definition").getByText("€100.00").waitFor();
    await panel(here.page).getByRole("link", { name: "See address" }).click();
    await here.page.getByText("Court Road 1").waitFor();
    await here.page.getByText("Suggest cancelling").click();
    await here.page.getByLabel("Reason", { exact: true }).fill("The frame is cracked");
    await here.page.getByRole("button", { name: "Send suggestion" }).last().click();
    await there.page.getByRole("button", { name: "Agree to cancel" }).click();
    await here.page.getByRole("main").getByText("You both agreed to cancel.").waitFor();
    expect(await here.page.getByText("Court Road 1").count()).toBe(0);
    expect([here.faults, there.faults]).toEqual([[], []]);
  });
});

test("a seller ends the order of a buyer who never came, and the item is for sale again", async () => {
  const [seller, buyer] = [await person("seller"), await person("buyer")];
  const listing = await racketOf(seller);
  const at = new Date(Date.now() - 9 * 86_400_000);
  const dealId = await orderOf({ seller, buyer, listing, state: "agreed", at });
  await setQuantity(listing, 0);
  const [here, there] = [await shop.openAs(seller), await shop.openAs(buyer)];
  for (const { page } of [here, there]) await page.goto(`/orders/${dealId}`);
  await here.page.getByText("End the order alone").click();
  await here.page.getByRole("radio", { name: "The buyer never came" }).check();
  await here.page.getByRole("button", { name: "End order" }).click();
  await here.page.getByText("You ended it.").waitFor();
  await there.page.getByText(`Ended by ${seller.viewer.username}.`).waitFor();
  expect(await countsOf(listing)).toMatchObject({ quantity: 1, status: "available" });
  expect([here.faults, there.faults]).toEqual([[], []]);
});

describe("the reviews of a deal", () => {
  let seller: Person;
  let buyer: Person;
  let path: string;

  beforeAll(async () => {
    [seller, buyer] = [await person("seller"), await person("buyer")];
    path = `/orders/${await orderOf({ seller: seller, buyer: buyer, state: "received", name: "Blade 98 of old" })}/review`;
  });

  test("are shown once both people have written one; the seller then answers and reports the buyer's", async () => {
    const { page: his, faults } = await shop.openAs(buyer);
    await his.goto(path);
    await his.getByRole("heading", { level: 1, name: `Review ${seller.viewer.username}` }).waitFor();
    const main = his.getByRole("main");
    await main.getByLabel("Your comment").fill("Came later than agreed.");
    await main.getByRole("button", { name: "Submit review" }).click();
    await main.getByRole("link", { name: "Please choose a number of stars" }).waitFor();
    // By keyboard, the stars are one tab stop, and the arrow keys select one of them.
    await main.getByRole("radio", { name: "1 star: Poor" }).focus();
    for (let n = 0; n < 2; n += 1) await his.keyboard.press("ArrowRight");
    await expect.poll(() => main.getByRole("radio", { name: "3 stars: Good" }).isChecked()).toBe(true);
    await expect.poll(() => main.getByText("Good", { exact: true }).isVisible()).toBe(true);
    await main.getByRole("button", { name: "Submit review" }).click();
    await toast(his, "You can change it until it is public.").waitFor();
    await main.getByText(`It becomes public once ${seller.viewer.username} has written one too`).waitFor();
    expect(await faultsOf(his)).toEqual([]);

    // The seller, without JavaScript, does not see the buyer's review before writing one.
    const hers = shop.withoutScripts(seller);
    const reviewPage = await hers.open(path);
    reviewPage.getByText(new RegExp(`${buyer.viewer.username} has reviewed you\\.`));
    expect(reviewPage.queryByText(/Came later/)).toBeNull();
    const stars = reviewPage.getByLabelText<HTMLInputElement>("5 stars: Excellent");
    const sent = await hers.submit(reviewPage.getByRole("button", { name: "Submit review" }), {
      [stars.name]: stars.value,
    });
    sent.getByText(/Came later than agreed\./);

    const mine = await hers.open("/profile/reviews");
    const answer = await hers.follow(
      mine.getByRole("link", { name: new RegExp(`^Reply\\s*the review by ${buyer.viewer.username}`) }),
    );
    const sellerPage = await hers.submit(answer.main.getByRole("button", { name: "Reply" }), {
      [answer.getByLabelText<HTMLTextAreaElement>("Your reply").name]: "The post had a strike.",
    });
    expect(sellerPage.url.pathname).toMatch(/^\/sellers\//);
    sellerPage.getByText(/The post had a strike\./);
    const report = await hers.follow(
      sellerPage.getByRole("link", { name: new RegExp(`^Report\\s*the review by ${buyer.viewer.username}`) }),
    );
    const untrue = report.getByLabelText<HTMLInputElement>("It is not true, or misleading");
    const reported = await hers.submit(report.main.getByRole("button", { name: "Send report" }), {
      [untrue.name]: untrue.value,
    });
    expect(reported.url.hash).toBe("#reviews");
    expect(await db().selectFrom("reports").select("reason").execute()).toEqual([{ reason: "untrue" }]);

    await his.goto(`/sellers/${seller.viewer.username}`);
    await his.getByText("Reply from").waitFor();
    await his.getByText("The post had a strike.").waitFor();
    expect(await faultsOf(his)).toEqual([]);
    expect(faults).toEqual([]);
  });
});
