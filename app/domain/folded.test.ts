import fc from "fast-check";
import { expect, test } from "vitest";
import { folded, simple } from "./folded.ts";

test("a simple text has small letters without accents", () => {
  expect(simple("Größe ÉTÉ İstanbul")).toBe("grosse ete istanbul");
});

test("a folded text has each letter where it was", () => {
  expect(folded("Größe ÉTÉ 𐐀 🎾")).toBe("große ete 𐐨 🎾");
});

test("a folded text is as long as it was, and folding it again changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const once = folded(text);
      expect(once).toHaveLength(text.length);
      expect(folded(once)).toBe(once);
    }),
  );
});
