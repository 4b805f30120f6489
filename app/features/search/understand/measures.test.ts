import { describe, expect, test } from "vitest";
import { vocabulary } from "../dictionary/vocabulary.server.ts";
import { intentOf } from "./intent.ts";

/** The parts of a search that are prices or measures: "under 100: 0-100 €", "under 300 g: weight 200-300". */
function amounts(q: string): string[] {
  return intentOf(q, vocabulary).parts.flatMap(({ typed, price, kind, facts }) => {
    if (price) return `${typed}: ${(price.min ?? 0) / 100}-${(price.max ?? 0) / 100} €`;
    if (kind !== "measure") return [];
    const fields = facts[0]?.map(({ field, values }) => {
      const [first, last] = [values[0], values.at(-1)];
      return `${field} ${first === last ? first : `${first}-${last}`}`;
    });
    return `${typed}: ${fields?.join(", ")}`;
  });
}

describe('before a word, a separate "in" is no inch', () => {
  test.each([
    ["rackets under 100 in Amsterdam", ["under 100: 0-100 €"]],
    ["racket under 100 in good condition", ["under 100: 0-100 €"]],
    ["Schläger unter 100 in Berlin", ["unter 100: 0-100 €"]],
    ["bags under 100 in Amsterdam", ["under 100: 0-100 €"]],
    ["racket under 100 in", ["under 100 in: headsize 75-100"]],
    ["racket under 100in black", ["under 100in: headsize 75-100"]],
    ["racket under 100 sq in black", ["under 100 sq in: headsize 75-100"]],
    ["head 100 in", ["100 in: headsize 100"]],
  ])("%j", (q, expected) => {
    expect(amounts(q)).toEqual(expected);
  });
});

describe("a range belongs to a field", () => {
  test.each([
    ["over 270 g", ["over 270 g: weight 270-400"]],
    ["racket under 330 g", ["under 330 g: weight 200-330"]],
    ["junior racket under 26 inch", ["under 26 inch: length 17-26"]],
    ["string at least 100 m", ["at least 100 m: length 100-400"]],
    ["racket under 645 cm2", ["under 645 cm2: headsize 75-100"]],
  ])("because of its unit: %j", (q, expected) => {
    expect(amounts(q)).toEqual(expected);
  });

  test.each([
    ["racket between 290 and 300g", ["between 290 and 300g: weight 290-300"]],
    ["racket 290-300g", ["290-300g: weight 290-300"]],
    ["racket 290 - 300 g", ["290 - 300 g: weight 290-300"]],
    ["racket between 290g and 300g", ["between 290g and 300g: weight 290-300"]],
    ["Schläger zwischen 290 g und 300", ["zwischen 290 g und 300: weight 290-300"]],
    ["racket 280g up to 300g", ["280g up to 300g: weight 280-300"]],
    ["blade 98-100 green", []],
  ])("because of the unit of one of its ends: %j", (q, expected) => {
    expect(amounts(q)).toEqual(expected);
  });

  test.each([
    ["strings at 55 pounds", ["55 pounds: string_tension 55, tension 55"]],
    ["racket strung at 50-55 pounds", ["strung at 50-55 pounds: string_tension 50-55"]],
    ["tension under 55 pounds", ["tension under 55 pounds: string_tension 10-55, tension 10-55"]],
    ["string for 8.50 pounds", ["8.50 pounds: 0-9.94 €"]],
  ])('because pounds after "at" or "tension" are a tension, and otherwise a price: %j', (q, expected) => {
    expect(amounts(q)).toEqual(expected);
  });

  test.each([
    ["racket lighter than 300", ["lighter than 300: weight 200-300"]],
    ["racket heavier than 310 g", ["heavier than 310 g: weight 310-400"]],
    ["Schläger leichter als 300", ["leichter als 300: weight 200-300"]],
    ["raquette plus léger que 300", ["plus léger que 300: weight 200-300"]],
    ["racket lichter dan 300 blauw", ["lichter dan 300: weight 200-300"]],
  ])("because it compares weights: %j", (q, expected) => {
    expect(amounts(q)).toEqual(expected);
  });

  test.each([
    ["racket weight under 300", ["weight under 300: weight 200-300"]],
    ["swingweight under 320 in Paris", ["swingweight under 320: swingweight 150-320"]],
    ["Schläger Gewicht: unter 300 g", ["Gewicht: unter 300 g: weight 200-300"]],
    ["racket weight 300 g under 100", ["weight 300 g: weight 300", "under 100: 0-100 €"]],
    ["racket weight under 300 euro", ["under 300 euro: 0-300 €"]],
    ["racket weight 280 up to 300", ["weight 280 up to 300: weight 280-300"]],
  ])("because of the field's name before it: %j", (q, expected) => {
    expect(amounts(q)).toEqual(expected);
  });
});
