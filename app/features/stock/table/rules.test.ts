import { describe, expect, test } from "vitest";
import { MAX_PRICE_CENTS } from "#app/domain/money.ts";
import { readStock, stockPath } from "./address.ts";
import { isPercent, readCell, readPercent, sortingOf } from "./rules.ts";

describe("a percentage", () => {
  test.each([
    ["10", 1_000],
    ["+10 %", 1_000],
    ["-2,5", -250],
    ["\u22122.25%", -225],
    ["900", 90_000],
    ["0", 0],
    ["-0", 0],
  ])("is read from %s", (text, hundredths) => expect(readPercent(text)).toBe(hundredths));
  test.each(["", "ten", "1e3", "10.123", "--5", "5-", "1 000 000 000"])("is not read from %j", (text) =>
    expect(readPercent(text)).toBeNull(),
  );
  test.each([
    [-9_000, true],
    [-9_001, false],
    [0, false],
    [90_000, true],
    [90_001, false],
  ])("of %i hundredths of a percent is allowed: %s", (hundredths, allowed) =>
    expect(isPercent(hundredths)).toBe(allowed),
  );
});

describe("a typed cell", () => {
  test.each([
    ["price", "149,50", { value: 14_950 }],
    ["price", "€ 1.199,50", { value: 119_950 }],
    ["price", "0", { value: 0 }],
    ["price", "12.345", { issue: "ambiguous_amount:1234500:1235" }],
    ["price", "100000", { value: MAX_PRICE_CENTS }],
    ["price", "100000.01", { issue: "too_high:100000" }],
    ["price", "-1", { issue: "negative" }],
    ["price", " ", { issue: "required" }],
    ["price", "cheap", { issue: "not_an_amount" }],
    ["quantity", "12", { value: 12 }],
    ["quantity", "0", { value: 0 }],
    ["quantity", "100000", { value: 100_000 }],
    ["quantity", "100001", { issue: "range:0:100000" }],
    ["quantity", "1.5", { issue: "range:0:100000" }],
    ["quantity", "-1", { issue: "range:0:100000" }],
    ["quantity", "", { issue: "required" }],
  ] as const)("%s %j is read", (field, text, read) => expect(readCell(field, text)).toEqual(read));
});

describe("the URL of the stock table", () => {
  const ID = "01900000-0000-7000-8000-000000000001";

  test.each([
    ["", "/sell/business/stock"],
    ["sort=newest&q=&type=&state=", "/sell/business/stock"],
    ["sort=dearest&type=shoe&state=lost&page=3", "/sell/business/stock"],
    [
      "state=out&sort=price_desc&type=racket&q=%20blade%20%2098",
      "/sell/business/stock?q=blade+98&type=racket&state=out&sort=price_desc",
    ],
  ])("%j is read as %s", (search, path) =>
    expect(stockPath(readStock(new URLSearchParams(search)))).toBe(path),
  );

  test("keeps the cursor of a page, but not when the sort order changes", () => {
    const request = readStock(new URLSearchParams({ sort: "name_asc", after: `${ID}~Blade ~ 98` }));
    expect(request.cursor).toEqual({ way: "after", id: ID, value: "Blade ~ 98" });
    expect(
      readStock(new URLSearchParams(stockPath(request, { cursor: request.cursor }).split("?")[1])),
    ).toEqual(request);
    expect(stockPath(request, { sort: "newest" })).toBe("/sell/business/stock");
    expect(readStock(new URLSearchParams({ after: "x~1" })).cursor).toBeNull();
  });

  test("sorts by a pressed heading, and in the other direction when it is pressed again", () => {
    expect(sortingOf("price", "newest")).toEqual({ now: "none", next: "price_asc" });
    expect(sortingOf("price", "price_asc")).toEqual({ now: "ascending", next: "price_desc" });
    expect(sortingOf("price", "price_desc")).toEqual({ now: "descending", next: "price_asc" });
    expect(sortingOf("listed", "newest")).toEqual({ now: "descending", next: "oldest" });
  });
});
