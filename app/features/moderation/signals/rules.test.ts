import { describe, expect, test } from "vitest";
import { floodOf, isCopied, isMassMessage } from "./rules.ts";

describe("a photo", () => {
  const shownBy = (...owners: string[]) => owners.map((owner) => ({ owner }));

  test("that another person showed first is a copy", () => {
    expect(isCopied(shownBy("anna", "me"), "me", 3)).toBe(true);
    expect(isCopied(shownBy("anna", "anna", "ben", "cleo", "me"), "me", 3)).toBe(true);
  });

  test.each([
    ["shown by nobody else", shownBy("me", "me")],
    ["that others copied", shownBy("me", "anna", "me")],
    ["of the maker, which many show", shownBy("anna", "ben", "cleo", "dan", "me")],
    ["of no listing", []],
  ])("%s is no copy", (_, uses) => {
    expect(isCopied(uses, "me", 3)).toBe(false);
  });
});

describe("first messages", () => {
  const pitch = (name: string) =>
    `Hello ${name}! I sell new rackets much cheaper than here, look at my page before they are gone.`;
  const to = (people: number, text: (name: string) => string) =>
    Array.from({ length: people }, (_, nth) => ({ to: `person${nth}`, text: text(`Person${nth}`) }));

  test("with nearly the same words to ten strangers are an advertisement", () => {
    expect(isMassMessage(pitch("Zoë"), to(10, pitch), 10)).toBe(true);
    expect(isMassMessage(pitch("Zoë"), to(10, pitch), 11)).toBe(false);
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
    expect(isMassMessage(latest, firsts, 10)).toBe(false);
  });
});

describe("listings", () => {
  const now = new Date("2026-11-25T12:00:00Z");
  const MOST = { many_listings: 50, sudden_listings: 50 };
  const flood = (days: number, week: number, before: number, imports = false, most = MOST) =>
    floodOf({ since: new Date(now.getTime() - days * 86_400_000), week, before, imports }, most, now);

  test.each([
    ["51 of a new account", flood(1, 51, 0), "many_listings"],
    ["51 of an account of a year that had none", flood(365, 51, 0), "sudden_listings"],
    ["51 of an account of a year that had two a week", flood(365, 51, 26), "sudden_listings"],
    ["51 of an account of eight days that had none", flood(8, 51, 0), "sudden_listings"],
    ["51 of a new account that imports them", flood(1, 51, 0, true), "many_listings"],
  ])("are a flood: %s", (_, signal, expected) => {
    expect(signal).toBe(expected);
  });

  test.each([
    ["50 of a new account", flood(1, 50, 0)],
    ["50 of an account of a year", flood(365, 50, 0)],
    ["200 of an account of a year that has 40 a week", flood(365, 200, 520)],
    ["5,000 of a shop that imported before", flood(365, 5_000, 13, true)],
    ["51 where operators say 60", flood(1, 51, 0, false, { many_listings: 60, sudden_listings: 60 })],
  ])("are no flood: %s", (_, signal) => {
    expect(signal).toBeNull();
  });

  test("are no flood where operators have switched the signal off", () => {
    const since = new Date(now.getTime() - 365 * 86_400_000);
    const lister = { since, week: 9_000, before: 0, imports: false };
    expect(floodOf(lister, { many_listings: 50, sudden_listings: null }, now)).toBeNull();
    expect(floodOf({ ...lister, since: now }, { many_listings: null, sudden_listings: 50 }, now)).toBeNull();
  });
});
