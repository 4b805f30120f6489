import { describe, expect, test } from "vitest";
import { vocabulary } from "../dictionary/vocabulary.server.ts";
import { FILLERS } from "./fillers.ts";
import { intentOf, withoutParts } from "./intent.ts";
import { vocabularyKey } from "./parts.ts";

/** The values of the parts that a search can choose from: "color=Red|Blue". */
function choicesIn(q: string): string[] {
  const parts = intentOf(q, vocabulary).parts.filter(({ typed }) =>
    /\s(?:or|oder|of|ou|and|\/)\s/.test(typed),
  );
  return parts.map(({ facts, terms, types }) => {
    const [fact] = facts.flat();
    return fact ? `${fact.field}=${fact.values.join("|")}` : [...terms, ...types].join("|");
  });
}

describe("a choice", () => {
  test.each([
    ["wilson or head racket", ["brand=Wilson|Head"]],
    ["wilson and head rackets", ["brand=Wilson|Head"]],
    ["grip 2 or 3 racket", ["gripsize=2|3"]],
    ["racket babolat/head", ["brand=Babolat|Head"]],
    ["raquette rouge ou bleue", ["color=Red|Blue"]],
    ["schläger griff 2 oder 3", ["gripsize=2|3"]],
    ["racket L2 of L3", ["gripsize=2|3"]],
    ["racket 300 or 305 g", ["weight=300|305"]],
    ["16x19 or 18x20", ["string_pattern=16x19|18x20"]],
    ["backpack or a duffel", ["style=backpack|duffel"]],
    ["wilson, head or babolat", ["brand=Wilson|Head|Babolat"]],
    ["polo M/L", ["size=M|M (8-10)|L|L (12-14)"]],
    ["blade or clash", ["blade|clash"]],
    ["pure drive or pure aero", ["drive|aero"]],
    ["balls or strings", ["ball|string"]],
    ["racket and bag", ["racket|bag"]],
  ])("%j is among values of one field, names or categories", (q, expected) => {
    expect(choicesIn(q)).toEqual(expected);
  });

  test("can be removed, with its commas", () => {
    const q = "racket wilson, head or babolat under 100";
    const choice = intentOf(q, vocabulary).parts.filter(({ kind }) => kind === "value");
    expect(withoutParts(q, choice)).toBe("racket under 100");
  });

  test("reaches over the name of a category", () => {
    const [wilson] = intentOf("wilson racket or head racket", vocabulary).parts;
    expect(wilson?.facts.flat()[0]?.values).toEqual(["Wilson", "Head"]);
  });

  test("that is none leaves out what follows, and the page says so", () => {
    const parts = intentOf("blade 98 or clash 100", vocabulary).parts;
    expect(parts.map(({ kind, typed }) => [kind, typed])).toEqual([
      ["words", "blade"],
      ["words", "98"],
      ["unmet", "or clash 100"],
    ]);
  });

  test.each([
    ...["can of balls", "set of wilson balls", "racket with bag"],
    ...["Schläger Köln oder Umgebung", "Schläger Köln oder Nähe", "raquette Paris ou alentours"],
    ...["racket hamburg or surroundings", "racket utrecht of buurt"],
  ])("is not in %j", (q) => {
    expect(intentOf(q, vocabulary).parts.map(({ kind }) => kind)).not.toContain("unmet");
    expect(choicesIn(q)).toEqual([]);
  });
});

describe("words that narrow nothing", () => {
  test("are their keys in the vocabulary", () => {
    expect([...FILLERS].filter((word) => vocabularyKey(word) !== word)).toEqual([]);
  });

  test.each([
    ...[
      "raquette d'occasion",
      "raquette d’occasion",
      "raquette d´occasion",
      "raquettes doccasion",
      "l’raquette",
    ],
    ...[
      "verkaufe schläger",
      "racket te koop",
      "raquette à vendre",
      "2e hands racket",
      "2nd-hand racket",
      "tennis-racket",
    ],
  ])("%j asks for rackets alone", (q) => {
    const kinds = intentOf(q, vocabulary).parts.map(({ kind }) => kind);
    expect([...new Set(kinds.filter((kind) => kind !== "filler"))]).toEqual(["category"]);
  });
});

test("hostile texts are read", () => {
  const hostile = [
    "1 ".repeat(100),
    "1.".repeat(100),
    "or ".repeat(66),
    "not ".repeat(50),
    "about ".repeat(33),
  ];
  for (const text of [
    ...hostile,
    "€".repeat(200),
    "d'".repeat(100),
    "-".repeat(200),
    "a-".repeat(100),
    "1/".repeat(100),
  ])
    expect(intentOf(text, vocabulary).parts.length).toBeLessThanOrEqual(24);
});
