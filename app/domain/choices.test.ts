import { describe, expect, test } from "vitest";
import { choicesIn, LANGUAGES, onlyChoices } from "./choices.ts";
import { CURRENCIES } from "./currency.ts";
import { COUNTRIES } from "./place.ts";

test("what can be chosen is the spec's, its default first", () => {
  expect(COUNTRIES).toEqual(["NL", "DE", "FR", "GB", "US"]);
  expect(LANGUAGES).toEqual(["en-GB", "en-US", "nl", "de", "fr"]);
  expect(CURRENCIES).toEqual(["EUR", "GBP", "USD"]);
});

describe("cookies", () => {
  test("say what was chosen", () => {
    expect(choicesIn("a=1; country=DE; language=nl; currency=GBP")).toEqual({
      country: "DE",
      language: "nl",
      currency: "GBP",
    });
  });

  test("say it over https too, where their names have a prefix", () => {
    expect(choicesIn("__Host-country=DE; __Host-currency=GBP").country).toBe("DE");
    expect(onlyChoices("__Host-country=DE; __Host-currency=GBP")).toBe(true);
    expect(onlyChoices("__Host-cart=x")).toBe(false);
  });

  test.each([
    null,
    "",
    "country",
    "country=; language=xx; currency=JPY",
    "mycountry=DE; Country=DE",
    "currency=GBP%00; country=<b>; language=constructor",
  ])("%j chooses nothing", (cookies) => {
    expect(choicesIn(cookies)).toEqual({ country: null, language: null, currency: null });
  });

  test.each([
    ["country=NL", true],
    ["currency=USD; country=NL; language=fr", true],
    ["currency=USD; theme=dark", false],
    ["currency=JPY", false],
    ["second-serve.session=x", false],
    ["", false],
    ["constructor=1", false],
  ])("%j tells nobody apart: %s", (cookies, only) => expect(onlyChoices(cookies)).toBe(only));
});
