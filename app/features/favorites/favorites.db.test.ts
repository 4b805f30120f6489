import { inspect } from "node:util";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { secondsToWait } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { action, loader } from "#app/routes/favorites/favorites.route.tsx";
import { action as heart } from "#app/routes/favorites/item.route.ts";
import { action as forget, loader as viewed } from "#app/routes/favorites/recently-viewed.route.tsx";
import { loader as detail } from "#app/routes/listings/detail.route.tsx";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { findRows } from "#tests/support/rows.ts";
import { toasted, Visitor } from "#tests/support/visitor.ts";
import { recordListingView } from "./commands.server.ts";
import { MAX_VIEWED } from "./queries.server.ts";

let seller: Person;
let buyer: Person;

openDatabase(async () => {
  seller = await person("seller");
  buyer = await person("buyer");
});

function pressHeart(visitor: Visitor, id: string, favorite: boolean, type = "racket") {
  return visitor.submit(heart, "/favorites/item", { type, id, favorite: String(favorite) });
}

/** The page streams these cards. */
async function viewedBy(visitor: Visitor): Promise<{ name: string }[]> {
  const { data } = await visitor.open(viewed, "/recently-viewed");
  return (await (data as { viewed: Promise<{ cards: { name: string }[] }> }).viewed).cards;
}

async function favoritesOf(owner: Person): Promise<string[]> {
  const rows = await findRows("favorites", { user_id: owner.viewer.id }, ["listing_id"]);
  return rows.map((row) => row.listing_id);
}

describe("a favourite", () => {
  test("is neither added nor removed when the button is pressed too often", async () => {
    const often = await person("often");
    const racket = await racketOf(seller);
    for (let n = 0; n < 120; n += 1) await secondsToWait("favorite", often.viewer.id);
    const refusal = { ok: false, message: expect.stringContaining("try again") };
    expect(await pressHeart(often.visitor, racket.id, true)).toMatchObject({ status: 429, data: refusal });
    const several = { intent: "remove", item: `racket:${racket.id}` };
    for (const page of [action, forget])
      expect(await often.visitor.submit(page, "/favorites", several)).toMatchObject({
        status: 429,
        data: refusal,
      });
    expect(await favoritesOf(often)).toEqual([]);
  });

  test("is added, shown in the section of its category, and removed again [A3.8 A4.20 A7.29 A7.31 A7.32 M2.3 M3.18 M4.6 M7.12]", async () => {
    const { id } = await racketOf(seller);
    expect(await pressHeart(buyer.visitor, id, true)).toMatchObject(toasted("Added to favorites"));
    expect(await favoritesOf(buyer)).toContain(id);
    const page = await buyer.visitor.open(loader, "/favorites");
    expect(page.data).toMatchObject({ sections: [{ type: "racket", title: "Rackets", cards: [{ id }] }] });
    expect(await pressHeart(buyer.visitor, id, false)).toMatchObject(toasted("Removed from favorites"));
    expect(await favoritesOf(buyer)).not.toContain(id);
  });

  test("is added once when the button is pressed twice [A7.30 M7.12]", async () => {
    const { id } = await racketOf(seller);
    await Promise.all([pressHeart(buyer.visitor, id, true), pressHeart(buyer.visitor, id, true)]);
    expect((await favoritesOf(buyer)).filter((one) => one === id)).toHaveLength(1);
  });

  test("cannot be added by a signed-out visitor [A4.22 M6.2 M6.3]", async () => {
    const { id } = await racketOf(seller);
    expect(await pressHeart(new Visitor(), id, true)).toMatchObject({
      status: 401,
      data: {
        ok: false,
        toast: { title: "Please login", description: expect.stringContaining("sign in") },
      },
    });
  });

  test("is shown on a page that redirects signed-out visitors to the sign-in page, and says why [A8.25]", async () => {
    const outcome = await new Visitor().open(loader, "/favorites");
    expect(outcome).toMatchObject({ status: 302, location: "/auth?next=%2Ffavorites" });
    const message = decodeURIComponent(outcome.headers.get("set-cookie") ?? "");
    expect(message).toContain("Authentication required");
    expect(message).toContain("Please sign in to view your favorites.");
  });

  test("cannot be the person's own listing [A2.77]", async () => {
    const { id } = await racketOf(seller);
    expect(await pressHeart(seller.visitor, id, true)).toMatchObject({ status: 403, data: { ok: false } });
    expect(await favoritesOf(seller)).toEqual([]);
  });

  test("is deleted with its listing", async () => {
    const { id } = await racketOf(seller);
    await pressHeart(buyer.visitor, id, true);
    await db().deleteFrom("listings").where("id", "=", id).execute();
    expect(await favoritesOf(buyer)).not.toContain(id);
    expect(await pressHeart(buyer.visitor, id, true)).toMatchObject({ status: 404 });
  });

  test.each([
    ["an invalid id", "racket", "nonsense"],
    ["an unknown type", "shoe", "00000000-0000-7000-8000-000000000000"],
    ["a NUL character as its id", "racket", "\u0000"],
  ])("with %s is refused [A8.22 M8.25]", async (_what, type, id) => {
    expect(await pressHeart(buyer.visitor, id, true, type)).toMatchObject({
      status: 422,
      data: { toast: { title: "Error", description: "This form could not be read. Please try again." } },
    });
  });
});

describe("the recently viewed listings", () => {
  test("are those that a signed-in person opened, the latest first and each once [A2.11 A7.33 M2.3 M7.13]", async () => {
    const first = await racketOf(seller, { name: "First" });
    const second = await racketOf(seller, { name: "Second" });
    const viewer = await person("viewer");
    for (const key of [first, second, first]) await recordListingView(viewer.viewer, key);
    const cards = await viewedBy(viewer.visitor);
    expect(cards.map((card) => card.name)).toEqual(["First", "Second"]);
  });

  test("are recorded when a listing's page is opened [A3.9 M3.19 M7.13]", async () => {
    const { id } = await racketOf(seller);
    const viewer = await person("viewer");
    await viewer.visitor.open(detail, `/rackets/${id}`, { id });
    await expect
      .poll(() => findRows("recently_viewed", { user_id: viewer.viewer.id }, ["listing_id"]))
      .toEqual([{ listing_id: id }]);
  });

  test("do not include the person's own listings, or unknown ones [M7.14]", async () => {
    const { id } = await racketOf(seller);
    await seller.visitor.open(detail, `/rackets/${id}`, { id });
    const unknown = { type: "racket", id: "00000000-0000-7000-8000-000000000000" };
    for (const key of [unknown, { type: "racket", id }])
      await expect(recordListingView(seller.viewer, key)).rejects.toThrow(Refused);
    expect(await viewedBy(seller.visitor)).toEqual([]);
  });

  test("that cannot be read fail without an unhandled rejection", async () => {
    const unhandled: unknown[] = [];
    const hear = (reason: unknown) => void unhandled.push(reason);
    process.on("unhandledRejection", hear);
    await sql`alter table recently_viewed rename to away`.execute(db());
    const { data } = await buyer.visitor.open(viewed, "/recently-viewed");
    const { viewed: list } = data as { viewed: Promise<unknown> };
    // A handler of the test would hide an unhandled rejection, so the test only inspects the promise.
    await expect.poll(() => inspect(list)).toContain("<rejected>");
    await new Promise((later) => setImmediate(later));
    await sql`alter table away rename to recently_viewed`.execute(db());
    process.off("unhandledRejection", hear);
    expect(unhandled).toEqual([]);
    await expect(list).rejects.toThrow();
  });

  test("are the last two hundred", async () => {
    const viewer = await person("viewer");
    const first = await racketOf(seller);
    await sql`
      insert into recently_viewed (user_id, listing_type, listing_id, viewed_at)
      values (${viewer.viewer.id}, ${first.type}, ${first.id}, now() - interval '1 hour')
    `.execute(db());
    await sql`
      insert into listings (type, user_id, name, brand, price_cents, attributes)
      select 'racket', ${seller.viewer.id}, 'One of many', 'Head', 100, '{"category": "senior", "condition": "Good"}'
      from generate_series(1, ${MAX_VIEWED})
    `.execute(db());
    await sql`
      insert into recently_viewed (user_id, listing_type, listing_id, viewed_at)
      select ${viewer.viewer.id}, type, id, now() - row_number() over () * interval '1 second'
      from listings where name = 'One of many'
    `.execute(db());
    const last = await racketOf(seller);
    await recordListingView(viewer.viewer, last);
    const remembered = await findRows("recently_viewed", { user_id: viewer.viewer.id }, ["listing_id"]);
    expect(remembered).toHaveLength(MAX_VIEWED);
    const ids = remembered.map((row) => row.listing_id);
    expect(ids).not.toContain(first.id);
    expect(ids).toContain(last.id);
  });
});
