import type { PostalPlace } from "./place.ts";

/** Listing-date filters (M9.12) and the days that each reaches back. */
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
 * Sort orders (M9.11); without words, relevance is newest first. "nearest" is only for a search that
 * says from where.
 */
export const SORTS = ["relevance", "newest", "price_asc", "price_desc", "nearest"] as const;
export type Sort = (typeof SORTS)[number];

/** Inclusive ends; a null end excludes nothing. */
export interface Range {
  readonly min: number | null;
  readonly max: number | null;
}

/** What a visitor looks for in one category. */
export interface Search {
  readonly q: string;
  readonly date: DateFilter;
  readonly sort: Sort;
  /** From 1. */
  readonly page: number;
  readonly brands: readonly string[];
  /** In cents. */
  readonly price: Range;
  /** Chosen values by field: any of them. None: nothing was to be chosen, not even what a visitor keeps for it. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  /** Ranges by number field, in its unit. Only the moved ones. */
  readonly ranges: Readonly<Record<string, Range>>;
  /** Only both together filter (M5.39): within `maxDistance` km of the place. */
  readonly place: PostalPlace | null;
  readonly maxDistance: number | null;
}

/** The earliest moment that a date filter lets through, for the moment `now`. "Today" is the last 24 hours: it means the same everywhere. */
export function listedSince(date: DateFilter, now: Date): Date | null {
  const days = DATE_FILTERS[date];
  return days === null ? null : new Date(now.getTime() - days * 86_400_000);
}
