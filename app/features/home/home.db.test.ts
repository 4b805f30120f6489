import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { deleteListing, sellOne } from "#app/features/listings/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { inRequest, type RequestContext } from "#app/platform/request-context.server.ts";
import { loader } from "#app/routes/home/home.route.tsx";
import { action as decideReview, loader as reviewsToQuote } from "#app/routes/operator/reviews.route.tsx";
import { openDatabase } from "#tests/support/database.ts";
import { receivedDeal } from "#tests/support/marked-deals.ts";
import { type Person, person, racketOf, settledPerson, staffPerson } from "#tests/support/people.ts";
import { insertRow, insertRows, updateRows, withoutTable } from "#tests/support/rows.ts";
import { listingOf, photoOf, samples } from "#tests/support/samples.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { COUNTED_DAYS, HALF_LIFE_HOURS, MAX_CARDS, WEIGHTS, weightAt } from "./rules.ts";
import { refreshTrending, trendingListings } from "./trending.server.ts";

const HOUR_MS = 3_600_000;
const NOW = new Date();
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS);

const SAMPLE_BAG = JSON.stringify(samples.find(({ type }) => type === "bag")?.sample.attributes);

type Key = { type: string; id: string };

let seller: Person;
let buyers: Person[];

openDatabase(async () => {
  seller = await settledPerson("seller");
  buyers = await Promise.all(Array.from({ length: 4 }, () => settledPerson("buyer")));
});
beforeEach(async () => {
  await db().deleteFrom("listings").execute();
  await db().deleteFrom("user_reviews").execute();
});

async function like(who: Person, { type, id }: Key, hours = 0): Promise<void> {
  await insertRows("favorites", {
    user_id: who.viewer.id,
    listing_type: type,
    listing_id: id,
    created_at: hoursAgo(hours),
  });
}

async function view(who: Person, { type, id }: Key, hours = 0): Promise<void> {
  await insertRows("recently_viewed", {
    user_id: who.viewer.id,
    listing_type: type,
    listing_id: id,
    viewed_at: hoursAgo(hours),
  });
}

const listed = (name: string, days: number, type = "racket", owner = seller) =>
  listingOf(owner, type, { name, listedAt: hoursAgo(24 * days) });

async function trending(viewer: Person | null = null): Promise<string[]> {
  return (await trendingListings(viewer?.viewer.id ?? null)).map(({ name }) => name);
}

type Home = Exclude<Awaited<ReturnType<typeof loader>>, Response>;
async function home(visitor = new Visitor()): Promise<Home> {
  return (await visitor.open(loader, "/")).data as Home;
}

describe("Trending Products", () => {
  test("weighs favourites and views by their age", async () => {
    const [a, b] = [await listed("Older", 30), await listed("Newer", 20)];
    const [first, second, third] = buyers as [Person, Person, Person];
    await like(first, a, HALF_LIFE_HOURS);
    await view(second, a, 1);
    await like(third, b, 3 * HALF_LIFE_HOURS);
    await refreshTrending(db(), NOW);
    const rows = await db().selectFrom("trending_listings").selectAll().orderBy("score", "desc").execute();
    expect(rows.map(({ listing_id }) => listing_id)).toEqual([a.id, b.id]);
    expect(rows[0]?.score).toBeCloseTo(WEIGHTS.favorite / 2 + weightAt("view", HOUR_MS), 6);
    expect(rows[1]?.score).toBeCloseTo(WEIGHTS.favorite / 8, 6);
  });

  test("drops listings that nobody has viewed or liked lately, and adds those with new views or favourites", async () => {
    const [older, newer] = [await listed("Older", 40), await listed("Newer", 41)];
    const [one, two] = buyers as [Person, Person];
    await like(one, older, COUNTED_DAYS * 24 + 1);
    await view(one, newer, 5);
    await refreshTrending(db(), NOW);
    expect(await db().selectFrom("trending_listings").select("listing_id").execute()).toEqual([
      { listing_id: newer.id },
    ]);
    await like(two, older, 1);
    await refreshTrending(db(), NOW);
    expect(await trending()).toEqual(["Older", "Newer"]);
    await db().deleteFrom("favorites").where("user_id", "=", two.viewer.id).execute();
    await db().deleteFrom("recently_viewed").execute();
    await refreshTrending(db(), NOW);
    expect(await db().selectFrom("trending_listings").selectAll().execute()).toEqual([]);
  });

  test("shows nothing that was sold or deleted, from that moment on", async () => {
    const other = await settledPerson("other");
    const available = await listed("Available", 1, "racket", other);
    const [sold, gone] = [await listed("Sold", 3), await listed("Gone", 2)];
    for (const [index, key] of [sold, gone, available].entries()) await like(buyers[index] as Person, key);
    await refreshTrending(db(), NOW);
    expect((await trending()).sort()).toEqual(["Available", "Gone", "Sold"]);
    await sellOne(seller.viewer, sold);
    await deleteListing(seller.viewer, gone);
    expect(await trending()).toEqual(["Available"]);
    await refreshTrending(db(), NOW);
    expect(await trending()).toEqual(["Available"]);
  });

  test("hides the viewer's own listings, and has more than one seller", async () => {
    const other = await settledPerson("other");
    const theirs = await listed("Of another", 1, "bag", other);
    const many = await Promise.all(Array.from({ length: 6 }, (_, n) => listed(`Many ${n}`, n + 1)));
    for (const key of many) for (const buyer of buyers) await like(buyer, key);
    await view(buyers[0] as Person, theirs);
    await refreshTrending(db(), NOW);
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from trending_listings join listings on id = listing_id and type = listing_type
      where user_id = ${seller.viewer.id}`.execute(db());
    expect(rows).toEqual([{ n: 2 }]);
    expect((await trending())[2]).toBe("Of another");
    expect(await trending(seller)).toEqual(["Of another"]);
    expect(await trending(other)).not.toContain("Of another");
  });

  test("starts with the newest of every category when there are no views yet", async () => {
    const others = await Promise.all(Array.from({ length: MAX_CARDS }, () => settledPerson("other")));
    for (const day of [1, 2, 3]) await listed(`Racket ${day}`, day, "racket", others[day]);
    await listed("A bag", 9, "bag", others[1]);
    await listed("A can", 8, "ball", others[2]);
    await sellOne(seller.viewer, await listed("Sold", 0));
    expect(await trending()).toEqual(["Racket 1", "A bag", "A can", "Racket 2", "Racket 3"]);
    for (const [n, other] of others.entries()) await listed(`String ${n}`, n, "string", other);
    expect(await trending()).toHaveLength(MAX_CARDS);
  });

  test("shows at most two listings of a seller, and so does Recently Added", async () => {
    const others = await Promise.all([settledPerson("other"), settledPerson("other")]);
    // More listings than the first query reads.
    await sql`
      insert into listings (type, user_id, name, price_cents, attributes, created_at)
      select 'bag', ${seller.viewer.id}, 'Bag ' || n, 1000, ${SAMPLE_BAG}::jsonb, now() - make_interval(secs => n)
      from generate_series(1, 300) as n`.execute(db());
    for (const [n, other] of others.entries()) {
      for (const day of [1, 2, 3]) await listed(`Of ${n}, ${day}`, day, "racket", other);
    }
    const added = ["Bag 1", "Bag 2", "Of 0, 1", "Of 0, 2", "Of 1, 1", "Of 1, 2"];
    const { recent } = await home();
    expect(recent.map(({ name }) => name).sort()).toEqual(added);
    expect((await trending()).sort()).toEqual(added);
    // A favourite brings an old listing into Trending Products, which still has only two of its seller.
    const key = await listed("Liked", 9, "bag");
    await like(buyers[0] as Person, key);
    await refreshTrending(db(), NOW);
    expect((await trending()).sort()).toEqual(["Bag 1", "Liked", ...added.slice(2)].sort());
  });
});

describe("the home page", () => {
  test("works in an empty shop, and is cached until a listing or a review changes", async () => {
    const context: RequestContext = { id: "", locale: "en-GB" };
    const page = await inRequest(context, () => home());
    expect(page).toMatchObject({ trending: [], recent: [], reviews: [], forYou: null, whole: true });
    expect(page.circles.map(({ href }) => href)).toEqual([
      "/rackets",
      "/strings",
      "/bags",
      "/balls",
      "/clothes",
      "/accessories",
    ]);
    expect(context.cacheTags).toEqual(["racket", "string", "bag", "ball", "clothes", "accessory", "reviews"]);
    const own: RequestContext = { id: "", locale: "en-GB" };
    await inRequest(own, () => home(seller.visitor));
    expect(own.cacheTags).toBeUndefined();
  });

  test("leaves out a part that cannot be read, says so, and is not cached", async () => {
    await listed("Blade", 1);
    await withoutTable("trending_listings", async () => {
      const context: RequestContext = { id: "", locale: "en-GB" };
      const page = await inRequest(context, () => home());
      expect(page).toMatchObject({ trending: [], recent: [{ name: "Blade" }], whole: false });
      expect(context.cacheTags).toBeUndefined();
    });
  });

  test("shows seller and delivery of trending listings, and the date of new ones [A1.8 A2.92 A2.96 A3.11]", async () => {
    const { id } = await racketOf(seller, { name: "Blade" });
    await listingOf(await settledPerson("other"), "bag", {
      name: "Fetch it",
      attributes: { shipping: "Pick up" },
    });
    await listingOf(seller, "bag", { name: "Send it", attributes: { shipping: "Shipping" } });
    await review(buyers[0] as Person, seller, 5);
    await review(buyers[1] as Person, seller, 4);
    const { trending: cards, recent } = await home();
    expect(cards.find(({ name }) => name === "Blade")?.trust).toEqual({
      verified: "Well reviewed",
      rating: { text: "4.5 (2)", label: "4.5 out of 5, 2 reviews" },
      // The seller did not say how it is delivered.
      shipping: null,
    });
    expect(cards.find(({ name }) => name === "Send it")?.trust?.shipping).toBe("Direct Shipping");
    expect(cards.find(({ name }) => name === "Fetch it")?.trust?.shipping).toBeNull();
    expect(recent.find(({ name }) => name === "Blade")).toMatchObject({
      path: `/rackets/${id}`,
      listed: expect.stringMatching(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/),
    });
    const text = JSON.stringify(await home());
    for (const secret of [seller.viewer.email, seller.viewer.id, "1012AB"])
      expect(text).not.toContain(secret);
  });
});

async function review(by: Person, of: Person, rating: number, comment = "", hours = 0): Promise<void> {
  await insertRows("user_reviews", {
    reviewer_id: by.viewer.id,
    reviewed_user_id: of.viewer.id,
    rating,
    comment,
    created_at: hoursAgo(hours),
  });
}

describe("What Our Users Say", () => {
  const COMMENT = "Came within two days and looked better than on the pictures.";
  const OLD = 24 * 8;

  /** A review of a finished deal. */
  async function quotable(
    by: Person,
    of: Person,
    rating: number,
    comment: string,
    hours = OLD,
  ): Promise<string> {
    const { id } = await insertRow("user_reviews", {
      reviewer_id: by.viewer.id,
      reviewed_user_id: of.viewer.id,
      deal_id: await receivedDeal(of, by),
      rating,
      comment,
      created_at: hoursAgo(hours),
    });
    return id;
  }
  const said = async () => (await home()).reviews.map(({ comment }) => comment);

  test("has the three best of the newest reviews with a comment, at most one by each author and one about each seller [A2.97 A3.12]", async () => {
    const [one, two, three, four] = buyers as [Person, Person, Person, Person];
    await quotable(one, seller, 4, `${COMMENT} Four.`, OLD + 1);
    await quotable(two, seller, 5, `${COMMENT} Five.`, OLD + 2);
    await quotable(one, two, 5, `${COMMENT} Again.`, OLD + 3);
    await quotable(three, four, 4, `${COMMENT} Fine.`, OLD + 4);
    await quotable(four, three, 3, `${COMMENT} So so.`);
    await quotable(four, one, 5, "Super!");
    const { reviews } = await home();
    expect(reviews.map(({ rating, comment }) => [rating, comment])).toEqual([
      [5, `${COMMENT} Five.`],
      [5, `${COMMENT} Again.`],
      [4, `${COMMENT} Fine.`],
    ]);
    expect(reviews[0]).toMatchObject({
      by: two.viewer.username,
      about: seller.viewer.username,
      aboutPath: `/sellers/${seller.viewer.username}#reviews`,
    });
  });

  test("needs a finished deal, a week, and two accounts of a month", async () => {
    const [one, two, three, four] = buyers as [Person, Person, Person, Person];
    const fresh = await settledPerson("fresh", 29);
    await review(one, seller, 5, COMMENT, OLD);
    const unfinished = await receivedDeal(seller, two);
    await sql`alter table deals disable trigger user`.execute(db());
    await updateRows("deals", { id: unfinished }, { state: "handed_over", received_at: null });
    await sql`alter table deals enable trigger user`.execute(db());
    await insertRows("user_reviews", {
      reviewer_id: two.viewer.id,
      reviewed_user_id: seller.viewer.id,
      deal_id: unfinished,
      rating: 5,
      comment: COMMENT,
      created_at: hoursAgo(OLD),
    });
    await quotable(three, seller, 5, COMMENT, 24 * 6);
    await quotable(fresh, four, 5, COMMENT);
    await quotable(four, fresh, 5, COMMENT);
    expect(await said()).toEqual([]);
    await quotable(two, one, 4, `${COMMENT} At last.`);
    expect(await said()).toEqual([`${COMMENT} At last.`]);
  });

  test("operators choose which come first, and hide others", async () => {
    const operator = await staffPerson("operator");
    const [one, two, three, four] = buyers as [Person, Person, Person, Person];
    const best = await quotable(one, seller, 5, `${COMMENT} Best.`);
    const second = await quotable(two, three, 5, `${COMMENT} Second.`, OLD + 1);
    const last = await quotable(three, four, 4, `${COMMENT} Last.`, OLD + 2);
    const decide = (id: string, quoted: string, who = operator) =>
      who.visitor.submit(decideReview, "/operator/reviews", { id, quoted });
    expect(await decide(last, "chosen")).toMatchObject({ location: "/operator/reviews" });
    await decide(best, "hidden");
    expect(await said()).toEqual([`${COMMENT} Last.`, `${COMMENT} Second.`]);
    const { data } = await operator.visitor.open(reviewsToQuote, "/operator/reviews");
    expect((data as { reviews: unknown[] }).reviews).toMatchObject([
      { id: last, quoted: "chosen" },
      { id: best, quoted: "hidden" },
      { id: second, quoted: null },
    ]);
    await decide(best, "neither");
    await decide(last, "neither");
    expect(await said()).toEqual([`${COMMENT} Best.`, `${COMMENT} Second.`, `${COMMENT} Last.`]);
    expect(await decide(best, "shown")).toMatchObject({ status: 422 });
    expect(await decide("0190a0a0-0000-7000-8000-000000000000", "hidden")).toMatchObject({ status: 404 });
  });
});

describe("an account of ten minutes", () => {
  test("owns nothing on the front page: no circle, no quoted review, no place in Trending Products", async () => {
    const fresh = await person("fresh");
    const [one] = buyers as [Person];
    const listing = await listingOf(fresh, "racket", { name: "Spam", photos: [await photoOf(fresh)] });
    const other = await listed("Liked by an account of ten minutes", 1);
    await like(one, listing);
    await like(fresh, other);
    await refreshTrending(db(), NOW);
    await review(fresh, seller, 5, "The best shop of all, everybody has to buy here, at once!");
    expect(await db().selectFrom("trending_listings").selectAll().execute()).toEqual([]);
    const page = await home();
    expect(page.reviews).toEqual([]);
    expect(JSON.stringify(page.circles)).not.toContain("photo");
    expect(page.trending.map(({ name }) => name)).toEqual(["Liked by an account of ten minutes"]);
    // It is among the newest, as the name of the row says.
    expect(page.recent.map(({ name }) => name)).toContain("Spam");
  });
});

describe("the row for a signed-in person", () => {
  const names = (page: Home) => page.forYou?.cards.map(({ name }) => name);

  test("asks for sizes when nothing is known about the person, and is missing for visitors", async () => {
    const fresh = await person("fresh");
    expect((await home(fresh.visitor)).forYou).toEqual({ cards: [], because: null, withoutSizes: true });
    expect((await home()).forYou).toBeNull();
  });

  test("has listings that fit the person, are of brands they like or are near; not their own, sold or seen ones", async () => {
    const me = await person("me");
    await insertRows("user_preferences", {
      user_id: me.viewer.id,
      racket_sizes: ["4 3/8"],
      clothes_sizes: ["M"],
      shoe_sizes: [],
    });
    const other = await settledPerson("other");
    const racket = (name: string, brand: string, gripsize: string, owner = seller) =>
      listingOf(owner, "racket", { name, brand, attributes: { gripsize } });
    await racket("Fits", "Head", "3");
    await racket("Fits and liked", "Yonex", "3");
    await racket("Liked", "Yonex", "1", other);
    await racket("Neither", "Prince", "1", other);
    await sellOne(seller.viewer, await racket("Sold", "Yonex", "3"));
    await racket("Mine", "Yonex", "3", me);
    await like(me, await racket("Known", "Yonex", "3"));
    const page = await home(me.visitor);
    expect(names(page)).toEqual(["Fits and liked", "Fits", "Liked"]);
    expect(page.forYou).toMatchObject({
      because: "Based on your sizes and your interest in Yonex.",
      withoutSizes: false,
    });
    const near = await racket("Near", "Prince", "1", other);
    const places = sql`country = 'NL', postal_code = '1012AB', latitude = 52.37, longitude = 4.9`;
    await sql`update listings set ${places} where id = ${near.id} or user_id = ${me.viewer.id}`.execute(db());
    const nearby = await home(me.visitor);
    expect(names(nearby)).toContain("Near");
    expect(nearby.forYou?.because).toBe("Based on your sizes, your interest in Yonex and your location.");
  });
});
