import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { Field } from "#app/domain/categories/fields/registry.ts";
import { rangeParams } from "#app/domain/categories/filters/kind.ts";
import type { Filter } from "#app/domain/categories/filters/registry.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { locate } from "#app/features/listings/places.server.ts";
import { updateDictionary } from "#app/features/search/dictionary/dictionary.server.ts";
import { EVERYTHING } from "#app/features/search/find/everything.ts";
import { searchListings } from "#app/features/search/search.server.ts";
import { db } from "#app/platform/db.server.ts";
import { startJobs, stopJobs } from "#app/platform/jobs.server.ts";
import { resetLimit } from "#app/platform/rate-limit.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { findRows, insertRows } from "#tests/support/rows.ts";
import { samples } from "#tests/support/samples.ts";
import { type CanonicalSearch, readAddress } from "./canonical-search.server.ts";
import { saveSearch } from "./commands.server.ts";
import { matchNewListings } from "./match.server.ts";

const EACH = 60;
const WORDS = ["blade", "pro", "staff", "écran", "98.5", "16x19", "wilson", "power", "blades"];
/** Typical input: with typos, unfinished words, measures and codes. */
const TYPED = [
  ...WORDS,
  "blaed",
  "wilsn",
  "powr",
  "bla",
  "300 g",
  "l3",
  "zzyzx",
  "!!",
  "rackets",
  "like new",
  "gut",
  "-wilson",
  "-power",
  '-"pro staff"',
  "-rackets",
];
/** Amsterdam, Haarlem, Rotterdam, the antimeridian (where the index's grid of cells ends), an unknown postal code. */
const PLACES = [
  { latitude: 52.37, longitude: 4.9 },
  { latitude: 52.38, longitude: 4.64 },
  { latitude: 51.92, longitude: 4.48 },
  { latitude: -17.5, longitude: 179.999 },
  null,
];
const MONTHS = [202512, 202603, 202611];
const CODES = ["1012", "2011", "3011", "9999"];

let own: Person;
let other: Person;

function value(field: Field): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case "choice":
      return fc.constantFrom(...field.options.slice(0, 4).map((option) => option.value));
    case "several":
      return fc
        .subarray(field.options.map((option) => option.value))
        .map((some) => [...new Set([...(field.always ?? []), ...some])]);
    case "number":
      return fc
        .integer({ min: 0, max: Math.round((field.max - field.min) / field.step) })
        .map((steps) => Number((field.min + steps * field.step).toFixed(6)));
    case "month":
      return fc.constantFrom(...MONTHS);
    case "text":
      return fc.constantFrom(...WORDS);
  }
}

/** The fields that can be changed in the sample of a category without making it invalid. */
function free(definition: CategoryDefinition): [string, Field][] {
  const fields: [string, Field][] = Object.entries(definition.fields);
  const narrowing = fields.flatMap(([, field]) =>
    "narrow" in field && field.narrow ? [...field.narrow] : [],
  );
  const decisive = new Set(narrowing.flatMap(({ when }) => Object.keys(when)));
  return fields.flatMap(([name, field]): [string, Field][] => {
    if (decisive.has(name) || field.kind === "text") return [];
    if (!("narrow" in field) || !field.narrow) return [[name, field]];
    return field.kind === "number" ? [[name, { ...field, ...field.narrow[0]?.to }]] : [];
  });
}

/** A valid listing: a sample with some facts changed. */
function listing(definition: CategoryDefinition) {
  return fc.record({
    seller: fc.constantFrom("own", "other", "other", "other"),
    name: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((some) => some.join(" ")),
    brand: fc.constantFrom("Wilson", "Head", "O'Neill \\ Söhne"),
    description: fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }).map((some) => some.join(" ")),
    cents: fc.integer({ min: 0, max: 60 }).map((fives) => fives * 500),
    place: fc.constantFrom(...PLACES),
    days: fc.integer({ min: 0, max: 400 }),
    attributes: fc.record(Object.fromEntries(free(definition).map(([name, field]) => [name, value(field)])), {
      requiredKeys: [],
    }),
  });
}

async function fill({ definition, sample }: (typeof samples)[number]): Promise<void> {
  const { type } = definition;
  for (const drawn of fc.sample(listing(definition), { numRuns: EACH, seed: 7 })) {
    const { seller, name, brand, description, cents, place, days, attributes } = drawn;
    const row = {
      type,
      user_id: (seller === "own" ? own : other).viewer.id,
      name,
      brand,
      description,
      price_cents: cents,
      ...place,
      created_at: new Date(Date.now() - days * 86_400_000 - 3_600_000),
    };
    const facts = { ...sample.attributes, ...attributes };
    await insertRows("listings", { ...row, attributes: JSON.stringify(facts) });
  }
}

openDatabase(async (url) => {
  [own, other] = [await person("own"), await person("other")];
  await db()
    .insertInto("postal_codes")
    .values(
      [0, 1, 2].map((at) => ({
        country: "NL",
        code: CODES[at] ?? "",
        latitude: PLACES[at]?.latitude ?? 0,
        longitude: PLACES[at]?.longitude ?? 0,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const sampled of samples) await fill(sampled);
  await updateDictionary();
  // By the planner's statistics, `saveSearch` chooses the anchors: the lexemes by which a listing finds a search.
  await sql`analyze listings`.execute(db());
  await startJobs(url, { notify: { work: async () => {} } });
});

afterAll(stopJobs);

const pairs = (name: string, values: readonly string[]) => values.map((one): [string, string] => [name, one]);

const seldom = (some: fc.Arbitrary<[string, string][]>) =>
  fc.oneof({ arbitrary: fc.constant<[string, string][]>([]), weight: 3 }, { arbitrary: some, weight: 1 });

function ends(name: string, most: number) {
  const { min, max } = rangeParams(name);
  return fc
    .tuple(fc.option(fc.integer({ min: 0, max: most })), fc.option(fc.integer({ min: 0, max: most })))
    .map(([from, to]) => [
      ...pairs(min, from === null ? [] : [String(from)]),
      ...pairs(max, to === null ? [] : [String(to)]),
    ]);
}

function parameter(definition: CategoryDefinition, filter: Filter): fc.Arbitrary<[string, string][]> {
  switch (filter.by) {
    case "date":
      return fc.constantFrom("week", "month", "year").map((date) => pairs("dateFilter", [date]));
    case "brand":
      return fc
        .subarray(["Wilson", "Head", "O'Neill \\ Söhne", "Nobody"], { minLength: 1 })
        .map((some) => pairs("brand", some));
    case "price":
      return ends("price", 300);
    case "location":
      return fc
        .tuple(fc.constantFrom(...CODES), fc.constantFrom(5, 25, 50, 100))
        .map(([code, km]) => [
          ...pairs("country", ["NL"]),
          ...pairs("postalCode", [code]),
          ...pairs("maxDistance", [String(km)]),
        ]);
    case "choice": {
      const field = definition.fields[filter.field];
      const values = field && "options" in field ? field.options.map((option) => option.value) : [];
      return fc.subarray(values, { minLength: 1 }).map((some) => pairs(filter.field, some));
    }
    case "months": {
      const names = rangeParams(filter.field);
      const end = fc.option(fc.constantFrom(...MONTHS));
      return fc
        .tuple(end, end)
        .map(([from, to]) => [
          ...pairs(names.min, from === null ? [] : [String(from)]),
          ...pairs(names.max, to === null ? [] : [String(to)]),
        ]);
    }
    case "range": {
      const names = rangeParams(filter.field);
      const steps = Math.round((filter.max - filter.min) / filter.step);
      const end = fc
        .integer({ min: 0, max: steps })
        .map((step) => String(Number((filter.min + step * filter.step).toFixed(4))));
      return fc.tuple(end, end).map(([one, two]) => [...pairs(names.min, [one]), ...pairs(names.max, [two])]);
    }
  }
}

const typed = fc
  .array(fc.constantFrom(...TYPED), { minLength: 1, maxLength: 2 })
  .map((some) => pairs("q", [some.join(" ")]));

function address(definition: CategoryDefinition): fc.Arbitrary<string> {
  const { plural, subcategories } = definition;
  const slugs = definition === EVERYTHING ? [] : ["new", ...subcategories.map(({ slug }) => slug)];
  const path = fc.oneof(
    { arbitrary: fc.constant(`/${plural}`), weight: 5 },
    ...(slugs.length > 0
      ? [{ arbitrary: fc.constantFrom(...slugs).map((slug) => `/${plural}/${slug}`), weight: 1 }]
      : []),
  );
  const exact = fc.constantFrom([], [], pairs("exact", ["1"]));
  return fc
    .tuple(
      path,
      seldom(typed),
      exact,
      ...definition.filters.map((filter) => seldom(parameter(definition, filter))),
    )
    .map(([at, ...parameters]) => `${at}?${new URLSearchParams(parameters.flat())}`);
}

/** The listings of other sellers that a search finds, on one page, without leaving out a part that has a meaning. */
async function found({ definition, subcategory, search, exact }: CanonicalSearch): Promise<string[]> {
  const { place, maxDistance } = search;
  const centre = place && maxDistance !== null ? await locate(place.country, place.postalCode) : null;
  const context = {
    centre,
    meaning: subcategory?.means ?? null,
    viewerId: own.viewer.id,
    pageSize: 1000,
    now: new Date(),
  };
  const { rows, interpretation } = await searchListings(definition, search, context, exact);
  const dropped = interpretation.parts.filter(({ typed }) => interpretation.dropped.includes(typed));
  if (dropped.some(({ kind }) => kind !== "words" && kind !== "extra")) return [];
  return rows.filter((row) => row.user_id !== own.viewer.id).map((row) => row.id);
}

async function matchEverything(): Promise<void> {
  await sql`insert into listing_changes (what, type, listing_id) select 'new', type, id from listings`.execute(
    db(),
  );
  await matchNewListings();
}

async function matchesOf(id: string): Promise<string[]> {
  const rows = await findRows("saved_search_matches", { search_id: id, known: false }, ["listing_id"]);
  return rows.map((row) => row.listing_id);
}

const some = fc.tuple(
  ...[...CATEGORIES, EVERYTHING].map((definition) =>
    fc.array(address(definition), { minLength: 4, maxLength: 8 }),
  ),
);

test("a listing matches exactly the saved searches whose pages find it", async () => {
  let [matched, empty] = [0, 0];
  await fc.assert(
    fc.asyncProperty(some, async (addresses) => {
      await db().deleteFrom("saved_searches").execute();
      const saved = new Map<string, CanonicalSearch>();
      for (const one of addresses.flat()) {
        const search = readAddress(one);
        if (!search) throw new Error(`${one} is no search`);
        await resetLimit("saved_search", own.viewer.id);
        const { id } = await saveSearch(own.viewer, search, { name: "A search", notify: true });
        saved.set(id, search);
      }
      await matchEverything();
      for (const [id, search] of saved) {
        const expected = (await found(search)).sort();
        expect((await matchesOf(id)).sort(), search.address).toEqual(expected);
        if (expected.length > 0) matched += 1;
        else empty += 1;
      }
    }),
    { numRuns: 8, endOnFailure: true },
  );
  // There were enough matches and enough empty results for the test to be meaningful.
  expect(Math.min(matched, empty)).toBeGreaterThan(50);
}, 300_000);
