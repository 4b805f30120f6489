import { describe, expect, test } from "vitest";
import type { CategoryDefinition, Meaning } from "#app/domain/categories/definition.ts";
import { inputSchema } from "#app/domain/categories/derive/input.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { type DemoListing, demoStock } from "./listing.ts";

const stock = demoStock();
const WEEK = 7;

function means(meaning: Meaning, { name, brand, attributes }: DemoListing): boolean {
  return "words" in meaning
    ? `${name} ${brand}`.toLowerCase().includes(meaning.words)
    : meaning.values.includes(String(attributes[meaning.field]));
}

/** What a seller would have typed and chosen. */
function asWritten({ name, brand, description, euros, seller, attributes }: DemoListing) {
  const fields = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => [field, Array.isArray(value) ? value : String(value)]);
  return {
    name,
    brand,
    description,
    price: String(euros),
    country: seller.country,
    postalCode: seller.postalCode,
    photo: ["a photo"],
    ...Object.fromEntries(fields),
  };
}

/** What a buyer can choose in a filter: what forms offer, not what only a CSV row can bring. */
function offered({ fields, filters }: CategoryDefinition) {
  return filters.flatMap((filter) => {
    const field = filter.by === "choice" ? fields[filter.field] : undefined;
    if (filter.by !== "choice" || (field?.kind !== "choice" && field?.kind !== "several")) return [];
    const values = ("offered" in field && field.offered?.form) || field.options.map(({ value }) => value);
    return values.map((value) => ({ field: filter.field, value }));
  });
}

test("the demo shop has some three hundred listings, each with a name of its own", () => {
  expect(stock.length).toBeGreaterThanOrEqual(300);
  expect(new Set(stock.map(({ name }) => name)).size).toBe(stock.length);
});

describe.each(CATEGORIES.map((definition) => [definition.plural, definition] as const))(
  "%s",
  (_, definition) => {
    const all = stock.filter(({ type }) => type === definition.type);

    test("each could have been offered by a seller, with nothing left over", () => {
      const schema = inputSchema(definition);
      for (const listing of all) {
        const parsed = schema.safeParse(asWritten(listing));
        expect(parsed.error?.issues, listing.name).toBeUndefined();
        expect(parsed.data?.brand).toBe(listing.brand);
        expect(parsed.data?.attributes).toEqual(JSON.parse(JSON.stringify(listing.attributes)));
      }
    });

    test("no link of the menu leads to an empty page", () => {
      expect(all.filter(({ days }) => days < WEEK).length).toBeGreaterThanOrEqual(2);
      for (const { slug, means: meaning } of definition.subcategories) {
        const meant = all.filter((listing) => means(meaning, listing));
        expect(meant.length, slug).toBeGreaterThanOrEqual(2);
        expect(
          meant.some(({ days }) => days < WEEK),
          `${slug} this week`,
        ).toBe(true);
      }
    });

    test("has something for every choice of every filter", () => {
      for (const { field, value } of offered(definition)) {
        const some = all.some(({ attributes }) => [attributes[field]].flat().includes(value));
        // Whoever knows no condition offers what they do know: the demo's sellers all do.
        expect(some, `${field}: ${value}`).toBe(value !== "Unknown");
      }
      const brands = new Set(all.map(({ brand }) => brand));
      for (const brand of [...definition.brand.form, ...definition.brand.browse]) {
        if (brand !== "Other") expect(brands).toContain(brand);
      }
    });

    test("comes from all over, today, this month and long ago", () => {
      expect(new Set(all.map(({ seller }) => seller.country)).size).toBeGreaterThanOrEqual(4);
      for (const [from, to] of [
        [0, 1],
        [1, WEEK],
        [WEEK, 30],
        [30, 90],
        [90, 180],
        [180, 365],
      ] as const) {
        expect(
          all.some(({ days }) => days >= from && days < to),
          `${from} to ${to} days`,
        ).toBe(true);
      }
      for (const { name, days, seller } of all) expect(days, name).toBeLessThan(seller.days);
    });
  },
);
