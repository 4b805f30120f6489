import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { type Criterion, criteriaOf, searchParams } from "#app/domain/categories/derive/search.ts";
import type { ChoiceView } from "#app/domain/categories/fields/kind.ts";
import { ANY, type WrittenEnds } from "#app/domain/categories/filters/kind.ts";
import { type Filter, filterKindOf, filterTraits } from "#app/domain/categories/filters/registry.ts";
import { browsePath } from "#app/domain/categories/paths.ts";
import { COUNTRIES, type Country } from "#app/domain/place.ts";
import type { FacetCounts } from "#app/domain/search.ts";
import { type Search, SORTS, type Sort } from "#app/domain/search.ts";
import { issueText } from "#app/features/listings/issue-text.ts";
import { fieldLabel, filterContext, measuredLabel } from "#app/features/listings/texts.server.ts";
import type { ChipView, CountsView, FilterView } from "#app/features/listings/view.ts";
import { m } from "#app/paraglide/messages.js";
import { browseAddressOf, entryFilter, withinEntry } from "./addresses.server.ts";
import { criterionLabel, criterionValue } from "./criterion-text.server.ts";
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

/** By filter: the ends that mean nothing, as typed, with the message beside the field and a sentence for the page. */
export type WrittenLimits = ReadonlyMap<Filter, WrittenEnds & { readonly notice: string }>;

/** Empty when each end of each range is empty or can be read. */
export function writtenLimits(definition: CategoryDefinition, params: URLSearchParams): WrittenLimits {
  const context = filterContext(definition);
  return new Map(
    definition.filters.flatMap((filter) => {
      const kind = filterKindOf(filter);
      const unread = kind.unread(filter, params, context);
      if (!unread) return [];
      const label = context.label(kind.name(filter));
      const { issue, ...rest } = unread;
      return [[filter, { ...rest, error: issueText(issue, { label, requiredText: label }) }]];
    }),
  );
}

/** What the visitor typed, even when no search can use it. */
interface Written {
  readonly place: WrittenPlace | null;
  readonly limits: WrittenLimits;
  /** The field that the menu entry of the page filters by. The form says when none of its values is chosen. */
  readonly entry?: string | null;
}

/** `country` is preselected for a postal code. */
export function presentFilters(
  definition: CategoryDefinition,
  search: Search,
  stocked: readonly string[],
  country: Country,
  { place, limits, entry = null }: Written = { place: null, limits: new Map() },
): FilterView[] {
  const town = place?.centre?.town ?? null;
  const context = {
    ...filterContext(definition, town),
    measuredLabel: (name: string) => measuredLabel(definition, name),
    stocked,
    countries: countryChoices(),
    country,
    place,
    entry,
  };
  const criteria = criteriaOf(definition, place && !place.centre ? { ...search, place: null } : search);
  return definition.filters.flatMap((filter) => {
    const written = limits.get(filter) ?? null;
    const view = filterKindOf(filter).view(filter, search, { ...context, written });
    const values = criteria
      .filter((criterion) => criterion.filter === filter)
      .map((criterion) => criterionValue(definition, search, criterion, town));
    return view ? [{ ...view, summary: values.length === 0 ? null : values.join(", ") }] : [];
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

export function presentFacetCounts(counts: FacetCounts): CountsView {
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
  const isYours = ({ filter }: Criterion) => filter !== null && filterKindOf(filter).name(filter) === yours;
  const criteria = criteriaOf(definition, search);
  const isUnderstood = ({ filter }: Criterion) => filter === null && words.length > 0;
  const others = criteria.filter((criterion) => !isYours(criterion) && !isUnderstood(criterion));
  const chips = [
    ...words,
    ...others.map((criterion) => ({
      label: criterionLabel(definition, search, criterion, town),
      href: pageHref(criterion.without.date === search.date ? path : undated, criterion.without),
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
  for (const { preselected, field } of definition.filters.map(filterTraits))
    if (preselected && field !== undefined && field in search.choices) params.set(field, ANY);
  return params.size === 0 ? path : `${path}?${params}`;
}
