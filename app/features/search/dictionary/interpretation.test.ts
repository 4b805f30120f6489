import { describe, expect, test } from "vitest";
import { intentOf } from "../understand/intent.ts";
import { conditionsOfPart } from "./interpretation.ts";
import { vocabulary } from "./vocabulary.server.ts";

/** What listings must have because of these words of a search. */
function conditionsOf(q: string, words: string) {
  const part = intentOf(q, vocabulary).parts.find(({ typed }) => typed === words);
  if (!part) throw new Error(`${q} has no part ${words}`);
  const tokens = words.split(" ").map((term) => ({ term, listings: 1 }));
  return conditionsOfPart({ ...part, words: tokens, namesModel: false });
}

describe("a value", () => {
  test("beside a brand is met by the field, and in gear without the field by the word", () => {
    const conditions = conditionsOf("nike oversized", "oversized");
    expect(conditions).toMatchObject([{ words: ["oversized"], factsOnly: true }]);
    expect(conditions[0]?.facts.map(({ type, field }) => `${type}.${field}`)).toEqual(["racket.headsize"]);
  });

  test("beside gear without the field is a word", () => {
    expect(conditionsOf("oversized polo", "oversized")).toMatchObject([
      { words: ["oversized"], facts: [], factsOnly: false },
    ]);
  });
});

test("a range of a field is met by the field alone", () => {
  expect(conditionsOf("racket under 300 g", "under 300 g")).toMatchObject([{ words: [], factsOnly: true }]);
});
