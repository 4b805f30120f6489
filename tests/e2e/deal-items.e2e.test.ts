import { expect, test } from "vitest";
import { expectNoFaults } from "#tests/support/axe.ts";
import { hydrated } from "#tests/support/browser.ts";
import { pressCartButton } from "#tests/support/cart.ts";
import { countsOf } from "#tests/support/marked-deals.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

test("two of three items in a buyer's cart become one deal, and each person immediately sees the other's steps", async () => {
  const [seller, buyer] = [await person("seller"), await person("buyer")];
  const rackets = await Promise.all(
    ["Blade 98", "Clash 100", "Ezone 98"].map((name) => racketOf(seller, { name, cents: 10_000 })),
  );
  for (const racket of rackets) await pressCartButton(buyer.visitor, racket);
  const [mine, theirs] = [
    await shop.openAs(seller),
    await shop.openAs(buyer, { viewport: { width: 360, height: 780 } }),
  ];
  await theirs.page.goto("/cart");
  await hydrated(theirs.page);
  await theirs.page.getByText("Message the seller about these 3 items").click();
  await theirs.page.getByRole("button", { name: "Send message" }).click();
  await theirs.page.waitForURL("**/messages/*");
  await mine.page.goto(new URL(theirs.page.url()).pathname);
  await hydrated(mine.page);
  const [sells, buys] = [mine.page, theirs.page].map((page) =>
    page.getByRole("region", { name: "Your agreement" }),
  );
  if (!sells || !buys) throw new Error("Two pages have two regions.");
  const { username: name } = buyer.viewer;
  await sells.getByText(`Agreed with ${name}?`).click();
  const price = sells.getByLabel("Agreed price");
  expect(await price.inputValue()).toBe("300");
  await sells.getByRole("checkbox", { name: /Clash 100/ }).uncheck();
  // The price is the sum of the checked items until the seller types another price.
  expect(await price.inputValue()).toBe("200");
  await expectNoFaults(mine.page);
  await price.fill("190");
  await sells.getByRole("button", { name: `Mark as sold to ${name}` }).click();
  await sells.getByText(`Sold to ${name} for €190.00`).waitFor();
  await buys.getByText(`${seller.viewer.username} marked it as sold to you for €190.00`).waitFor();
  await buys.getByRole("button", { name: "Confirm" }).click();
  await sells.getByText("Agreed: €190.00").waitFor();
  await sells.getByRole("link", { name: "Details" }).click();
  await mine.page.waitForURL("**/orders/*");
  await mine.page.getByRole("main").getByRole("link", { name: "Ezone 98" }).waitFor();
  await expectNoFaults(mine.page);
  const statuses = await Promise.all(rackets.map(countsOf));
  expect(statuses.map(({ status }) => status)).toEqual(["sold", "available", "sold"]);
  expect([...mine.faults, ...theirs.faults]).toEqual([]);
});
