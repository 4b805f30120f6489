import { expect, test } from "vitest";
import { alternatesOf, canonicalOf } from "./canonical.ts";

test("the canonical path of a page is the `canonicalPath` of its innermost route that has one", () => {
  expect(
    canonicalOf([{ canonicalPath: "/rackets" }, null, { canonicalPath: "/rackets?brand=Head" }, {}]),
  ).toBe("/rackets?brand=Head");
  expect(canonicalOf([undefined, { canonicalPath: 7 }])).toBeNull();
});

test("an inner route can exclude the page from search engines", () => {
  expect(canonicalOf([{ canonicalPath: "/search" }, { canonicalPath: null }])).toBeNull();
  expect(canonicalOf([{ canonicalPath: null }, {}])).toBeNull();
});

test("the alternates of a page are its URL in each language, and a default for all other languages", () => {
  expect(alternatesOf("https://second.example", "/rackets?page=2")).toEqual([
    { hrefLang: "en-GB", href: "https://second.example/rackets?page=2" },
    { hrefLang: "en-US", href: "https://second.example/en-us/rackets?page=2" },
    { hrefLang: "nl", href: "https://second.example/nl/rackets?page=2" },
    { hrefLang: "de", href: "https://second.example/de/rackets?page=2" },
    { hrefLang: "fr", href: "https://second.example/fr/rackets?page=2" },
    { hrefLang: "x-default", href: "https://second.example/rackets?page=2" },
  ]);
});
