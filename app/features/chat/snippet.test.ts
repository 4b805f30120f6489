import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { searchedWords, snippetOf } from "./snippet.ts";

const shown = (message: string, q: string) =>
  snippetOf(message, q)
    .map(({ text, hit }) => (hit ? `[${text}]` : text))
    .join("");

describe("the snippet of a search result", () => {
  test.each([
    ["Is the racket still there?", "racket", "Is the [racket] still there?"],
    ["Rackets and a racket", "rack", "[Rack]ets and a [rack]et"],
    ["Où est le café crème?", "cafe creme", "Où est le [café] [crème]?"],
    ["Die Straße", "strasse", "Die [Straße]"],
    ["bracket", "rack", "bracket"],
    ["see www.example.com/rackets", "example", "see www.[example].com/rackets"],
    ["هل المضرب متاح؟", "المضرب", "هل [المضرب] متاح؟"],
    ["deal 🎾!", "🎾", "deal [🎾]!"],
    ["<b>bold</b>", "b", "<[b]>[b]old</[b]>"],
    ["nothing here", "elsewhere", "nothing here"],
    ["", "x", ""],
  ])("marks in %j the words that begin with %j", (message, q, marked) => {
    expect(shown(message, q)).toBe(marked);
  });

  test("shows the surroundings of the first hit in a long message, with ellipses", () => {
    const long = `${"before ".repeat(100)}the hit ${"after ".repeat(100)}`;
    const text = shown(long, "hit");
    expect(text).toMatch(/^…before .*the \[hit\] after .*…$/);
    expect(text.length).toBeLessThan(140);
  });

  test("is a part of the message, for random messages and searches", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 300 }),
        fc.string({ unit: "binary" }),
        (message, q) => {
          const pieces = snippetOf(message, q).map(({ text }) => text);
          const text = pieces.join("");
          expect(message.includes(text.replace(/^…/, "").replace(/…$/, "")) || message.includes(text)).toBe(
            true,
          );
          for (const piece of pieces) expect(piece).not.toBe("");
        },
      ),
    );
  });
});

test("the words of a search are its sequences of letters and digits, or else its parts between spaces", () => {
  expect(searchedWords("pro-staff 129.50")).toEqual(["pro", "staff", "129", "50"]);
  expect(searchedWords(" 🎾 !! ")).toEqual(["🎾", "!!"]);
  expect(searchedWords("")).toEqual([]);
});
