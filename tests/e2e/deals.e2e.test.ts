import { beforeEach, expect, test } from "vitest";
import { expectNoFaults } from "#tests/support/axe.ts";
import { hydrated } from "#tests/support/browser.ts";
import { dealRow, roomAbout } from "#tests/support/marked-deals.ts";
import { orderOf } from "#tests/support/orders.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

let seller: Person;
let buyer: Person;
let roomId: string;

beforeEach(async () => {
  [seller, buyer] = [await person("seller"), await person("buyer")];
  roomId = await roomAbout(buyer, await racketOf(seller));
});

test("what two agree goes its way in their conversation, and each sees at once what the other did [M4.1]", async () => {
  const [mine, theirs] = [
    await shop.as(seller),
    await shop.as(buyer, { viewport: { width: 360, height: 780 } }),
  ];
  for (const { page } of [mine, theirs]) {
    await page.goto(`/messages/${roomId}`);
    await hydrated(page);
  }
  const [sells, buys] = [mine, theirs].map(({ page }) =>
    page.getByRole("region", { name: "What you agreed" }),
  );
  if (!sells || !buys) throw new Error("There are two of them.");
  const { username: name } = buyer.viewer;
  await sells.getByText(`Agreed with ${name}?`).click();
  await sells.getByLabel("Price agreed").fill("120");
  await sells.getByRole("button", { name: `Sold to ${name}` }).click();
  await sells.getByText(`Sold to ${name} for €120.00.`).waitFor();
  await buys.getByText(`${seller.viewer.username} says: sold to you for €120.00.`).waitFor();
  await theirs.page.locator("main header").getByText("Sold", { exact: true }).waitFor();
  await expectNoFaults(theirs.page);
  await buys.getByRole("button", { name: "Confirm" }).click();
  await sells.getByText("Agreed: €120.00.").waitFor();
  await expectNoFaults(mine.page);
  await sells.getByRole("link", { name: "I sent it" }).click();
  await mine.page.getByLabel("Carrier").fill("PostNL");
  await mine.page.getByLabel("Tracking number").fill("3SABC");
  await mine.page.getByRole("button", { name: "I sent it" }).click();
  await buys.getByText("Sent with PostNL, tracking number 3SABC.").waitFor();
  await buys.getByRole("button", { name: "I received it" }).click();
  await mine.page.getByRole("link", { name: "To your conversation" }).click();
  await sells.getByText("Received.").waitFor();
  const details = await sells.getByRole("link", { name: "Details" }).getAttribute("href");
  await expect.poll(async () => (await dealRow(details?.split("/").at(-1) ?? ""))?.state).toBe("received");
  expect([...mine.faults, ...theirs.faults]).toEqual([]);
});

test("from its own page it is sold to somebody who did not write, and one is back there and told", async () => {
  await racketOf(seller, { name: "Clash 100" });
  const { page, faults } = await shop.as(seller);
  await page.goto("/my-listings");
  const toMark = page.getByRole("link", { name: "Reserve or sell to … (Clash 100)" });
  await toMark.waitFor();
  await expectNoFaults(page);
  await page.getByRole("link", { name: "Clash 100", exact: true }).click();
  await page.getByRole("link", { name: "Reserve or sell to …", exact: true }).click();
  await page.getByRole("radio", { name: "Somebody else" }).waitFor();
  await page.getByRole("button", { name: "Sold", exact: true }).click();
  await page.getByText("Sold to: Somebody else").waitFor();
  await page.getByText("You have none of this left.").waitFor();
  await page.goto("/my-listings");
  await page.getByText("Sold", { exact: true }).waitFor();
  expect(await toMark.count()).toBe(0);
  expect(faults).toEqual([]);
});

test("without JavaScript it is marked and confirmed too", async () => {
  const { page } = await shop.as(seller, { javaScriptEnabled: false });
  await page.goto(`/messages/${roomId}`);
  const panel = page.getByRole("region", { name: "What you agreed" });
  await panel.getByText("Agreed with").click();
  await panel.getByRole("button", { name: /^Reserve for/ }).click();
  await panel.getByText(/^Reserved for .* for €129.50/).waitFor();
  await panel.getByRole("link", { name: "Cancel what we agreed" }).click();
  await page.getByLabel("Why").fill("Not yet");
  await page.getByRole("button", { name: "Cancel what we agreed" }).click();
  await page.getByText("You cancelled it.").waitFor();
  await page.goto(`/messages/${roomId}`);
  await panel.getByText("You cancelled: Not yet").waitFor();
});

test("beside a listing the conversation shows it too, and goes on where it cannot be had", async () => {
  const listing = await racketOf(seller, { name: "Clash 100" });
  await orderOf({ seller, buyer, listing, roomId: await roomAbout(buyer, listing) });
  const { page } = await shop.as(buyer);
  const asked = "**/deals/rooms/*";
  await page.route(asked, (route) => route.abort());
  await page.goto(`/rackets/${listing.id}`);
  const lost = page.waitForEvent("requestfailed", (request) => request.url().includes("/deals/rooms/"));
  await page.getByRole("button", { name: "Chat" }).click();
  await lost;
  const field = page.getByRole("dialog").getByRole("textbox");
  await field.fill("See you");
  await field.press("Enter");
  await page.getByRole("log").getByText("See you").waitFor();
  await page.unroute(asked);
  await page.reload();
  await page.getByRole("button", { name: "Chat" }).click();
  const panel = page.getByRole("dialog").getByRole("region", { name: "What you agreed" });
  await panel.getByRole("button", { name: "Confirm" }).click();
  await panel.getByText("and you have confirmed").waitFor();
});
