import { beforeAll, expect, test } from "vitest";
import { sellerPath } from "#app/domain/username.ts";
import { db } from "#app/platform/db.server.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { hydrated, toast } from "#tests/support/browser.ts";
import { type Person, person } from "#tests/support/people.ts";
import { listingOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;
let fan: Person;
let path: string;

beforeAll(async () => {
  [seller, fan] = [await person("Seller"), await person("fan")];
  path = `/sellers/${seller.viewer.username}`;
  for (let n = 0; n < 25; n += 1) await listingOf(seller, "ball", { name: `Balls ${n}` });
  await listingOf(seller, "bag", { name: "The only bag" });
  for (let n = 0; n < 11; n += 1) await review(n === 0 ? 3 : 5, `Said ${n}`);
});

async function review(rating: number, comment: string): Promise<void> {
  await db()
    .insertInto("user_reviews")
    .values({ reviewed_user_id: seller.viewer.id, reviewer_id: fan.viewer.id, rating, comment })
    .execute();
}

test("a seller's page stands without JavaScript: who, what by type and page, and what others said", async () => {
  const { page } = await shop.as(null, { javaScriptEnabled: false });
  await page.goto(path.toUpperCase().replace("/SELLERS", "/sellers"));
  expect(new URL(page.url()).pathname).toBe(path);
  const main = page.getByRole("main");
  await main.getByRole("heading", { level: 1, name: seller.viewer.username }).waitFor();
  await main.getByText("26 listings").waitFor();
  await main.getByRole("link", { name: "4.8 out of 5 · 11 reviews" }).waitFor();
  await main.getByRole("heading", { name: "For sale (26)" }).waitFor();
  expect(await main.getByRole("article").count()).toBe(24);
  await main.getByRole("link", { name: "Bags 1" }).click();
  await expect
    .poll(() => main.getByRole("article").getByRole("heading").allTextContents())
    .toEqual(["The only bag"]);
  await main.getByRole("link", { name: "Balls 25" }).click();
  await main
    .getByRole("navigation", { name: "Pages", exact: true })
    .getByRole("link", { name: "Next page" })
    .click();
  await page.waitForURL("**?type=ball&page=2");
  await expect
    .poll(() => main.getByRole("article").getByRole("heading").allTextContents())
    .toEqual(["Balls 0"]);
  const reviews = main.getByRole("region", { name: "Reviews" });
  expect(await reviews.getByRole("listitem").filter({ hasText: "Said" }).count()).toBe(10);
  await reviews.getByRole("link", { name: "Next page" }).click();
  await page.waitForURL("**?type=ball&page=2&reviews=2#reviews");
  await reviews.getByText("Said 0").waitFor();
  await reviews.getByText("3 out of 5").waitFor();
});

test("a seller's page has the hearts of who is signed in", async () => {
  const { page } = await shop.as(fan);
  await page.goto(path);
  await hydrated(page);
  await page.getByRole("button", { name: "Add The only bag to favourites" }).click();
  await toast(page, "Added to favourites").waitFor();
  await page.getByRole("button", { name: "Remove The only bag from favourites" }).waitFor();
});

test("somebody whose name ends as an address of data does has a page too", async () => {
  const { viewer } = await person("odd");
  await db().updateTable("profiles").set({ username: "big.data" }).where("id", "=", viewer.id).execute();
  const { page } = await shop.as(null);
  await page.goto(sellerPath("big.data"));
  await page.getByRole("heading", { level: 1, name: "big.data" }).waitFor();
  await page.getByText("Nothing for sale at the moment").waitFor();
});

test("nobody's page is a page that says so", async () => {
  const { page } = await shop.as(null);
  const answer = await page.goto("/sellers/Nobody%20at%20all");
  expect(answer?.status()).toBe(404);
  await page.getByText("Nobody here goes by this name.").waitFor();
});

test("a kept page shows a new review and a new listing, and no longer one that is gone", async () => {
  const read = async () => (await fetch(shop.server.url + path)).text();
  expect(await read()).not.toContain("A word of praise");
  await review(5, "A word of praise");
  await expect.poll(read).toContain("A word of praise");
  const { id } = await listingOf(seller, "string", { name: "Strung a moment ago" });
  await expect.poll(read).toContain("Strung a moment ago");
  await db().deleteFrom("listings").where("id", "=", id).execute();
  await expect.poll(read).not.toContain("Strung a moment ago");
  await db().deleteFrom("user_reviews").where("comment", "=", "A word of praise").execute();
  await expect.poll(read).not.toContain("A word of praise");
});

test("a seller's page has no fault that axe finds", async () => {
  const { page } = await shop.as(null);
  await page.goto(path);
  await hydrated(page);
  await expectNoFaults(page);
});
