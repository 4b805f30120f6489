import { describe, expect, test } from "vitest";
import { choicesIn, LANGUAGES, layoutIn, onlyChoices, timeZoneIn } from "./choices.ts";
import { CURRENCIES } from "./currency.ts";
import { COUNTRIES } from "./place.ts";

test("the countries, languages and currencies are those of the specification, in its order", () => {
  expect(COUNTRIES).toEqual(["NL", "DE", "FR", "GB", "US"]);
  expect(LANGUAGES).toEqual(["en-GB", "en-US", "nl", "de", "fr"]);
  expect(CURRENCIES).toEqual(["EUR", "GBP", "USD"]);
});

test.each([
  ["country=NL; layout=compact", "compact"],
  ["__Host-layout=wide", "wide"],
  ["layout=7", null],
  ["country=NL", null],
  [null, null],
])("the cookies %j contain the layout %j", (cookies, layout) => expect(layoutIn(cookies)).toBe(layout));

describe("the cookies of a visitor's choices", () => {
  test("give the country, the language and the currency", () => {
    expect(choicesIn("a=1; country=DE; language=nl; currency=GBP")).toEqual({
      country: "DE",
      language: "nl",
      currency: "GBP",
    });
  });

  test("are read under the prefixed names that they have over https", () => {
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
  ])("%j contain no valid choice", (cookies) => {
    expect(choicesIn(cookies)).toEqual({ country: null, language: null, currency: null });
  });

  test.each([
    ["country=NL", true],
    ["currency=USD; country=NL; language=fr", true],
    ["currency=USD; theme=dark", false],
    ["currency=JPY", false],
    ["layout=compact; country=NL", true],
    ["layout=7", false],
    ["timezone=America/Argentina/Buenos_Aires; layout=wide", true],
    ["timezone=<script>", false],
    ["second-serve.session=x", false],
    ["", false],
    ["constructor=1", false],
  ])("the cookies %j hold only choices: %s", (cookies, only) => expect(onlyChoices(cookies)).toBe(only));
});

test.each([
  ["layout=wide; timezone=Europe/Amsterdam", "Europe/Amsterdam"],
  ["__Host-timezone=America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"],
  ["timezone=UTC", "UTC"],
  ["timezone=Europe/Atlantis", null],
  ["timezone=../etc", null],
  ["layout=wide", null],
  [null, null],
])("the cookies %j contain the time zone %j", (cookies, timeZone) =>
  expect(timeZoneIn(cookies)).toBe(timeZone),
);
