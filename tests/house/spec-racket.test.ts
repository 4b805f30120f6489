// Compares the definition of rackets with the lists and limits of the specification (M2, M5, M9), copied here.
import { describe, expect, test } from "vitest";
import { MAX_PHOTOS } from "#app/domain/categories/definition.ts";
import { parseSearch } from "#app/domain/categories/derive/search.ts";
import { kindOf } from "#app/domain/categories/fields/registry.ts";
import type { Filter } from "#app/domain/categories/filters/registry.ts";
import { racket } from "#app/domain/categories/racket.ts";
import { COUNTRIES } from "#app/domain/place.ts";
import { DATE_FILTERS, SORTS } from "#app/domain/search.ts";
import { categoryMenu } from "#app/features/listings/menu.server.ts";
import { COMPACT_BELOW_PX, PAGE_SIZES } from "#app/features/listings/rules.ts";
import { LOCALES } from "#app/features/shell/canonical.ts";
import { m } from "#app/paraglide/messages.js";

const valuesOf = (field: { readonly options: readonly { readonly value: string }[] }) =>
  field.options.map(({ value }) => value);
const listed = (text: string) => text.split(", ");

describe("the form of a racket", () => {
  test("offers the brands of the specification [M9.22]", () => {
    expect(racket.brand.form).toEqual(
      listed("Wilson, Head, Babolat, Yonex, Prince, Dunlop, Tecnifibre, ProKennex, Volkl, Other"),
    );
  });

  test("offers the grip sizes, the first three for juniors, in both spellings of the specification [M9.23 M9.29]", () => {
    const names = racket.fields.gripsize.options.map(({ name }) => name.split(" · "));
    expect(names.map(([, inches]) => inches)).toEqual(listed("4, 4 1/8, 4 1/4, 4 3/8, 4 1/2, 4 5/8"));
    expect(names.map(([code]) => code)).toEqual(listed("L0, L1, L2, L3, L4, L5"));
    expect(racket.fields.gripsize.narrow).toEqual([
      { when: { category: ["junior"] }, to: valuesOf(racket.fields.gripsize).slice(0, 3) },
    ]);
  });

  test("replaces a grip size that juniors do not have by the smallest one, 4 inches [M4.3]", () => {
    const junior = { category: "junior" };
    const { gripsize } = racket.fields;
    const { afterChange } = kindOf(gripsize);
    expect(afterChange(gripsize, "4", junior)).toBe("0");
    expect(afterChange(gripsize, "2", junior)).toBe("2");
    expect(afterChange(gripsize, "4", { category: "senior" })).toBe("4");
  });

  test("offers the conditions, categories, string patterns and colors of the specification [M9.24 M9.25 M9.26 M9.27 M9.32]", () => {
    expect(racket.fields.condition.offered.form).toEqual(listed("New, Like New, Good, Fair"));
    expect(valuesOf(racket.fields.category)).toEqual(["senior", "junior"]);
    expect([m.option_senior(), m.option_junior()]).toEqual(["Adult (Senior)", "Junior"]);
    // The shop has more string patterns (decision 0096).
    expect(valuesOf(racket.fields.string_pattern)).toEqual(
      expect.arrayContaining(listed("16x19, 18x20, 16x18, 16x20, Other")),
    );
    expect(valuesOf(racket.fields.color)).toEqual(
      listed("Black, White, Red, Blue, Yellow, Green, Orange, Purple, Multi, Other"),
    );
  });

  test("has all three transaction options selected at first [M3.5]", () => {
    expect(racket.fields.transaction_options.initial).toEqual(["direct_checkout", "chat", "bid"]);
  });

  test("limits weights and head sizes for senior and junior rackets [M5.6 M5.7 M9.3]", () => {
    expect(racket.fields.weight.narrow.map(({ when, to }) => [...when.category, to.min, to.max])).toEqual([
      ["senior", 250, 400],
      ["junior", 200, 280],
    ]);
    expect(racket.fields.headsize.narrow.map(({ when, to }) => [...when.category, to.min, to.max])).toEqual([
      ["senior", 85, 135],
      ["junior", 75, 110],
    ]);
  });

  test("takes at most 20 photos [A9.13 M5.23 M9.1]", () => expect(MAX_PHOTOS).toBe(20));
});

describe("the browse page of rackets", () => {
  test("has every filter of the sidebar [M2.69 M9.57]", () => {
    const filters: readonly { by: string; field?: string }[] = racket.filters;
    expect(filters.map(({ by, field }) => field ?? by)).toEqual(
      expect.arrayContaining(
        listed("date, category, brand, headsize, weight, gripsize, condition, price, color, location"),
      ),
    );
  });

  test("offers its own brands (Tecnifibre in both spellings), conditions and colors [M9.28 M9.30 M9.31]", () => {
    const brands = listed("Wilson, Head, Babolat, Yonex, Prince, Dunlop, Tecnifibre, Solinco");
    expect(racket.brand.browse).toEqual(brands);
    expect(parseSearch(racket, new URLSearchParams("brand=Technifibre")).brands).toEqual(["Tecnifibre"]);
    expect(valuesOf(racket.fields.condition)).toEqual(
      expect.arrayContaining(listed("New, Like New, Good, Fair")),
    );
    expect(valuesOf(racket.fields.color)).toEqual(
      expect.arrayContaining(listed("Black, Blue, Red, White, Yellow")),
    );
  });

  test("has sliders: head size 85-135 step 1, weight 250-400 step 5, price 0-400 step 5 with an open end [M5.32 M5.33 M5.34 M9.14]", () => {
    const filters: readonly Filter[] = racket.filters;
    const slider = (name: string) => filters.find((filter) => filter.by === "range" && filter.field === name);
    expect(slider("headsize")).toMatchObject({ min: 85, max: 135, step: 1 });
    expect(slider("weight")).toMatchObject({ min: 250, max: 400, step: 5 });
    expect(racket.price).toEqual({ as: "slider", max: 400, step: 5 });
    // At its end, the slider sends nothing.
    expect(parseSearch(racket, new URLSearchParams("maxPrice=")).price.max).toBeNull();
    expect(parseSearch(racket, new URLSearchParams("maxPrice=395")).price.max).toBe(39_500);
  });

  test("has the date ranges of the specification [M2.60 M9.12 M9.13 M9.33]", () => {
    const keys = listed("all, today, week, month, three_months, six_months, year");
    expect(Object.keys(DATE_FILTERS)).toEqual(keys);
    expect([
      m.browse_date_all(),
      m.browse_date_today(),
      m.browse_date_week(),
      m.browse_date_month(),
      m.browse_date_three_months(),
      m.browse_date_six_months(),
      m.browse_date_year(),
    ]).toEqual(listed("All Time, Today, This Week, This Month, Last 3 Months, Last 6 Months, Last Year"));
    expect(parseSearch(racket, new URLSearchParams("dateFilter=week")).date).toBe("week");
  });

  test("has the sort options of the specification, relevance first [M9.11]", () => {
    expect(SORTS[0]).toBe("relevance");
    // The shop has one more sort option: nearest first, for a search near a postal code.
    expect(SORTS.filter((sort) => sort !== "nearest").sort()).toEqual(
      listed("newest, price_asc, price_desc, relevance"),
    );
    expect(parseSearch(racket, new URLSearchParams()).sort).toBe("relevance");
  });

  test("filters by distance only together with a postal code, and by no negative distance [M5.38 M5.39 M7.10]", () => {
    const search = (query: string) => parseSearch(racket, new URLSearchParams(query));
    expect(search("postalCode=1012&maxDistance=25")).toMatchObject({ place: {}, maxDistance: 25 });
    expect(search("maxDistance=25").place).toBeNull();
    expect(search("postalCode=1012&maxDistance=-1").maxDistance).toBeNull();
  });

  test("shows ten cards on a page, and six below 768 px [M9.7]", () => {
    expect(PAGE_SIZES).toEqual({ wide: 10, compact: 6 });
    expect(COMPACT_BELOW_PX).toBe(768);
  });
});

describe("elsewhere in the shop", () => {
  test("the menu of rackets begins with New In, by date, then has the subcategories [A2.17 A2.24]", () => {
    const rackets = categoryMenu().find(({ href }) => href === "/rackets");
    expect(rackets?.entries.map(({ href }) => href)).toEqual([
      "/rackets?dateFilter=week",
      ...listed("pro-staff, blade, clash, pure-drive, pure-aero, radical, speed").map(
        (slug) => `/rackets/${slug}`,
      ),
    ]);
    expect(rackets?.entries[0]?.label).toBe("New In");
  });

  test("a card shows head size, weight, grip size, condition and shipping [A2.75 A2.78]", () => {
    expect(racket.card).toEqual(["headsize", "weight", "gripsize", "condition", "shipping"]);
  });

  test("the countries and languages are listed, the default first [A9.20]", () => {
    expect(COUNTRIES).toEqual(["NL", "DE", "FR", "GB", "US"]);
    expect(LOCALES.map(({ locale }) => locale)).toEqual(["en-GB", "en-US", "nl", "de", "fr"]);
  });
});
