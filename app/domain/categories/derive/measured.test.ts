import { describe, expect, test } from "vitest";
import { racket } from "../racket.ts";
import { alwaysMeasuredAs, formMeasuredAs, stringStateOf, triggerOf } from "./measured.ts";

const specs = { weight: 305, balance: 320, swingweight: 325 };
const state = (name: string, attributes: Record<string, string | number>, known = true) =>
  stringStateOf(racket, name, attributes, known ? specs : null);

describe("a weight is", () => {
  test.each([
    ["unstrung where it is the maker's, or nearly", { weight: 305 }, "Unstrung"],
    ["unstrung within ten grams", { weight: 315 }, "Unstrung"],
    ["not known to be either beyond that", { weight: 316 }, null],
    ["the seller's answer", { weight: 322, weighed: "Strung" }, "Strung"],
    ["the seller's answer, near the maker's value too", { weight: 305, weighed: "Strung" }, "Strung"],
    ["nothing where it is missing", {}, null],
  ] as const)("%s", (_, attributes, expected) => {
    expect(state("weight", attributes)).toBe(expected);
  });

  test("unknown without a model, unless the seller answered", () => {
    expect(state("weight", { weight: 305 }, false)).toBeNull();
    expect(state("weight", { weight: 305, weighed: "Unstrung" }, false)).toBe("Unstrung");
  });
});

test("a balance is measured like the weight, and a swingweight is always strung", () => {
  expect(state("balance", { balance: 330, weight: 322, weighed: "Strung" })).toBe("Strung");
  expect(state("balance", { balance: 330, weight: 305 })).toBe("Unstrung");
  expect(state("swingweight", { swingweight: 325 }, false)).toBe("Strung");
  expect(state("headsize", { headsize: 98 })).toBeNull();
});

test("the form asks for values as makers publish them", () => {
  const labels = ["weight", "balance", "swingweight", "headsize"].map((name) => formMeasuredAs(racket, name));
  expect(labels).toEqual(["Unstrung", "Unstrung", "Strung", null]);
  expect(alwaysMeasuredAs(racket, "weight")).toBeNull();
  expect(alwaysMeasuredAs(racket, "swingweight")).toBe("Strung");
  expect(triggerOf(racket, "weighed")).toEqual({ name: "weight", within: 10 });
  expect(triggerOf(racket, "condition")).toBeNull();
});
