import { describe, expect, test } from "vitest";
import { shippedCatalogue } from "#tests/support/models.ts";
import { racket } from "../racket.ts";
import {
  addedByStrings,
  alwaysMeasuredAs,
  asUnstrung,
  formMeasuredAs,
  stringStateOf,
  triggerOf,
} from "./measured.ts";

const specs = { weight: 305, balance: 320, swingweight: 325 };
const state = (name: string, attributes: Record<string, string | number>, known = true) =>
  stringStateOf(racket, name, attributes, known ? specs : null);

describe("the weight of a listing counts as", () => {
  test.each([
    ["unstrung when it equals the maker's", { weight: 305 }, "Unstrung"],
    ["unstrung when it differs from the maker's by ten grams", { weight: 315 }, "Unstrung"],
    ["unknown when it differs from the maker's by more than ten grams", { weight: 316 }, null],
    ["strung when the seller says so", { weight: 322, weighed: "Strung" }, "Strung"],
    ["strung when the seller says so, even near the maker's", { weight: 305, weighed: "Strung" }, "Strung"],
    ["unknown when the listing has no weight", {}, null],
  ] as const)("%s", (_, attributes, expected) => {
    expect(state("weight", attributes)).toBe(expected);
  });

  test("unknown when the model is not known, unless the seller said how it was weighed", () => {
    expect(state("weight", { weight: 305 }, false)).toBeNull();
    expect(state("weight", { weight: 305, weighed: "Unstrung" }, false)).toBe("Unstrung");
  });
});

test("a balance counts as strung or unstrung like the weight, a swingweight always as strung, a head size as neither", () => {
  expect(state("balance", { balance: 330, weight: 322, weighed: "Strung" })).toBe("Strung");
  expect(state("balance", { balance: 330, weight: 305 })).toBe("Unstrung");
  expect(state("swingweight", { swingweight: 325 }, false)).toBe("Strung");
  expect(state("headsize", { headsize: 98 })).toBeNull();
});

test("the form asks for unstrung weight and balance and for strung swingweight, like makers", () => {
  const labels = ["weight", "balance", "swingweight", "headsize"].map((name) => formMeasuredAs(racket, name));
  expect(labels).toEqual(["Unstrung", "Unstrung", "Strung", null]);
  expect(alwaysMeasuredAs(racket, "weight")).toBeNull();
  expect(alwaysMeasuredAs(racket, "swingweight")).toBe("Strung");
  expect(triggerOf(racket, "weighed")).toEqual({ name: "weight", within: 10 });
  expect(triggerOf(racket, "condition")).toBeNull();
});

test("a weight and a balance that the seller measured strung are converted to those without strings", () => {
  const measured = { weight: 316, balance: 330, swingweight: 325 };
  const strung = { ...measured, weighed: "Strung" };
  expect(asUnstrung(racket, strung)).toEqual({ ...strung, weight: 300, balance: 320 });
  expect(asUnstrung(racket, { ...measured, weighed: "Unstrung" })).toMatchObject(measured);
  expect(asUnstrung(racket, measured)).toEqual(measured);
});

test("the weight and balance that strings add are close to the averages of the catalogue", () => {
  const { entries } = shippedCatalogue("racket");
  const averageOf = (strung: string, unstrung: string) => {
    const added = entries.flatMap(({ model }) => {
      const [more, less] = [model.specs[strung], model.specs[unstrung]];
      return typeof more === "number" && typeof less === "number" ? [more - less] : [];
    });
    return added.reduce((sum, one) => sum + one, 0) / added.length;
  };
  const constant = (name: string) => addedByStrings(racket, name)?.strings ?? Number.NaN;
  expect(Math.abs(averageOf("strung_weight", "weight") - constant("weight"))).toBeLessThan(1);
  expect(Math.abs(averageOf("strung_balance", "balance") - constant("balance"))).toBeLessThan(1);
});
