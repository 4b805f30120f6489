import type { CategoryDefinition, Filter } from "#app/domain/categories/definition.ts";
import { OTHER_BRAND } from "#app/domain/categories/derive/brand.ts";
import {
  ANY,
  type Criterion,
  criteriaOf,
  DEFAULT_DISTANCE,
  rangeLimits,
  searchParams,
} from "#app/domain/categories/derive/search.ts";
import { monthText } from "#app/domain/categories/field-kinds.ts";
import { browsePath } from "#app/domain/categories/paths.ts";
import { COUNTRIES, type Country, formatPostalCode } from "#app/domain/place.ts";
import type { FacetCounts } from "#app/domain/search.ts";
import { type Search, SORTS, type Sort } from "#app/domain/search.ts";
import { m } from "#app/paraglide/messages.js";
import { browseAddressOf, entryFilter, withinEntry } from "./addresses.server.ts";
import { criterionLabel, criterionValue, DATE_TEXTS } from "./criterion-text.server.ts";
import {
  brandText,
  fieldLabel,
  measuredLabel,
  optionLabel,
  singularUnit,
  unitLabel,
} from "./texts.server.ts";
import type { ChipView, ChoiceView, CountsView, FilterView } from "./view.ts";
import type { WrittenLimits } from "./written-limits.server.ts";
import type { WrittenPlace } from "./written-place.server.ts";

const SORT_TEXTS: Readonly<Record<Sort, () => string>> = {
  relevance: m.browse_sort_relevance,
  newest: m.browse_sort_newest,
  price_asc: m.browse_sort_price_asc,
  price_desc: m.browse_sort_price_desc,
  nearest: m.browse_sort_nearest,
};

const COUNTRY_TEXTS = {
  NL: m.country_nl,
  DE: m.country_de,
  FR: m.country_fr,
  GB: m.country_gb,
  US: m.country_us,
} as const;

export function countryChoices(): ChoiceView[] {
  return COUNTRIES.map((country) => ({ value: country, label: COUNTRY_TEXTS[country]() }));
}

export function sortChoices(search: Search): ChoiceView[] {
  return SORTS.filter((sort) => sort !== "nearest" || search.place !== null).map((value) => ({
    value,
    label: SORT_TEXTS[value](),
  }));
}

/** The brands that the category lists, those in stock, and those that the search has chosen (decision 0006). */
function brandChoices(
  definition: CategoryDefinition,
  stocked: readonly string[],
  search: Search,
): ChoiceView[] {
  const { form, browse } = definition.brand;
  const known = new Set([...form, ...browse, ...stocked, ...search.brands]);
  const named = [...known].filter((brand) => brand !== OTHER_BRAND).sort((a, b) => a.localeCompare(b));
  return [...named, ...(known.has(OTHER_BRAND) ? [OTHER_BRAND] : [])].map((value) => ({
    value,
    label: brandText(value),
  }));
}

function inEuros(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}

/** A filter without the text of its chosen values. */
type Input = FilterView extends infer View ? (View extends unknown ? Omit<View, "summary"> : never) : never;

function filterView(
  definition: CategoryDefinition,
  filter: Filter,
  search: Search,
  stocked: readonly string[],
  country: Country,
  { place: written, price, monthsByField, entry }: Written,
): Input | null {
  switch (filter.by) {
    case "date":
      return {
        kind: "one",
        name: "dateFilter",
        label: m.browse_listing_date(),
        options: Object.entries(DATE_TEXTS).map(([value, label]) => ({ value, label: label() })),
        chosen: search.date,
      };
    case "brand":
      return {
        kind: "many",
        name: "brand",
        label: fieldLabel(definition, "brand"),
        options: brandChoices(definition, stocked, search),
        chosen: search.brands,
        none: null,
      };
    case "price": {
      const slider = definition.price.as === "slider" ? definition.price : { max: 1000, step: 1 };
      return {
        kind: "range",
        name: "price",
        label: fieldLabel(definition, "price"),
        as: definition.price.as,
        min: 0,
        max: slider.max,
        step: slider.step,
        unit: "€",
        from: inEuros(search.price.min),
        to: inEuros(search.price.max),
        written: price,
      };
    }
    case "location":
      return {
        kind: "location",
        label: fieldLabel(definition, "location"),
        countries: countryChoices(),
        country: search.place?.country ?? written?.country ?? country,
        postalCode: search.place
          ? formatPostalCode(search.place.country, search.place.postalCode)
          : (written?.postalCode ?? ""),
        error: written?.error ?? null,
        maxDistance: search.maxDistance ?? (filter.slider ? DEFAULT_DISTANCE : null),
        slider: filter.slider ?? null,
      };
    case "choice": {
      const field = definition.fields[filter.field];
      if (!field || !("options" in field)) return null;
      return {
        kind: "many",
        name: filter.field,
        label: fieldLabel(definition, filter.field),
        options: field.options.map((option) => ({ value: option.value, label: optionLabel(option) })),
        chosen: search.choices[filter.field] ?? [],
        none: (filter.preselected && filter.field in search.choices) || filter.field === entry ? ANY : null,
      };
    }
    case "months": {
      const range = search.ranges[filter.field];
      const input = (month: number | null = null) => (month === null ? null : monthText(month));
      return {
        kind: "months",
        name: filter.field,
        label: fieldLabel(definition, filter.field),
        from: input(range?.min),
        to: input(range?.max),
        written: monthsByField?.get(filter.field) ?? null,
      };
    }
    case "range": {
      const field = definition.fields[filter.field];
      if (field?.kind !== "number") return null;
      const range = search.ranges[filter.field];
      const { min, max } = rangeLimits(definition, filter, search.choices);
      return {
        kind: "range",
        name: filter.field,
        label: measuredLabel(definition, filter.field),
        as: "slider",
        min,
        max,
        step: filter.step,
        unit: field.unit ? unitLabel(field.unit) : null,
        unitOfOne: field.unit ? singularUnit(field.unit) : null,
        from: range?.min ?? null,
        to: range?.max ?? null,
        written: null,
      };
    }
  }
}

/** What the visitor typed, even when no search can use it. */
interface Written {
  readonly place: WrittenPlace | null;
  readonly price: WrittenLimits | null;
  readonly monthsByField?: ReadonlyMap<string, WrittenLimits>;
  /** The field that the menu entry of the page filters by. The form says when none of its values is chosen. */
  readonly entry?: string | null;
}

/** `country` is preselected for a postal code. */
export function presentFilters(
  definition: CategoryDefinition,
  search: Search,
  stocked: readonly string[],
  country: Country,
  written: Written = { place: null, price: null },
): FilterView[] {
  const used = written.place && !written.place.centre ? { ...search, place: null } : search;
  const criteria = criteriaOf(definition, used);
  return definition.filters.flatMap((filter) => {
    const view = filterView(definition, filter, search, stocked, country, written);
    if (!view) return [];
    const name = "field" in filter ? filter.field : undefined;
    const labels = criteria
      .filter(
        ({ about, field }) => about === (filter.by === "months" ? "range" : filter.by) && field === name,
      )
      .map((criterion) => criterionValue(definition, search, criterion, written.place?.centre?.town));
    return { ...view, summary: labels.length === 0 ? null : labels.join(", ") } as FilterView;
  });
}

/** The path and query. Parameters at their defaults are left out. */
export function searchHref(path: string, search: Search): string {
  const params = searchParams(search).toString();
  return params === "" ? path : `${path}?${params}`;
}

/**
 * Like `searchHref`. On the page of a menu entry that stands for a filter, a search without this filter, or with more
 * of its values, leads to the whole category.
 */
export function pageHref(path: string, search: Search): string {
  const address = browseAddressOf(path);
  const entry = address && entryFilter(address);
  if (!entry) return searchHref(path, search);
  const within = withinEntry(entry, search);
  return within ? searchHref(path, within) : searchHref(browsePath(address.definition), search);
}

export function presentCounts(counts: FacetCounts): CountsView {
  return Object.fromEntries(
    [...counts].map(([field, byValue]) => [
      field,
      [...byValue].map(([value, { n, capped }]) => [value, n, capped] as const),
    ]),
  );
}

interface Preset {
  /** The field whose chosen values are preselected from the visitor's saved preferences. */
  readonly yours?: string | null;
  /** The path of the same page without its own date filter; by default the page's own path. */
  readonly undated?: string;
  /** The town of the searched postal code. */
  readonly town?: string | null;
  /** The chips for the search text: one for each part that was understood. */
  readonly words?: readonly ChipView[];
}

/** The link of each chip leads to the search without its criterion. */
export function presentChips(
  definition: CategoryDefinition,
  search: Search,
  path: string,
  { yours, undated = path, town = null, words = [] }: Preset = {},
): ChipView[] {
  const isYours = ({ field }: Criterion) => field !== undefined && field === yours;
  const criteria = criteriaOf(definition, search);
  const isUnderstood = ({ about }: Criterion) => about === "q" && words.length > 0;
  const others = criteria.filter((criterion) => !isYours(criterion) && !isUnderstood(criterion));
  const chips = [
    ...words,
    ...others.map((criterion) => ({
      label: criterionLabel(definition, search, criterion, town),
      href: pageHref(criterion.about === "date" ? undated : path, criterion.without),
    })),
  ];
  const preferred = criteria
    .filter(isYours)
    .map((criterion) => criterionLabel(definition, search, criterion));
  if (!yours || preferred.length === 0) return chips;
  const without = { ...search, page: 1, choices: { ...search.choices, [yours]: [] } };
  return [
    {
      label: m.browse_chip_yours({ field: fieldLabel(definition, yours), values: preferred.join(", ") }),
      href: pageHref(path, without),
    },
    ...chips,
  ];
}

/** The path and query with the words and the sort order, without filters. "nearest" is left out: it needs a place. */
export function filterlessHref(definition: CategoryDefinition, search: Search, path: string): string {
  const params = new URLSearchParams(clearedHref(definition, search, path).split("?")[1]);
  if (search.q !== "") params.set("q", search.q);
  if (search.sort !== "relevance" && search.sort !== "nearest") params.set("sort", search.sort);
  return params.size === 0 ? path : `${path}?${params}`;
}

/** The path and query without any filter, not even those that the visitor saved as preferences. */
export function clearedHref(definition: CategoryDefinition, search: Search, path: string): string {
  const params = new URLSearchParams();
  for (const filter of definition.filters) {
    if (filter.by === "choice" && filter.preselected && filter.field in search.choices)
      params.set(filter.field, ANY);
  }
  return params.size === 0 ? path : `${path}?${params}`;
}
