import { describe, expect, test } from "vitest";
import { racket } from "#app/domain/categories/racket.ts";
import { cartRows } from "#app/features/cart/queries.server.ts";
import { setFavorite } from "#app/features/favorites/commands.server.ts";
import {
  cardsByKey,
  firstOfCategory,
  listingCountsOf,
  listingsOf,
  newestListings,
  shownDetail,
} from "#app/features/listings/queries.server.ts";
import { alikeRows } from "#app/features/model-pages/alike.server.ts";
import { modelsToIndex, offersOfModel } from "#app/features/model-pages/queries.server.ts";
import { catalogueFor } from "#app/features/models/catalogue.server.ts";
import { openRoom } from "#app/features/rooms/commands.server.ts";
import { savedSearchesOf } from "#app/features/saved-searches/queries.server.ts";
import { sitemapParts } from "#app/features/seo/queries.server.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { loader as favorites } from "#app/routes/favorites/favorites.route.tsx";
import { loader as search } from "#app/routes/search/search.route.tsx";
import { loadModels } from "#server/models-import.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { findRows, insertRow, insertRows } from "#tests/support/rows.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { setHidden } from "./effects.server.ts";

let seller: Person;
let fan: Person;
let listing: { type: "racket"; id: string };

const MODEL = "babolat-pure-drive-2021";
/** The figures of the model, without its name. */
const FIGURES = { category: "senior", headsize: 100, weight: 300, balance: 320, string_pattern: "16x19" };

async function modelId(): Promise<string> {
  return (await catalogueFor(racket)).bySlug.get(MODEL)?.id ?? "";
}

openDatabase(async (url) => {
  await loadModels(url);
  [seller, fan] = [await person("seller"), await person("fan")];
  const attributes = { gripsize: "2", weight: 300 };
  listing = await racketOf(seller, { name: "Hideable Blade", model: MODEL, attributes });
  await setFavorite(fan.viewer, listing, true);
  const { id } = await insertRow("saved_searches", {
    user_id: fan.viewer.id,
    address: "/rackets",
    name: "Rackets",
    tell: true,
    words: "",
  });
  await insertRows("saved_search_matches", {
    user_id: fan.viewer.id,
    listing_type: "racket",
    listing_id: listing.id,
    search_id: id,
  });
});

const keys = () => [{ type: listing.type, id: listing.id }];
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

/** Every page or list that shows listings to other people, with a function that returns the listings it shows. */
const READERS: Readonly<Record<string, () => Promise<readonly unknown[]>>> = {
  "a listing's page": async () => [(await shownDetail(fan.viewer, listing))?.id].filter(Boolean),
  cards: async () => ids(await cardsByKey(keys())),
  "the newest listings": async () => ids(await newestListings(10)),
  "the newest listings of a category": async () => ids(await firstOfCategory(racket, 10)),
  "the page of its model": async () => ids((await offersOfModel(racket, await modelId())).rows),
  "the model pages for search engines": async () => [...(await modelsToIndex(racket))],
  "the listings that play alike": async () =>
    ids((await alikeRows(racket, { modelId: null, attributes: FIGURES }, null)).close),
  twins: async () => {
    const attributes = { gripsize: "2", weight: 302 };
    return ids((await alikeRows(racket, { modelId: await modelId(), attributes }, null)).twins);
  },
  "the seller's page": async () => ids(await listingsOf(seller.viewer.id, { most: 10 })),
  "the count of the seller's page": async () => [
    ...(await listingCountsOf(seller.viewer.id, "shown")).keys(),
  ],
  carts: async () => ids(await cartRows(keys(), fan.viewer)),
  "saved searches": async () => (await savedSearchesOf(fan.viewer.id)).flatMap(({ newest }) => ids(newest)),
  "the sitemap": async () => (await sitemapParts()).filter(({ kind }) => kind === "racket"),
  "the search": async () => {
    const { data } = await new Visitor().open(search, "/search?q=hideable");
    return JSON.stringify(data).includes(listing.id) ? [listing.id] : [];
  },
  favourites: async () => {
    const { data } = await fan.visitor.open(favorites, "/favorites");
    return JSON.stringify(data).includes("Hideable Blade") ? [listing.id] : [];
  },
};

const set = (hidden: "hidden" | "removed" | null) =>
  inTransaction((trx) => setHidden(trx, { kind: "listing", id: listing.id }, hidden));

describe("a listing that moderators hid", () => {
  test.each(Object.keys(READERS))("is not in %s until moderators show it again", async (name) => {
    const read = READERS[name] as () => Promise<readonly unknown[]>;
    expect(await read()).toHaveLength(1);
    for (const hidden of ["hidden", "removed"] as const) {
      await set(hidden);
      expect(await read()).toEqual([]);
    }
    await set(null);
    expect(await read()).toHaveLength(1);
  });

  test("can be removed from the favourites", async () => {
    await set("hidden");
    const favourites = () => findRows("favorites", { user_id: fan.viewer.id }, ["listing_id"]);
    expect(await favourites()).toHaveLength(1);
    await setFavorite(fan.viewer, listing, false);
    expect(await favourites()).toEqual([]);
    await set(null);
    await setFavorite(fan.viewer, listing, true);
  });

  test("is visible to its owner, and nobody can start a conversation about it or make it a favourite", async () => {
    await set("hidden");
    expect((await listingCountsOf(seller.viewer.id)).get("racket")).toBe(1);
    expect(await shownDetail(seller.viewer, listing)).toMatchObject({ status: "hidden" });
    await expect(openRoom(fan.viewer, listing)).rejects.toMatchObject({ reason: "chat_listing_gone" });
    await expect(setFavorite(fan.viewer, listing, true)).rejects.toMatchObject({ reason: "favorites_gone" });
    await set(null);
  });
});
