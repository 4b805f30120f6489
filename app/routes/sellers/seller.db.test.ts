import { matchRoutes } from "react-router";
import { describe, expect, test } from "vitest";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { sellerPath } from "#app/domain/username.ts";
import { SELLER_TAGS } from "#app/features/sellers/present.server.ts";
import { inRequest, type RequestContext } from "#app/platform/request-context.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { insertRows, updateRows } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import { refusal, Visitor } from "#tests/support/visitor.ts";
import type { loader as Loader } from "./seller.route.tsx";
import { loader } from "./seller.route.tsx";

let seller: Person;
let name: string;

openDatabase(async () => {
  seller = await person("Seller");
  name = seller.viewer.username;
});

type Page = Awaited<ReturnType<typeof Loader>>;

function open(visitor: Visitor, username: string, query = "") {
  return visitor.open(loader, `/sellers/${encodeURIComponent(username)}${query}`, { username });
}

async function read(visitor: Visitor, username: string, query = ""): Promise<Page> {
  return (await open(visitor, username, query)).data as Page;
}

async function review(of: Person, by: Person, rating: number, comment = ""): Promise<void> {
  await insertRows("user_reviews", {
    reviewed_user_id: of.viewer.id,
    reviewer_id: by.viewer.id,
    rating,
    comment,
  });
}

describe("a seller's page", () => {
  test("shows the username and country, but no email address, no coordinates and no full postal code [A2.75]", async () => {
    const { id } = await listingOf(seller, "racket");
    await updateRows(
      "listings",
      { id },
      { country: "NL", postal_code: "1012AB", latitude: 52.37, longitude: 4.9 },
    );
    const stranger = await person("stranger");
    for (const visitor of [new Visitor(), stranger.visitor, seller.visitor]) {
      const page = await read(visitor, name);
      expect(page.seller).toEqual({
        username: name,
        avatarUrl: null,
        bundle: null,
        since: new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" }).format(),
        country: "Netherlands",
        rating: null,
        ended: null,
      });
      expect(page).toMatchObject({ listings: 1, cards: [{ id, place: "1012 NL" }], reviews: [] });
      const text = JSON.stringify(page);
      for (const secret of [seller.viewer.email, seller.viewer.id, "1012AB", "52.37"])
        expect(text).not.toContain(secret);
    }
  });

  test("is found by the username in upper or lower case, and redirects to one canonical URL", async () => {
    expect(await open(new Visitor(), name.toUpperCase(), "?page=2")).toMatchObject({
      status: 302,
      location: `/sellers/${name}?page=2`,
    });
    expect((await open(new Visitor(), name)).status).toBe(200);
  });

  test("is found by a username that contains the text %2F", async () => {
    const odd = await person("odd");
    const username = `${odd.viewer.username}%2Fone`;
    await updateRows("profiles", { id: odd.viewer.id }, { username });
    const [match] = matchRoutes([{ path: "/sellers/:username" }], sellerPath(username)) ?? [];
    const { username: requestedName = "" } = match?.params ?? {};
    expect(await read(new Visitor(), requestedName)).toMatchObject({ seller: { username } });
  });

  test.each(["Nobody", "..", "\u0000", "a@b.example"])("of %j is not found", async (username) => {
    expect(await open(new Visitor(), username)).toMatchObject(
      refusal(404, "There is no user with this name."),
    );
  });

  test("shows listings of all types, newest first, paginated and filtered by type", async () => {
    const rich = await person("rich");
    for (let n = 0; n < 26; n += 1) await listingOf(rich, "ball", { name: `Ball ${n}` });
    const bag = await listingOf(rich, "bag");
    const of = rich.viewer.username;
    const first = await read(new Visitor(), of);
    expect(first).toMatchObject({ listings: 27, pages: 2, cards: { length: 24, 0: { id: bag.id } } });
    expect(first.types).toEqual([
      { label: "All", count: 27, href: `/sellers/${of}`, chosen: true },
      { label: "Bags", count: 1, href: `/sellers/${of}?type=bag`, chosen: false },
      { label: "Balls", count: 26, href: `/sellers/${of}?type=ball`, chosen: false },
    ]);
    const second = await read(new Visitor(), of, "?type=ball&page=2");
    expect(second.cards.map((card) => card.name)).toEqual(["Ball 1", "Ball 0"]);
    expect(second).toMatchObject({ pages: 2, canonicalPath: `/sellers/${of}` });
    for (const query of ["?type=racket", "?type=toString&page=-1", "?page=0&reviews=x"])
      expect(await read(new Visitor(), of, query)).toMatchObject({ canonicalPath: `/sellers/${of}` });
    expect(await read(new Visitor(), of, "?page=9999999")).toMatchObject({ search: { page: 2 } });
  });

  test("shows reviews, the latest first, with the average", async () => {
    const [praised, fan, critic] = [await person("praised"), await person("fan"), await person("critic")];
    for (let n = 0; n < 11; n += 1) await review(praised, fan, 5, `Again, number ${n}`);
    await review(praised, critic, 2, "Late, but kind.");
    const page = await read(new Visitor(), praised.viewer.username);
    expect(page.seller.rating).toEqual({ average: 4.75, text: "4.8", count: 12 });
    expect(page.reviews).toHaveLength(10);
    expect(page.reviews[0]).toMatchObject({
      by: critic.viewer.username,
      rating: 2,
      comment: "Late, but kind.",
    });
    expect(page.reviewPages).toBe(2);
    const rest = await read(new Visitor(), praised.viewer.username, "?reviews=2");
    expect(rest.reviews.map(({ comment }) => comment)).toEqual(["Again, number 1", "Again, number 0"]);
  });

  test("marks the viewer's favourites and own listings", async () => {
    const [owner, fan] = [await person("owner"), await person("fan")];
    const { id } = await listingOf(owner, "string");
    await insertRows("favorites", { user_id: fan.viewer.id, listing_type: "string", listing_id: id });
    const of = owner.viewer.username;
    expect(await read(fan.visitor, of)).toMatchObject({
      signedIn: true,
      favorites: [id],
      cards: [{ own: false }],
    });
    expect(await read(owner.visitor, of)).toMatchObject({ favorites: [], cards: [{ own: true }] });
    expect(await read(new Visitor(), of)).toMatchObject({ signedIn: false, favorites: [] });
  });

  test("is cached for visitors until a listing, a review or a setting of its seller changes", async () => {
    const tagsOf = async (visitor: Visitor) => {
      const context: RequestContext = { id: "kept", locale: "en-GB" };
      await inRequest(context, () => open(visitor, name));
      return context.cacheTags;
    };
    expect(await tagsOf(new Visitor())).toEqual([...CATEGORIES.map(({ type }) => type), ...SELLER_TAGS]);
    expect(await tagsOf(seller.visitor)).toBeUndefined();
  });
});
