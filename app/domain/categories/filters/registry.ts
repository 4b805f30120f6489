import type { TraitsOf } from "../fields/kind.ts";
import { type BrandOfListing, byBrand } from "./brand.ts";
import { byChoice, type ChoiceOfField } from "./choice.ts";
import { byDate, type DateOfListing } from "./date.ts";
import type { FilterKind } from "./kind.ts";
import { byLocation, type PlaceOfListing } from "./location.ts";
import { byMonths, type MonthsOfField } from "./months.ts";
import { byPrice, type PriceOfListing } from "./price.ts";
import { byRange, type RangeOfField } from "./range.ts";

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

const ORDER_IN_ADDRESS = ["date", "brand", "choice", "range", "months", "price", "location"] as const;

const FILTER_KINDS: {
  readonly [By in (typeof ORDER_IN_ADDRESS)[number]]: FilterKind<Extract<Filter, { by: By }>>;
} = {
  date: byDate,
  brand: byBrand,
  choice: byChoice,
  range: byRange,
  months: byMonths,
  price: byPrice,
  location: byLocation,
};

const KINDS: readonly FilterKind<Filter>[] = ORDER_IN_ADDRESS.map((by) => FILTER_KINDS[by]);

export function filterKindOf(filter: Filter): FilterKind<Filter> {
  return FILTER_KINDS[filter.by];
}

const filtersOfPanels = new WeakMap<readonly Filter[], readonly Filter[]>();

/** The filters of a search of the category: those of its panel, and those that every search has. */
export function searchFilters({
  filters: panel,
}: {
  readonly filters: readonly Filter[];
}): readonly Filter[] {
  const cached = filtersOfPanels.get(panel);
  if (cached) return cached;
  const shown = new Set(panel.map(filterKindOf));
  const filters = [
    ...panel,
    ...KINDS.flatMap((kind) => (kind.ofAll && !shown.has(kind) ? [kind.ofAll] : [])),
  ];
  filtersOfPanels.set(panel, filters);
  return filters;
}

/** The kinds in the order of their parameters in an address. */
export function filterKinds(): readonly FilterKind<Filter>[] {
  return KINDS;
}

/** The properties that filters of some kinds have. */
export type FilterTraits = TraitsOf<Filter>;

export function filterTraits(filter: Filter): FilterTraits {
  return filter;
}
