import { describe, expect, test } from "vitest";
import type { FilterView } from "#app/features/listings/view.ts";
import { openDatabase } from "#tests/support/database.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { insertRows, updateRows } from "#tests/support/rows.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { loader as browse } from "./browse.route.tsx";

openDatabase(async () => {
  const amsterdam = { country: "NL", latitude: 52.37, longitude: 4.9 };
  await insertRows("postal_codes", [
    { ...amsterdam, code: "1012", place: "Amsterdam" },
    { ...amsterdam, code: "1071", place: "Amsterdam" },
    { country: "NL", code: "97", place: "Groningen", latitude: 53.22, longitude: 6.57 },
  ]);
  const seller = await person("seller");
  for (const postalCode of ["1012AB", "1071DJ"]) {
    const { id } = await racketOf(seller, { postalCode });
    await updateRows("listings", { id }, amsterdam);
  }
});

interface Page {
  readonly total: number;
  readonly placeNotice: string | null;
  readonly chips: readonly { readonly label: string }[];
  readonly filters: readonly FilterView[];
}

async function open(query: string) {
  const { total, placeNotice, chips, filters } = (await new Visitor().open(browse, `/rackets?${query}`))
    .data as Page;
  const field = filters.find((filter) => filter.kind === "location");
  return { total, placeNotice, chips: chips.map(({ label }) => label), field };
}

describe("a search around a postal code", () => {
  test("filters by distance when the shop knows the postal code", async () => {
    const near = await open("country=NL&postalCode=1071&maxDistance=25");
    expect(near).toMatchObject({
      total: 2,
      placeNotice: null,
      chips: ["within 25 km of 1071 Amsterdam, NL"],
    });
    expect(near.field).toMatchObject({ error: null });
  });

  test("uses at least 50 km when the shop knows only the region, and says so", async () => {
    const page = await open("country=NL&postalCode=9712cp&maxDistance=10");
    expect(page).toMatchObject({
      total: 0,
      placeNotice: "For 9712 CP NL we only know the region. These are the listings within about 50 km.",
      chips: ["within 50 km of 9712 CP NL"],
      field: { maxDistance: 50, error: null },
    });
    expect(await open("country=NL&postalCode=9712&maxDistance=200")).toMatchObject({
      total: 2,
      placeNotice: null,
      chips: ["within 200 km of 9712 NL"],
    });
  });

  test("shows all listings when the shop does not know the postal code, and says so, also at the field", async () => {
    const page = await open("country=NL&postalCode=0000+aa&maxDistance=25");
    expect(page).toMatchObject({
      total: 2,
      placeNotice: "We don’t know the postal code 0000 AA NL, so we did not filter by distance.",
      chips: [],
      field: {
        country: "NL",
        postalCode: "0000 AA",
        maxDistance: 25,
        error: "We do not know this postal code",
      },
    });
  });

  test("that is invalid for its country says so, keeps the input, and shows all listings", async () => {
    const page = await open("country=DE&postalCode=1071+DJ&maxDistance=25");
    expect(page).toMatchObject({
      total: 2,
      placeNotice: "“1071 DJ” is not a valid postal code in that country, so we did not filter by distance.",
      chips: [],
      field: {
        country: "DE",
        postalCode: "1071 DJ",
        error: "This is not a valid postal code in that country",
      },
    });
  });

  test("without a distance only reports what is wrong with the postal code [M5.39]", async () => {
    expect(await open("country=DE&postalCode=1071+DJ")).toMatchObject({
      total: 2,
      placeNotice: null,
      field: { error: "This is not a valid postal code in that country" },
    });
    expect(await open("country=NL&postalCode=1071")).toMatchObject({ total: 2, field: { error: null } });
  });

  test.each([
    "country=XX&postalCode=1071&maxDistance=5",
    "postalCode=%00%F0&maxDistance=5",
    "postalCode=&maxDistance=5",
  ])("ignores invalid parameters: %s", async (query) => {
    expect(await open(query)).toMatchObject({
      total: 2,
      field: { country: expect.stringMatching(/^(NL|DE|FR|GB|US)$/) },
    });
  });
});
