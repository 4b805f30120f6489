import { describe, expect, test } from "vitest";
import { backTarget, pageSizeOf } from "./rules.ts";

describe("Back (marketplace spec §2)", () => {
  const racket = { plural: "rackets", back: { owner: "previous", others: "previous" } } as const;
  const bag = { plural: "bags", back: { owner: "my-listings", others: "category" } } as const;
  test.each([
    ["a racket without history", racket, { history: false, from: null, owner: false }, "/rackets"],
    [
      "a racket from my listings",
      racket,
      { history: true, from: "my-listings", owner: true },
      "/my-listings",
    ],
    ["a racket otherwise", racket, { history: true, from: null, owner: false }, "history"],
    ["a bag of one's own", bag, { history: true, from: null, owner: true }, "/my-listings"],
    ["a bag from the favourites", bag, { history: true, from: "favorites", owner: false }, "/favorites"],
    ["a bag of somebody else's", bag, { history: true, from: null, owner: false }, "/bags"],
    ["a bag without history", bag, { history: false, from: null, owner: false }, "/bags"],
  ] as const)("of %s leads to %4$s", (_what, definition, origin, target) => {
    expect(backTarget(definition, origin)).toBe(target);
  });
});

describe("the page size", () => {
  const phone = "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148";
  const headersOf = (headers: { mobile: string | null; userAgent: string | null }) => ({
    get: (name: string) => (name === "user-agent" ? headers.userAgent : headers.mobile),
  });
  test.each([
    ["what the page found out", "6", { mobile: "?0", userAgent: null }, 6],
    ["what the page found out", "10", { mobile: "?1", userAgent: phone }, 10],
    ["the browser's hint", null, { mobile: "?1", userAgent: null }, 6],
    ["the browser's hint", null, { mobile: "?0", userAgent: phone }, 10],
    ["the browser's name", null, { mobile: null, userAgent: phone }, 6],
    ["nothing", "99", { mobile: null, userAgent: null }, 10],
  ] as const)("is by %s %3$i", (_by, asked, headers, size) => {
    expect(pageSizeOf(asked, headersOf(headers))).toBe(size);
  });
});
