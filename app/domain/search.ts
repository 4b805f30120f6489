import type { PostalPlace } from "./place.ts";
import { DAY_MS } from "./time.ts";

/** Listing-date filters, each with its number of days. */
export const DATE_FILTERS = {
  all: null,
  today: 1,
  week: 7,
  month: 30,
  three_months: 91,
  six_months: 182,
  year: 365,
} as const satisfies Record<string, number | null>;
export type DateFilter = keyof typeof DATE_FILTERS;

/**
 * Sort orders. Without words, relevance is newest first, except that further listings of a seller on one day
 * step back (docs/decisions/0138-fair-shelves.md). "nearest" needs a search with a postal code.
 */
export const SORTS = ["relevance", "newest", "price_asc", "price_desc", "nearest"] as const;
export type Sort = (typeof SORTS)[number];

/** A range of numbers. Both ends are inclusive; null means no limit. */
export interface Range {
  readonly min: number | null;
  readonly max: number | null;
}

export interface Search {
  readonly q: string;
  readonly date: DateFilter;
  readonly sort: Sort;
  /** From 1. */
  readonly page: number;
  readonly brands: readonly string[];
  /** In cents. */
  readonly price: Range;
  /**
   * Chosen values by field; a listing matches any of them. An empty list means that all values match, even if the
   * visitor saved preferences, which are otherwise preselected.
   */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  /** Ranges by field, in the field's unit; months as numbers like 202611. Only ranges with a limit are included. */
  readonly ranges: Readonly<Record<string, Range>>;
  /** The centre of the distance filter. The filter needs `maxDistance` as well. */
  readonly place: PostalPlace | null;
  /** In km. */
  readonly maxDistance: number | null;
}

/**
 * Null when the filter accepts all dates. "Today" is the last 24 hours, so that it means the same in every time zone.
 */
export function listedSince(date: DateFilter, now: Date): Date | null {
  const days = DATE_FILTERS[date];
  return days === null ? null : new Date(now.getTime() - days * DAY_MS);
}

/** A number of listings. With `capped` there are at least `n`; a capped 0 means that the number is not known. */
export interface Count {
  readonly n: number;
  readonly capped: boolean;
}

/**
 * By field ("condition", "brand"), then by value. A choice field has all its options; "brand" has the brands of which
 * there are listings.
 */
export type FacetCounts = ReadonlyMap<string, ReadonlyMap<string, Count>>;
