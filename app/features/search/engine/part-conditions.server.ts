import type { PossibleFact } from "#app/domain/categories/derive/units.ts";
import { traitsOf } from "#app/domain/categories/fields/registry.ts";
import type { TokenizedPart } from "./parts.ts";
import { vocabulary } from "./vocabulary.server.ts";
import type { WordCondition } from "./word-conditions.server.ts";

const NOTHING: WordCondition = {
  words: [],
  terms: [],
  facts: [],
  similar: [],
  types: [],
  factsOnly: false,
  excluded: false,
};

/** The thickness of a string: "125" or "1.25". In a listing, more may follow: "125/16L". Null for any other word. */
function gaugeOf(word: string): WordCondition | null {
  const [, whole = "", decimals = ""] = /^(\d)[.,]?(\d\d)$/.exec(word) ?? [];
  const [joined, pointed] = [`${whole}${decimals}`, `${whole}.${decimals}`];
  const value = Number(pointed);
  const facts = vocabulary.definitions.flatMap(({ type, fields }) =>
    Object.entries(fields).flatMap(([name, field]): PossibleFact[] => {
      const { pointIsOptional, min = 0, max = 0 } = traitsOf(field);
      return whole !== "" && pointIsOptional && value >= min && value <= max
        ? [{ type, field: name, values: [String(value)] }]
        : [];
    }),
  );
  if (facts.length === 0) return null;
  return { ...NOTHING, terms: [joined, pointed, `${joined}/*`, `${pointed}/*`], facts };
}

export function conditionsOfPart({
  kind,
  words,
  terms,
  facts,
  similar,
  types,
  factsOnly,
  typed,
}: TokenizedPart): WordCondition[] {
  const typedWords = words.map(({ term }) => term);
  switch (kind) {
    case "price":
    case "date":
    case "place":
    case "seller":
    case "filler":
      return [];
    case "absent":
      return [{ ...NOTHING, words: typedWords }];
    case "category":
      return [{ ...NOTHING, words: typedWords, types }];
    case "audience":
      return facts.map((alternatives, at) => ({
        ...NOTHING,
        facts: alternatives,
        similar,
        factsOnly,
        terms: at === 0 ? terms : [],
      }));
    case "thing":
    case "value":
    case "measure":
      return facts.map((alternatives) => ({
        ...NOTHING,
        facts: alternatives,
        similar,
        factsOnly,
        terms,
        words: factsOnly ? [] : typedWords,
      }));
    case "excluded":
      return [
        {
          ...NOTHING,
          ...{ facts: facts.flat(), terms, factsOnly, excluded: true },
          // The name of a category excludes its listings, and no other that has the word.
          ...(types.length > 0 && facts.flat().length === 0
            ? { types }
            : { words: factsOnly ? [] : typedWords }),
        },
      ];
    case "extra":
    case "words":
      return [gaugeOf(typed) ?? { ...NOTHING, words: typedWords, terms }];
  }
}

export function termsOf(terms: readonly string[]): WordCondition {
  return { ...NOTHING, terms };
}
