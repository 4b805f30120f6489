import { describe, expect, test } from "vitest";
import { LOCALES, localizedHref, splitLocale } from "./locale.ts";

describe("the language in the URL:", () => {
  test("the first language has no prefix, the others have one [A9.20]", () => {
    expect(localizedHref("/rackets?brand=Wilson#top", "en-GB")).toBe("/rackets?brand=Wilson#top");
    expect(localizedHref("/rackets?brand=Wilson#top", "nl")).toBe("/nl/rackets?brand=Wilson#top");
    expect(localizedHref("/", "en-US")).toBe("/en-us");
    expect(localizedHref("/?q=x", "de")).toBe("/de?q=x");
  });

  test("a new language replaces the one in the path", () => {
    expect(localizedHref("/fr/rackets", "de")).toBe("/de/rackets");
    expect(localizedHref("/nl", "en-GB")).toBe("/");
  });

  test("a segment that only begins like a language is part of the path", () => {
    expect(splitLocale("/nlx/rackets")).toEqual({ locale: "en-GB", path: "/nlx/rackets" });
    expect(splitLocale("/design")).toEqual({ locale: "en-GB", path: "/design" });
  });

  test("the data request of a language's home page is in that language", () => {
    expect(splitLocale("/nl.data")).toEqual({ locale: "nl", path: "/" });
    expect(splitLocale("/en-us.data")).toEqual({ locale: "en-US", path: "/" });
    expect(splitLocale("/nl.database")).toEqual({ locale: "en-GB", path: "/nl.database" });
  });

  test("splitLocale undoes localizedHref, in every language", () => {
    for (const { locale } of LOCALES) {
      for (const path of ["/", "/rackets", "/rackets/new"]) {
        expect(splitLocale(localizedHref(path, locale))).toEqual({ locale, path });
      }
    }
  });
});
