import { expect, test } from "vitest";
import { expectNoFaults } from "#tests/support/axe.ts";
import { hydrated, toast } from "#tests/support/browser.ts";
import { countsOf } from "#tests/support/marked-deals.ts";
import { offeredRacket, offerWithoutNotice } from "#tests/support/offers.ts";
import { person } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

test("an offer is made, countered and accepted; its deal takes all steps up to the reviews; both parties immediately see each step", async () => {
  const [seller, buyer] = [await person("seller"), await person("buyer")];
  const shipping_address = "Court Road 1";
  await updateRows("profiles", { id: buyer.viewer.id }, { shipping_address });
  const listing = await offeredRacket(seller);
  const [mine, theirs] = [
    await shop.openAs(buyer, { viewport: { width: 360, height: 780 } }),
    await shop.openAs(seller),
  ];
  await mine.page.goto(`/rackets/${listing.id}`);
  await mine.page.getByRole("link", { name: "Make Offer" }).click();
  const sheet = mine.page.getByRole("dialog", { name: "Make an offer" });
  const amount = sheet.getByLabel("Your offer");
  await amount.fill("100");
  // Back closes the sheet and stays on the listing.
  await mine.page.goBack();
  await sheet.waitFor({ state: "detached" });
  expect(new URL(mine.page.url()).pathname).toBe(`/rackets/${listing.id}`);
  await mine.page.getByRole("link", { name: "Make Offer" }).click();
  // What was typed is there again.
  await expect.poll(() => amount.inputValue()).toBe("100");
  const tenth = sheet.getByRole("button", { name: "€117.00" });
  await tenth.click();
  expect(await amount.inputValue()).toBe("117");
  expect(await tenth.getAttribute("aria-pressed")).toBe("true");
  await expectNoFaults(mine.page);
  await amount.fill("20");
  await sheet.getByRole("button", { name: "Send offer" }).click();
  await sheet.getByRole("alert").getByText("The price must be between €64.75 and €129.50.").waitFor();
  await amount.fill("90");
  await mine.page.getByRole("textbox", { name: "Message (optional)" }).fill("Would you take 90?");
  await mine.page.getByRole("button", { name: "Send offer" }).click();
  await mine.page.waitForURL("**/messages/*");
  const buys = mine.page.getByRole("log");
  await buys.getByRole("region", { name: "Your offer" }).getByText("€90.00").waitFor();

  await theirs.page.goto(new URL(mine.page.url()).pathname);
  await hydrated(theirs.page);
  const sells = theirs.page.getByRole("log");
  const offered = sells.getByRole("region", { name: `Offer from ${buyer.viewer.username}` });
  await offered.getByText("Suggest another price").click();
  await offered.getByLabel("Your price").fill("110");
  await offered.getByRole("button", { name: "Send counter-offer" }).click();
  await toast(theirs.page, "Counter-offer sent").waitFor();
  await offered.getByText("Another price was suggested").waitFor();
  await buys.getByRole("region", { name: "Your offer" }).getByText("Another price was suggested").waitFor();
  const counter = buys.getByRole("region", { name: `Counter-offer from ${seller.viewer.username}` });
  await counter.getByText("€110.00", { exact: true }).waitFor();
  await expectNoFaults(mine.page);
  await expectNoFaults(theirs.page);
  await counter.getByRole("button", { name: "Accept €110.00" }).click();
  await counter.getByText("Accepted", { exact: true }).waitFor();
  await sells
    .getByRole("region", { name: "Your counter-offer" })
    .getByText("Accepted", { exact: true })
    .waitFor();
  const [bought, sold] = [mine, theirs].map(({ page }) =>
    page.getByRole("region", { name: "Your agreement" }),
  );
  if (!bought || !sold) throw new Error("Two pages have two regions.");
  await sold.getByText("Agreed: €110.00.").waitFor();
  expect(await countsOf(listing)).toMatchObject({ status: "sold" });

  await bought.getByRole("link", { name: "Share address" }).click();
  await mine.page.getByRole("button", { name: "Share address" }).click();
  await toast(mine.page, "Address shared").waitFor();
  await sold.getByRole("link", { name: "See address" }).click();
  await theirs.page.getByText(shipping_address).waitFor();
  const nextStep = ({ page }: typeof mine, name: string) =>
    page.locator("li[aria-current=step]").getByRole("heading", { name });
  await theirs.page.getByRole("button", { name: "Mark as sent" }).click();
  // Wait until the item is marked as sent: a received item can no longer be.
  await nextStep(mine, "Received").waitFor();
  await mine.page.getByRole("button", { name: "Mark as received" }).click();
  const order = new URL(mine.page.url()).pathname;
  for (const [tab, answer] of [
    [theirs, "You can change it until it is public."],
    [mine, "Both reviews are now public."],
  ] as const) {
    const { page } = tab;
    await nextStep(tab, "Reviewed").waitFor();
    await page.goto(`${order}/review`);
    await page.getByRole("radio", { name: "5 stars: Excellent" }).check();
    await page.getByRole("button", { name: "Submit review" }).click();
    await toast(page, answer).waitFor();
  }
  // The amount that was too low.
  expect([...mine.faults, ...theirs.faults]).toEqual([expect.stringContaining("422")]);
});

test("the lists of offers immediately show a new offer and its answer", async () => {
  const [seller, buyer] = [await person("seller"), await person("buyer")];
  const listing = await offeredRacket(seller);
  const [mine, theirs] = [await shop.openAs(buyer), await shop.openAs(seller)];
  for (const { page } of [mine, theirs]) {
    await page.goto("/offers");
    await hydrated(page);
  }
  await offerWithoutNotice(buyer, seller, listing);
  await mine.page.getByText(`Waiting for ${seller.viewer.username}`).waitFor();
  const decline = theirs.page.getByRole("button", { name: "Decline" });
  await decline.waitFor();
  await expectNoFaults(theirs.page);
  await decline.click();
  await theirs.page.getByText("Declined", { exact: true }).waitFor();
  await mine.page.getByText("Declined", { exact: true }).waitFor();
  expect([...mine.faults, ...theirs.faults]).toEqual([]);
});

test("the seller declines a request that the buyer made with Buy Now, and the buyer immediately sees the reason", async () => {
  const [seller, buyer] = [await person("seller"), await person("buyer")];
  const listing = await offeredRacket(seller);
  const [mine, theirs] = [await shop.openAs(buyer), await shop.openAs(seller)];
  await mine.page.goto(`/rackets/${listing.id}`);
  await mine.page.getByRole("link", { name: "Buy Now" }).click();
  await mine.page.getByRole("dialog", { name: "Buy at the asking price" }).waitFor();
  await mine.page.getByRole("button", { name: "Buy now" }).click();
  await mine.page.waitForURL("**/orders/*");
  await hydrated(mine.page);
  expect(await countsOf(listing)).toMatchObject({ status: "reserved" });
  await theirs.page.goto(new URL(mine.page.url()).pathname);
  await theirs.page.getByRole("link", { name: "Decline" }).click();
  await theirs.page.getByLabel("Reason").fill("It broke");
  await theirs.page.getByRole("dialog").getByRole("button", { name: "Decline" }).click();
  await mine.page.getByText("It broke").waitFor();
  expect(await countsOf(listing)).toMatchObject({ status: "available" });
  // Back leads to the listing, without the sheet.
  await mine.page.goBack();
  await mine.page.getByRole("link", { name: "Buy Now" }).waitFor();
  expect(new URL(mine.page.url()).hash).toBe("");
  // The same sheets open over the chat dialog and over the conversation, and leave them open.
  await mine.page.getByRole("button", { name: "Chat" }).click();
  const agreement = mine.page.getByRole("region", { name: "Your agreement" });
  const offer = agreement.getByRole("link", { name: "Make Offer" });
  await offer.click();
  const sheet = mine.page.getByRole("dialog", { name: "Make an offer" });
  await sheet.getByLabel("Your offer").fill("90");
  await mine.page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await expect.poll(() => offer.evaluate((link) => link === document.activeElement)).toBe(true);
  await mine.page.goto("/messages");
  await mine.page.getByRole("link", { name: new RegExp(seller.viewer.username) }).click();
  await offer.click();
  await sheet.getByLabel("Your offer").fill("100");
  await sheet.getByRole("button", { name: "Send offer" }).click();
  await sheet.waitFor({ state: "detached" });
  const log = mine.page.getByRole("log");
  await log.getByRole("region", { name: "Your offer" }).getByText("€100.00").waitFor();
  await offer.waitFor({ state: "detached" });
  expect(new URL(mine.page.url()).hash).toBe("");
  expect([...mine.faults, ...theirs.faults]).toEqual([]);
});
