import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AnswerGroup, answersWith, marked, questionWords } from "./find.ts";

const groups: AnswerGroup[] = [
  {
    id: "selling",
    title: "Verkopen",
    answers: [
      { id: "one", question: "Wie lösche ich es?", paragraphs: ["Öffne es.", "Dann lösche es."], links: [] },
      {
        id: "two",
        question: "Payer ?",
        paragraphs: ["Le paiement à l’amiable."],
        links: [{ label: "Café", to: "/" }],
      },
    ],
  },
  {
    id: "buying",
    title: "Buying",
    answers: [{ id: "three", question: "How?", paragraphs: ["So."], links: [] }],
  },
];

const found = (q: string) =>
  answersWith(groups, questionWords(q)).flatMap(({ answers }) => answers.map(({ id }) => id));

describe("a search in the help answers", () => {
  test.each([
    ["", ["one", "two", "three"]],
    ["  ?! ", ["one", "two", "three"]],
    ["losche", ["one"]],
    ["LÖSCHE öffne", ["one"]],
    ["amiable payer", ["two"]],
    ["cafe", ["two"]],
    ["verkopen", ["one", "two"]],
    ["verkopen so", []],
    ["buy", ["three"]],
    ["zzz", []],
    ["\0", ["one", "two", "three"]],
    ["<q>", []],
  ])("for %j finds %j", (q, ids) => {
    expect(found(q)).toEqual(ids);
  });

  test("marks the words that match, regardless of accents and capitals", () => {
    expect(marked("Wie lösche ich es?", questionWords("LOSCHE"))).toEqual([
      { text: "Wie ", hit: false },
      { text: "lösche", hit: true },
      { text: " ich es?", hit: false },
    ]);
    expect(marked("aaa", ["aa"])).toEqual([{ text: "aaa", hit: true }]);
    expect(marked("", ["a"])).toEqual([]);
  });

  test("loses no text when it marks matches", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (text, q) => {
        const parts = marked(text, questionWords(q));
        expect(parts.map((part) => part.text).join("")).toBe(text.normalize("NFC"));
      }),
    );
  });

  test("finds an answer by any part of its text", () => {
    const answer = fc.constantFrom(...groups.flatMap((group) => group.answers));
    fc.assert(
      fc.property(answer, fc.nat(), fc.nat(), (one, from, length) => {
        const text = one.paragraphs.join(" ");
        const piece = text.slice(from % text.length, (from % text.length) + 1 + (length % 20));
        expect(found(piece)).toContain(one.id);
      }),
    );
  });
});
