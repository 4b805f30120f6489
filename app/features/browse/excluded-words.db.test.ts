import { describe, expect, test } from "vitest";
import { parseSearch } from "#app/domain/categories/derive/search.ts";
import { racket } from "#app/domain/categories/racket.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { SORTS } from "#app/domain/search.ts";
import { updateDictionary } from "#app/features/search/dictionary/dictionary.server.ts";
import { interpretedContext } from "#app/features/search/dictionary/interpretation.ts";
import { facetCounts } from "#app/features/search/facets/facets.server.ts";
import { EVERYTHING, parseEverything } from "#app/features/search/find/everything.ts";
import { searchListings } from "#app/features/search/search.server.ts";
import { suggestionsFor } from "#app/features/search/suggest.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { person } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import { presentInterpretation } from "./present.server.ts";
import { relaxEverywhere } from "./relaxed-everywhere.server.ts";

const CENTRE = { latitude: 52.37, longitude: 4.9, approximate: false };
const CONTEXT = { meaning: null, centre: null, viewerId: null, pageSize: 50, now: new Date() };

const STOCK: readonly [type: string, name: string, brand: string, attributes?: Record<string, unknown>][] = [
  ["racket", "Pure Drive", "Babolat", { color: "Blue" }],
  ["racket", "Pure Aero", "Babolat", { color: "Yellow" }],
  ["racket", "Babolat Evo Drive Tour", "Other", { color: "Black" }],
  ["racket", "Blade 98", "Wilson", { strung_with: "Babolat RPM Blast", color: "Green" }],
  ["racket", "V-Core 98", "Yonex", { color: "Red" }],
  ["racket", "Drive pure fun", "Head", { color: "White" }],
  ["bag", "Pure Drive RH6", "Babolat"],
  ["bag", "Tour racket bag", "Wilson"],
  ["ball", "Fort All Court", "Dunlop"],
];

openDatabase(async () => {
  const seller = await person("seller");
  for (const [type, name, brand, attributes] of STOCK)
    await listingOf(seller, type, { name, brand, ...(attributes && { attributes }) });
  await updateRows("listings", {}, { description: "Babolat grip on it, well kept" });
  await updateDictionary();
});

async function searched(q: string, more: Record<string, string> = {}, type?: string) {
  const definition = type === undefined ? EVERYTHING : categoryOfType(type);
  if (!definition) throw new Error(`${type} is no category`);
  const params = new URLSearchParams({ q, ...more });
  const search = definition === EVERYTHING ? parseEverything(params) : parseSearch(definition, params);
  const centre = more.sort === "nearest" ? CENTRE : null;
  const found = await searchListings(definition, search, { ...CONTEXT, centre }, "exact" in more);
  expect(found.total).toBe(found.rows.length);
  return found;
}

const names = async (...search: Parameters<typeof searched>) =>
  (await searched(...search)).rows.map(({ name }) => name).sort();

const OTHER_RACKETS = ["Blade 98", "Drive pure fun", "V-Core 98"];

describe("an excluded word", () => {
  test("of a brand excludes what has it in its brand or name, in every order and everywhere", async () => {
    for (const sort of SORTS)
      for (const exact of [{}, { exact: "1" }] as Record<string, string>[]) {
        // No order is by distance without a postal code.
        const more = { sort, ...exact, country: "NL", postalCode: "1012" };
        expect(await names("racket -babolat", more), sort).toEqual(OTHER_RACKETS);
        expect(await names("racket -babolat", more, "racket"), sort).toEqual(OTHER_RACKETS);
        expect(await names("-babolat", more, "racket"), sort).toEqual(OTHER_RACKETS);
        expect(await names("-babolat", { ...more, maxPrice: "5000" }), sort).toEqual(
          ["Fort All Court", "Tour racket bag", ...OTHER_RACKETS].sort(),
        );
      }
  });

  test.each([
    ["racket -wilson -babolat", ["Drive pure fun", "V-Core 98"]],
    [
      'babolat -"pure drive"',
      ["Babolat Evo Drive Tour", "Blade 98", "Pure Aero", "V-Core 98", "Drive pure fun"],
    ],
    ["racket -red -green", ["Babolat Evo Drive Tour", "Drive pure fun", "Pure Aero", "Pure Drive"]],
    ["racket -kept", []],
    ["racket -v-core -babolat", ["Blade 98", "Drive pure fun"]],
    ["wilson -rackets", ["Tour racket bag"]],
    ["wilson -bags", ["Blade 98"]],
    ["racket - babolat", ["Babolat Evo Drive Tour", "Pure Aero", "Pure Drive", ...OTHER_RACKETS]],
    ["V-Core", ["V-Core 98"]],
  ])("excludes what the word would find: %j", async (q, expected) => {
    const found = (await searched(q)).rows.filter(({ type }) => type === "racket" || q.startsWith("wilson"));
    expect(found.map(({ name }) => name).sort()).toEqual([...expected].sort());
  });

  test("is never left out to find something", async () => {
    const found = await searched("pure aero -babolat");
    expect(found.rows).toEqual([]);
    expect(found.interpretation.dropped).toEqual([]);
    expect((await searched("-rackets", {}, "racket")).rows).toEqual([]);
  });

  test("is in the chips, each of which leads to the search without it", async () => {
    const { interpretation, search } = await searched('racket -babolat -"pure drive"');
    expect(presentInterpretation(interpretation, search, "/search")).toEqual([
      { label: "Rackets", href: "/search?q=-babolat+-%22pure+drive%22" },
      { label: "without “babolat”", href: "/search?q=racket+-%22pure+drive%22" },
      { label: "without “pure drive”", href: "/search?q=racket+-babolat" },
    ]);
    expect(interpretation.corrected).toBe(false);
  });

  test("that says what a racket has, and the name of a player, say so in their chips", async () => {
    const { interpretation, search, rows } = await searched("strung nadal racket");
    expect(rows.map(({ name }) => name)).toEqual(["Pure Aero"]);
    expect(presentInterpretation(interpretation, search, "/search").map(({ label }) => label)).toEqual([
      "strung",
      "“nadal (pure aero)”",
      "Rackets",
    ]);
  });

  test("is not in the counts of filters", async () => {
    const { interpretation, search } = await searched("-babolat", {}, "racket");
    const counts = await facetCounts(racket, search, interpretedContext(CONTEXT, interpretation));
    expect(Object.fromEntries(counts.get("brand") ?? [])).toEqual({
      Head: { n: 1, capped: false },
      Wilson: { n: 1, capped: false },
      Yonex: { n: 1, capped: false },
    });
  });

  test("is not suggested", async () => {
    expect((await suggestionsFor("pure -babolat")).map(({ text }) => text)).toEqual(["Drive pure fun"]);
    expect(await suggestionsFor("-babolat")).toEqual([]);
  });

  test("stays in the alternatives of a search without results", async () => {
    const search = parseEverything(new URLSearchParams({ q: "pure zzyzx -babolat" }));
    expect(await relaxEverywhere(search, false, CONTEXT)).toEqual([
      { label: "“pure -babolat” (1)", href: "/search?q=pure+-babolat" },
    ]);
  });
});
