import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Coordinates } from "#app/domain/place.ts";
import { type Locale, overwriteGetLocale } from "#app/paraglide/runtime.js";
import { db } from "#app/platform/db.server.ts";
import { currentLocale, inRequest } from "#app/platform/request-context.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { insertRows, updateRows } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import { updateDictionary } from "../dictionary/dictionary.server.ts";
import { searchListings } from "../search.server.ts";
import { EVERYTHING, parseEverything } from "./everything.ts";

const NOW = new Date("2026-03-10T12:00:00Z");
const DAY_MS = 86_400_000;
const AMSTERDAM = { latitude: 52.37, longitude: 4.9 };

/** Of the last listing. */
let seller: Person;
let age = 0;

interface Stocked {
  readonly type?: string;
  readonly name: string;
  readonly brand?: string | null;
  readonly cents?: number;
  readonly description?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly place?: Coordinates;
  readonly daysOld?: number;
}

/** Each listing is a minute older than the one created before it, and of another seller. */
async function listed({ type = "racket", description = "", place, daysOld = 0, ...rest }: Stocked) {
  age += 1;
  const listedAt = new Date(NOW.getTime() - daysOld * DAY_MS - age * 60_000);
  seller = await person("seller");
  const key = await listingOf(seller, type, { ...rest, listedAt });
  await updateRows("listings", { type, id: key.id }, { description, ...place });
  return key;
}

async function search(query: string | Record<string, string>, place: Coordinates | null = null) {
  const centre = place && { ...place, approximate: false };
  const params = typeof query === "string" ? { q: query } : query;
  const parsed = parseEverything(new URLSearchParams(params));
  const context = { meaning: null, centre, viewerId: null, pageSize: 10, now: NOW };
  const found = await searchListings(EVERYTHING, parsed, context, "exact" in params);
  return { found, understood: found.interpretation };
}

async function names(query: string | Record<string, string>, centre: Coordinates | null = null) {
  return (await search(query, centre)).found.rows.map((row) => row.name);
}

const plain = { attributes: { string_pattern: "Other", weight: 290, gripsize: "2", color: "Other" } };

openDatabase(async () => {
  await listed({ name: "Pure Drive 100", brand: "Babolat", ...plain });
  await listed({
    name: "Pure Drive Lite",
    brand: "Babolat",
    ...plain,
    attributes: { weight: 270, gripsize: "1" },
  });
  await listed({ name: "Pure Aero 98", brand: "Babolat", attributes: { weight: 300, gripsize: "3" } });
  await listed({
    name: "Blade 98",
    brand: "Wilson",
    attributes: { weight: 305, headsize: 98, string_pattern: "18x20" },
  });
  await listed({ name: "Ezone", brand: "Yonex", ...plain });
  await listed({ name: "V-Cell 10", brand: "Völkl", ...plain });
  await listed({
    name: "Old wood",
    brand: "Other",
    description: "From the café, better than a Blade",
    ...plain,
  });
  await listed({ type: "bag", name: "Pure Drive RH6", brand: "Babolat" });
  await listed({
    type: "string",
    name: "ALU Power",
    brand: "Luxilon",
    attributes: { gauge: 1.3, length: 200 },
  });
  await listed({
    type: "string",
    name: "RPM Blast set",
    brand: "Babolat",
    attributes: { gauge: 1.25, length: 12, type: "set" },
  });
  await listed({
    type: "clothes",
    name: "Straße polo",
    brand: "Lacoste",
    attributes: { gender: "Men", type: "Polo Shirt", size: "M", color: "White" },
  });
  await listed({ type: "ball", name: "Fort All Court", brand: "Dunlop" });
  await listed({ type: "accessory", name: "Blade cover", brand: "Wilson", description: "For a racket" });
  await listed({ name: "ProKennex Ki 5", brand: "ProKennex", ...plain });
  await updateDictionary();
});

describe("words", () => {
  test("find listings of all types that have every word in any of their texts", async () => {
    expect(await names("babolat")).toEqual([
      "Pure Drive 100",
      "Pure Drive Lite",
      "Pure Aero 98",
      "Pure Drive RH6",
      "RPM Blast set",
    ]);
    expect(await names("babolat drive")).toEqual(["Pure Drive 100", "Pure Drive Lite", "Pure Drive RH6"]);
    expect(await names("drive lite 270")).toEqual(["Pure Drive Lite"]);
  });

  test("rank matches in name or brand first, then in facts, then in the description", async () => {
    expect(await names("blade")).toEqual(["Blade 98", "Blade cover", "Old wood"]);
    const fresh = await listed({ name: "Wood", description: "A white one", ...plain, daysOld: -1 });
    const { found } = await search("white");
    expect(found.rows.map((row) => row.name)).toEqual(["Straße polo", "Wood"]);
    expect((await names({ q: "white", sort: "newest" }))[0]).toBe("Wood");
    await db().deleteFrom("listings").where("id", "=", fresh.id).execute();
  });

  test("of a new listing are found before they are in the dictionary", async () => {
    const { id } = await listed({ name: "Zephyrine", brand: "Yonnex" });
    const { found, understood } = await search("zephyrine yonnex");
    expect(found.rows.map((row) => row.id)).toEqual([id]);
    expect(understood.corrected).toBe(false);
    await db().deleteFrom("listings").where("id", "=", id).execute();
    await updateDictionary();
  });

  test.each([
    ["volkl", ["V-Cell 10"]],
    ["VÖLKL", ["V-Cell 10"]],
    ["cafe", ["Old wood"]],
    ["café", ["Old wood"]],
    ["strasse", ["Straße polo"]],
    ["Straße", ["Straße polo"]],
  ])("are found regardless of accents, such as %j", async (q, found) => {
    expect(await names(q)).toEqual(found);
  });

  test("match as prefixes when they are incomplete", async () => {
    expect(await names("babol lite")).toEqual(["Pure Drive Lite"]);
    expect(await names("lux")).toEqual(["ALU Power"]);
    // A whole word that is also the prefix of another one.
    await listed({ name: "Ki", brand: "Generic", type: "accessory", daysOld: 900 });
    await updateDictionary();
    expect(await names("ki")).toEqual(["ProKennex Ki 5", "Ki"]);
    expect((await search("dunlop for")).understood.corrected).toBe(false);
    expect(await names("dunlop for")).toEqual(["Fort All Court"]);
  });
});

describe("mistyped words", () => {
  test.each([
    ["babolt pur drive", "babolat pure drive", "Pure Drive 100"],
    ["yonexx", "yonex", "Ezone"],
    ["wlison blade", "wilson blade", "Blade 98"],
    ["babbollat aero", "babolat aero", "Pure Aero 98"],
    ["Lacsote polo", "lacoste polo", "Straße polo"],
    ["puredrive lite", "pure drive lite", "Pure Drive Lite"],
    ["ba bolat drive lite", "babolat drive lite", "Pure Drive Lite"],
  ])("are corrected: %j to %j", async (q, text, first) => {
    const { found, understood } = await search(q);
    expect(understood).toMatchObject({ text, corrected: true });
    expect(found.rows[0]?.name).toBe(first);
  });

  test("are not corrected with the parameter `exact`", async () => {
    const { found, understood } = await search({ q: "yonexx", exact: "1" });
    expect(understood).toMatchObject({ text: "yonexx", corrected: false });
    expect(found).toMatchObject({ rows: [], total: 0 });
  });

  test("do not include a rare word of a listing, even if a frequent word is similar", async () => {
    const rare = await listed({ name: "Babolit", brand: null });
    for (const known of [false, true]) {
      const { found, understood } = await search("babolit");
      expect(understood.corrected).toBe(false);
      expect(found.rows.map((row) => row.id)).toEqual([rare.id]);
      expect((await search({ q: "babolit", maxPrice: "1" })).found.total).toBe(0);
      if (!known) await updateDictionary();
    }
    const described = await listed({ name: "Thing", description: "wilsen", brand: null });
    expect((await search("wilsen")).understood.corrected).toBe(false);
    await db().deleteFrom("listings").where("id", "in", [rare.id, described.id]).execute();
    await updateDictionary();
    expect((await search("babolit")).understood.text).toBe("babolat");
  });

  test("include a word of a single listing only when no listing has all words", async () => {
    const stray = await listed({ type: "accessory", name: "Bolt for a bull", brand: "Generic" });
    const drives = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        listed({ name: `Pulse bull ${n}`, brand: "Prince", daysOld: 800 }),
      ),
    );
    await updateDictionary();
    const { found, understood } = await search("prince bolt pulse");
    expect(found.total).toBe(0);
    expect(understood.corrected).toBe(false);
    const bull = await listed({ type: "accessory", name: "Bul", brand: "Generic" });
    await updateDictionary();
    expect((await search("prince bul pulse")).understood).toMatchObject({
      text: "prince bull pulse",
      corrected: true,
    });
    await db()
      .deleteFrom("listings")
      .where("id", "in", [stray.id, bull.id, ...drives.map((one) => one.id)])
      .execute();
    await updateDictionary();
  });

  test("do not include numbers and codes", async () => {
    expect((await search("v14")).understood.corrected).toBe(false);
    expect((await search("tf41")).understood.corrected).toBe(false);
  });
});

describe("words of all languages", () => {
  const inLanguage = (locale: Locale, q: string) =>
    inRequest({ id: "test", locale }, () => names({ q, sort: "newest" }));

  beforeAll(() => overwriteGetLocale(currentLocale));
  afterAll(() => overwriteGetLocale(() => "en-GB"));

  test.each([
    ["nl", "wit lacoste", ["Straße polo"]],
    ["de", "weiß", ["Straße polo"]],
    ["de", "Weiss Herren", ["Straße polo"]],
    ["fr", "blanc lacoste", ["Straße polo"]],
    ["en-GB", "wit lacoste", ["Straße polo"]],
  ] as const)("find values by their names: in language %s, %j finds %j", async (locale, q, found) => {
    expect(await inLanguage(locale, q)).toEqual(found);
  });

  test.each([
    ["en-GB", "wilson racket", ["Blade 98"]],
    ["en-GB", "rackets yonex", ["Ezone"]],
    ["de", "Schläger Yonex", ["Ezone"]],
    ["fr", "raquettes yonex", ["Ezone"]],
    ["nl", "yonex snaren", []],
  ] as const)("find categories by their names: in language %s, %j finds %j", async (locale, q, found) => {
    const all = await inLanguage(locale, q);
    expect(all.filter((name) => name !== "Blade cover")).toEqual(found);
  });
});

describe("measures", () => {
  test.each([
    ["300g", ["Pure Aero 98"]],
    ["babolat 300 g", ["Pure Aero 98"]],
    ["L1", ["Pure Drive Lite"]],
    ["4 1/8", ["Pure Drive Lite"]],
    ["grip 1", ["Pure Drive Lite"]],
    ["18/20", ["Blade 98"]],
    ["18 x 20", ["Blade 98"]],
    ["1,25 mm", ["RPM Blast set"]],
    ["200m", ["ALU Power"]],
    ["size M", ["Straße polo"]],
    ["taille m", ["Straße polo"]],
    ["6 rackets", ["Pure Drive RH6"]],
  ])("find listings: %j finds %j", async (q, found) => {
    expect(await names({ q, sort: "newest" })).toEqual(found);
  });

  test("are also found as text in a name", async () => {
    const { id } = await listed({ name: "Wall hook 300g", type: "accessory", brand: "Generic" });
    expect(await names("300g")).toEqual(["Pure Aero 98", "Wall hook 300g"]);
    await db().deleteFrom("listings").where("id", "=", id).execute();
  });
});

describe("a username in a search", () => {
  test("limits the search to that seller, alone and with other words", async () => {
    const all = await names("blade");
    const other = await person("collector");
    await racketOf(other, { name: "Blade 98", brand: "Wilson" });
    expect(await names("blade")).toHaveLength(all.length + 1);
    expect(await names(`${other.viewer.username} blade`)).toEqual(["Blade 98"]);
    expect(await names(other.viewer.username)).toEqual(["Blade 98"]);
    await db().deleteFrom("listings").where("user_id", "=", other.viewer.id).execute();
  });

  test("counts only once: of two usernames, the first limits the search", async () => {
    const [ana, ben] = [(await person("ana")).viewer, (await person("ben")).viewer];
    for (const [one, other] of [
      [ana, ben],
      [ben, ana],
    ] as const) {
      const { understood } = await search(`${one.username} ${other.username}`);
      expect(understood.sellerId).toBe(one.id);
    }
  });
});

describe("the result of a search of all categories", () => {
  test("counts every type", async () => {
    const { found } = await search("babolat");
    expect(found).toMatchObject({ total: 5, capped: false, page: 1 });
    expect(Object.fromEntries(found.types.map(({ type, total }) => [type, total]))).toEqual({
      racket: 3,
      string: 1,
      bag: 1,
      ball: 0,
      clothes: 0,
      accessory: 0,
    });
  });

  test("of a search without words is every listing, newest first", async () => {
    const { found } = await search({});
    const { n } = await db()
      .selectFrom("listings")
      .select(({ fn }) => fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow();
    expect(found.total).toBe(n);
    expect(found.rows).toHaveLength(10);
    const times = found.rows.map((row) => row.created_at.getTime());
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  test("can be filtered by price, date and distance, and sorted by price", async () => {
    const near = await listed({ name: "Zorro", brand: "Zen", cents: 5_000, place: AMSTERDAM });
    const dear = await listed({
      name: "Zorro",
      brand: "Zen",
      cents: 9_000,
      place: { latitude: 52.3, longitude: 4.8 },
    });
    const far = await listed({
      name: "Zorro",
      brand: "Zen",
      cents: 100,
      place: { latitude: 48.85, longitude: 2.35 },
      type: "bag",
    });
    const old = await listed({ name: "Zorro", brand: "Zen", cents: 7_000, place: AMSTERDAM, daysOld: 400 });
    const ids = async (query: Record<string, string>) =>
      (await search({ q: "zorro", ...query }, AMSTERDAM)).found.rows.map((row) => row.id);
    expect(await ids({ sort: "price_asc" })).toEqual([far.id, near.id, old.id, dear.id]);
    expect(await ids({ sort: "price_desc" })).toEqual([dear.id, old.id, near.id, far.id]);
    const around = { postalCode: "1012", country: "NL", maxDistance: "25" };
    expect(await ids({ ...around, sort: "price_asc" })).toEqual([near.id, old.id, dear.id]);
    expect(await ids({ ...around, sort: "nearest" })).toEqual([near.id, old.id, dear.id]);
    expect(await ids({ ...around, maxDistance: "1000", sort: "nearest" })).toEqual([
      near.id,
      old.id,
      dear.id,
      far.id,
    ]);
    expect(await ids({ dateFilter: "month" })).toEqual([near.id, dear.id, far.id]);
    expect(await ids({ minPrice: "60", maxPrice: "80" })).toEqual([old.id]);
    await updateDictionary();
    const { found } = await search({ q: "zoro", ...around }, AMSTERDAM);
    expect(found.rows[0]?.distance_km).toBeCloseTo(0, 3);
    await db().deleteFrom("listings").where("brand", "=", "Zen").execute();
  });

  test("shows the last page instead of one beyond it", async () => {
    const { found } = await search({ q: "babolat", page: "99" });
    expect(found.page).toBe(1);
    expect(found.rows).toHaveLength(5);
  });
});

describe("any typed text", () => {
  test.each([
    "'",
    "\\",
    "a'b",
    ":*",
    "wilson:A",
    "!wilson",
    "wilson & | !",
    "<->",
    "(",
    "babolat) | (wilson",
    "%",
    "\0",
    "wilson\0",
    "🎾",
    "🎾 wilson",
    "ﷺ",
    "https://example.com/?a=b&c=d",
    "a@b.example",
    "-1 -2.5e10 ../../etc",
    "x".repeat(10_000),
    "ab ".repeat(3_000),
    "weight=300",
    "listed=202603",
    "g1=26:2",
    "{babolat}",
    "$1 ${q} %s",
  ])("gets a result, such as %j", async (q) => {
    const { found } = await search(q);
    expect(found.total).toBeLessThanOrEqual(20);
  });

  test("causes no error, and is not read as a fact such as color=white [V1.2.4]", async () => {
    const typed = fc.array(
      fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("'", "\\", "&", "|", "!", ":", "pure", "300g")),
      { maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(typed, fc.boolean(), async (parts, exact) => {
        const { found } = await search({ q: parts.join(" "), ...(exact && { exact: "1" }) });
        expect(found.rows.length).toBeLessThanOrEqual(10);
      }),
      { numRuns: 60 },
    );
    expect(await names("color=white")).not.toContain("Pure Drive 100");
  });
});

describe("a search with thousands of matches", () => {
  test("sorts the newest matches by relevance, counts up to 1,000, and sorts all matches by price", async () => {
    const many = Array.from({ length: 2_300 }, (_, n) => ({
      type: n % 2 ? "ball" : "accessory",
      user_id: seller.viewer.id,
      name: n === 2_299 ? "Gloom" : `Item ${n}`,
      brand: "Penn",
      description: "gloom",
      price_cents: n === 1_500 ? 1 : 1_000 + n,
      attributes:
        n % 2
          ? JSON.stringify({ balls_per_can: "4", packaging_type: "can", shipping: "Pick up" })
          : JSON.stringify({ type: "Grips", color: "Blue", condition: "New", shipping: "Shipping" }),
      created_at: new Date(NOW.getTime() - n * (n % 2 ? 60_000 : 4_000_000)),
    }));
    await insertRows("listings", many);
    await updateDictionary();
    const { found } = await search("gloom");
    expect(found).toMatchObject({ total: 1_000, capped: true });
    expect(found.types.find(({ type }) => type === "ball")).toMatchObject({ total: 1_000, capped: true });
    expect(found.rows[0]?.name).toBe("Item 0");
    expect((await search({ q: "gloom", sort: "price_asc" })).found.rows[0]?.name).toBe("Item 1500");
    const last = await search({ q: "gloom", page: "100" });
    expect(last.found.rows).toHaveLength(10);
    const pages = await Promise.all(
      [1, 2, 3].map(async (page) => (await search({ q: "gloom", page: String(page) })).found.rows),
    );
    expect(new Set(pages.flat().map((row) => row.id)).size).toBe(30);
  });

  test("pages through nearby matches by price up to the last page, even if they are too many to sort", async () => {
    const many = Array.from({ length: 4_100 }, (_, n) => ({
      type: n === 77 ? "accessory" : "ball",
      user_id: seller.viewer.id,
      name: `Hail ${n}`,
      brand: "Penn",
      price_cents: n === 3_000 ? 1 : 1_000 + n,
      attributes:
        n === 77
          ? JSON.stringify({ type: "Grips", color: "Blue", condition: "New", shipping: "Shipping" })
          : JSON.stringify({ balls_per_can: "4", packaging_type: "can", shipping: "Pick up" }),
      country: "NL",
      postal_code: "1012",
      latitude: 52.37,
      longitude: 4.9,
      created_at: new Date(NOW.getTime() - n * 60_000),
    }));
    await insertRows("listings", many);
    await updateDictionary();
    const nearby = { q: "hail", country: "NL", postalCode: "1012", maxDistance: "25" };
    const cheapest = async (page: string) =>
      (await search({ ...nearby, sort: "price_asc", page }, AMSTERDAM)).found;
    const first = await cheapest("1");
    expect(first).toMatchObject({ total: 1_000, capped: true });
    expect(first.types.filter(({ total }) => total > 0)).toMatchObject([
      { type: "ball", total: 1_000, capped: true },
      { type: "accessory", total: 1, capped: false },
    ]);
    expect(first.rows.map((row) => row.name)).toEqual(
      ["3000", "0", "1", "2", "3", "4", "5", "6", "7", "8"].map((n) => `Hail ${n}`),
    );
    expect((await cheapest("8")).rows.map((row) => row.name)).toContain("Hail 77");
    const beyond = await cheapest("5000");
    expect(beyond).toMatchObject({ page: 100 });
    expect(beyond.rows).toHaveLength(10);
    const few = await search({ ...nearby, q: "hail 77", sort: "price_desc", page: "9" }, AMSTERDAM);
    expect(few.found).toMatchObject({ total: 1, capped: false, page: 1 });
    expect(few.found.rows).toMatchObject([{ name: "Hail 77" }]);
  });
});
