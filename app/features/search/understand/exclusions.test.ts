import { describe, expect, test } from "vitest";
import { vocabulary } from "../dictionary/vocabulary.server.ts";
import { exclusionsIn, withoutExclusions } from "./exclusions.ts";
import { intentOf } from "./intent.ts";

const words = (q: string) => exclusionsIn(q).map((one) => one.words);

describe("a minus", () => {
  test.each([
    ["racket -babolat", ["babolat"]],
    ["-babolat racket", ["babolat"]],
    ["racket, -babolat", ["babolat"]],
    ["racket (-babolat)", ["babolat"]],
    ["racket -babolat -head", ["babolat", "head"]],
    ["racket −babolat –head", ["babolat", "head"]],
    ['-"pure drive" babolat', ["pure drive"]],
    ["-“pure drive” -„like new“ -«bon état»", ["pure drive", "like new", "bon état"]],
    ['-"pure drive', ["pure drive"]],
    ["raquette -écran", ["écran"]],
    ["bag -t-fight", ["t-fight"]],
    ["blade -16x19", ["16x19"]],
    ["racket -under", ["under"]],
  ])("before a word or a phrase excludes it: %j", (q, excluded) => {
    expect(words(q)).toEqual(excluded);
  });

  test.each([
    ...["racket - babolat", "racket -", "- babolat", "racket -- babolat", "racket — babolat", "V-Core"],
    ...["Pro-Staff 97", "2020-2021", "racket -20%", "racket 100-200", "racket 100 - 200"],
    ...["racket 100 -200 euro", "racket €50 -€100", "blade v8-16x19", '-""', "-!"],
    ...["Tennistaschen und -schläger", "tennistassen en -rackets"],
  ])("elsewhere excludes nothing: %j", (q) => {
    expect(words(q)).toEqual([]);
    expect(withoutExclusions(q)).toBe(q);
  });

  test.each([
    ["racket -babolat under 100", ["category", "excluded", "price"]],
    ["racket under 100 -babolat", ["category", "price", "excluded"]],
    ['racket -"under 100" blade', ["category", "excluded", "words"]],
    ["racket -children", ["category", "excluded"]],
    ["racket -today", ["category", "excluded"]],
    ["tennis -babolat", ["filler", "excluded"]],
    ["-rackets babolat", ["excluded", "words"]],
  ])("leaves the other words of %j their meaning", (q, kinds) => {
    expect(intentOf(q, vocabulary).parts.map(({ kind }) => kind)).toEqual(kinds);
  });

  test("limits a search to no category", () => {
    expect(intentOf("babolat -rackets", vocabulary).types).toBeNull();
    expect(intentOf("babolat -gut", vocabulary).types).toBeNull();
    expect(intentOf("racket -bag", vocabulary).types).toEqual(["racket"]);
    expect(intentOf("racket -shoes", vocabulary).types).toEqual(["racket"]);
  });
});

describe("a word for not", () => {
  const negated = (q: string) => exclusionsIn(q, vocabulary).map((one) => one.words);

  test.each([
    ["racket not wilson", ["wilson"]],
    ["Schläger nicht von Wilson", ["Wilson"]],
    ["schläger außer babolat", ["babolat"]],
    ["racket geen head of wilson", ["head", "wilson"]],
    ["raquette sans babolat ni head", ["babolat", "head"]],
    ["raquette sauf les babolat", ["babolat"]],
    ["tas geen rugzak", ["rugzak"]],
    ["racket not pure drive under 100", ["pure drive"]],
    ["raquette pas noire", ["noire"]],
    ["strings not big banger", ["big banger"]],
    ["bag not big", ["big"]],
    ["racket without wilson -head", ["wilson", "head"]],
  ])("excludes what follows it: %j", (q, excluded) => {
    expect(negated(q)).toEqual(excluded);
  });

  test.each([
    ...["raquette pas cher", "racket not expensive", "schläger nicht zu teuer", "racket niet te duur"],
    ...["racket not over 100", "raquette pas plus de 100 €", "schläger nicht über 100", "never used racket"],
    ...[
      "balles sans pression",
      "polo sans manches",
      "racket no strings",
      "schläger ohne saiten",
      "racket not",
    ],
  ])("belongs to a phrase, or to an amount: %j", (q) => {
    expect(negated(q)).toEqual([]);
  });

  test("excludes no faults, because texts deny them: they are named as left out", () => {
    const parts = intentOf("schläger ohne kratzer", vocabulary).parts;
    expect(parts.map(({ kind, typed }) => [kind, typed])).toEqual([
      ["category", "schläger"],
      ["unmet", "ohne kratzer"],
    ]);
  });
});
