import fc from "fast-check";
import { expect, test } from "vitest";
import { comparable, foldedInPlace } from "./folded.ts";

test("a simplified text has lower-case letters without accents", () => {
  expect(comparable("Größe ÉTÉ İstanbul")).toBe("grosse ete istanbul");
});

test("a folded text keeps the position of each letter", () => {
  expect(foldedInPlace("Größe ÉTÉ 𐐀 🎾")).toBe("große ete 𐐨 🎾");
});

test("folding keeps the length of a text, and folding twice changes nothing more", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const once = foldedInPlace(text);
      expect(once).toHaveLength(text.length);
      expect(foldedInPlace(once)).toBe(once);
    }),
  );
});
