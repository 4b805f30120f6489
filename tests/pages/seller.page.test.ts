import { within } from "@testing-library/dom";
import { beforeAll, expect, test } from "vitest";
import { sellerPath } from "#app/domain/username.ts";
import { db } from "#app/platform/db.server.ts";
import type { FetchedPage } from "#tests/support/no-script-browser.ts";
import { type Person, person } from "#tests/support/people.ts";
import { insertRows, updateRows } from "#tests/support/rows.ts";
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
  await insertRows("user_reviews", {
    reviewed_user_id: seller.viewer.id,
    reviewer_id: fan.viewer.id,
    rating,
    comment,
  });
}

const cards = (page: FetchedPage) =>
  [...page.document.querySelectorAll("main article :is(h2, h3, h4)")].map(({ textContent }) => textContent);

test("a seller's page shows the person, the listings by category and page, and the reviews", async () => {
  const visitor = shop.withoutScripts(null);
  const first = await visitor.open(path.toUpperCase().replace("/SELLERS", "/sellers"));
  expect(first.url.pathname).toBe(path);
  first.main.getByRole("heading", { level: 1, name: seller.viewer.username });
  first.main.getByText("26 listings");
  first.main.getByRole("link", { name: "4.8 out of 5 · 11 reviews" });
  first.main.getByRole("heading", { name: /^For sale\s*\(26\)$/ });
  expect(cards(first)).toHaveLength(24);
  const bags = await visitor.follow(first.main.getByRole("link", { name: /^Bags\s*1$/ }));
  expect(cards(bags)).toEqual(["The only bag"]);
  const balls = await visitor.follow(bags.main.getByRole("link", { name: /^Balls\s*25$/ }));
  const pages = within(balls.main.getByRole("navigation", { name: "Pages" }));
  const second = await visitor.follow(pages.getByRole("link", { name: "Next page" }));
  expect(second.url.search).toBe("?type=ball&page=2");
  expect(cards(second)).toEqual(["Balls 0"]);
  const reviews = within(second.main.getByRole("region", { name: /^Reviews/ }));
  expect(reviews.getAllByText(/^Said/)).toHaveLength(10);
  const last = await visitor.follow(reviews.getByRole("link", { name: "Next page" }));
  expect(last.url.search + last.url.hash).toBe("?type=ball&page=2&reviews=2#reviews");
  const older = within(last.main.getByRole("region", { name: /^Reviews/ }));
  older.getByText("Said 0");
  older.getByText("3 out of 5");
});

test("a seller's page has favourite buttons for a signed-in person", async () => {
  const page = await shop.withoutScripts(fan).open(path);
  page.getByRole("button", { name: "Add The only bag to favorites" });
});

test("a seller whose name ends in .data has a page too", async () => {
  const { viewer } = await person("odd");
  await updateRows("profiles", { id: viewer.id }, { username: "big.data" });
  const page = await shop.withoutScripts(null).open(sellerPath("big.data"));
  page.getByRole("heading", { level: 1, name: "big.data" });
  page.getByText("No listings at the moment");
});

test("the page of an unknown seller is answered with 404 and says that there is no such user", async () => {
  const page = await shop.withoutScripts(null).open("/sellers/Nobody%20at%20all");
  expect(page.status).toBe(404);
  page.getByText("There is no user with this name.");
});

test("the cached page of a seller shows new reviews and listings, and no deleted ones", async () => {
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
