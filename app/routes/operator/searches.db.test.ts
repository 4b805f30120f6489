import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { parseSearch } from "#app/domain/categories/derive/search.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { updateDictionary } from "#app/features/search/dictionary/dictionary.server.ts";
import { countMiss, missedSearches, missJobs } from "#app/features/search/dictionary/misses.server.ts";
import { EVERYTHING, parseEverything } from "#app/features/search/find/everything.ts";
import { searchListings } from "#app/features/search/search.server.ts";
import { db, pool } from "#app/platform/db.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, staffPerson } from "#tests/support/people.ts";
import { listingOf } from "#tests/support/samples.ts";
import { faultsIn, Visitor } from "#tests/support/visitor.ts";
import { action, loader } from "./searches.route.tsx";
import { action as synonymsAction, loader as synonymsFile } from "./synonyms.route.ts";

let operator: Person;
let seller: Person;

openDatabase(async () => {
  [operator, seller] = [await staffPerson("operator"), await person("seller")];
  await listingOf(seller, "racket", { name: "Blade 98", brand: "Wilson" });
  await listingOf(seller, "clothes", {
    name: "Aerobill",
    brand: "Nike",
    attributes: { type: "Visor", gender: "Unisex", size: "One size" },
  });
  await updateDictionary();
});

beforeEach(async () => {
  await sql`truncate missed_searches, search_synonyms`.execute(db());
});

const [RACKET = EVERYTHING] = CATEGORIES.filter(({ type }) => type === "racket");
const context = { meaning: null, centre: null, viewerId: null, pageSize: 10, now: new Date() };

async function search(q: string) {
  return searchListings(EVERYTHING, parseEverything(new URLSearchParams({ q })), context);
}

/** As a results page of a category does. */
async function countOf(parameters: Record<string, string>, definition: CategoryDefinition = EVERYTHING) {
  const search = parseSearch(definition, new URLSearchParams(parameters));
  const found = await searchListings(definition, search, context);
  await countMiss({ definition, search, context, found });
}

async function names(q: string): Promise<string[]> {
  return (await search(q)).rows.map(({ name }) => name);
}

const PAGE = "/operator/searches";
const send = (fields: Record<string, string>) => operator.visitor.submit(action, PAGE, fields);

test("a search that finds nothing or leaves a part out is counted by its words, and nothing says who searched", async () => {
  for (const q of ["Wilson  Zzyzx", "wilson zzyzx", "racket Belgium", "wilson blade"]) await countOf({ q });
  const counted = await missedSearches(30, 10);
  expect(counted).toEqual([
    { words: "wilson zzyzx", nothing: 0, dropped: 2 },
    { words: "racket belgium", nothing: 0, dropped: 1 },
  ]);
});

test("texts that may be personal, and long ones, are not counted", async () => {
  for (const q of ["zzyzx@example.com", "zzyzx 0612345678", "zzyzx 06-12 34 56 78", "zzyzx ".repeat(20)])
    await countOf({ q });
  expect(await missedSearches(30, 10)).toEqual([]);
});

test("words that only the filters or the category of a page keep from listings are not counted", async () => {
  await countOf({ q: "blade", maxPrice: "1" });
  await countOf({ q: "blade", brand: "Head" }, RACKET);
  await countOf({ q: "nike visor" }, RACKET);
  await countOf({ q: "klepmuts", brand: "Head" }, RACKET);
  expect(await missedSearches(30, 10)).toEqual([{ words: "klepmuts", nothing: 1, dropped: 0 }]);
});

test("a day has a limited number of texts, of which further searches are still counted", async () => {
  await sql`insert into missed_searches (day, words, nothing) select utc_day(now()), 'w' || n, 1
    from generate_series(1, 2000) as n`.execute(db());
  for (const q of ["zzyzx", "w7"]) await countOf({ q });
  const counted = await missedSearches(1, 3000);
  expect(counted).toHaveLength(2000);
  expect(counted[0]).toEqual({ words: "w7", nothing: 2, dropped: 0 });
});

test("counts are deleted after 90 days", async () => {
  await sql`insert into missed_searches (day, words, nothing) values
    (utc_day(now()) - 91, 'old', 1), (utc_day(now()) - 89, 'newer', 1)`.execute(db());
  await missJobs["missed-searches-sweep"]?.work({}, new AbortController().signal);
  expect((await missedSearches(365, 10)).map(({ words }) => words)).toEqual(["newer"]);
});

test("the page shows what was searched for in vain, and what was understood", async () => {
  await countOf({ q: "nike zzyzx under 20" });
  const { data } = await operator.visitor.open(loader, PAGE);
  expect(data).toMatchObject({
    misses: [{ words: "nike zzyzx under 20", understood: expect.stringContaining("zzyzx") }],
    synonyms: [],
  });
});

test("a word that an operator adds works at once, and not after it is removed", async () => {
  expect(await names("klepmuts")).toEqual([]);
  expect(await send({ word: "Klepmuts", target: "clothes_type=Visor" })).toMatchObject({ location: PAGE });
  expect(await names("klepmuts")).toEqual(["Aerobill"]);
  expect(await names("nike klepmuts")).toEqual(["Aerobill"]);
  const { data } = await operator.visitor.open(loader, PAGE);
  expect(data).toMatchObject({ synonyms: [{ word: "klepmuts" }] });
  const file = await operator.visitor.open(synonymsFile, "/operator/synonyms.json");
  expect(JSON.parse(String(file.data))).toEqual({ clothes_type: { Visor: ["klepmuts"] } });
  await send({ word: "klepmuts", remove: "yes" });
  expect(await names("klepmuts")).toEqual([]);
});

test("other servers are told of a changed word", async () => {
  const client = await pool().connect();
  try {
    await client.query("listen listings");
    const told = new Promise<string | undefined>((resolve) => {
      client.once("notification", ({ payload }) => resolve(payload));
    });
    await send({ word: "klepmuts", target: "clothes_type=Visor" });
    expect(await told).toBe("synonyms");
  } finally {
    await client.query("unlisten *");
    client.release();
  }
});

test("a word without letters, and a value that no field has, are refused", async () => {
  expect(Object.keys(faultsIn(await send({ word: "?", target: "clothes_type=Visor" })) ?? {})).toEqual([
    "word",
  ]);
  expect(
    Object.keys(faultsIn(await send({ word: "klepmuts", target: "clothes_type=Nothing" })) ?? {}),
  ).toEqual(["target"]);
});

test("strangers and signed-out visitors neither see nor change anything", async () => {
  for (const { visitor } of [seller, { visitor: new Visitor() }]) {
    for (const load of [
      () => visitor.open(loader, PAGE),
      () => visitor.open(synonymsFile, "/operator/synonyms.json"),
      () => visitor.submit(synonymsAction, "/operator/synonyms.json", {}),
      () => visitor.submit(action, PAGE, { word: "klepmuts", target: "clothes_type=Visor" }),
    ])
      expect(
        await load().then(
          ({ status }) => status,
          ({ status }) => status,
        ),
      ).toBe(404);
  }
  expect(await names("klepmuts")).toEqual([]);
});
