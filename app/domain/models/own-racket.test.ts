import fc from "fast-check";
import { expect, test } from "vitest";
import { shippedCatalogue } from "#tests/support/models.ts";
import { racket } from "../categories/racket.ts";
import { string } from "../categories/string.ts";
import { ownRacketFields, readOwnRacketValues } from "./own-racket.ts";

const model = shippedCatalogue("racket").bySlug.get("babolat-pure-drive-2021");

function read(typed: Readonly<Record<string, string>>) {
  if (!model) throw new Error("There is no such model.");
  return readOwnRacketValues(racket, model, typed);
}

test("a player can give the grip and weight of a racket, but no values of a string", () => {
  expect(ownRacketFields(racket)).toEqual(["gripsize", "weight"]);
  expect(ownRacketFields(string)).toEqual([]);
});

test("given values are checked as in the sell form, and missing ones are unknown", () => {
  expect(read({ gripsize: "2", weight: "305" })).toEqual({ values: { gripsize: "2", weight: 305 } });
  expect(read({ gripsize: "", weight: "" })).toEqual({ values: {} });
  expect(read({ weight: "300", color: "Red" })).toEqual({ values: { weight: 300 } });
  expect(read({ gripsize: "9", weight: "30" })).toEqual({
    issues: { gripsize: "not_offered", weight: "range:250:400" },
  });
});

test("a player can choose any shipped racket without giving values", () => {
  const anyModel = fc.constantFrom(...shippedCatalogue("racket").entries.map((entry) => entry.model));
  fc.assert(
    fc.property(anyModel, (one) => {
      expect(readOwnRacketValues(racket, one, {})).toEqual({ values: {} });
    }),
    { numRuns: 40 },
  );
});
