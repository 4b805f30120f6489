import { describe, expect, test } from "vitest";
import { type CategoryDefinition, COMMON_FIELDS } from "./definition.ts";
import { inputNames, inputSchema } from "./derive/input.ts";
import { criteriaOf, parseSearch, searchParams } from "./derive/search.ts";
import { CATEGORIES } from "./registry.ts";

const NASTY = ["\u0000", "a\u0000b", "\ud800", "\u0007bell", "x".repeat(100_000)];

const racket = {
  name: "Blade 98",
  brand: "Wilson",
  description: "Played one summer.",
  price: "149,50",
  country: "NL",
  postalCode: "1012 ab",
  photo: ["00000000-0000-7000-8000-000000000001"],
  category: "senior",
  condition: "Good",
  headsize: "98",
  weight: "305",
  gripsize: "3",
  transaction_options: ["chat", "direct_checkout", "chat"],
};

function issuesOf(
  input: Record<string, unknown>,
  definition: CategoryDefinition | undefined = CATEGORIES[0],
): Record<string, string> {
  if (!definition) throw new Error("no category");
  const parsed = inputSchema(definition).safeParse(input);
  if (parsed.success) return {};
  return Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join("."), issue.message]));
}

describe("the schema of a racket", () => {
  const [definition] = CATEGORIES;
  if (!definition) throw new Error("no category");

  test("stores no marks that nobody can see, from a form or a stock file", () => {
    const typed = {
      name: "\u202eBlade\u200b 98",
      brand: "Wil\u2066son",
      description: "Играл\u202d один сезон 🏃🏽\u200d♀\ufe0f",
    };
    expect(inputSchema(definition).parse({ ...racket, ...typed })).toMatchObject({
      name: "Blade 98",
      brand: "Wilson",
      description: "Играл один сезон 🏃🏽\u200d♀\ufe0f",
    });
  });

  test("reads the texts of a form [M3.3]", () => {
    expect(inputSchema(definition).parse(racket)).toEqual({
      name: "Blade 98",
      brand: "Wilson",
      description: "Played one summer.",
      priceCents: 14950,
      place: { country: "NL", postalCode: "1012AB" },
      photoIds: ["00000000-0000-7000-8000-000000000001"],
      model: null,
      attributes: {
        category: "senior",
        condition: "Good",
        headsize: 98,
        weight: 305,
        gripsize: "3",
        transaction_options: ["direct_checkout", "chat"],
      },
    });
  });

  test.each(["2026-09", "202609", "09/2026", "9.2026", " 9-2026 "])("reads %s as a month", (strung_in) => {
    expect(inputSchema(definition).parse({ ...racket, strung_in }).attributes.strung_in).toBe(202609);
  });

  test("always includes the transaction option 'chat'", () => {
    for (const [given, expected] of [
      [[], ["chat"]],
      [["bid"], ["chat", "bid"]],
      [["direct_checkout"], ["direct_checkout", "chat"]],
    ]) {
      const input = inputSchema(definition).parse({ ...racket, transaction_options: given });
      expect(input.attributes.transaction_options).toEqual(expected);
    }
  });

  test("asks for a photo of rackets, bags, clothes and accessories, and not of strings and balls [M5.8 M5.15 M5.20 M5.22]", () => {
    const asks = CATEGORIES.filter((category) => "photo" in issuesOf({}, category)).map(({ type }) => type);
    expect(asks.toSorted()).toEqual(["accessory", "bag", "clothes", "racket"]);
  });

  test("requires a title, a price, a category, a condition and a photo, and nothing else [M3.4 M5.1 M5.2 M5.3 M5.5 M9.5 V2.1.1]", () => {
    expect(issuesOf({})).toEqual({
      name: "required",
      price: "required",
      category: "required",
      condition: "required",
      photo: "required",
    });
  });

  test.each([
    [{ weight: "249" }, { weight: "range:250:400" }],
    [{ weight: "401" }, { weight: "range:250:400" }],
    [{ category: "junior", weight: "281", headsize: "100", gripsize: "0" }, { weight: "range:200:280" }],
    [{ category: "junior", weight: "250", headsize: "111", gripsize: "0" }, { headsize: "range:75:110" }],
    [{ headsize: "84" }, { headsize: "range:85:135" }],
    [{ category: "junior", weight: "250", gripsize: "3" }, { gripsize: "not_offered" }],
    [{ condition: "Mint" }, { condition: "not_offered" }],
    [{ price: "-1" }, { price: "negative" }],
    [{ price: "100000.01" }, { price: "too_high:100000" }],
    [{ price: "1e9" }, { price: "not_an_amount" }],
    [{ price: "12.345" }, { price: "ambiguous_amount:1234500:1235" }],
    [{ price: ["1", "2"] }, { price: "required" }],
    [{ name: "\u200b\u00ad \u2800" }, { name: "required" }],
    [{ headsize: "big" }, { headsize: "not_a_number" }],
    [{ headsize: "98.3" }, { headsize: "step:0.5" }],
    [{ name: "x".repeat(121) }, { name: "too_long:120" }],
    [{ strung_in: "soon" }, { strung_in: "not_a_month" }],
    [{ strung_in: "2026-13" }, { strung_in: "not_a_month" }],
    [{ strung_in: "1999-12" }, { strung_in: "not_a_month" }],
    [{ strung_with: "x".repeat(61) }, { strung_with: "too_long:60" }],
    [{ postalCode: "nowhere" }, { postalCode: "postal_code" }],
    [{ country: "XX" }, { country: "country" }],
    [{ transaction_options: ["steal"] }, { transaction_options: "not_offered" }],
    [{ photo: Array.from({ length: 21 }, (_, n) => `p${n}`) }, { photo: "too_many_photos" }],
  ])("refuses %o at its field [M5.4 M5.6 M5.7 M9.3]", (change, issues) => {
    expect(issuesOf({ ...racket, ...change })).toEqual(issues);
  });

  test.each(NASTY)("refuses %j in every text field", (text) => {
    for (const field of ["name", "brand", "description", "price", "headsize", "condition", "postalCode"]) {
      expect(Object.keys(issuesOf({ ...racket, [field]: text }))).toContain(field);
    }
  });

  test("keeps HTML, emoji and right-to-left text unchanged [V1.1.2 V1.3.1]", () => {
    const name = "<b>Blade</b> 🎾 مضرب";
    expect(inputSchema(definition).parse({ ...racket, name }).name).toBe(name);
  });

  test("stores a number at its step, as the database does not accept others", () => {
    const { attributes } = inputSchema(definition).parse({ ...racket, weight: "300.0000000001" });
    expect(attributes).toMatchObject({ weight: 300 });
  });

  test("understands other spellings of a brand", () => {
    expect(inputSchema(definition).parse({ ...racket, brand: "Technifibre" }).brand).toBe("Tecnifibre");
  });

  test.each(["toString", "constructor", "__proto__", "hasOwnProperty"])(
    "keeps an unknown brand such as %s",
    (brand) => {
      expect(inputSchema(definition).parse({ ...racket, brand }).brand).toBe(brand);
      expect(parseSearch(definition, new URLSearchParams({ brand })).brands).toEqual([brand]);
    },
  );
});

describe.each(CATEGORIES.map((definition) => [definition.type, definition] as const))(
  "%s",
  (_type, definition) => {
    test("has every field that its form, filters, card and detail page name", () => {
      const own = Object.keys(definition.fields);
      const common: readonly string[] = COMMON_FIELDS;
      const inForm = definition.form.flatMap((step) => step.fields);
      expect([...own, "name", "price", "photos"].filter((name) => !inForm.includes(name))).toEqual([]);
      expect(inForm.filter((name) => !own.includes(name) && !common.includes(name))).toEqual([]);
      const { card, detail } = definition;
      const shown = [...card, ...detail].filter((name) => name !== "brand");
      expect(shown.filter((name) => !own.includes(name))).toEqual([]);
      const filtered = definition.filters.flatMap((filter) => ("field" in filter ? [filter.field] : []));
      expect(filtered.filter((name) => !own.includes(name))).toEqual([]);
    });

    test("has no field that shares its name with another input of the form", () => {
      const names = inputNames({ ...definition, models: definition.models ?? { specs: {} } });
      expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    });

    test("has the price as its first filter, the brand as the second and the date as the last", () => {
      const filters = definition.filters.map(({ by }) => by);
      expect([...filters.slice(0, 2), filters.at(-1)]).toEqual(["price", "brand", "date"]);
    });

    test("shows every field on a listing's page, except the transaction options", () => {
      // How a weight was measured is shown with the weight.
      const notShown = ["transaction_options", "weighed"];
      const shown: readonly string[] = definition.detail;
      const hidden = Object.keys(definition.fields).filter((name) => !shown.includes(name));
      expect(hidden.filter((name) => !notShown.includes(name))).toEqual([]);
    });

    test("has a filter for every value that a listing can store", () => {
      const filtered = definition.filters.flatMap((filter) => ("field" in filter ? [filter.field] : []));
      const unfindable = Object.entries(definition.fields).filter(
        ([name, field]) => field.kind !== "text" && !filtered.includes(name),
      );
      expect(unfindable.map(([name]) => name)).toEqual([]);
      for (const [name, field] of Object.entries(definition.fields)) {
        if (!("options" in field)) continue;
        for (const { value } of field.options) {
          const search = parseSearch(definition, new URLSearchParams([[name, value]]));
          expect(search.choices[name]).toEqual([value]);
        }
      }
    });

    test("writes a search as parameters of a URL, and reads the same search from them [M4.11]", () => {
      const params = new URLSearchParams(
        "q=pure+drive&dateFilter=week&brand=Babolat&brand=Head&minPrice=20&maxPrice=150&country=DE&postalCode=10115&maxDistance=25&sort=price_asc&page=3",
      );
      const search = parseSearch(definition, params);
      expect(parseSearch(definition, searchParams(search))).toEqual(search);
      expect(searchParams(search).toString()).toBe(params.toString());
    });

    test("reads the first of several values in a URL where there can be only one [V15.3.7]", () => {
      const query = "q=blade&q=pure&minPrice=20&minPrice=90&sort=price_asc&sort=newest&page=2&page=3";
      const search = parseSearch(definition, new URLSearchParams(query));
      expect(searchParams(search).toString()).toBe("q=blade&minPrice=20&sort=price_asc&page=2");
    });

    test("ignores unknown parameters and invalid values in a URL", () => {
      const search = parseSearch(
        definition,
        new URLSearchParams(
          "sort=evil&page=-4&minPrice=abc&dateFilter=never&brand=%00&postalCode=nowhere&utm_source=x&condition=Mint",
        ),
      );
      expect(searchParams(search).toString()).toBe("");
    });

    test("rounds the page number and the distance in a URL down to whole numbers", () => {
      const params = new URLSearchParams("country=NL&postalCode=1012&maxDistance=12.3456&page=2,25");
      expect(searchParams(parseSearch(definition, params)).toString()).toBe(
        "country=NL&postalCode=1012&maxDistance=12&page=2",
      );
    });

    test("splits a search into criteria that can be removed one by one [M4.12]", () => {
      const search = parseSearch(
        definition,
        new URLSearchParams("q=x&brand=Head&brand=Wilson&minPrice=20&page=2"),
      );
      const criteria = criteriaOf(definition, search);
      expect(criteria.map((criterion) => criterion.filter?.by ?? "words")).toEqual([
        "words",
        "price",
        "brand",
        "brand",
      ]);
      expect(criteria.map((criterion) => searchParams(criterion.without).toString())).toEqual([
        "brand=Head&brand=Wilson&minPrice=20",
        "q=x&brand=Head&brand=Wilson",
        "q=x&brand=Wilson&minPrice=20",
        "q=x&brand=Head&minPrice=20",
      ]);
    });
  },
);
