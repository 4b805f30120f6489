import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { LISTING_MOVES, LISTING_STATUSES, type ListingStatus, listingStatus } from "#app/domain/listing.ts";
import type { ListingCard } from "#app/features/listings/view.ts";
import { db } from "#app/platform/db.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { insertRows, updateRows } from "#tests/support/rows.ts";
import { listingOf, relatedOf } from "#tests/support/samples.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { loader as favorites } from "../favorites/favorites.route.tsx";
import { loader as everything } from "../search/search.route.tsx";
import { loader as browse } from "./browse.route.tsx";
import { loader as detail } from "./detail.route.tsx";

interface Pieces {
  readonly quantity: number;
  readonly reserved: number;
}

/** Every combination of unsold and reserved pieces of a listing with at most three pieces. */
const ALL: readonly Pieces[] = [0, 1, 2, 3].flatMap((quantity) =>
  Array.from({ length: quantity + 1 }, (_, reserved) => ({ quantity, reserved })),
);
const ONE_OF_EACH: readonly (readonly [ListingStatus, Pieces])[] = [
  ["available", { quantity: 2, reserved: 1 }],
  ["reserved", { quantity: 2, reserved: 2 }],
  ["sold", { quantity: 0, reserved: 0 }],
];

let seller: Person;
let buyer: Person;

openDatabase(async () => {
  [seller, buyer] = [await person("seller"), await person("buyer")];
});

async function set({ id }: { id: string }, pieces: Pieces): Promise<void> {
  await updateRows("listings", { id }, pieces);
}

describe("the status of a listing", () => {
  test("is derived from its pieces in the same way in the database and in the program", async () => {
    for (const { quantity, reserved } of ALL) {
      const { rows } = await sql<{ status: string }>`
        select listing_status(${quantity}, ${reserved}, null) as status`.execute(db());
      expect([quantity, reserved, rows[0]?.status]).toEqual([
        quantity,
        reserved,
        listingStatus(quantity, reserved),
      ]);
    }
  });

  test("is hidden while moderators hide it, whatever its pieces", async () => {
    for (const { quantity, reserved } of ALL) {
      for (const hidden of ["hidden", "removed", "suspended"]) {
        const { rows } = await sql<{ status: string }>`
          select listing_status(${quantity}, ${reserved}, ${hidden}) as status`.execute(db());
        expect(rows[0]?.status).toBe("hidden");
        expect(listingStatus(quantity, reserved, hidden)).toBe("hidden");
      }
    }
  });

  test("changes along the allowed transitions, and in no other way, also in plain SQL [M4.1]", async () => {
    const { id } = await listingOf(seller, "racket");
    for (const was of ALL) {
      for (const becomes of ALL) {
        const [from, to] = [was, becomes].map(({ quantity, reserved }) =>
          listingStatus(quantity, reserved),
        ) as [ListingStatus, ListingStatus];
        // Every status can change to available, and available to every status.
        await set({ id }, { quantity: 1, reserved: 0 });
        await set({ id }, was);
        const moving = set({ id }, becomes).then(
          () => "moved",
          (error) => (error as { constraint?: string }).constraint,
        );
        const isAllowed = from === to || LISTING_MOVES[from].includes(to);
        expect([was, becomes, await moving]).toEqual([was, becomes, isAllowed ? "moved" : "listing_moves"]);
      }
    }
  });

  test("is never derived from more reserved pieces than there are, or from fewer than none: the database refuses these", async () => {
    const { id } = await listingOf(seller, "racket");
    for (const pieces of [
      { quantity: 1, reserved: 2 },
      { quantity: 1, reserved: -1 },
    ]) {
      await expect(set({ id }, pieces)).rejects.toMatchObject({ constraint: "listings_reserved" });
    }
  });

  test("is never final: every status can change to another one", () => {
    for (const status of LISTING_STATUSES) expect(LISTING_MOVES[status].length).toBeGreaterThan(0);
  });
});

describe.each(CATEGORIES.map(({ type, plural }) => ({ type, plural })))("a $type", ({ type, plural }) => {
  const found = async (loader: typeof browse | typeof everything, path: string) => {
    const { data } = await new Visitor().open(loader, path);
    return (data as { cards: ListingCard[] }).cards.map(({ id }) => id);
  };

  test.each(ONE_OF_EACH)(
    "that is %s is found only when it is available, and keeps its page",
    async (status, pieces) => {
      const word = `Zephyr${type}${status}`;
      const key = await listingOf(seller, type, { name: word });
      const others = await listingOf(await person(`${type} ${status}`), type, { name: "Another" });
      await insertRows("favorites", { user_id: buyer.viewer.id, listing_type: type, listing_id: key.id });
      await set(key, pieces);
      const isOnOffer = status === "available";
      expect((await found(browse, `/${plural}`)).includes(key.id)).toBe(isOnOffer);
      expect((await found(browse, `/${plural}?q=${word}`)).includes(key.id)).toBe(isOnOffer);
      expect((await found(everything, `/search?q=${word}`)).includes(key.id)).toBe(isOnOffer);
      const page = await buyer.visitor.open(detail, `/${plural}/${key.id}`, { id: key.id });
      expect(page).toMatchObject({ status: 200, data: { listing: { status } } });
      const { similar } = await relatedOf(buyer.visitor, key);
      expect(similar.map(({ id }) => id)).toContain(others.id);
      const favoritesPage = (await buyer.visitor.open(favorites, "/favorites")).data as {
        sections: { cards: ListingCard[] }[];
      };
      expect(
        favoritesPage.sections.flatMap(({ cards }) => cards).find(({ id }) => id === key.id),
      ).toMatchObject({
        status,
      });
    },
  );
});
