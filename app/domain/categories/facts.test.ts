import { describe, expect, test } from "vitest";
import { titleFacts } from "./facts.ts";

describe("a title", () => {
  test.each<[string, string, Record<string, string>]>([
    ["clothes", "Nike girls dress", { clothes_type: "Dress", gender: "Girls" }],
    ["string", "Luxilon Original reel 200 m", { packaging: "reel" }],
    ["ball", "Tube de 4 balles", { balls_per_can: "4" }],
  ])("says of %s more than its type: %s", (type, title, facts) => {
    expect(titleFacts(type, title, [])).toEqual(facts);
  });

  test("a long text is read fast, and without a call for each of its words", () => {
    expect(titleFacts("clothes", "polo".repeat(40_000), ["polox".repeat(40_000)])).toEqual({});
    expect(titleFacts("clothes", "apolo polo", [])).toEqual({ clothes_type: "Polo Shirt" });
  });
});
