import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { CategoryDefinition, Meaning } from "#app/domain/categories/definition.ts";
import { inputSchema } from "#app/domain/categories/derive/input.ts";
import { racket } from "#app/domain/categories/racket.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { COUNTRIES, normalizePostalCode } from "#app/domain/place.ts";
import { usernameFault } from "#app/domain/username.ts";
import { contentKey } from "#app/features/photos/files.server.ts";
import {
  deals,
  favorites,
  messages,
  people,
  pictureFile,
  pictures,
  priceDrops,
  reviews,
  stockOf,
} from "./data.ts";

const WEEK = 7;
/** Patterns that no demo racket has. */
const RARE: readonly string[] = [
  ...["14x16", "14x18", "14x21", "16x15", "16x16", "16x17", "16x21"],
  ...["18x16", "18x17", "18x18", "18x21"],
];

/** The tests fail with the faults of a row that the importer refuses. */
const stock = people().flatMap((seller) =>
  stockOf(seller.username).map(({ row, daysAgo, refuse }) => {
    if ("faults" in row.read) return refuse(JSON.stringify(row.read.faults));
    const { type, input } = row.read.item;
    return { type, ...input, cells: row.cells, daysAgo, seller };
  }),
);
type DemoListing = (typeof stock)[number];

const owners = new Map(stock.map(({ name, seller }) => [name, seller.username]));
const types = new Map(stock.map(({ name, type }) => [name, type]));

describe("the demo stock", () => {
  test("has about three hundred listings, each with its own name", () => {
    expect(stock.length).toBeGreaterThanOrEqual(300);
    expect(owners.size).toBe(stock.length);
  });

  test("is from eight sellers in the five countries", () => {
    expect(new Set(owners.values()).size).toBe(8);
    for (const { username } of people()) expect(usernameFault(username)).toBeNull();
    for (const { place, name } of stock)
      expect(place && normalizePostalCode(place.country, place.postalCode), name).not.toBeNull();
    expect(new Set(stock.map(({ place }) => place?.country))).toEqual(new Set(COUNTRIES));
  });
});

function means(meaning: Meaning, { name, brand, attributes }: DemoListing): boolean {
  return "words" in meaning
    ? `${name} ${brand}`.toLowerCase().includes(meaning.words)
    : meaning.values.includes(String(attributes[meaning.field]));
}

/** The form as a seller would submit it. */
function asWritten({ name, brand, description, cells, attributes }: DemoListing) {
  const fields = Object.entries(attributes).map(([field, value]) => [
    field,
    Array.isArray(value) ? value : String(value),
  ]);
  const { price, country, postalCode } = cells;
  return {
    ...{ name, brand, description, price, country, postalCode },
    photo: ["a photo"],
    ...Object.fromEntries(fields),
  };
}

/** The values of filters, without those that only CSV rows can have. */
function offeredValues({ fields, filters }: CategoryDefinition) {
  return filters.flatMap((filter) => {
    const field = filter.by === "choice" ? fields[filter.field] : undefined;
    if (filter.by !== "choice" || (field?.kind !== "choice" && field?.kind !== "several")) return [];
    const values = ("offered" in field && field.offered?.form) || field.options.map(({ value }) => value);
    return values.map((value) => ({ field: filter.field, value }));
  });
}

describe.each(CATEGORIES.map((definition) => [definition.plural, definition] as const))(
  "%s of the demo stock",
  (_, definition) => {
    const all = stock.filter(({ type }) => type === definition.type);

    test("pass the checks of the form, which keeps all their values", () => {
      const schema = inputSchema(definition);
      for (const listing of all) {
        const parsed = schema.safeParse(asWritten(listing));
        expect(parsed.error?.issues, listing.name).toBeUndefined();
        expect(parsed.data?.brand).toBe(listing.brand);
        expect(parsed.data?.attributes).toEqual(listing.attributes);
      }
    });

    test("have every value of their row in the stock file", () => {
      const columns = new Set(Object.values(definition.fields).map(({ csv }) => csv?.column));
      for (const name of Object.keys(definition.fields)) columns.add(name);
      for (const { name, cells, attributes } of all) {
        const written = Object.entries(cells).filter(([column, cell]) => columns.has(column) && cell !== "");
        const own = written.filter(([column]) => column !== "type");
        expect(own.length, name).toBe(Object.keys(attributes).length);
      }
    });

    test("have a result for every link of the menu", () => {
      expect(all.filter(({ daysAgo }) => daysAgo < WEEK).length).toBeGreaterThanOrEqual(2);
      for (const { slug, means: meaning } of definition.subcategories) {
        const matching = all.filter((listing) => means(meaning, listing));
        expect(matching.length, slug).toBeGreaterThanOrEqual(2);
        expect(
          matching.some(({ daysAgo }) => daysAgo < WEEK),
          `${slug} this week`,
        ).toBe(true);
      }
    });

    test("have a result for every choice of every filter, except 'Unknown' and rare string patterns", () => {
      for (const { field, value } of offeredValues(definition)) {
        const some = all.some(({ attributes }) => [attributes[field]].flat().includes(value));
        if (!RARE.includes(value)) expect(some, `${field}: ${value}`).toBe(value !== "Unknown");
      }
      const brands = new Set(all.map(({ brand }) => brand));
      for (const brand of [...definition.brand.form, ...definition.brand.browse]) {
        if (brand !== "Other") expect(brands).toContain(brand);
      }
    });

    test("come from at least four countries, and were listed at six different ages up to a year", () => {
      expect(new Set(all.map(({ place }) => place?.country)).size).toBeGreaterThanOrEqual(4);
      for (const [from, to] of [
        [0, 1],
        [1, WEEK],
        [WEEK, 30],
        [30, 90],
        [90, 180],
        [180, 365],
      ] as const) {
        expect(
          all.some(({ daysAgo }) => daysAgo >= from && daysAgo < to),
          `${from} to ${to} days`,
        ).toBe(true);
      }
      for (const { name, daysAgo, seller } of all) expect(daysAgo, name).toBeLessThan(seller.memberDays);
    });
  },
);

describe("the demo rackets", () => {
  const rackets = stock.filter(({ type }) => type === racket.type);
  const values = (field: keyof typeof racket.fields) =>
    new Set(rackets.flatMap(({ attributes }) => attributes[field] ?? []));

  test("have every option of six fields, except rare string patterns, and a price above the price slider", () => {
    expect(rackets.length).toBeGreaterThanOrEqual(60);
    for (const field of [
      "category",
      "condition",
      "gripsize",
      "string_pattern",
      "color",
      "transaction_options",
    ] as const) {
      const options = racket.fields[field].options.map(({ value }) => value);
      expect([...values(field)].sort()).toEqual(options.filter((value) => !RARE.includes(value)).sort());
    }
    for (const field of ["headsize", "weight", "swingweight", "balance"] as const) {
      expect(values(field).size).toBeGreaterThan(2);
    }
    expect(rackets.some(({ priceCents }) => priceCents > racket.price.max * 100)).toBe(true);
  });

  test("were listed at every age that is shown differently", () => {
    for (const [from, to] of [
      [0, 0.05],
      [0.05, 7],
      [7, 30],
      [30, 90],
      [90, 180],
      [180, 365],
      [365, 430],
    ] as const) {
      expect(rackets.filter(({ daysAgo }) => daysAgo >= from && daysAgo < to).length).toBeGreaterThan(1);
    }
  });

  test("have at most five photos, and more than twelve have three or more", () => {
    const counts = Map.groupBy(pictures(), ({ listing }) => listing);
    const many = rackets.filter(({ name }) => (counts.get(name)?.length ?? 0) >= 3);
    expect(many.length).toBeGreaterThan(12);
    for (const { name } of many) expect(counts.get(name)?.length).toBeLessThanOrEqual(5);
  });
});

describe("the people of the demo shop", () => {
  test("do not review, message or favourite themselves", () => {
    expect(reviews().length).toBeGreaterThanOrEqual(10);
    for (const { by, of } of reviews()) expect(by).not.toBe(of);
    for (const { listing, buyer } of messages()) expect(owners.get(listing)).not.toBe(buyer);
    for (const { username, listing } of favorites()) {
      expect(owners.get(listing)).toBeDefined();
      expect(owners.get(listing)).not.toBe(username);
    }
    for (const { seller, buyer } of deals()) expect(seller).not.toBe(buyer);
    for (const { listing } of priceDrops()) expect(owners.get(listing)).toBeDefined();
  });

  test("chat about every category, with the messages of each chat in order of time", () => {
    const rooms = Map.groupBy(messages(), ({ listing, buyer }) => `${buyer} ${listing}`);
    for (const chat of rooms.values()) {
      const [{ listing, buyer }] = chat as [(typeof chat)[number]];
      const writers = chat.map(({ sender }) => sender);
      for (const writer of writers) expect([buyer, owners.get(listing)]).toContain(writer);
      // Unread messages have one author, and come after the last message of the other person.
      const unread = chat.findIndex(({ isRead }) => !isRead);
      const end = unread < 0 ? [] : chat.slice(unread);
      expect(end.every(({ isRead }) => !isRead)).toBe(true);
      expect(new Set(end.map(({ sender }) => sender)).size).toBeLessThanOrEqual(1);
      const times = chat.map(({ minutesAgo }) => minutesAgo);
      expect(times).toEqual(times.toSorted((a, b) => b - a));
    }
    expect(new Set(messages().map(({ listing }) => types.get(listing)))).toEqual(
      new Set(CATEGORIES.map(({ type }) => type)),
    );
    expect(messages().some(({ isRead }) => !isRead)).toBe(true);
  });

  test("have deals about listings of the stock, or about deleted ones", () => {
    for (const { step, listing, type, seller, buyer } of deals()) {
      const isUnderWay = step === "reserved" || step === "agreed";
      expect(owners.get(listing) === seller, listing).toBe(isUnderWay);
      if (isUnderWay) expect(types.get(listing)).toBe(type);
      expect(buyer === null).toBe(step === "elsewhere");
    }
  });
});

describe("the demo pictures", () => {
  const folder = path.dirname(pictureFile("any"));

  test("are files that pictures.csv describes, each of one listing", async () => {
    const names = pictures().map(({ file }) => file);
    expect(names.toSorted()).toEqual(readdirSync(folder).toSorted());
    expect(new Set(pictures().map(({ key }) => key)).size).toBe(names.length);
    expect(new Set(pictures().map(({ listing }) => listing))).toEqual(new Set(owners.keys()));
    for (const { file, key, width, height, thumbhash } of pictures()) {
      const body = readFileSync(pictureFile(file));
      expect(contentKey(body), file).toBe(key);
      expect(await sharp(body).metadata(), file).toMatchObject({ format: "heif", width, height });
      expect(Buffer.from(thumbhash, "base64").length, file).toBeGreaterThan(4);
    }
  });

  test("take less than 25 MB", () => {
    const bytes = pictures().map(({ file }) => statSync(pictureFile(file)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(25_000_000);
  });
});
