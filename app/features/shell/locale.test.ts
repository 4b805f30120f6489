import { describe, expect, test } from "vitest";
import { LOCALES, localizedHref, splitLocale } from "./locale.ts";

describe("the language in the address", () => {
  test("the first language has no prefix, the others have one [A9.20]", () => {
    expect(localizedHref("/rackets?brand=Wilson#top", "en-GB")).toBe("/rackets?brand=Wilson#top");
    expect(localizedHref("/rackets?brand=Wilson#top", "nl")).toBe("/nl/rackets?brand=Wilson#top");
    expect(localizedHref("/", "en-US")).toBe("/en-us");
    expect(localizedHref("/?q=x", "de")).toBe("/de?q=x");
  });

  test("a path that already has a language changes it", () => {
    expect(localizedHref("/fr/rackets", "de")).toBe("/de/rackets");
    expect(localizedHref("/nl", "en-GB")).toBe("/");
  });

  test("what only begins like a language is a path", () => {
    expect(splitLocale("/nlx/rackets")).toEqual({ locale: "en-GB", path: "/nlx/rackets" });
    expect(splitLocale("/design")).toEqual({ locale: "en-GB", path: "/design" });
  });

  test("the data of a language's home page is in that language", () => {
    expect(splitLocale("/nl.data")).toEqual({ locale: "nl", path: "/" });
    expect(splitLocale("/en-us.data")).toEqual({ locale: "en-US", path: "/" });
    expect(splitLocale("/nl.database")).toEqual({ locale: "en-GB", path: "/nl.database" });
  });

  test("splitting undoes joining, in every language", () => {
    for (const { locale } of LOCALES) {
      for (const path of ["/", "/rackets", "/rackets/new"]) {
        expect(splitLocale(localizedHref(path, locale))).toEqual({ locale, path });
      }
    }
  });
});
