import { describe, expect, test } from "vitest";
import { isCopied, isMassMessage, listsVeryMany } from "./rules.ts";

describe("a photo", () => {
  const shownBy = (...owners: string[]) => owners.map((owner) => ({ owner }));

  test("that another person showed first is a copy", () => {
    expect(isCopied(shownBy("anna", "me"), "me")).toBe(true);
    expect(isCopied(shownBy("anna", "anna", "ben", "cleo", "me"), "me")).toBe(true);
  });

  test.each([
    ["shown by nobody else", shownBy("me", "me")],
    ["that others copied", shownBy("me", "anna", "me")],
    ["of the maker, which many show", shownBy("anna", "ben", "cleo", "dan", "me")],
    ["of no listing", []],
  ])("%s is no copy", (_, uses) => {
    expect(isCopied(uses, "me")).toBe(false);
  });
});

describe("first messages", () => {
  const pitch = (name: string) =>
    `Hello ${name}! I sell new rackets much cheaper than here, look at my page before they are gone.`;
  const to = (people: number, text: (name: string) => string) =>
    Array.from({ length: people }, (_, nth) => ({ to: `person${nth}`, text: text(`Person${nth}`) }));

  test("with nearly the same words to ten strangers are an advertisement", () => {
    expect(isMassMessage(pitch("Zoë"), to(10, pitch))).toBe(true);
  });

  test.each([
    ["to nine strangers", pitch("Zoë"), to(9, pitch)],
    ["to one person about many listings", pitch("Zoë"), to(20, pitch).map((one) => ({ ...one, to: "anna" }))],
    [
      "that are short, as the suggested ones",
      "Is it still available?",
      to(20, () => "Is it still available?"),
    ],
    [
      "about different things",
      "Hi, I play with the Blade myself and look for a second one, is yours a v8 or a v9?",
      to(20, (name) => `Dear ${name}, does this bag hold nine rackets, and would you send it to Austria?`),
    ],
  ])("%s are no advertisement", (_, latest, firsts) => {
    expect(isMassMessage(latest, firsts)).toBe(false);
  });
});

describe("listings", () => {
  const now = new Date("2026-11-25T12:00:00Z");
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

  test("of a new account are too many if there are 51", () => {
    expect(listsVeryMany({ since: daysAgo(1), listings: 51 }, now)).toBe(true);
  });

  test.each([
    ["of a new account, fifty of them,", 1, 50],
    ["of an older account", 8, 5_000],
  ])("%s are not too many", (_, days, listings) => {
    expect(listsVeryMany({ since: daysAgo(days), listings }, now)).toBe(false);
  });
});
