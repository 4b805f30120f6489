import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CategoryDefinition } from "../definition.ts";
import { racket } from "../racket.ts";
import { questionsFor, suggestedValue } from "./suggest.ts";

const { fields }: CategoryDefinition = racket;
const { condition } = racket.fields;
const QUESTIONS = ["frame", "bumper", "paint", "grip_state", "string_state"];
const order = condition.options.map(({ value }) => value);

function valuesOf(name: string): string[] {
  const field = fields[name];
  return field?.kind === "choice" ? field.options.map(({ value }) => value) : [];
}

const answers = fc.record(
  Object.fromEntries(QUESTIONS.map((name) => [name, fc.constantFrom(...valuesOf(name))])),
);
const best = {
  frame: "intact",
  bumper: "unworn",
  paint: "unmarked",
  grip_state: "firm",
  string_state: "played",
};

describe("the condition that five answers suggest", () => {
  test("comes from five fields of a racket, and each of their values suggests a condition", () => {
    expect(questionsFor(racket, "condition")).toEqual(QUESTIONS);
    expect(questionsFor(racket, "color")).toEqual([]);
    for (const [name, values] of Object.entries(condition.suggestedBy)) {
      expect(Object.keys(values)).toEqual(valuesOf(name));
      for (const value of Object.values(values)) expect(order).toContain(value);
    }
  });

  test.each([
    ["like new where nothing is worn", {}, "Like New"],
    ["good with scratches", { paint: "scratched" }, "Good"],
    ["fair with a crack, however good the rest is", { frame: "cracked" }, "Fair"],
    ["like new without strings", { string_state: "absent" }, "Like New"],
  ])("is %s", (_, change, expected) => {
    expect(suggestedValue(condition, { ...best, ...change })).toBe(expected);
  });

  test("is one that the form offers, never new, never better with a crack, and missing when an answer is missing", () => {
    fc.assert(
      fc.property(answers, fc.constantFrom(...QUESTIONS), (given, name) => {
        const suggested = suggestedValue(condition, given) ?? "";
        expect(condition.offered.form).toContain(suggested);
        expect(suggested).not.toBe("New");
        const { [name]: _, ...others } = given;
        expect(suggestedValue(condition, others)).toBeNull();
        const worst = suggestedValue(condition, { ...given, frame: "cracked" }) ?? "";
        expect(order.indexOf(worst)).toBeGreaterThanOrEqual(order.indexOf(suggested as typeof worst));
      }),
    );
  });
});
