import { sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { parseSearch } from "#app/domain/categories/derive/search.ts";
import { racket } from "#app/domain/categories/racket.ts";
import { locate } from "#app/features/listings/places.server.ts";
import { interpretTyped } from "#app/features/search/dictionary/interpret.server.ts";
import { facetCounts } from "#app/features/search/facets/facets.server.ts";
import { questionOf, searchListings } from "#app/features/search/search.server.ts";
import { db } from "#app/platform/db.server.ts";
import { type Databases, SMALL } from "./database.ts";
import { interleaved } from "./measure.ts";
import { atMost, integer, ms } from "./report.ts";
import { type Assortment, wholePostalCode } from "./stock.ts";

/** An existing listing, from which searches are made. */
export interface Sample {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly brand: string;
  readonly price_cents: number;
  readonly country: string;
  readonly postal_code: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Random listings: every call on one database returns the same ones. */
export async function samples(count: number, of: Assortment = "rackets"): Promise<Sample[]> {
  // The key alone, from its index: of ten million listings, reading the rows takes minutes.
  const { rows } = await sql<Sample>`
    select type, id, name, brand, price_cents, country, postal_code, attributes
    from (select type, id from ${sql.table(of)} order by hashtext(id::text) limit ${count * 3}) drawn
      join listings using (type, id)
    where type <> 'racket' or name ~ '[a-z] [0-9]+ v[0-9]$'
    order by hashtext(id::text) limit ${count}
  `.execute(db());
  return rows;
}

export type Query = Readonly<Record<string, string>>;

/** The filter for 50 km around a listing. */
export function around(sample: Sample): Query {
  return { country: sample.country, postalCode: wholePostalCode(sample), maxDistance: "50" };
}

/** Does what the browse page does before it searches. */
async function searchOf(definition: CategoryDefinition, query: Query) {
  const search = parseSearch(definition, new URLSearchParams(query));
  const { place, maxDistance, sort } = search;
  const isPlaced = place !== null && (maxDistance !== null || sort === "nearest");
  const centre = isPlaced ? await locate(place.country, place.postalCode) : null;
  return [search, { meaning: null, centre, viewerId: null, pageSize: 10, now: new Date() }] as const;
}

export async function runSearch(query: Query, definition: CategoryDefinition = racket) {
  return searchListings(definition, ...(await searchOf(definition, query)));
}

export async function countFacets(query: Query) {
  const [search, context] = await searchOf(racket, query);
  const asked = questionOf(search, context, await interpretTyped(search.q));
  return facetCounts(racket, asked.search, asked.context);
}

/** How much slower something is with many listings than with few. `run` measures one median. */
export async function growth(
  databases: Databases,
  large: number,
  repeats: number,
  run: () => Promise<number>,
) {
  const times = await interleaved(repeats, {
    small: () => databases.use(SMALL).then(run),
    large: () => databases.use(large).then(run),
  });
  return {
    against: `${integer(SMALL)} listings`,
    ratio: times.large / times.small,
    budget: atMost(2, 1.3),
    figures: `${ms(times.large)} against ${ms(times.small)}`,
  };
}
