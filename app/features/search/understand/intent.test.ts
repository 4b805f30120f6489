import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Rate } from "#app/domain/currency.ts";
import { vocabulary } from "../dictionary/vocabulary.server.ts";
import { intentOf, typesWithout, withoutParts } from "./intent.ts";
import { priceIn } from "./parts.ts";

const read = (q: string) => intentOf(q, vocabulary);
const parts = (q: string) => read(q).parts.map(({ typed, kind }) => [typed, kind]);

describe("a category", () => {
  test.each([
    ["bags", "bag"],
    ["tennis balls", "ball"],
    ["Tennisschläger", "racket"],
    ["tennistas", "bag"],
    ["raquette de tennis", "racket"],
    ["clothes", "clothes"],
    ["«cordage»", "string"],
    ["racket strings", "string"],
    ["sac pour raquettes", "bag"],
    ["raquette avec housse", "racket"],
    ["racket met hoes", "racket"],
    ["Schläger mit Hülle", "racket"],
    ["racket for tennis elbow", "racket"],
    ["racket with overgrip", "racket"],
    ["with shipping under 300 g", "racket"],
    ["Versand Naturdarm", "string"],
    ["small tennis bag", "bag"],
  ])("is named by %j", (q, type) => {
    expect(read(q).types).toEqual([type]);
  });
});

describe("two numbers without a currency", () => {
  test.each([
    "racket 98 to 100",
    "raquette 285 à 300",
    "strings 23 to 25",
    "t-shirt 36 to 38",
    "Kleid 36 bis 38",
    "girls polo 10 to 12",
    "18 to 20 pattern racket",
    "rackets 2018 to 2020",
  ])("are no prices in %j, because they may be sizes", (q) => {
    expect(parts(q).filter(([, kind]) => kind === "price")).toEqual([]);
  });

  test("are prices where they are far apart", () => {
    expect(priceIn(read("racket 80 tot 100").parts)).toEqual({ min: 8_000, max: 10_000 });
  });
});

test("the Dutch word for our is no number", () => {
  expect(parts("tas voor onze rackets").map(([, kind]) => kind)).not.toContain("measure");
});

describe("a thing", () => {
  test.each([
    ["vibration dampener", ["accessory"]],
    ["racket grip", ["accessory"]],
    ["grip for racket", ["accessory"]],
    ["racket grip for tennis elbow", ["accessory"]],
    ["bag with backpack straps", ["bag"]],
    ["duffle bag", ["bag"]],
    ["tennis skirt", ["clothes"]],
    ["wristbands", ["clothes", "accessory"]],
    ["headbands accessories", ["accessory"]],
    ["natural gut", ["string"]],
  ])("limits %j to its types", (q, types) => {
    expect(read(q).types).toEqual(types);
  });

  test("is found with any ending, and at the end of a compound", () => {
    expect(parts("Kinderschläger")).toEqual([
      ["Kinderschläger", "audience"],
      ["", "category"],
    ]);
    expect(read("tennisrokje").types).toEqual(["clothes"]);
  });

  test.each(["racket bag with shoe compartment", "shoe bag", "Schuhtasche"])(
    "that the shop does not sell is an extra in %j",
    (q) => {
      expect(read(q).types).toEqual(["bag"]);
      expect(parts(q).map(([, kind]) => kind)).toContain("extra");
    },
  );

  test("that the shop does not sell limits the search to an empty list of types", () => {
    expect(read("tennis shoes").types).toEqual([]);
    expect(read("Nike shoes for men").types).toEqual([]);
  });
});

test("dark blue is Navy, and Blue where gear has no Navy", () => {
  const [colour] = read("dark blue").parts;
  const values = (type: string) => colour?.facts.flat().find((fact) => fact.type === type)?.values;
  expect(values("clothes")).toEqual(["Navy", "Blue"]);
  expect(values("racket")).toEqual(["Blue"]);
});

test("a value that is removed from a search no longer limits the search to its types", () => {
  const gut = read("Wilson gut");
  expect(gut.types).toEqual(["string"]);
  expect(typesWithout(gut, gut.parts.slice(0, 1))).toBeNull();
  const racket = read("racket gut");
  expect(typesWithout(racket, racket.parts.slice(0, 1))).toEqual(["racket"]);
});

test("a range of a field limits the search to the types that have the field", () => {
  expect(read("over 270 g").types).toEqual(["racket"]);
  expect(read("string at least 100 m").types).toEqual(["string"]);
});

test("words of a range limit the search to no types", () => {
  expect(read("lightweight nike").types).toBeNull();
});

describe("the parts of a search", () => {
  test.each([
    ["kids racket under 100", ["audience", "category", "price"]],
    ["like new blade 98", ["value", "words", "words"]],
    ["New Balance polo", ["words", "thing"]],
    ["racket under 300 g", ["category", "measure"]],
    ["racket for my 8 year old", ["category", "filler", "filler", "audience"]],
    ["Babolat Pure Drive gut erhalten", ["words", "words", "words", "value"]],
    ["light blue shirt", ["value", "thing"]],
    ["dunkelblauer Schläger", ["value", "category"]],
    ["raquette bleu clair", ["category", "value"]],
    ["Pure Drive top Zustand", ["words", "words", "value"]],
    ["racket in top condition", ["category", "filler", "value"]],
    ["raquette en très bon état", ["category", "filler", "value"]],
    ["guter Schläger unter 100 Euro", ["filler", "category", "price"]],
    ["what kind of racket", ["filler", "filler", "category"]],
    ["2nd hand racket", ["filler", "filler", "category"]],
    ["raquette d’occasion", ["category", "filler", "filler"]],
    ["raquette de seconde main", ["category", "filler"]],
    ["Dunlop Max 200G", ["words", "words"]],
    ["Dunlop max200g", ["words", "words"]],
    ["Dunlop max 300g", ["words", "measure"]],
    ["Kinderschläger ab 8 Jahren", ["audience", "category", "audience"]],
    ["raquette enfant de 8 à 10 ans", ["category", "audience", "audience"]],
    ["racket under 10 years", ["category", "audience"]],
    ["racket vanaf 8 jaar", ["category", "audience"]],
    ["racket 8-10 years", ["category", "audience"]],
    ["racket less than 2 years old", ["category", "filler"]],
    ["racket over 50 and under 90", ["category", "price", "filler", "price"]],
    ["beginner racket for my daughter", ["filler", "category", "filler", "audience"]],
    ["racket with overgrip under 100", ["category", "filler", "extra", "price"]],
    ["ladies racket under 150", ["extra", "category", "price"]],
    ["Damenschläger unter 100", ["extra", "category", "price"]],
    ["kids backpack", ["extra", "thing"]],
    ["ladies skirt", ["audience", "thing"]],
    ["light polo", ["extra", "thing"]],
    ["bag under 300 g", ["category", "unmet"]],
    ["bag for beginners", ["category", "filler", "extra"]],
    ["racket L 3", ["category", "measure"]],
    ["polo L 3 pack", ["thing", "measure", "measure"]],
    ["racket small grip", ["category", "value"]],
    ["strung racket", ["excluded", "category"]],
    ["not strung racket", ["value", "category"]],
    ["non strung racket", ["value", "category"]],
    ["racket strung at 50 lbs", ["category", "measure"]],
    ["big tournament bag", ["value", "thing"]],
    ["grote tennistas", ["value", "category"]],
    ["grand sac", ["value", "category"]],
    ["luxilon big banger", ["words", "words", "words"]],
    ["babolat grand débutant", ["words", "words", "audience"]],
    ["grand slam", ["words", "words"]],
    ["98er Schläger", ["measure", "category"]],
    ["80er Schläger", ["words", "category"]],
    ["Schläger 100er Kopf", ["category", "measure"]],
    ["Schläger 90er Kopf", ["category", "measure"]],
    ["Schläger Kopf 85er", ["category", "measure"]],
    ["Overgrips 100er Pack", ["thing", "words", "words"]],
    ["Schläger 95er Jahre", ["category", "words", "words"]],
    ["never strung racket", ["value", "category"]],
    ["noch nie bespannter Schläger", ["value", "category"]],
    ["Schläger noch nie bespannt", ["category", "value"]],
    ["racket nog nooit bespannen", ["category", "value"]],
    ["raquette jamais cordée", ["category", "value"]],
    ["raquettes jamais cordées", ["category", "value"]],
    ["raquette pas encore cordé", ["category", "value"]],
    ["nie bespanntes Racket", ["value", "category"]],
    ["noch nie besaitete Schläger", ["value", "category"]],
    ["racket stringing machine", ["thing"]],
    ["restring racket", ["absent"]],
    ["restring zero", ["words", "words"]],
    ["montre-moi babolat", ["filler", "words"]],
    ["demo racket", ["words", "category"]],
    ["prince longbody", ["words", "words"]],
    ["raquette livrée", ["category", "value"]],
    ["livre de tennis", ["absent"]],
    ["livres tennis", ["absent"]],
    ["tennis coaching", ["absent"]],
    ["tennis coaching balls", ["value"]],
    ["ex demo racket", ["filler", "category"]],
    ["coaching balls", ["value", "category"]],
    ["Bälle für Tennistraining", ["category", "filler", "extra"]],
    ["Gebrauchtschläger", ["category"]],
    ["tweedehandsracket", ["category"]],
    ["balls today", ["category", "date"]],
    ["tennis", ["words"]],
    ["pd98", ["words"]],
    ["constructor toString __proto__", ["words", "words", "words"]],
  ])("of %j have the kinds %j", (q, kinds) => {
    expect(read(q).parts.map((part) => part.kind)).toEqual(kinds);
  });

  test("have one price range, made of all prices in the search", () => {
    expect(priceIn(read("racket over 50 and under 90").parts)).toEqual({ min: 5_000, max: 9_000 });
    expect(priceIn(read("racket").parts)).toBeNull();
  });

  test("have a price in euros, whatever currency is typed", () => {
    const rates: Rate[] = [{ currency: "GBP", rate: 0.8, dated: "2026-01-01" }];
    const price = (q: string) => priceIn(intentOf(q, vocabulary, rates).parts);
    expect(price("racket under £50")).toEqual({ min: null, max: 6_250 });
    expect(price("racket 40 to 80 pounds")).toEqual({ min: 5_000, max: 10_000 });
    expect(price("racket under 50 euro")).toEqual({ min: null, max: 5_000 });
  });

  test("can be removed one by one", () => {
    const q = "kids racket under 100";
    const [kids, , price] = read(q).parts;
    expect(
      withoutParts(
        q,
        [kids, price].flatMap((part) => part ?? []),
      ),
    ).toBe("racket");
  });
});

test("a nickname of a model is replaced by its full name", () => {
  expect(read("pd98").parts[0]?.expansion).toBe("pure drive 98");
  expect(read("constructor").parts[0]?.expansion).toBeNull();
});

test("a player's name stands for the models that they play, and for titles with the name", () => {
  const [federer] = read("roger federer racket").parts;
  expect(federer).toMatchObject({ kind: "words", typed: "roger federer", expansion: "pro staff" });
  expect(federer?.terms).toEqual(["federer", "rf", "rf97"]);
  expect(read("medvedev").parts[0]?.terms).toContain("tfight");
});

test("any text is parsed without an error, into at most 24 parts", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300, unit: "binary" }), (q) => {
      expect(read(q).parts.length).toBeLessThanOrEqual(24);
    }),
  );
  expect(read("racket ' \" ( | & ! ".repeat(600)).parts.length).toBe(24);
});
