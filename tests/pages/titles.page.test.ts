import { expect, test } from "vitest";
import { caseAbout } from "#tests/support/cases.ts";
import { noticeFor } from "#tests/support/notices.ts";
import { orderOf } from "#tests/support/orders.ts";
import { person, racketOf, staffPerson } from "#tests/support/people.ts";
import { insertRows } from "#tests/support/rows.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

/** More than one page of every list. */
const MANY = 51;

test("the title of a list says its tab, its filter and its page, and the page states its count [W2.4.2]", async () => {
  const [seller, buyer] = [await person("seller"), await person("buyer")];
  const operator = await staffPerson("operator");
  const each = Array.from({ length: MANY }, (_, nth) => nth);
  for (const nth of each) {
    await racketOf(seller, { name: `Blade ${nth}` });
    await orderOf({ seller, buyer, state: "received" });
    await noticeFor(buyer, `Notice ${nth}`);
  }
  const reviewers = await Promise.all(each.slice(0, 11).map(() => person("fan")));
  await insertRows(
    "user_reviews",
    reviewers.map(({ viewer }) => ({
      reviewer_id: viewer.id,
      reviewed_user_id: seller.viewer.id,
      rating: 4,
    })),
  );
  await caseAbout("person", seller.viewer.username, { by: buyer });
  const name = seller.viewer.username;
  const of = { visitor: null, seller, buyer, operator };

  const pages: [keyof typeof of, string, string, string?][] = [
    ["visitor", "/rackets", "Rackets", "51 results"],
    ["visitor", "/rackets?page=2", "Rackets · Page 2", "51 results"],
    ["visitor", "/search?q=blade&page=2", "Results for “blade” · Page 2", "51 results"],
    ["visitor", `/sellers/${name}?page=2`, `${name} · Page 2`, "51 listings"],
    ["visitor", `/sellers/${name}?reviews=2`, `${name} · Reviews · Page 2`, "51 listings"],
    ["seller", "/profile/reviews?page=2", "Reviews · Page 2"],
    ["buyer", "/orders", "Orders & sales · Buying", "51 results"],
    ["buyer", "/orders?as=buying&show=done&page=3", "Orders & sales · Buying · Done · Page 3", "51 results"],
    ["seller", "/orders?as=selling&show=open", "Orders & sales · Selling · Open", "0 results"],
    ["buyer", "/offers?as=received", "Offers · Received", "0 results"],
    ["buyer", "/notifications?show=unread", "Notifications · Unread", "More than 20 results"],
    ["buyer", "/favorites?tab=searches", "Saved searches", "0 results"],
    ["buyer", "/messages?q=grip", "No results for “grip”"],
    ["seller", "/sell/business?tab=upload", "Business Seller Dashboard · Bulk Upload"],
    [
      "seller",
      "/sell/business/stock?type=racket&state=in&q=Blade",
      "Your stock · Rackets · In stock · Blade",
      "51 results",
    ],
    ["operator", "/moderation", "Moderation · Open (1)"],
    ["operator", "/moderation?view=closed&page=2", "Moderation · Closed (0) · Page 2"],
    ["operator", `/operator/people?q=${name}`, name],
    ["operator", "/moderation/people?q=nobody", "People · nobody · Moderation", "0 results"],
    ["operator", "/operator/people?q=nobody", "People · nobody · Operator", "0 results"],
  ];
  const seen: typeof pages = [];
  for (const [who, address] of pages) {
    const { document } = await shop.withoutScripts(of[who]).open(address);
    const count = document.querySelector<HTMLElement>("[data-count]")?.dataset.count;
    const title = document.title.replace(" · Second Serve", "").replaceAll(/[\u2068\u2069]/g, "");
    seen.push(count === undefined ? [who, address, title] : [who, address, title, count]);
  }
  expect(seen).toEqual(pages);

  const notices = await shop.withoutScripts(buyer).open("/notifications");
  const older = await shop
    .withoutScripts(buyer)
    .open(notices.main.getByRole<HTMLAnchorElement>("link", { name: "Older" }).href);
  expect(older.document.title).toBe("Notifications · Older · Second Serve");
});
