import { describe, expect, test } from "vitest";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { db } from "#app/platform/db.server.ts";
import { action as favor, loader as favorites } from "#app/routes/favorites/favorites.route.tsx";
import { action as heart } from "#app/routes/favorites/item.route.ts";
import { action as forget, loader as viewed } from "#app/routes/favorites/recently-viewed.route.tsx";
import type { Toast } from "#app/ui/toast.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { withoutTable } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import { type Fields, Visitor } from "#tests/support/visitor.ts";
import { recordListingView, setFavorite } from "./commands.server.ts";

let seller: Person;

openDatabase(async () => {
  seller = await person("seller");
});

type Key = { type: string; id: string };

const item = ({ type, id }: Key) => `${type}:${id}`;

async function oneOfEach(fan: Person): Promise<Key[]> {
  const keys: Key[] = [];
  for (const { type } of CATEGORIES) {
    const key = await listingOf(seller, type);
    await setFavorite(fan.viewer, key, true);
    keys.push(key);
  }
  return keys;
}

async function favoritesOf(owner: Person): Promise<string[]> {
  const rows = await db()
    .selectFrom("favorites")
    .select("listing_id")
    .where("user_id", "=", owner.viewer.id)
    .orderBy("created_at")
    .execute();
  return rows.map((row) => row.listing_id);
}

async function viewsOf(owner: Person): Promise<string[]> {
  const rows = await db()
    .selectFrom("recently_viewed")
    .select("listing_id")
    .where("user_id", "=", owner.viewer.id)
    .orderBy("viewed_at")
    .execute();
  return rows.map((row) => row.listing_id);
}

function navigate(visitor: Visitor, route: Parameters<Visitor["submit"]>[0], path: string, fields: Fields) {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) body.append(name, String(one));
  const headers = { "sec-fetch-mode": "navigate" };
  return visitor.run(route, visitor.request(path, { method: "POST", body, headers }));
}

describe("the favourites of all types", () => {
  test("are shown in sections, each with its name and its cards [A2.61]", async () => {
    const fan = await person("fan");
    const keys = await oneOfEach(fan);
    const { data } = await fan.visitor.open(favorites, "/favorites");
    expect(data).toMatchObject({
      count: 6,
      sections: ["Rackets", "Strings", "Bags", "Balls", "Clothes", "Accessories"].map((title, n) => ({
        title,
        failure: null,
        cards: [{ type: keys[n]?.type, id: keys[n]?.id }],
      })),
    });
  });

  test.each([
    ["rackets", "Error fetching rackets"],
    ["strings", "Error fetching strings"],
  ] as const)(
    "are shown without the %s when these cannot be read; the message is %j [A8.23 A8.24]",
    async (plural, message) => {
      const fan = await person("fan");
      await oneOfEach(fan);
      await withoutTable(plural, async () => {
        const { status, data } = await fan.visitor.open(favorites, "/favorites");
        const { sections } = data as { sections: { failure: string | null; cards: unknown[] }[] };
        expect(status).toBe(200);
        expect(sections.map(({ failure }) => failure).filter(Boolean)).toEqual([message]);
        expect(sections.filter(({ cards }) => cards.length === 1)).toHaveLength(5);
      });
    },
  );

  test.each([
    ["racket", "Failed to update favorites"],
    ["string", "There was an error updating your favorites."],
  ])(
    "cannot be changed during a database failure; the message for a %s is %j [M8.26]",
    async (type, message) => {
      const fan = await person("fan");
      const { id } = await listingOf(seller, type);
      await withoutTable("favorites", async () => {
        expect(
          await fan.visitor.submit(heart, "/favorites/item", { type, id, favorite: "true" }),
        ).toMatchObject({
          status: 500,
          data: { ok: false, message, toast: { title: "Error", description: message } },
        });
      });
    },
  );
});

describe("several favourites", () => {
  test("are removed together, and restored in their former order", async () => {
    const [fan, other] = [await person("fan"), await person("other")];
    const keys = await oneOfEach(fan);
    const [first] = keys;
    if (!first) throw new Error("there are no favourites");
    await setFavorite(other.viewer, first, true);
    const before = await favoritesOf(fan);
    const chosen = keys.slice(0, 3);
    const { data } = await fan.visitor.submit(favor, "/favorites", {
      intent: "remove",
      item: chosen.map(item),
    });
    expect(data).toMatchObject({ ok: true, toast: { title: "3 items removed from favorites" } });
    expect(await favoritesOf(fan)).toEqual(before.slice(3));
    expect(await favoritesOf(other)).toEqual([first.id]);
    const { path = "", fields = {} } = (data as { toast: Toast }).toast.undo ?? {};
    for (const _twice of [1, 2]) {
      await fan.visitor.submit(favor, path, fields);
      expect(await favoritesOf(fan)).toEqual(before);
    }
  });

  test("are all removed, and other people keep theirs", async () => {
    const [fan, other] = [await person("fan"), await person("other")];
    await oneOfEach(fan);
    await oneOfEach(other);
    const { data } = await fan.visitor.submit(favor, "/favorites", { intent: "clear" });
    expect(data).toMatchObject({
      ok: true,
      toast: { title: "6 items removed from favorites", undo: { fields: { item: { length: 6 } } } },
    });
    expect(await favoritesOf(fan)).toEqual([]);
    expect(await favoritesOf(other)).toHaveLength(6);
  });

  test("are not restored for a deleted or an own listing, nor with a future date", async () => {
    const fan = await person("fan");
    const [mine, gone, there] = [
      await listingOf(fan, "bag"),
      await listingOf(seller, "bag"),
      await listingOf(seller, "bag"),
    ];
    await db().deleteFrom("listings").where("id", "=", gone.id).execute();
    const later = Date.now() + 86_400_000;
    const { status } = await fan.visitor.submit(favor, "/favorites", {
      intent: "restore",
      item: [mine, gone, there].map((key) => `${item(key)}:${later}`),
    });
    expect(status).toBe(200);
    const rows = await db()
      .selectFrom("favorites")
      .selectAll()
      .where("user_id", "=", fan.viewer.id)
      .execute();
    expect(rows).toMatchObject([{ listing_id: there.id }]);
    expect(rows[0]?.created_at.getTime()).toBeLessThan(later);
  });

  test("are removed without JavaScript too: the form redirects to the page with a message", async () => {
    const fan = await person("fan");
    const [first] = await oneOfEach(fan);
    if (!first) throw new Error("there are no favourites");
    const messageAfter = async (fields: Fields) => {
      const outcome = await navigate(fan.visitor, favor, "/favorites", fields);
      expect(outcome).toMatchObject({ status: 302, location: "/favorites" });
      return decodeURIComponent(outcome.headers.get("set-cookie") ?? "");
    };
    expect(await messageAfter({ intent: "remove", item: item(first) })).toContain(
      "1 item removed from favorites",
    );
    expect(await messageAfter({ intent: "remove" })).toContain("Nothing selected");
    expect(await favoritesOf(fan)).toHaveLength(5);
  });

  test("cannot be removed by a signed-out visitor", async () => {
    const fan = await person("fan");
    await oneOfEach(fan);
    expect(await new Visitor().submit(favor, "/favorites", { intent: "clear" })).toMatchObject({
      status: 401,
      data: { ok: false, toast: { title: "Please login" } },
    });
    expect(await favoritesOf(fan)).toHaveLength(6);
  });

  test.each([
    ["an unknown type", { intent: "remove", item: "shoe:00000000-0000-7000-8000-000000000000" }],
    ["an invalid id", { intent: "remove", item: "bag:1" }],
    ["an invalid date", { intent: "restore", item: "bag:00000000-0000-7000-8000-000000000000:then" }],
    [
      "a date that is out of range",
      { intent: "restore", item: `bag:00000000-0000-7000-8000-000000000000:${"9".repeat(15)}` },
    ],
    ["too many parts in an item", { intent: "remove", item: "bag:00000000-0000-7000-8000-000000000000:1:2" }],
    ["a NUL character", { intent: "remove", item: "bag:\u0000" }],
  ])("cannot be changed by a request with %s", async (_what, fields) => {
    const fan = await person("fan");
    expect(await fan.visitor.submit(favor, "/favorites", fields)).toMatchObject({
      status: 422,
      data: { toast: { title: "Error", description: "Nothing was removed. Please try again." } },
    });
  });
});

describe("the history of viewed listings", () => {
  async function looker(): Promise<{ who: Person; keys: Key[] }> {
    const who = await person("looker");
    const keys: Key[] = [];
    for (const { type } of CATEGORIES) {
      const key = await listingOf(seller, type);
      await recordListingView(who.viewer, key);
      keys.push(key);
    }
    return { who, keys };
  }

  test("contains listings of all types, the latest first", async () => {
    const { who, keys } = await looker();
    const { data } = await who.visitor.open(viewed, "/recently-viewed");
    const { cards } = await (data as { viewed: Promise<{ cards: Key[] }> }).viewed;
    expect(cards.map(({ id }) => id)).toEqual(keys.map(({ id }) => id).reverse());
  });

  test("is deleted in part or as a whole, and other people's histories are not", async () => {
    const [{ who, keys }, other] = [await looker(), await looker()];
    const chosen = keys.slice(0, 2);
    const { data } = await who.visitor.submit(forget, "/recently-viewed", {
      intent: "remove",
      item: [...chosen, ...other.keys].map(item),
    });
    const { toast } = data as { toast: Toast };
    expect(toast).toEqual({ title: "2 items removed from recently viewed", tone: "good" });
    expect(await viewsOf(who)).toEqual(keys.slice(2).map(({ id }) => id));
    expect(await navigate(who.visitor, forget, "/recently-viewed", { intent: "clear" })).toMatchObject({
      status: 302,
      location: "/recently-viewed",
    });
    expect(await viewsOf(who)).toEqual([]);
    expect(await viewsOf(other.who)).toHaveLength(6);
  });

  test("is part of the page, not streamed after it, when a browser loads a new document", async () => {
    const { who } = await looker();
    const request = who.visitor.request("/recently-viewed", { headers: { "sec-fetch-mode": "navigate" } });
    expect((await who.visitor.run(viewed, request)).data).toMatchObject({ viewed: { cards: { length: 6 } } });
  });
});
