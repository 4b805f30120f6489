import { describe, expect, test } from "vitest";
import { pagesOf, readSellerSearch, replySpeed, sellerHref, stockOf } from "./rules.ts";

const stock = new Map([
  ["racket", 30],
  ["bag", 1],
]);

describe("the URL of a seller's page", () => {
  test.each([
    ["", { type: null, page: 1, reviews: 1 }],
    ["type=racket&page=2&reviews=2", { type: "racket", page: 2, reviews: 2 }],
    ["type=bag&page=2", { type: "bag", page: 1, reviews: 1 }],
    ["type=shoe&page=1.5&reviews=-1", { type: null, page: 1, reviews: 1 }],
    ["type=__proto__&page=99999999", { type: null, page: 1, reviews: 1 }],
    ["page=99", { type: null, page: 2, reviews: 1 }],
  ])("is read from the query %j", (query, search) => {
    expect(readSellerSearch(new URLSearchParams(query), stock, 12)).toEqual(search);
  });

  test.each([
    ["/sellers/a", { type: null, page: 1, reviews: 1 }],
    ["/sellers/a?type=bag", { type: "bag", page: 1, reviews: 1 }],
    ["/sellers/a?page=2&reviews=3", { type: null, page: 2, reviews: 3 }],
  ])("is written as %s", (href, search) => {
    expect(sellerHref("/sellers/a", search)).toBe(href);
  });
});

test("a seller's listings are split into pages", () => {
  expect([0, 1, 24, 25].map((count) => pagesOf(count, 24))).toEqual([1, 1, 1, 2]);
  expect(stockOf(stock, null)).toBe(31);
});

test.each([
  [null, null],
  [0, "hour"],
  [60, "hour"],
  [61, "hours"],
  [360, "hours"],
  [1440, "day"],
  [1441, "days"],
  [4320, "days"],
  [4321, null],
])("a usual reply after %j minutes is described as %j", (minutes, speed) => {
  expect(replySpeed(minutes)).toBe(speed);
});
