import { expect, test } from "vitest";
import { alternatesOf, canonicalOf } from "./canonical.ts";

test("the innermost route that names its path decides the canonical address", () => {
  expect(
    canonicalOf([{ canonicalPath: "/rackets" }, null, { canonicalPath: "/rackets?brand=Head" }, {}]),
  ).toBe("/rackets?brand=Head");
  expect(canonicalOf([undefined, { canonicalPath: 7 }])).toBeNull();
});

test("an inner route can exclude the page from search engines", () => {
  expect(canonicalOf([{ canonicalPath: "/search" }, { canonicalPath: null }])).toBeNull();
  expect(canonicalOf([{ canonicalPath: null }, {}])).toBeNull();
});

test("a page has an address in each language and one for every other language", () => {
  expect(alternatesOf("https://second.example", "/rackets?page=2")).toEqual([
    { hrefLang: "en-GB", href: "https://second.example/rackets?page=2" },
    { hrefLang: "en-US", href: "https://second.example/en-us/rackets?page=2" },
    { hrefLang: "nl", href: "https://second.example/nl/rackets?page=2" },
    { hrefLang: "de", href: "https://second.example/de/rackets?page=2" },
    { hrefLang: "fr", href: "https://second.example/fr/rackets?page=2" },
    { hrefLang: "x-default", href: "https://second.example/rackets?page=2" },
  ]);
});
