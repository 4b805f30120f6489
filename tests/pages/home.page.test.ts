import { within } from "@testing-library/dom";
import { beforeAll, expect, test } from "vitest";
import { receivedDeal } from "#tests/support/marked-deals.ts";
import { type Person, person, settledPerson } from "#tests/support/people.ts";
import { insertRows } from "#tests/support/rows.ts";
import { listingOf, photoOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;

beforeAll(async () => {
  seller = await settledPerson("seller");
  // A row shows at most two listings of a seller.
  for (let n = 0; n < 3; n++)
    await listingOf(await settledPerson("other"), "racket", { name: `Racket ${n}` });
  await listingOf(seller, "bag", { name: "Team bag" });
  for (const name of ["first", "second", "third"]) {
    const writer = await settledPerson(name);
    const comment = `Exactly as described, and it came within two days. Says the ${name}.`;
    await insertRows("user_reviews", {
      reviewer_id: writer.viewer.id,
      reviewed_user_id: seller.viewer.id,
      deal_id: await receivedDeal(seller, writer),
      rating: 5,
      comment,
      created_at: new Date(Date.now() - 10 * 86_400_000),
    });
  }
});

test("the home page has the sections of the specification in order, and its promises link to answers in the help [A2.1 A2.87 A2.88 A2.89 A2.91 A2.94 A2.95 A2.101 A9.1 A9.2 A9.3 M2.1]", async () => {
  const { main, document } = await shop.withoutScripts(null).open("/");
  const headings = main.getAllByRole("heading", { level: 2 });
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    "First Time?",
    "Shop By Category",
    "Trending Products",
    "Earn the Most With Us",
    "Recently Added",
    "What Our Users Say",
  ]);
  const words = document.querySelector("main")?.textContent;
  for (const text of [
    "10% off your first order with code",
    "FIRSTSERVE",
    "No fees on your first listing",
    "Only 10% selling fees",
    "30-day returns",
  ])
    expect(words).toContain(text);
  const addressOf = (name: string | RegExp) => main.getAllByRole("link", { name })[0]?.getAttribute("href");
  for (const [promise, answer] of [
    [/10% off your first order with code/, "first-order-discount"],
    [/No fees on your first listing/, "selling-fees"],
    [/Only 10% selling fees/, "selling-fees"],
    [/30-day returns/, "thirty-day-returns"],
    [/What does “Well reviewed” mean\?/, "verified-sellers"],
  ] as const)
    expect(addressOf(promise)).toBe(`/help#${answer}`);
  expect(addressOf(/Sign up/)).toBe("/auth?mode=signup");
  expect(addressOf(/Start selling/)).toBe("/sell");
  expect(addressOf(/View all/)).toBe("/search");
  const circles = within(main.getByRole("region", { name: "Shop By Category" })).getAllByRole("link");
  expect(circles.map(({ textContent }) => textContent)).toEqual([
    "Rackets",
    "Strings",
    "Bags",
    "Balls",
    "Clothes",
    "Accessories",
  ]);
});

test("the home page of a signed-in person begins with the section For you", async () => {
  const { main } = await shop.withoutScripts(await person("regular")).open("/");
  const headings = main.getAllByRole("heading", { level: 2 });
  expect(headings.map(({ textContent }) => textContent).slice(0, 2)).toEqual(["For you", "Shop By Category"]);
  main.getByRole("heading", { level: 1 });
});

test("a category's circle shows a picture of the shop, whatever people list", async () => {
  await listingOf(seller, "bag", { name: "Pictured", photos: [await photoOf(seller)] });
  const { main } = await shop.withoutScripts(null).open("/");
  const circles = within(main.getByRole("region", { name: "Shop By Category" })).getAllByRole("link");
  for (const circle of circles)
    expect(circle.querySelector("img")?.getAttribute("src")).toMatch(/^\/assets\/\w+-[\w-]+\.webp$/);
});
