import { describe, expect, test } from "vitest";
import { anchorsOf, lexemesOf } from "./rules.ts";

/** How common each lexeme is. The commonness of a set of lexemes is their sum. */
const COMMONNESS: Readonly<Record<string, number>> = {
  wilson: 0.3,
  blade: 0.1,
  "grip=3": 0.2,
  l3: 0.01,
  rare: 0.001,
};
const anchors = (query: string) => anchorsOf(query, (lexeme) => COMMONNESS[lexeme] ?? 0.5);

describe("the anchors of a query", () => {
  test.each([
    ["'wilson'", ["wilson"]],
    ["'wilson' & 'blade'", ["blade"]],
    ["'wilson' & ( 'grip=3' | 'l3' )", ["grip=3", "l3"]],
    ["'blade' & ( 'grip=3' | 'l3' )", ["blade"]],
    ["'wilson':A & 'rare':AB & 'blade'", ["rare"]],
    ["'pro' <-> 'rare' <2> 'x'", ["rare"]],
    ["'wilson' | 'blade' & 'rare'", ["wilson", "rare"]],
    ["( 'wilson' | 'blade' ) & 'pro'", ["wilson", "blade"]],
    [String.raw`'brand=O''Neill \\ Söhne'`, [String.raw`brand=O'Neill \ Söhne`]],
    ["'wilson' & 'bl':*", ["wilson"]],
    ["'wilson' & !'rare'", ["wilson"]],
  ])("for %s are the rarest set of lexemes of which every match has at least one", (query, expected) => {
    expect(anchors(query)).toEqual(expected);
  });

  test.each(["'bl':*", "'wilson' | 'bl':*", "!'rare'"])("do not exist for %s", (query) => {
    expect(anchors(query)).toBeNull();
  });
});

test("lexemesOf lists the lexemes of a query, each once", () => {
  expect(lexemesOf("'a b' & ( 'it''s':A | 'a b' ) & 'x':*")).toEqual(["a b", "it's"]);
});
