import { describe, expect, test } from "vitest";
import { parseSearch, searchParams } from "#app/domain/categories/derive/search.ts";
import { racket } from "#app/domain/categories/racket.ts";
import { canonicalSearch } from "./canonical.ts";

const WHOLE = { isNew: false, subcategory: null };
const ENTRY = { isNew: false, subcategory: "blade" };
const NEW = { isNew: true, subcategory: null };

/** The canonical query of the page with this `query`; null where the page is not indexed. */
function found(
  query: string,
  place: Parameters<typeof canonicalSearch>[1] = WHOLE,
  total = 300,
  page?: number,
) {
  const requested = parseSearch(racket, new URLSearchParams(query));
  const search = canonicalSearch(requested, place, { total, page: page ?? requested.page });
  return search && searchParams(search).toString();
}

describe("the canonical URL of a browse page", () => {
  test.each([
    ["a whole category", "", WHOLE, ""],
    ["each page of a category", "page=3", WHOLE, "page=3"],
    ["each page of a brand", "page=2&brand=Head", WHOLE, "brand=Head&page=2"],
    ["a menu entry", "page=2", ENTRY, "page=2"],
    ["the page of new listings, without its date filter", "dateFilter=week", NEW, ""],
    ["a sorted page, without the order", "sort=price_asc&page=4", WHOLE, ""],
    ["an address with unknown parameters, without them", "utm_source=letter", WHOLE, ""],
  ])("exists for %s", (_, query, place, expected) => {
    expect(found(query, place)).toBe(expected);
  });

  test.each([
    ["words", "q=blade", WHOLE],
    ["several brands", "brand=Head&brand=Wilson", WHOLE],
    ["the brand Other", "brand=Other", WHOLE],
    ["a brand of a menu entry", "brand=Wilson", ENTRY],
    ["a price", "minPrice=50", WHOLE],
    ["an option", "condition=Good", WHOLE],
    ["a range", "minWeight=300", WHOLE],
    ["a date", "dateFilter=week", WHOLE],
    ["a place", "postalCode=1012AB&maxDistance=20", WHOLE],
  ])("does not exist for a page that is filtered by %s", (_, query, place) => {
    expect(found(query, place)).toBeNull();
  });

  test("is the URL of the last page when a page beyond it is requested", () => {
    expect(found("page=999", WHOLE, 300, 30)).toBe("page=30");
  });

  test("does not exist for empty results, except those of a whole category", () => {
    expect(found("", WHOLE, 0)).toBe("");
    expect(found("brand=Head", WHOLE, 0)).toBeNull();
    expect(found("", ENTRY, 0)).toBeNull();
    expect(found("", NEW, 0)).toBeNull();
  });
});
