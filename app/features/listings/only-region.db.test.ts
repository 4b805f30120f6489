import { describe, expect, test } from "vitest";
import { loader as browse } from "#app/routes/listings/browse.route.tsx";
import { openDatabase } from "#tests/support/database.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { insertRows, updateRows } from "#tests/support/rows.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { locate, locateListings } from "./places.server.ts";

const MARSEILLE = { country: "FR", latitude: 43.3, longitude: 5.37 };
const ARLES = { country: "FR", latitude: 43.68, longitude: 4.63 };

openDatabase(async () => {
  await insertRows("postal_codes", [
    { ...MARSEILLE, code: "13", place: "Marseille" },
    { ...MARSEILLE, code: "13001", place: "Marseille 01" },
    { ...ARLES, code: "13200", place: "Arles" },
  ]);
  const seller = await person("seller");
  const racket = async (name: string, postalCode: string) => {
    const { id } = await racketOf(seller, { name });
    const place = await locate("FR", postalCode);
    await updateRows("listings", { id }, { country: "FR", postal_code: postalCode, ...place });
  };
  await racket("In Arles", "13200");
  await racket("In Marseille", "13001");
  // This postal code is not in the table. Its department (13) is, with the coordinates of Marseille.
  await racket("Somewhere near", "13999");
});

interface Page {
  readonly cards: readonly { name: string; place: string | null; distance: string | null }[];
}

const cards = async (query: string) =>
  ((await new Visitor().open(browse, `/rackets?country=FR&postalCode=13001${query}`)).data as Page).cards;
const names = async (query: string) => (await cards(query)).map(({ name }) => name).sort();

test("a postal code has the position and town of its area, or else the position of its region and no town", async () => {
  const places = ["13200", "13999"].map((postalCode) => ({ country: "FR" as const, postalCode }));
  const arles = { latitude: 43.68, longitude: 4.63, approximate: false, town: "Arles" };
  const region = { latitude: 43.3, longitude: 5.37, approximate: true, town: null };
  expect(await locateListings(places)).toEqual([arles, region]);
  expect(await locate("FR", "13200")).toEqual(arles);
  expect(await locate("FR", "13999")).toEqual(region);
});

describe("a listing of which only the region is known", () => {
  test("is not found by a distance filter that is smaller than a region", async () => {
    expect(await names("&maxDistance=10")).toEqual(["In Marseille"]);
    expect(await names("&maxDistance=49")).toEqual(["In Marseille"]);
    expect(await names("&maxDistance=80")).toEqual(["In Arles", "In Marseille", "Somewhere near"]);
  });

  test("shows a rough distance, while other listings show an exact distance and a town", async () => {
    const [first, second, third] = await cards("&maxDistance=100&sort=nearest");
    expect(first).toMatchObject({ place: "13001 Marseille 01, FR", distance: "1 km" });
    expect(second).toMatchObject({ place: "13999 FR", distance: "about 50 km" });
    expect(third).toMatchObject({ place: "13200 Arles, FR", distance: "73 km" });
  });
});
