import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CATEGORIES } from "../registry.ts";
import { piecesOf } from "./units.ts";

/** The query parameters of each part of a search, or the typed word when it has none. */
function read(q: string): string[] {
  return piecesOf(q, CATEGORIES).map(({ typed, facts }) =>
    facts.length === 0 ? typed : facts.map(({ field, values }) => `${field}=${values.join("|")}`).join(" "),
  );
}

describe("a search with measures and codes", () => {
  test.each([
    ["300g", ["weight=300"]],
    ["300 g", ["weight=300"]],
    ["300 Gramm", ["weight=300"]],
    ["10.6 oz", ["weight=300|301"]],
    ["100 sq in", ["headsize=100"]],
    ["100in", ["headsize=100"]],
    ["100 in²", ["headsize=100"]],
    ["98.5 sq. in.", ["headsize=98.5"]],
    ["98,5 sq in", ["headsize=98.5"]],
    ["645 cm²", ["headsize=99.5|100"]],
    ["4 3/8", ["gripsize=3"]],
    ["4⅜", ["gripsize=3"]],
    ["4 ⅜", ["gripsize=3"]],
    ["4-3/8", ["gripsize=3"]],
    ["L3", ["gripsize=3"]],
    ["l3 grip", ["gripsize=3"]],
    ["grip 3", ["gripsize=3"]],
    ["grip size: 4 1/4", ["gripsize=2"]],
    ["Griffstärke L2", ["gripsize=2"]],
    ["manche 2", ["gripsize=2"]],
    // "4" is a European grip size (L4), and also a grip of 4 inches (L0).
    ["grip 4", ["gripsize=0|4"]],
    ["16x19", ["string_pattern=16x19"]],
    ["16/19", ["string_pattern=16x19"]],
    ["18 x 20", ["string_pattern=18x20"]],
    ["18×20", ["string_pattern=18x20"]],
    ["1.25mm", ["gauge=1.25"]],
    ["1,25 mm", ["gauge=1.25"]],
    ["320 mm", ["balance=320"]],
    ["200m", ["length=200"]],
    ["55 lbs", ["string_tension=55 tension=55"]],
    ["swingweight 320", ["swingweight=320"]],
    ["320 swingweight", ["swingweight=320"]],
    ["300g weight", ["weight=300"]],
    ["300 Gewicht", ["weight=300"]],
    ["16x19 pattern", ["string_pattern=16x19"]],
    ["18 x 20 string pattern", ["string_pattern=18x20"]],
    ["4 1/4 inch", ["gripsize=2"]],
    ['4 1/4" grip', ["gripsize=2"]],
    ["grip size 4 1/4 inches", ["gripsize=2"]],
    ["300g swingweight 320", ["weight=300", "swingweight=320"]],
    ["L3 grip size 4 3/8", ["gripsize=3", "gripsize=3"]],
    ["size M", ["size=M|M (8-10)"]],
    ["taille XL", ["size=XL|XL (16-18)"]],
    ["Größe 34", ["size=34"]],
    ["maat 12-14Y", ["size=12-14Y"]],
    ["6 rackets", ["capacity=6"]],
  ])("understands %j as %j", (q, facts) => {
    expect(read(q)).toEqual(facts);
  });

  test("finds several measures among words", () => {
    expect(read("Babolat Pure Drive, 300g (4 3/8) 16x19 blue")).toEqual([
      "Babolat",
      "Pure",
      "Drive",
      "weight=300",
      "gripsize=3",
      "string_pattern=16x19",
      "blue",
    ]);
  });

  test.each([
    ...["300", "300gb", "9000 g", "1.253 mm", "100.3 sq in", "XL3", "L9", "17x23", "4", "M", "v13"],
    ...["1300g1", "mm", "grip", "grippe 3", "98.5"],
  ])("finds no measure in %j", (q) => {
    expect(piecesOf(q, CATEGORIES).flatMap(({ facts }) => facts)).toEqual([]);
  });

  test("ignores a measure that the category has no field for", () => {
    const strings = CATEGORIES.filter(({ type }) => type === "string");
    expect(piecesOf("300g", strings)).toEqual([{ typed: "300g", facts: [] }]);
  });
});

test("every value of a number field that has a unit is recognised when it is typed with the unit", () => {
  const measures = CATEGORIES.flatMap((definition) =>
    Object.entries(definition.fields).flatMap(([name, field]) =>
      field.kind === "number" && field.unit ? [{ type: definition.type, name, field, unit: field.unit }] : [],
    ),
  );
  expect(measures.length).toBeGreaterThan(5);
  const anyMeasure = fc.constantFrom(...measures).chain(({ type, name, field, unit }) =>
    fc.record({
      step: fc.integer({ min: Math.ceil(field.min / field.step), max: Math.floor(field.max / field.step) }),
      space: fc.constantFrom("", " "),
      measure: fc.constant({ type, name, unit, size: field.step }),
    }),
  );
  fc.assert(
    fc.property(anyMeasure, ({ step, space, measure: { type, name, unit, size } }) => {
      const value = String(Number((step * size).toFixed(6)));
      const facts = piecesOf(`${value}${space}${unit}`, CATEGORIES).flatMap((piece) => piece.facts);
      expect(facts).toContainEqual({ type, field: name, values: [value] });
    }),
  );
});

test("no typed text makes the parser throw or lose a letter", () => {
  const letters = (text: string) => text.replace(/[\s,;()]/g, "");
  // These are the only characters that are replaced by others.
  const replaced = /[⅛¼⅜½⅝¾⅞×²″”“⁄]/gu;
  const typed = fc.array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "300g",
        "4 3/8",
        "L3",
        "grip",
        "'",
        "\\",
        "x",
        "🎾",
        "Größe",
        "Ślązak",
        "網球",
        "ﬁ",
        "e\u0301",
      ),
    ),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(typed, (parts) => {
      const q = parts.join(" ").replace(replaced, "").normalize("NFC");
      expect(
        letters(
          piecesOf(q, CATEGORIES)
            .map((piece) => piece.typed)
            .join(""),
        ),
      ).toBe(letters(q));
    }),
  );
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 300 }), (q) => void piecesOf(q, CATEGORIES)));
});
