import { type BrandOfListing, brand } from "./brand.ts";
import { type ChoiceOfField, choice } from "./choice.ts";
import { type DateOfListing, date } from "./date.ts";
import type { FilterKind } from "./kind.ts";
import { location, type PlaceOfListing } from "./location.ts";
import { type MonthsOfField, months } from "./months.ts";
import { type PriceOfListing, price } from "./price.ts";
import { type RangeOfField, range } from "./range.ts";

/**
 * Every kind of filter of the browse page. To add one, write its file, and add it here, to `FILTER_CONDITIONS` and, if
 * its input is new, to `FILTER_INPUTS`.
 */
export type Filter =
  | DateOfListing
  | BrandOfListing
  | ChoiceOfField
  | RangeOfField
  | MonthsOfField
  | PriceOfListing
  | PlaceOfListing;

/** In the order of their parameters in an address. */
const FILTER_KINDS: {
  readonly [By in Filter["by"]]: FilterKind<Extract<Filter, { by: By }>>;
} = { date, brand, choice, range, months, price, location };

const KINDS: readonly FilterKind<Filter>[] = Object.values(FILTER_KINDS);

export function filterKindOf(filter: Filter): FilterKind<Filter> {
  return FILTER_KINDS[filter.by];
}

/** The filters of a search of the category: those of its panel, and those that every search has. */
export function searchFilters({ filters }: { readonly filters: readonly Filter[] }): readonly Filter[] {
  const shown = new Set(filters.map(filterKindOf));
  return [...filters, ...KINDS.flatMap((kind) => (kind.ofAll && !shown.has(kind) ? [kind.ofAll] : []))];
}

/** The kinds in the order of their parameters in an address. */
export function filterKinds(): readonly FilterKind<Filter>[] {
  return KINDS;
}

type Names<Each> = Each extends unknown ? keyof Each : never;
type ValueOf<Each, Name> = Each extends unknown ? (Name extends keyof Each ? Each[Name] : never) : never;

/** The properties that filters of some kinds have. */
export type FilterTraits = { readonly [Name in Names<Filter>]?: ValueOf<Filter, Name> };

export function filterTraits(filter: Filter): FilterTraits {
  return filter;
}
