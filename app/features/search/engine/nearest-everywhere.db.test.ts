import { beforeAll, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { testDatabase } from "#tests/support/database.ts";
import { person } from "#tests/support/people.ts";
import { listingOf } from "#tests/support/samples.ts";
import { parseEverything } from "./everything.ts";
import { searchEverywhere } from "./everywhere.server.ts";

const AMSTERDAM = { latitude: 52.37, longitude: 4.9 };
const MANY = 130;

beforeAll(async () => {
  await testDatabase();
  const seller = await person("seller");
  for (let n = 0; n < MANY; n += 1) await listingOf(seller, "racket");
  await db().updateTable("listings").set(AMSTERDAM).execute();
});

test("a search of all categories pages through the nearest listings to the last page", async () => {
  const seen = new Set<string>();
  for (let page = 1; page <= MANY / 10; page += 1) {
    const params = new URLSearchParams({ postalCode: "1012", sort: "nearest", page: String(page) });
    const context = {
      wanted: [],
      centre: { ...AMSTERDAM, approximate: false },
      pageSize: 10,
      now: new Date(),
    };
    const { rows, total } = await searchEverywhere(parseEverything(params), context);
    expect(total).toBe(MANY);
    expect(rows, `page ${page}`).toHaveLength(10);
    for (const { id } of rows) seen.add(id);
  }
  expect(seen.size).toBe(MANY);
});
