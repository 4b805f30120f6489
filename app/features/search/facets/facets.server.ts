import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { kindOf, optionsOf } from "#app/domain/categories/fields/registry.ts";
import { filterKindOf } from "#app/domain/categories/filters/registry.ts";
import type { Count, FacetCounts, Search } from "#app/domain/search.ts";
import { isOnOffer, onOffer } from "#app/features/listings/on-offer.server.ts";
import { db, prepared } from "#app/platform/db.server.ts";
import {
  conditionsOf,
  hiddenFrom,
  isEverything,
  type QuestionContext,
  withoutListingsOf,
} from "../find/conditions.server.ts";
import { checksInOrder, fact, type SearchConditions } from "../find/filter-conditions.server.ts";
import { all, COUNT_LIMIT, matchTables } from "../find/match-tables.server.ts";
import { ORDERS } from "../find/sort-orders.server.ts";

/**
 * Counts the listings of each filter option, among those that the search would find without the filter of its field.
 * Counts up to COUNT_LIMIT listings are exact, and so are all counts of a search without other filters. Others are
 * lower bounds (docs/decisions/0013).
 */
export async function facetCounts(
  definition: CategoryDefinition,
  search: Search,
  context: QuestionContext,
): Promise<FacetCounts> {
  const hidden = hiddenFrom(definition, context);
  const facets = definition.filters
    .map((filter) => ({ filter, kind: filterKindOf(filter) }))
    .filter(({ kind }) => kind.isCounted)
    .map(({ filter, kind }) => ({
      name: kind.name(filter),
      isChosen: kind.chosen(filter, search).length > 0,
      without: kind.without(filter, search),
    }));
  const chosen = facets.filter(({ isChosen }) => isChosen);
  const others = facets.filter(({ isChosen }) => !isChosen).map(({ name }) => name);

  const parts = [
    ...(others.length > 0 ? [{ fields: others, narrowed: search }] : []),
    ...chosen.map(({ name, without }) => ({ fields: [name], narrowed: without })),
  ].map(({ fields, narrowed }): Part => {
    const conditions = conditionsOf(definition, narrowed, context);
    return isEverything(conditions)
      ? { fields, query: countAll(definition, fields, hidden), isReusable: true }
      : sampled(definition, fields, narrowed, withoutListingsOf(hidden, conditions), context.now);
  });
  const counts = await Promise.all([
    countParts(
      definition,
      parts.filter(({ isReusable }) => isReusable),
      prepared,
    ),
    ...parts
      .filter(({ isReusable }) => !isReusable)
      .map((part) => countParts(definition, [part], async (query) => (await query.execute(db())).rows)),
  ]);
  return new Map(counts.flatMap((some) => [...some]));
}

/** How the values of some fields are counted among the same listings. */
interface Part {
  readonly fields: readonly string[];
  readonly query: RawBuilder<Counted>;
  /** Whether the best plan is the same for all values. */
  readonly isReusable: boolean;
}

/** Counts with one statement: to send another takes longer than to run it. */
async function countParts(
  definition: CategoryDefinition,
  parts: readonly Part[],
  run: (query: RawBuilder<Counted & { part: number }>) => Promise<readonly (Counted & { part: number })[]>,
): Promise<FacetCounts> {
  if (parts.length === 0) return new Map();
  const counted = parts.map(
    ({ query }, at) => sql`select ${sql.lit(at)} as part, counted.* from (${query}) counted`,
  );
  const rows = await run(sql`${sql.join(counted, sql` union all `)}`);
  const ofPart = (at: number) => rows.filter(({ part }) => part === at);
  return new Map(parts.flatMap(({ fields }, at) => [...byField(definition, fields, ofPart(at))]));
}

interface Counted {
  readonly field: string;
  readonly value: string;
  readonly n: number;
}

function byField(
  definition: CategoryDefinition,
  fields: readonly string[],
  counted: readonly Counted[],
): Map<string, ReadonlyMap<string, Count>> {
  const capped = counted.some(({ field, n }) => field === "" && n > COUNT_LIMIT);
  return new Map(
    fields.map((name) => {
      const options = optionsOf(definition.fields[name]);
      const counts = new Map(options.map(({ value }): [string, Count] => [value, { n: 0, capped }]));
      for (const { field: of, value, n } of counted) {
        if (of === name && n > 0) counts.set(value, { n, capped });
      }
      return [name, counts];
    }),
  );
}

function countAll(
  definition: CategoryDefinition,
  fields: readonly string[],
  withoutUser: string | null,
): RawBuilder<Counted> {
  return sql`
    select split_part(fact, '=', 1) as field, substr(fact, strpos(fact, '=') + 1) as value, sum(difference) as n
    from (
      select fact, difference from fact_counts where type = ${definition.type}
      union all
      select fact, -1 from listings, listing_facts(search) as fact
      where type = ${definition.type} and user_id = ${withoutUser} and ${isOnOffer}
    ) changes
    where split_part(fact, '=', 1) = any(${fields}) group by fact
  `;
}

/** Counts the values of at most COUNT_LIMIT + 1 matches, mostly new ones. */
function sampled(
  definition: CategoryDefinition,
  fields: readonly string[],
  { brands }: Search,
  { keys, ...conditions }: SearchConditions,
  now: Date,
): Part {
  const listings = onOffer(definition);
  const columns = sql.raw("brand, attributes");
  // Lists look brands up in an index with prices. Here the index of words is better: its plan fits rare and common ones.
  const lookups = keys.length === 0 && brands.length > 0 ? [fact("brand", brands)] : keys;
  const isReusable = lookups.length > 0;
  const sample = isReusable
    ? sql`${matchTables({ type: definition.type, listings, conditions: { ...conditions, keys: lookups }, columns, sort: "newest", needed: 0, now })},
      sample as materialized (
        select * from match1 where (select suffice from probe)
        union all select * from match2 where (select suffice from probe)
        union all select * from match3
        limit ${sql.lit(COUNT_LIMIT)} + 1
      )`
    : sql`sample as materialized (
        select ${columns} from ${listings} where ${all(checksInOrder({ ...conditions, keys }))}
        order by ${ORDERS.newest} limit ${COUNT_LIMIT + 1}
      )`;
  return { fields, query: sql`with ${sample} ${countValues(definition, fields)}`, isReusable };
}

/**
 * In the row with the empty field, `n` is the number of listings in `sample`. A statement for each field is faster than
 * one for the pairs of all: PostgreSQL would prepare the expressions of `values` anew for each listing.
 */
function countValues(definition: CategoryDefinition, fields: readonly string[]): RawBuilder<Counted> {
  const counts = fields.map((name) => {
    const field = definition.fields[name];
    const isList = field !== undefined && kindOf(field).isList;
    const value = name === "brand" ? sql`brand` : sql`attributes ->> ${sql.lit(name)}`;
    const values = isList
      ? sql`sample, jsonb_array_elements_text(coalesce(attributes -> ${sql.lit(name)}, '[]')) as value`
      : sql`(select ${value} as value from sample) pairs where value is not null`;
    return sql`select ${sql.lit(name)} as field, value, count(*) as n from ${values} group by value`;
  });
  return sql`select '' as field, '' as value, count(*) as n from sample union all ${sql.join(counts, sql` union all `)}`;
}

/** At most 200, in alphabetical order. The recursive query reads one index entry per brand. */
export async function brandsInStock(type: string): Promise<string[]> {
  const { rows } = await sql<{ brand: string }>`
    with recursive stocked as (
      (select brand from listings where type = ${type} and brand is not null and ${isOnOffer} order by brand limit 1)
      union all
      select (select brand from listings where type = ${type} and brand > stocked.brand and ${isOnOffer} order by brand limit 1)
      from stocked where stocked.brand is not null
    )
    select brand from stocked where brand is not null limit 200
  `.execute(db());
  return rows.map((row) => row.brand);
}
