import { type Search, SORTS } from "../../search.ts";
import { isWritable, oneLine, withoutUnseen } from "../../text-rules.ts";
import type { CategoryDefinition } from "../definition.ts";
import { readWhole } from "../filters/kind.ts";
import { type Filter, filterKindOf, filterKinds, searchFilters } from "../filters/registry.ts";

/** Finds everything. */
export const NOTHING_CHOSEN: Search = {
  q: "",
  date: "all",
  sort: "relevance",
  page: 1,
  brands: [],
  price: { min: null, max: null },
  choices: {},
  ranges: {},
  place: null,
  maxDistance: null,
};

/** Adds filters to a search. */
export function narrowedBy(search: Search, more: Partial<Search>): Search {
  return {
    ...search,
    ...more,
    choices: { ...search.choices, ...more.choices },
    ranges: { ...search.ranges, ...more.ranges },
  };
}

/** The parameters that `parseSearch` reads. */
export function searchNames(definition: CategoryDefinition): readonly string[] {
  const filters = searchFilters(definition).flatMap((filter) => filterKindOf(filter).params(filter));
  return ["q", "sort", "page", ...filters];
}

/** Drops unknown parameters and invalid values (decision 0006). It never throws. */
export function parseSearch(definition: CategoryDefinition, params: URLSearchParams): Search {
  const filtered = searchFilters(definition)
    .map((filter) => filterKindOf(filter).read(filter, params, definition))
    .reduce(narrowedBy, NOTHING_CHOSEN);
  const q = oneLine(withoutUnseen(params.get("q") ?? ""));
  const sort = SORTS.find((value) => value === params.get("sort")) ?? "relevance";
  return {
    ...filtered,
    q: isWritable(q) ? [...q].slice(0, 200).join("") : "",
    sort: sort === "nearest" && filtered.place === null ? "relevance" : sort,
    page: readWhole(params.get("page"), 1, 1_000_000) ?? 1,
  };
}

/** `parseSearch` reads the same search back. Equal searches have equal parameters. */
export function searchParams(search: Search): URLSearchParams {
  const params = new URLSearchParams();
  if (search.q !== "") params.set("q", search.q);
  for (const kind of filterKinds()) kind.write(search, params);
  if (search.sort !== "relevance") params.set("sort", search.sort);
  if (search.page !== 1) params.set("page", String(search.page));
  return params;
}

/** A chip on the page shows the criterion, and links to the search without it. */
export interface Criterion {
  /** Null for the words of the search. */
  readonly filter: Filter | null;
  readonly value: string;
  readonly without: Search;
}

export function criteriaOf(definition: CategoryDefinition, search: Search): Criterion[] {
  const first = { ...search, page: 1 };
  const words = { filter: null, value: search.q, without: { ...first, q: "" } };
  return [
    ...(search.q === "" ? [] : [words]),
    ...definition.filters.flatMap((filter) => {
      const kind = filterKindOf(filter);
      return kind
        .chosen(filter, search)
        .map((value) => ({ filter, value, without: kind.without(filter, first, value) }));
    }),
  ];
}
