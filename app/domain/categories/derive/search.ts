import { readPriceLimit } from "../../money.ts";
import { isCountry, readPostalCode } from "../../place.ts";
import { DATE_FILTERS, type DateFilter, type Range, type Search, SORTS } from "../../search.ts";
import { isWritable, lengthOf, oneLine, withoutUnseen } from "../../text-rules.ts";
import type { CategoryDefinition, Filter } from "../definition.ts";
import type { NumberField } from "../field-kinds.ts";
import { monthOfText } from "../month-text.ts";
import { storedBrand } from "./brand.ts";
import { narrowedLimits } from "./dependent-options.ts";

/** The default distance around a postal code, in km. */
export const DEFAULT_DISTANCE = 50;
/** In a URL: no value of the filter is chosen, not even the saved preference. */
export const ANY = "any";
/** In km: half the circumference of the earth. */
const FARTHEST = 20_000;

/** "string_tension" -> "StringTension". */
function capitalised(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function rangeParams(field: string): { min: string; max: string } {
  return { min: `min${capitalised(field)}`, max: `max${capitalised(field)}` };
}

function number(text: string | null, from: number, to: number): number | null {
  if (text === null || !/^-?\d{1,12}(?:[.,]\d{1,4})?$/.test(text.trim())) return null;
  const value = Number(text.trim().replace(",", "."));
  return value >= from && value <= to ? value : null;
}

function whole(text: string | null, from: number, to: number): number | null {
  const value = number(text, from, to);
  return value === null ? null : Math.floor(value);
}

function range(
  params: URLSearchParams,
  field: string,
  read = (text: string | null) => number(text, 0, 1_000_000),
): Range {
  const names = rangeParams(field);
  return ordered({ min: read(params.get(names.min)), max: read(params.get(names.max)) });
}

function ordered({ min, max }: Range): Range {
  return min !== null && max !== null && min > max ? { min: max, max: min } : { min, max };
}

/** A month is a number: 202611 is November 2026. */
function months(params: URLSearchParams, field: string): Range {
  const names = rangeParams(field);
  return ordered({
    min: monthOfText(params.get(names.min) ?? "") ?? null,
    max: monthOfText(params.get(names.max) ?? "") ?? null,
  });
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null, otherwise: Value): Value {
  return values.find((value) => value === text) ?? otherwise;
}

function fieldsBy(definition: CategoryDefinition, by: "choice"): Extract<Filter, { by: "choice" }>[];
function fieldsBy(definition: CategoryDefinition, by: "range"): Extract<Filter, { by: "range" }>[];
function fieldsBy(definition: CategoryDefinition, by: "months"): Extract<Filter, { by: "months" }>[];
function fieldsBy(definition: CategoryDefinition, by: Filter["by"]): Filter[] {
  return definition.filters.filter((filter) => filter.by === by);
}

/** The ends of the slider. Chosen values can change them: a junior racket weighs less than the usual minimum. */
export function rangeLimits(
  definition: CategoryDefinition,
  filter: Extract<Filter, { by: "range" }>,
  choices: Search["choices"],
): { readonly min: number; readonly max: number } {
  const field = definition.fields[filter.field];
  // A field narrows others only when a single value of it is chosen.
  const decided = Object.entries(choices).flatMap(([name, values]) =>
    values.length === 1 ? [[name, values[0]]] : [],
  );
  return (field?.kind === "number" && narrowedLimits(field, Object.fromEntries(decided))) || filter;
}

/**
 * The most values of a range that are looked up in the search index. With more values, comparing the number in each
 * database row is faster.
 */
const MAX_VALUES = 128;
/** A tolerance for rounding errors, in steps: 1.17 / 0.01 is 116.99999999999999. */
const ROUNDING_ERROR = 1e-6;

/** The values within a range, as the search index stores them. Empty when there are none, or more than `most`. */
export function valuesWithin(field: NumberField, range: Range, most = MAX_VALUES): string[] {
  const { min, max, step } = field;
  const first = Math.ceil(Math.max(range.min ?? min, min) / step - ROUNDING_ERROR);
  const last = Math.floor(Math.min(range.max ?? max, max) / step + ROUNDING_ERROR);
  const count = last - first + 1;
  if (count < 1 || count > most) return [];
  return Array.from({ length: count }, (_, at) => String(Number(((first + at) * step).toFixed(6))));
}

/**
 * The distance filter in km, or null for none. A slider always shows a value, so with a slider a postal code without a
 * distance gets the default distance.
 */
function distanceOf(definition: CategoryDefinition, text: string | null, hasPlace: boolean): number | null {
  const filter = definition.filters.find(({ by }) => by === "location");
  const slider = filter?.by === "location" ? filter.slider : undefined;
  return whole(text, 0, FARTHEST) ?? (slider && hasPlace ? DEFAULT_DISTANCE : null);
}

/** Drops unknown parameters and invalid values (decision 0006). It never throws. */
export function parseSearch(definition: CategoryDefinition, params: URLSearchParams): Search {
  const choices: Record<string, string[]> = {};
  for (const { field, preselected } of fieldsBy(definition, "choice")) {
    const kind = definition.fields[field];
    if (!kind || !("options" in kind)) continue;
    const spellings: Readonly<Record<string, string>> = (kind.kind === "choice" && kind.spellings) || {};
    const requested = params.getAll(field).map((value) => spellings[value.toLowerCase()] ?? value);
    const values = kind.options.map((option) => option.value).filter((value) => requested.includes(value));
    if (values.length > 0 || (preselected && requested.includes(ANY))) choices[field] = values;
  }
  const ranges: Record<string, Range> = {};
  for (const filter of fieldsBy(definition, "range")) {
    const found = range(params, filter.field);
    if (found.min !== null || found.max !== null) ranges[filter.field] = found;
  }
  for (const { field } of fieldsBy(definition, "months")) {
    const found = months(params, field);
    if (found.min !== null || found.max !== null) ranges[field] = found;
  }
  const q = oneLine(withoutUnseen(params.get("q") ?? ""));
  const brands = params
    .getAll("brand")
    .map(oneLine)
    .filter((brand) => brand !== "" && lengthOf(brand) <= 60 && isWritable(brand))
    .map((brand) => storedBrand(definition, brand));
  const { min, max } = range(params, "price", (text) => readPriceLimit(text ?? ""));
  const country = params.get("country") ?? "NL";
  const postalCode = isCountry(country) ? readPostalCode(country, params.get("postalCode") ?? "") : null;
  const place = isCountry(country) && postalCode !== null ? { country, postalCode } : null;
  const sort = oneOf(SORTS, params.get("sort"), "relevance");
  return {
    q: isWritable(q) ? [...q].slice(0, 200).join("") : "",
    date: oneOf(Object.keys(DATE_FILTERS) as DateFilter[], params.get("dateFilter"), "all"),
    sort: sort === "nearest" && place === null ? "relevance" : sort,
    page: whole(params.get("page"), 1, 1_000_000) ?? 1,
    brands: [...new Set(brands)].slice(0, 30),
    // No price is below 0.
    price: { min: min === 0 ? null : min, max },
    choices,
    ranges,
    place,
    // Whole kilometres, like the displayed distances. Finer steps would reveal a listing's exact location.
    maxDistance: distanceOf(definition, params.get("maxDistance"), place !== null),
  };
}

/** `parseSearch` reads the same search back. Equal searches have equal parameters. */
export function searchParams(search: Search): URLSearchParams {
  const params = new URLSearchParams();
  if (search.q !== "") params.set("q", search.q);
  if (search.date !== "all") params.set("dateFilter", search.date);
  for (const brand of search.brands) params.append("brand", brand);
  for (const [field, values] of Object.entries(search.choices)) {
    for (const value of values.length > 0 ? values : [ANY]) params.append(field, value);
  }
  const euros = { min: inEuros(search.price.min), max: inEuros(search.price.max) };
  for (const [field, { min, max }] of [...Object.entries(search.ranges), ["price", euros] as const]) {
    const names = rangeParams(field);
    if (min !== null) params.set(names.min, String(min));
    if (max !== null) params.set(names.max, String(max));
  }
  if (search.place) {
    params.set("country", search.place.country);
    params.set("postalCode", search.place.postalCode);
  }
  if (search.maxDistance !== null) params.set("maxDistance", String(search.maxDistance));
  if (search.sort !== "relevance") params.set("sort", search.sort);
  if (search.page !== 1) params.set("page", String(search.page));
  return params;
}

function inEuros(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}

/** A chip on the page shows the criterion, and links to the search without it. */
export interface Criterion {
  readonly about: "q" | "date" | "brand" | "price" | "location" | "choice" | "range";
  readonly field?: string;
  readonly value?: string;
  readonly range?: Range;
  readonly without: Search;
}

export function criteriaOf(definition: CategoryDefinition, search: Search): Criterion[] {
  const first = { ...search, page: 1 };
  const criteria: Criterion[] = [];
  if (search.q !== "") criteria.push({ about: "q", value: search.q, without: { ...first, q: "" } });
  for (const filter of definition.filters) {
    switch (filter.by) {
      case "date":
        if (search.date !== "all")
          criteria.push({ about: "date", value: search.date, without: { ...first, date: "all" } });
        break;
      case "brand":
        for (const brand of search.brands) {
          criteria.push({
            about: "brand",
            value: brand,
            without: { ...first, brands: search.brands.filter((other) => other !== brand) },
          });
        }
        break;
      case "price":
        if (search.price.min !== null || search.price.max !== null) {
          criteria.push({
            about: "price",
            range: search.price,
            without: { ...first, price: { min: null, max: null } },
          });
        }
        break;
      case "location":
        if (search.place && search.maxDistance !== null) {
          const sort = first.sort === "nearest" ? "relevance" : first.sort;
          criteria.push({ about: "location", without: { ...first, sort, place: null, maxDistance: null } });
        }
        break;
      case "choice": {
        const values = search.choices[filter.field] ?? [];
        for (const value of values) {
          const { [filter.field]: _, ...others } = search.choices;
          const left = values.filter((other) => other !== value);
          const isEmpty = left.length === 0 && !filter.preselected;
          const choices = isEmpty ? others : { ...search.choices, [filter.field]: left };
          criteria.push({ about: "choice", field: filter.field, value, without: { ...first, choices } });
        }
        break;
      }
      case "range":
      case "months": {
        const range = search.ranges[filter.field];
        if (range) {
          const { [filter.field]: _, ...ranges } = search.ranges;
          criteria.push({ about: "range", field: filter.field, range, without: { ...first, ranges } });
        }
        break;
      }
    }
  }
  return criteria;
}
