import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { Count, FacetCounts, Search } from "#app/domain/search.ts";
import { isOnOffer, onOffer } from "#app/features/listings/on-offer.server.ts";
import { db, prepared } from "#app/platform/db.server.ts";
import {
  conditionsOf,
  isEverything,
  type SearchConditions,
  type SearchContext,
  type Words,
  withoutListingsOf,
} from "./conditions.server.ts";
import { all, COUNTED, looks, ORDERS } from "./gather.server.ts";

/** The facets of the filters: the name of each choice filter's field, and "brand". */
function facetsOf(definition: CategoryDefinition): string[] {
  return definition.filters.flatMap((filter) => {
    if (filter.by === "brand") return ["brand"];
    return filter.by === "choice" ? [filter.field] : [];
  });
}

function isChosen(search: Search, field: string): boolean {
  return (field === "brand" ? search.brands : (search.choices[field] ?? [])).length > 0;
}

function without(search: Search, field: string): Search {
  if (field === "brand") return { ...search, brands: [] };
  const { [field]: _, ...choices } = search.choices;
  return { ...search, choices };
}

interface Counted {
  readonly field: string;
  readonly value: string;
  readonly n: number;
}

/** A row for each value of these fields of each listing in `sample`. */
function valuesOf(definition: CategoryDefinition, fields: readonly string[]): RawBuilder<unknown> {
  const one = fields.filter((field) => definition.fields[field]?.kind !== "several");
  const several = fields.filter((field) => definition.fields[field]?.kind === "several");
  const pair = (field: string) =>
    sql`(${sql.lit(field)}, ${field === "brand" ? sql`brand` : sql`attributes ->> ${sql.lit(field)}`})`;
  const parts = [
    ...(one.length > 0
      ? [
          sql`select field, value from sample, lateral (values ${sql.join(one.map(pair))}) as pair (field, value)`,
        ]
      : []),
    ...several.map(
      (field) => sql`select ${sql.lit(field)} as field, value
        from sample, lateral jsonb_array_elements_text(coalesce(attributes -> ${sql.lit(field)}, '[]')) as value`,
    ),
  ];
  return sql.join(parts, sql` union all `);
}

/** Counts the values in `sample`. The field "" has the number of listings. */
function countValues(definition: CategoryDefinition, fields: readonly string[]): RawBuilder<unknown> {
  return sql`
    select '' as field, '' as value, count(*) as n from sample
    union all
    select field, value, count(*) as n from (${valuesOf(definition, fields)}) pairs where value is not null
    group by field, value`;
}

/** At most COUNTED + 1 listings of a search that are quick to find, mostly new ones. */
async function countSample(
  definition: CategoryDefinition,
  fields: readonly string[],
  narrowed: SearchConditions,
  now: Date,
): Promise<readonly Counted[]> {
  const listings = onOffer(definition);
  const kept = sql.raw("brand, attributes");
  if (narrowed.keys.length > 0) {
    return prepared<Counted>(sql`
      with ${looks({ listings, narrowed, kept, newestFirst: true, wanted: 0, now })},
      sample as materialized (
        select * from match1 where (select suffice from looked)
        union all select * from match2 where (select suffice from looked)
        union all select * from match3
        limit ${sql.lit(COUNTED)} + 1
      ) ${countValues(definition, fields)}
    `);
  }
  const { rows } = await sql<Counted>`
    with sample as materialized (
      select ${kept} from ${listings} where ${all(narrowed.checks)} order by ${ORDERS.newest} limit ${COUNTED + 1}
    ) ${countValues(definition, fields)}
  `.execute(db());
  return rows;
}

/** Counts all listings of a type from the kept counts, without one user's own. */
async function countAll(
  definition: CategoryDefinition,
  fields: readonly string[],
  withoutUser: string | null,
): Promise<readonly Counted[]> {
  return prepared<Counted>(sql`
    select split_part(fact, '=', 1) as field, substr(fact, strpos(fact, '=') + 1) as value, sum(difference) as n
    from (
      select fact, difference from fact_counts where type = ${definition.type}
      union all
      select fact, -1 from listings, listing_facts(search) as fact
      where type = ${definition.type} and user_id = ${withoutUser} and ${isOnOffer}
    ) changes
    where split_part(fact, '=', 1) = any(${fields}) group by fact
  `);
}

function byField(
  definition: CategoryDefinition,
  fields: readonly string[],
  counted: readonly Counted[],
): Map<string, ReadonlyMap<string, Count>> {
  const capped = counted.some(({ field, n }) => field === "" && n > COUNTED);
  return new Map(
    fields.map((name) => {
      const field = definition.fields[name];
      const options = field && "options" in field ? field.options.map((option) => option.value) : [];
      const counts = new Map(options.map((value): [string, Count] => [value, { n: 0, capped }]));
      for (const { field: of, value, n } of counted) {
        if (of === name && n > 0) counts.set(value, { n, capped });
      }
      return [name, counts];
    }),
  );
}

/**
 * Counts the listings for each option, by value, for the field of each choice filter and for "brand". All of the
 * search applies except that field's own filter. The counts are exact up to COUNTED listings, and where the search has
 * no other filter. Above that they are lower bounds (docs/decisions/0013). It takes one statement for each field with
 * a chosen value, and one more.
 */
export async function facetCounts(
  definition: CategoryDefinition,
  search: Search,
  context: SearchContext,
): Promise<FacetCounts> {
  const hidden = definition.ownListings === "hidden" ? context.viewerId : null;
  const facets = facetsOf(definition);
  const chosen = facets.filter((field) => isChosen(search, field));
  const others = facets.filter((field) => !chosen.includes(field));

  async function count(fields: readonly string[], asked: Search) {
    const of = (words: Words) => withoutListingsOf(hidden, conditionsOf(definition, asked, context, words));
    if (isEverything(conditionsOf(definition, asked, context, "whole"))) {
      return byField(definition, fields, await countAll(definition, fields, hidden));
    }
    const whole = await countSample(definition, fields, of("whole"), context.now);
    // Understood words are completed already.
    const isBegun = asked.q !== "" && !context.wanted && whole.every(({ n }) => n === 0);
    return byField(
      definition,
      fields,
      isBegun ? await countSample(definition, fields, of("begun"), context.now) : whole,
    );
  }

  const parts = await Promise.all([
    others.length > 0 ? count(others, search) : new Map<string, ReadonlyMap<string, Count>>(),
    ...chosen.map((field) => count([field], without(search, field))),
  ]);
  return new Map(parts.flatMap((part) => [...part]));
}

/** Brands on offer in alphabetical order, at most 200. It jumps from one to the next in the index. */
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
