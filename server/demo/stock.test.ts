import { describe, expect, test } from "vitest";
import { racket } from "#app/domain/categories/racket.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { COUNTRIES, normalizePostalCode } from "#app/domain/place.ts";
import { usernameFault } from "#app/domain/username.ts";
import { CHATS } from "./chats.ts";
import { demoStock } from "./listing.ts";
import { attributesOf, type DemoRacket, type DemoSeller } from "./seller.ts";
import { FAVORITES, REVIEWS, SELLERS } from "./talk.ts";

const sellers: readonly DemoSeller[] = SELLERS;
const stock = sellers.flatMap((seller): DemoRacket[] => [...seller.rackets]);
const owners = new Map(demoStock().map(({ name, seller }) => [name, seller.username] as const));
const values = (field: keyof ReturnType<typeof attributesOf>) =>
  new Set(stock.flatMap((one) => attributesOf(one)[field] ?? []));

describe("the demo rackets", () => {
  test("is a shop: some sixty rackets of eight sellers in the five countries", () => {
    expect(stock.length).toBeGreaterThanOrEqual(60);
    expect(sellers).toHaveLength(8);
    expect(new Set(sellers.map(({ country }) => country))).toEqual(new Set(COUNTRIES));
    expect(new Set(stock.map(({ name }) => name)).size).toBe(stock.length);
    for (const { username, country, postalCode } of sellers) {
      expect(usernameFault(username)).toBeNull();
      expect(normalizePostalCode(country, postalCode)).not.toBeNull();
    }
  });

  test("has something for every filter", () => {
    const brands = new Set(stock.map(({ brand }) => brand));
    for (const brand of new Set<string>([...racket.brand.form, ...racket.brand.browse])) {
      if (brand !== "Other") expect(brands).toContain(brand);
    }
    for (const field of [
      "category",
      "condition",
      "gripsize",
      "string_pattern",
      "color",
      "transaction_options",
    ] as const) {
      expect([...values(field)].sort()).toEqual(
        racket.fields[field].options.map(({ value }) => value).sort(),
      );
    }
    for (const field of ["headsize", "weight", "swingweight", "balance"] as const) {
      expect(values(field).size).toBeGreaterThan(2);
    }
    // Above the price slider's end too.
    expect(stock.some(({ euros }) => euros > racket.price.max)).toBe(true);
    const ages = stock.map(({ days }) => days);
    for (const [from, to] of [
      [0, 0.05],
      [0.05, 7],
      [7, 30],
      [30, 90],
      [90, 180],
      [180, 365],
      [365, 430],
    ] as const) {
      expect(ages.filter((age) => age >= from && age < to).length).toBeGreaterThan(1);
    }
  });

  test("several rackets have three to five photos, each of another part", () => {
    expect(stock.filter(({ photos }) => photos.length >= 3 && photos.length <= 5).length).toBeGreaterThan(12);
    for (const { photos } of stock) {
      expect(photos[0]).toBe("whole");
      expect(new Set(photos).size).toBe(photos.length);
    }
  });

  test("is talked about by people who do not talk to themselves", () => {
    expect(REVIEWS.length).toBeGreaterThanOrEqual(10);
    for (const { by, of } of REVIEWS) expect(by).not.toBe(of);
    for (const { about, buyer, messages, unread } of CHATS) {
      const seller = owners.get(about);
      expect(seller).not.toBe(buyer);
      const writers = messages.map(([by]) => by);
      for (const writer of writers) expect([buyer, seller]).toContain(writer);
      // What is unread was written by one person, after the other's last word.
      expect(new Set(writers.slice(writers.length - unread)).size).toBeLessThanOrEqual(1);
      const times = messages.map(([, minutes]) => minutes);
      expect(times).toEqual(times.toSorted((a, b) => b - a));
    }
    const types = new Map(demoStock().map(({ name, type }) => [name, type] as const));
    expect(new Set(CHATS.map(({ about }) => types.get(about)))).toEqual(
      new Set(CATEGORIES.map(({ type }) => type)),
    );
    expect(CHATS.some(({ unread }) => unread > 0)).toBe(true);
    for (const [username, names] of Object.entries(FAVORITES)) {
      for (const name of names) expect(owners.get(name)).not.toBe(username);
    }
  });
});
