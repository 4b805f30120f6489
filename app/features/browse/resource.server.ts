import { z } from "zod";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { parseSearch, searchNames } from "#app/domain/categories/derive/search.ts";
import { filterKindOf, filterTraits, searchFilters } from "#app/domain/categories/filters/registry.ts";
import { MAX_PRICE_CENTS } from "#app/domain/money.ts";
import { COUNTRIES, POSTAL_TEXT_MAX } from "#app/domain/place.ts";
import { DATE_FILTERS, type DateFilter, SORTS } from "#app/domain/search.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { cursorFor, listOf, listQuery, positionIn } from "#app/features/api/pages.server.ts";
import { Faulty } from "#app/features/api/problem.server.ts";
import {
  attributeSchemas,
  listingResource,
  presentResources,
} from "#app/features/listings/resource.server.ts";
import { countMiss } from "#app/features/search/dictionary/misses.server.ts";
import type { SearchContext } from "#app/features/search/find/conditions.server.ts";
import { EVERYTHING, parseEverything } from "#app/features/search/find/everything.ts";
import { presentIntent, searchIntent } from "#app/features/search/resource.server.ts";
import { searchListings } from "#app/features/search/search.server.ts";
import { m } from "#app/paraglide/messages.js";
import { limitSearch } from "./browse-search.server.ts";
import { writtenPlace } from "./written-place.server.ts";

/** Names that are not those of the address of a page, in small letters with underscores. */
const OTHER_NAMES: Readonly<Record<string, string>> = { maxDistance: "max_distance_km" };

/** "min_price" for "minPrice" */
function parameterName(name: string): string {
  return OTHER_NAMES[name] ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A number as a query has it: digits, and perhaps a point. */
function inQuery(schema: z.ZodType): z.ZodType {
  const read = (text: unknown) =>
    typeof text === "string" && /^\d{1,9}(\.\d{1,4})?$/.test(text) ? Number(text) : text;
  return z.preprocess(read, schema).optional();
}

/** A parameter that may be repeated. */
function repeated(item: z.ZodType, most: number): z.ZodType {
  return z
    .preprocess((value) => (typeof value === "string" ? [value] : value), z.array(item).max(most))
    .optional();
}

const price = inQuery(
  z
    .number()
    .min(0)
    .max(MAX_PRICE_CENTS / 100)
    .multipleOf(0.01),
);
const MOST_VALUES = 30;

/** The parameters of every search, as those of a page's address. `max_distance_km` needs `postal_code`. */
const everySearch = {
  ...listQuery.shape,
  sort: z.enum(SORTS).default("relevance").meta({ description: "`nearest` needs `postal_code`." }),
  exact: z
    .enum(["true", "false"])
    .optional()
    .meta({ description: "Whether the words are searched for as typed, without corrections." }),
  min_price: price,
  max_price: price,
  date_filter: z.enum(Object.keys(DATE_FILTERS) as DateFilter[]).optional(),
  country: z.enum(COUNTRIES).optional().meta({ description: "The country of `postal_code`." }),
  postal_code: z
    .string()
    .max(POSTAL_TEXT_MAX)
    .optional()
    .meta({ description: "Listings get their distance from it. Needs `country`." }),
  max_distance_km: inQuery(z.int().min(1).max(20_000)),
};

const words = z.string().trim().max(200);

const wordsOrNone = z.strictObject({ q: words.optional(), ...everySearch });

/** What the query of a list was read to; the filters of its category are unknown here. */
type FoundBy = z.output<typeof wordsOrNone> & Readonly<Record<string, unknown>>;

interface Placed {
  readonly sort?: unknown;
  readonly country?: unknown;
  readonly postal_code?: unknown;
  readonly max_distance_km?: unknown;
}

const hasCountry = ({ country, postal_code }: Placed) => postal_code === undefined || country !== undefined;
const hasPlace = ({ sort, postal_code, max_distance_km }: Placed) =>
  postal_code !== undefined || (max_distance_km === undefined && sort !== "nearest");

function withPlace<Query extends z.ZodObject>(query: Query): Query {
  return query
    .refine((read) => hasCountry(read as Placed), { path: ["country"], error: () => m.api_country_missing() })
    .refine((read) => hasPlace(read as Placed), {
      path: ["postal_code"],
      error: () => m.api_postal_code_missing(),
    });
}

/** The parameters of a category's list: all filters of its page. */
export function browseQueryOf(definition: CategoryDefinition): z.ZodType<FoundBy> {
  const schemas = attributeSchemas(definition);
  const filters = searchFilters(definition).flatMap((filter) => {
    const { field } = filterTraits(filter);
    const schema = field === undefined ? undefined : schemas[field];
    if (!schema) return [];
    const names = filterKindOf(filter).params(filter).map(parameterName);
    const isRange = names.length > 1;
    return names.map((name) => [name, isRange ? rangeEnd(schema) : repeated(choiceOf(schema), MOST_VALUES)]);
  });
  return withPlace(
    z.strictObject({
      ...wordsOrNone.shape,
      brand: repeated(z.string().min(1).max(60), MOST_VALUES),
      ...(Object.fromEntries(filters) as Record<string, z.ZodType>),
    }),
  ) as unknown as z.ZodType<FoundBy>;
}

/** The end of a range: a number, which listings need not reach, or a month. */
function rangeEnd(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodNumber ? inQuery(z.number().min(0).max(1_000_000)) : schema.optional();
}

/** Listings with a list of values are found by each of them. */
function choiceOf(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodArray ? (schema.element as z.ZodType) : schema;
}

/** The parameters of a search of all categories. */
export const searchQuery = withPlace(z.strictObject({ q: words.min(1), ...everySearch }));

/** A page of listings, how many there are, and what the words were taken to mean. */
export const foundListings = listOf(listingResource)
  .extend({
    total: z.int(),
    total_is_capped: z.boolean().meta({ description: "Whether there are at least so many." }),
    intent: searchIntent.nullable().meta({ description: "Null for a search without words." }),
  })
  .meta({ id: "FoundListings" });

const pagePosition = z.object({ page: z.int(), limit: z.int() });

/** The same query as the address of a page has it. */
function pageParams(definition: CategoryDefinition, query: FoundBy): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of searchNames(definition)) {
    const { [parameterName(name)]: value } = query;
    for (const each of [value].flat()) if (each !== undefined) params.append(name, String(each));
  }
  return params;
}

/**
 * Searches a category, or all of them (`EVERYTHING`), as its page does. A place that cannot be located is refused here,
 * where a page leaves it out and says so.
 * @throws Faulty for the postal code; Refused "search_too_many" for a client without a key, "cursor_invalid"
 */
export async function findResources(
  definition: CategoryDefinition,
  query: FoundBy,
  { viewer, request }: { readonly viewer: Viewer | null; readonly request: Request },
): Promise<z.input<typeof foundListings>> {
  const list = `listings ${definition.type}`;
  const { page, limit } = positionIn(list, query.cursor, pagePosition) ?? { page: 1, limit: query.limit };
  const params = pageParams(definition, query);
  const isEverything = definition.type === EVERYTHING.type;
  const read = isEverything ? parseEverything(params) : parseSearch(definition, params);
  // A postal code alone is no filter, as the slider of a page makes it.
  const wanted = {
    ...read,
    page,
    maxDistance: query.max_distance_km === undefined ? null : read.maxDistance,
  };
  if (!viewer) await limitSearch(request, wanted);
  const { search, centre, error } = await writtenPlace(wanted, params, "always");
  if (error !== null)
    throw new Faulty(
      "query",
      new z.ZodError([{ code: "custom", path: ["postal_code"], message: error, input: "" }]),
    );
  const context: SearchContext = {
    meaning: null,
    centre,
    visitorCountry: query.country ?? null,
    viewerId: viewer?.id ?? null,
    pageSize: limit,
    now: new Date(),
  };
  const results = await searchListings(definition, search, context, query.exact === "true");
  if (page === 1) void countMiss({ definition, search, context, found: results });
  const { rows, total, capped, interpretation } = results;
  return {
    // Of a page beyond the last, the last was read.
    data: results.page === page ? presentResources(rows, viewer) : [],
    next: page * limit < total ? cursorFor(list, { page: page + 1, limit }) : null,
    total,
    total_is_capped: capped,
    intent: search.q === "" ? null : presentIntent(interpretation),
  };
}
