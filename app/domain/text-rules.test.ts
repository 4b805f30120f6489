import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { comparable, foldedInPlace, isolated, withoutUnseen } from "./text-rules.ts";

describe("a text that others read", () => {
  test.each([
    ["an override", "Wilson \u202e89 edalB", "Wilson 89 edalB"],
    ["embeddings and their end", "\u202aa\u202bb\u202dc\u202c", "abc"],
    ["isolates", "\u2066a\u2067b\u2068c\u2069", "abc"],
    ["an end without a start", "a\u2069b\u202c", "ab"],
    ["single marks", "a\u200eb\u200fc\u061cd", "abcd"],
    ["zero-width characters in a word", "W\u200bhats\u200cA\u200dp\u2060p\ufeff", "WhatsApp"],
    ["soft hyphens", "Whats\u00adApp", "WhatsApp"],
    ["joiners at the start", "\u200d\u200cBlade", "Blade"],
    ["joiners in Cyrillic and Greek", "Те\u200dннис α\u200cβ", "Теннис αβ"],
    ["tags that spell nothing", "Blade\u{e0041}\u{e0042}", "Blade"],
    ["marks in Hebrew", "\u202bמחבט\u202c", "מחבט"],
    ["deprecated marks", "a\u206ab\u206fc", "abc"],
  ])("loses %s", (_, typed, text) => {
    expect(withoutUnseen(typed)).toBe(text);
  });

  test.each([
    ["Arabic", "مضرب تنس جديد، بحالة ممتازة!"],
    ["Hebrew with vowels", "מַחְבֵּט טֶנִיס"],
    ["Persian with a non-joiner", "می\u200cخواهم"],
    ["Hindi with a joiner", "क्\u200dष"],
    ["Thai with a break between words", "ไม้\u200bเทนนิส"],
    ["a family", "👨\u200d👩\u200d👧\u200d👦"],
    ["a heart on fire", "❤\ufe0f\u200d🔥"],
    ["a runner with a skin tone", "🏃🏽\u200d♀\ufe0f"],
    ["the flag of Wales", "🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}"],
    ["a rainbow flag", "🏳\ufe0f\u200d🌈"],
    ["stacked marks", "Z\u0335\u0321a\u0338\u0329"],
    ["lines and tabs", "a\n\tb\r\nc"],
    ["no-break spaces", "10\u00a0000\u202f€"],
  ])("keeps %s", (_, text) => {
    expect(withoutUnseen(text)).toBe(text);
  });

  test("has no direction mark, whatever is typed, and stays the same when it is read again", () => {
    const tricky = fc.string({
      unit: fc.constantFrom(..."a א ا 🏴 👩 \u200d \u200c \u202e \u2066 \u2069 \u{e0067} \u061c".split(" ")),
    });
    fc.assert(
      fc.property(fc.oneof(tricky, fc.string({ unit: "binary" })), (typed) => {
        const text = withoutUnseen(typed);
        expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/);
        expect(withoutUnseen(text)).toBe(text);
      }),
    );
  });
});

describe("a person's text in a title", () => {
  test.each([
    ["Blade 98", "Blade 98"],
    ["מחבט 98", "\u2068מחבט 98\u2069"],
    ["\u202eBlade", "Blade"],
    ["מחבט\u2069 x", "\u2068מחבט x\u2069"],
  ])("%j is %j", (text, shown) => {
    expect(isolated(text)).toBe(shown);
  });
});

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
