import { expect, test } from "vitest";
import { racket } from "#app/domain/categories/racket.ts";
import { db } from "#app/platform/db.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { person } from "#tests/support/people.ts";
import { listingOf } from "#tests/support/samples.ts";
import { searchCategory } from "./category.server.ts";
import { parseEverything } from "./everything.ts";
import { searchEverywhere } from "./everywhere.server.ts";

const AMSTERDAM = { latitude: 52.37, longitude: 4.9 };
const MANY = 130;
const CONTEXT = {
  meaning: null,
  viewerId: null,
  pageSize: 10,
  now: new Date(),
  wordConditions: [],
  types: null,
  sellerId: null,
};

openDatabase(async () => {
  const seller = await person("seller");
  for (let n = 0; n < MANY; n += 1) await listingOf(seller, "racket");
  await db().updateTable("listings").set(AMSTERDAM).execute();
});

test("a search of all categories pages through the nearest listings to the last page", async () => {
  const seen = new Set<string>();
  for (let page = 1; page <= MANY / 10; page += 1) {
    const params = new URLSearchParams({ postalCode: "1012", sort: "nearest", page: String(page) });
    const context = { ...CONTEXT, centre: { ...AMSTERDAM, approximate: false } };
    const { rows, total } = await searchEverywhere(parseEverything(params), context);
    expect(total).toBe(MANY);
    expect(rows, `page ${page}`).toHaveLength(10);
    for (const { id } of rows) seen.add(id);
  }
  expect(seen.size).toBe(MANY);
});

test("listings are sorted by the distances on their cards, where 1.4 km is 1 km and 1.6 km is 2 km", async () => {
  const seller = await person("seller");
  const oslo = { latitude: 59.9, longitude: 10.7 };
  for (const km of [1.4, 1.6]) {
    const { id } = await listingOf(seller, "racket", { name: `${km}` });
    await db()
      .updateTable("listings")
      .set({ ...oslo, latitude: oslo.latitude + km / 111.195 })
      .where("id", "=", id)
      .execute();
  }
  const search = parseEverything(new URLSearchParams({ postalCode: "1012", sort: "nearest" }));
  const context = { ...CONTEXT, centre: { ...oslo, approximate: false }, pageSize: 2 };
  const { rows } = await searchEverywhere(search, context);
  expect(rows.map(({ name }) => name)).toEqual(["1.4", "1.6"]);
  expect((await searchCategory(racket, search, context)).rows.map(({ name }) => name)).toEqual([
    "1.4",
    "1.6",
  ]);
});
