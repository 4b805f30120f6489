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
