import { describe, expect, test } from "vitest";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import {
  afterSavePath,
  backTarget,
  firstFaultyStep,
  goBackTarget,
  inputsOf,
  namesBrand,
  pagingOf,
  readLowerPrice,
  storedStep,
  suggestedPrice,
} from "./rules.ts";

test.each([
  ["Wilson Blade 98", "Wilson", true],
  ["WILSON Blade 98", "Wilson", true],
  ["Wilson", "Wilson", true],
  ["Volkl V-Cell 8", "Völkl", true],
  ["Headband", "Head", false],
  ["Blade 98 by Wilson", "Wilson", false],
])("whether the name %j begins with the brand %j: %j", (name, brand, begins) => {
  expect(namesBrand(name, brand)).toBe(begins);
});

describe("the link Back", () => {
  const racket = { plural: "rackets", back: { owner: "previous", others: "previous" } } as const;
  const bag = { plural: "bags", back: { owner: "my-listings", others: "category" } } as const;
  test.each([
    ["a racket without history", racket, { history: false, from: null, owner: false }, "/rackets"],
    [
      "a racket opened from my listings",
      racket,
      { history: true, from: "my-listings", owner: true },
      "/my-listings",
    ],
    ["any other racket", racket, { history: true, from: null, owner: false }, "history"],
    ["the viewer's own bag", bag, { history: true, from: null, owner: true }, "/my-listings"],
    [
      "a bag opened from the favourites",
      bag,
      { history: true, from: "favorites", owner: false },
      "/favorites",
    ],
    ["a bag of another person", bag, { history: true, from: null, owner: false }, "/bags"],
    ["a bag without history", bag, { history: false, from: null, owner: false }, "/bags"],
  ] as const)("from %s leads to $3 [A2.73 M2.84]", (_what, definition, origin, target) => {
    expect(backTarget(definition, origin)).toBe(target);
  });

  test.each([
    ["racket", "history", "history"],
    ["bag", "/my-listings", "/bags"],
    ["clothes", "/my-listings", "history"],
    ["ball", "history", "history"],
    ["accessory", "/my-listings", "history"],
    ["string", "history", "history"],
  ])(
    "of a %s leads its owner to %s, others to %s, or to the list from which it was opened [M2.85 M2.86 M2.87 M2.88 M2.89]",
    (type, owners, others) => {
      const definition = definitionOf(type);
      const arrived = { history: true, from: null } as const;
      expect(backTarget(definition, { ...arrived, owner: true })).toBe(owners);
      expect(backTarget(definition, { ...arrived, owner: false })).toBe(others);
      expect(backTarget(definition, { history: true, from: "my-listings", owner: true })).toBe(
        "/my-listings",
      );
      expect(backTarget(definition, { history: true, from: "favorites", owner: false })).toBe("/favorites");
      expect(backTarget(definition, { history: false, from: null, owner: false })).toBe(
        `/${definition.plural}`,
      );
    },
  );
});

function definitionOf(type: string): CategoryDefinition {
  const definition = CATEGORIES.find((category) => category.type === type);
  if (!definition) throw new Error(`There is no category ${type}.`);
  return definition;
}

describe("the page size", () => {
  const phone = "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148";
  test.each([
    ["the width that an earlier page measured", { cookie: "layout=compact", "sec-ch-ua-mobile": "?0" }, 6],
    ["the width that an earlier page measured", { cookie: "layout=wide", "user-agent": phone }, 10],
    ["the browser's hint", { "sec-ch-ua-mobile": "?1" }, 6],
    ["the browser's hint", { "sec-ch-ua-mobile": "?0", "user-agent": phone }, 10],
    ["the user agent", { "user-agent": phone }, 6],
    ["nothing", { cookie: "layout=7" }, 10],
  ] as const)("decided by %s is $2 [M9.7]", (_by, headers, size) => {
    expect(pagingOf(new Headers(headers), new URLSearchParams()).pageSize).toBe(size);
  });
});

describe("the link Go Back of a form", () => {
  const bag = { plural: "bags", goBack: "previous" } as const;
  const ball = { plural: "balls", goBack: "/sell/individual" } as const;
  test.each([
    ["an edited bag", bag, { listing: "/bags/1", history: true }, "/bags/1"],
    ["a new bag", bag, { listing: null, history: true }, "history"],
    ["a new bag without history", bag, { listing: null, history: false }, "/bags"],
    ["edited balls", ball, { listing: "/balls/1", history: false }, "/balls/1"],
    ["new balls", ball, { listing: null, history: true }, "/sell/individual"],
    ["new balls without history", ball, { listing: null, history: false }, "/sell/individual"],
  ] as const)("leads from %s to $3", (_what, definition, state, target) => {
    expect(goBackTarget(definition, state)).toBe(target);
  });

  test.each(CATEGORIES)(
    "of a new $type leads one page back, but for balls to the page for selling [M2.36 M2.38 M2.40 M2.46]",
    (definition) => {
      const edited = `/${definition.plural}/1`;
      expect(goBackTarget(definition, { listing: edited, history: true })).toBe(edited);
      const balls = definition.type === "ball";
      expect(goBackTarget(definition, { listing: null, history: true })).toBe(
        balls ? "/sell/individual" : "history",
      );
      expect(goBackTarget(definition, { listing: null, history: false })).toBe(
        balls ? "/sell/individual" : `/${definition.plural}`,
      );
    },
  );
});

describe("saving a form", () => {
  test("leads to the listing, or to the page that the category defines", () => {
    expect(afterSavePath({ plural: "bags", afterSave: "listing" }, "1")).toBe("/bags/1");
    expect(afterSavePath({ plural: "accessories", afterSave: "my-listings" }, "1")).toBe("/my-listings");
  });
});

describe("the steps of a form", () => {
  const steps = [["photos"], ["name", "price"], ["gauge", "location"]].map(inputsOf);

  test("contain the names of their inputs", () => {
    expect(steps).toEqual([["photo"], ["name", "price"], ["gauge", "country", "postalCode"]]);
  });

  test.each([
    [["price", "name"], { step: 1, input: "name" }],
    [["postalCode", "photo"], { step: 0, input: "photo" }],
    [["postalCode"], { step: 2, input: "postalCode" }],
    [["", "unknown"], null],
    [[], null],
  ])("with faults in the inputs %j have the first fault at %j", (faulty, found) => {
    expect(firstFaultyStep(steps, faulty)).toEqual(found);
  });

  test.each([
    [2, 2],
    [9, 2],
    [-1, 0],
    [1.5, 0],
    [Number.NaN, 0],
    ["2", 0],
    [undefined, 0],
  ])("in a draft that was saved at step %j continue at step %i", (stored, step) => {
    expect(storedStep(stored, 3)).toBe(step);
  });
});

describe("a lower price", () => {
  test.each([
    [18_900, 17_000],
    [2_000, 1_800],
    [1_999, 1_790],
    [690, 620],
    [5, 0],
    [1, 0],
    [0, null],
  ])("than %i cents is suggested as %j", (cents, suggested) => {
    expect(suggestedPrice(cents)).toBe(suggested);
    if (suggested !== null)
      expect(readLowerPrice(String(suggested / 100), cents)).toEqual({ cents: suggested });
  });

  test.each([
    ["188.99", { cents: 18_899 }],
    ["189", { issue: "not_lower" }],
    ["1.890,00", { issue: "not_lower" }],
    ["-1", { issue: "negative" }],
    ["", { issue: "required" }],
  ])("than 189 euros, typed as %j, is read as %j", (text, read) => {
    expect(readLowerPrice(text, 18_900)).toEqual(read);
  });
});
