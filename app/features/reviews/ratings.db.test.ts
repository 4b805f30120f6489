import { expect, test } from "vitest";
import { setFavorite } from "#app/features/favorites/commands.server.ts";
import type { ListingCard } from "#app/features/listings/view.ts";
import { inRequest, type RequestContext } from "#app/platform/request-context.server.ts";
import { loader as favorites } from "#app/routes/favorites/favorites.route.tsx";
import { loader as viewed } from "#app/routes/favorites/recently-viewed.route.tsx";
import { loader as home } from "#app/routes/home/home.route.tsx";
import { loader as browse } from "#app/routes/listings/browse.route.tsx";
import { loader as next } from "#app/routes/listings/browse-batch.route.ts";
import { loader as detail } from "#app/routes/listings/detail.route.tsx";
import { loader as search } from "#app/routes/search/search.route.tsx";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { exportOf } from "#tests/support/data-export.ts";
import { openDatabase } from "#tests/support/database.ts";
import { orderOf } from "#tests/support/orders.ts";
import { type Person, person } from "#tests/support/people.ts";
import { insertRows } from "#tests/support/rows.ts";
import { listingOf, relatedOf } from "#tests/support/samples.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { writeReview } from "./commands.server.ts";

let seller: Person;
let other: Person;
let fan: Person;
let bag: { type: string; id: string };

openDatabase(async (url) => {
  await captureNotices(url);
  [seller, other, fan] = [await person("seller"), await person("other"), await person("fan")];
  bag = await listingOf(seller, "bag", { name: "Reviewed" });
  await listingOf(other, "bag", { name: "Unknown" });
  for (const rating of [5, 4, 5])
    await insertRows("user_reviews", {
      reviewed_user_id: seller.viewer.id,
      reviewer_id: fan.viewer.id,
      rating,
    });
  // A hidden review counts nowhere.
  await writeReview(fan.viewer, await orderOf({ seller: seller, buyer: fan, state: "agreed" }), {
    rating: 1,
    comment: "Hidden",
  });
  await setFavorite(fan.viewer, bag, true);
  await insertRows("recently_viewed", { user_id: fan.viewer.id, listing_type: bag.type, listing_id: bag.id });
});

const RATING = { text: "4.7 (3)", label: "4.7 out of 5, 3 reviews" };
const ratings = (cards: readonly ListingCard[]) =>
  Object.fromEntries(cards.map((card) => [card.name, card.rating]));

async function read<Page>(loader: (args: never) => unknown, path: string, who = new Visitor(), params = {}) {
  const { status, data } = await who.open(loader, path, params);
  expect(status).toBe(200);
  return (typeof data === "string" ? JSON.parse(data) : data) as Page;
}

test("every list of cards shows each seller's rating, and none for a seller without reviews", async () => {
  type Cards = { cards: ListingCard[] };
  const both = { Reviewed: RATING, Unknown: undefined };
  for (const who of [new Visitor(), other.visitor])
    expect(ratings((await read<Cards>(browse, "/bags", who)).cards)).toEqual(both);
  expect(ratings((await read<Cards>(next, "/listings/window?in=/bags")).cards)).toEqual(both);
  expect(ratings((await read<Cards>(search, "/search")).cards)).toEqual(both);
  expect(ratings((await read<{ recent: ListingCard[] }>(home, "/")).recent)).toEqual(both);
  const { sections } = await read<{ sections: Cards[] }>(favorites, "/favorites", fan.visitor);
  expect(ratings(sections[0]?.cards ?? [])).toEqual({ Reviewed: RATING });
  const { viewed: seen } = await read<{ viewed: Promise<Cards> }>(viewed, "/recently-viewed", fan.visitor);
  expect(ratings((await seen).cards)).toEqual({ Reviewed: RATING });
});

test("a listing's page shows the rating of its seller, and of the sellers of similar listings", async () => {
  const page = await read<{ rating: object | null }>(detail, `/bags/${bag.id}`, new Visitor(), {
    id: bag.id,
  });
  expect(page.rating).toEqual(RATING);
  expect(ratings([...(await relatedOf(new Visitor(), bag)).similar])).toEqual({ Unknown: undefined });
});

test("a cached page with cards is rendered again when a review is written", async () => {
  for (const [loader, path] of [
    [browse, "/bags"],
    [search, "/search"],
  ] as const) {
    const context: RequestContext = { id: "request", locale: "en-GB" };
    await inRequest(context, () => new Visitor().open(loader, path));
    expect(context.cacheTags).toContain("reviews");
  }
});

test("the data export has the reviews that the person wrote, and visible ones about them", async () => {
  const of = async (who: Person) => {
    const { reviewsGiven = [], reviewsReceived = [] } = await exportOf(who);
    return [reviewsGiven, reviewsReceived].map((reviews) =>
      reviews.map((review) => (review as { rating: number }).rating),
    );
  };
  expect(await of(fan)).toEqual([[5, 4, 5, 1], []]);
  expect(await of(seller)).toEqual([[], [5, 4, 5]]);
});
