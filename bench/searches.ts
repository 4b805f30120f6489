import { sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { parseSearch } from "#app/domain/categories/derive/search.ts";
import { racket } from "#app/domain/categories/racket.ts";
import { locate } from "#app/features/listings/places.server.ts";
import { facetCounts } from "#app/features/search/facets/facets.server.ts";
import { EVERYTHING } from "#app/features/search/find/everything.ts";
import { searchListings } from "#app/features/search/search.server.ts";
import { db } from "#app/platform/db.server.ts";
import { COMMON_WORDS } from "./stock.ts";

/** An existing listing, from which searches are made. */
interface Sample {
  readonly id: string;
  readonly name: string;
  readonly brand: string;
  readonly price_cents: number;
  readonly country: string;
  readonly region: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Random listings: every call on one database returns the same ones. */
export async function samples(count: number): Promise<readonly Sample[]> {
  const { rows } = await sql<Sample>`
    select id, name, brand, price_cents, listings.country, attributes,
      (select code from postal_codes where postal_codes.country = listings.country
        and starts_with(listings.postal_code, code) order by length(code) desc limit 1) as region
    from listings where type = 'racket' and name ~ '[a-z] [0-9]+ v[0-9]$'
    order by hashtext(id::text) limit ${count}
  `.execute(db());
  return rows;
}

/** A postal code in the format of the country, in the sample's region. */
function postalCode({ country, region }: Sample): string {
  const filled: Record<string, string> = {
    NL: region.padEnd(4, "0"),
    DE: region.padEnd(5, "0"),
    FR: region.padEnd(5, "0"),
    US: region.padEnd(5, "0"),
    GB: /\d/.test(region) ? region : `${region}1`,
  };
  return filled[country] ?? region;
}

function around(sample: Sample) {
  return { country: sample.country, postalCode: postalCode(sample), maxDistance: "50" };
}

/** "Pro Staff" from "Wilson Pro Staff 97 v13". */
function lineOf({ name, brand }: Sample): string {
  return name
    .slice(brand.length)
    .replace(/ \d+ v\d+$/, "")
    .trim();
}

const euros = (cents: number, more: number) => String(Math.max(5, Math.round(cents / 100 / 5) * 5 + more));
const text = (value: unknown) => String(value ?? "");

/** Each kind of search makes the query of a browse page from the nth sample. */
export const SEARCHES = {
  "words + facet + price + 50 km + newest": (sample) => ({
    q: lineOf(sample),
    condition: text(sample.attributes.condition),
    maxPrice: euros(sample.price_cents, 50),
    ...around(sample),
    sort: "newest",
  }),
  "broad words (three common ones)": (_, n) => {
    const words = COMMON_WORDS.split(" ").filter((word) => word.length > 3);
    return { q: [n, 3 * n + 1, 7 * n + 2].map((at) => words[at % words.length]).join(" ") };
  },
  "brand and line as words": (sample) => ({ q: `${sample.brand} ${lineOf(sample)}` }),
  "a prefix (three letters)": (sample, n) => ({ q: (n % 2 ? sample.brand : lineOf(sample)).slice(0, 3) }),
  "default browse": () => ({}),
  "brand + price": (sample) => ({
    brand: sample.brand,
    minPrice: euros(sample.price_cents, -25),
    maxPrice: euros(sample.price_cents, 25),
  }),
  "50 km alone": around,
  "facet + 50 km": (sample) => ({ condition: text(sample.attributes.condition), ...around(sample) }),
  "five rare facets": (sample) => ({
    brand: sample.brand,
    condition: "Poor",
    gripsize: "5",
    color: "Purple",
    string_pattern: "18x20",
  }),
  "a narrow range (headsize from 134)": () => ({ minHeadsize: "134" }),
  "cheapest first, words": (sample) => ({ q: lineOf(sample), sort: "price_asc" }),
} as const satisfies Record<string, (sample: Sample, n: number) => Readonly<Record<string, string>>>;

export type SearchKind = keyof typeof SEARCHES;

/** Does what the browse page does before it searches. */
async function searchOf(definition: CategoryDefinition, query: Readonly<Record<string, string>>) {
  const search = parseSearch(definition, new URLSearchParams(query));
  const { place, maxDistance, sort } = search;
  const isPlaced = place !== null && (maxDistance !== null || sort === "nearest");
  const centre = isPlaced ? await locate(place.country, place.postalCode) : null;
  return { search, context: { meaning: null, centre, viewerId: null, pageSize: 10, now: new Date() } };
}

export async function search(
  query: Readonly<Record<string, string>>,
  definition: CategoryDefinition = racket,
) {
  const { search, context } = await searchOf(definition, query);
  return searchListings(definition, search, context);
}

export async function searchAll(query: Readonly<Record<string, string>>) {
  const { search, context } = await searchOf(EVERYTHING, query);
  return searchListings(EVERYTHING, search, context);
}

export async function facets(query: Readonly<Record<string, string>>, definition: CategoryDefinition) {
  const { search, context } = await searchOf(definition, query);
  return facetCounts(definition, search, context);
}

/** Reads one listing by its key, through the shop's own connections. */
export async function readByKey(id: string): Promise<void> {
  await db()
    .selectFrom("listings")
    .selectAll()
    .where("type", "=", "racket")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}
