import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { m } from "#app/paraglide/messages.js";
import { locales } from "#app/paraglide/runtime.js";
import { answerTo } from "./rules.ts";
import { askedQuestion, QUESTION_MAX, replyText } from "./ui/conversation.ts";

describe("the concierge's reply", () => {
  test.each([
    ["racket", "choosing", "racket"],
    ["Which RACQUET?", "choosing", "racket"],
    ["mijn tennisracket is stuk", "choosing", "racket"],
    ["Welcher Tennisschläger?", "choosing", "racket"],
    ["Welcher Tennisschlaeger?", "choosing", "racket"],
    ["une raquette", "choosing", "racket"],
    ["which string is good", "tension", "string"],
    ["what tension", "tension", "string"],
    ["welke besnaring", "tension", "string"],
    ["Welche Besaitung?", "tension", "string"],
    ["Which strings for my racket?", "tension", "string"],
    ["Welche Saiten für meinen Schläger?", "tension", "string"],
    ["racket with an open string pattern", "choosing", "racket"],
    ["Saiten bitte", "tension", "string"],
    ["un cordage", "tension", "string"],
    ["Wie hart soll ich bespannen?", "tension", "string"],
    ["hoe hard moet ik bespannen", "tension", "string"],
    ["faire recorder", "tension", "string"],
    ["I am a beginner", "beginner", "racket"],
    ["how do I start", "beginner", "racket"],
    ["ik ben een beginner", "beginner", "racket"],
    ["ich bin Anfänger", "beginner", "racket"],
    ["Schläger für Anfänger unter 70 Euro", "beginner", "racket"],
    ["je suis débutante", "beginner", "racket"],
    ["beginner racket", "beginner", "racket"],
    ["raquette débutant", "beginner", "racket"],
    ["strings for a beginner", "tension", "string"],
    ["preference", "preferences", null],
    ["my settings", "preferences", null],
    ["voorkeuren", "preferences", null],
    ["Einstellungen", "preferences", null],
    ["préférences", "preferences", null],
    ["Search help", "search", null],
    ["hello", "rephrase", null],
    ["¿?", "rephrase", null],
    ["مضرب", "rephrase", null],
    ["<b>hi</b>", "rephrase", null],
    ["", "rephrase", null],
  ])("to %j is %s [A4.16]", (question, reply, gear) => {
    expect(answerTo(question)).toEqual({ reply, gear });
  });

  test.each(locales)("to each suggested question is the one for its topic, in %s", (locale) => {
    const chips = [
      [m.assistant_chip_racket, "choosing"],
      [m.assistant_chip_string, "tension"],
      [m.assistant_chip_preferences, "preferences"],
      [m.assistant_chip_search, "search"],
    ] as const;
    for (const [label, reply] of chips) expect(answerTo(label({}, { locale })).reply).toBe(reply);
  });

  test.each(locales)("contains the figures of the specification, in %s [A4.17 A4.18]", (locale) => {
    const tension = m.assistant_reply_tension({}, { locale });
    expect(tension).toContain("40-50 lbs");
    expect(tension).toContain("55-65 lbs");
    expect(m.assistant_reply_beginner({}, { locale })).toContain("100-115 sq in");
  });

  test("is never empty", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (question) => {
        expect(replyText(answerTo(question).reply).length).toBeGreaterThan(0);
      }),
    );
  });

  test("is the same for a keyword in upper or lower case, and whatever is around the keyword", () => {
    const keyword = fc.constantFrom("racket", "racquet", "string", "tension", "beginner", "preference");
    // Characters that no keyword contains.
    const around = fc.string({ unit: fc.constantFrom("x", "Q", " ", "7", "é", "😀", "\n") });
    fc.assert(
      fc.property(around, keyword, fc.boolean(), around, (before, word, loud, after) => {
        const typed = loud ? word.toUpperCase() : word;
        expect(answerTo(before + typed + after)).toEqual(answerTo(word));
      }),
    );
  });
});

describe("a question to the concierge", () => {
  test.each(["", " ", "\n\t ", "\u200b", "\u2800"])("is not sent when it is empty (%j) [A5.12]", (typed) => {
    expect(askedQuestion(typed)).toBeNull();
  });

  test("is trimmed and limited in length, and no character is cut in two", () => {
    expect(askedQuestion("  a racket \n")).toBe("a racket");
    const question = askedQuestion("😀".repeat(QUESTION_MAX + 5)) ?? "";
    expect([...question]).toHaveLength(QUESTION_MAX);
    expect(question.isWellFormed()).toBe(true);
  });
});
