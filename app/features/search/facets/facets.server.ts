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
import { checksInOrder, type SearchConditions } from "../find/filter-conditions.server.ts";
import { all, COUNT_LIMIT, matchTables, ORDERS } from "../find/match-tables.server.ts";

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
  ].map(({ fields, narrowed }) => {
    const conditions = conditionsOf(definition, narrowed, context);
    const counting = isEverything(conditions)
      ? { query: countAll(definition, fields, hidden), isReusable: true }
      : countSample(definition, fields, withoutListingsOf(hidden, conditions), context.now);
    return { fields, ...counting };
  });
  if (parts.length === 0) return new Map();
  const query = sql<Counted & { part: number }>`${sql.join(
    parts.map((part, at) => sql`select ${sql.lit(at)} as part, counted.* from (${part.query}) counted`),
    sql` union all `,
  )}`;
  const rows = parts.every(({ isReusable }) => isReusable)
    ? await prepared(query)
    : (await query.execute(db())).rows;
  return new Map(
    parts.flatMap(({ fields }, at) => [
      ...byField(
        definition,
        fields,
        rows.filter(({ part }) => part === at),
      ),
    ]),
  );
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

/**
 * Counts the values of at most COUNT_LIMIT + 1 matches, mostly new ones. Without words or facts to look up, the best
 * plan depends on the values that are checked.
 */
function countSample(
  definition: CategoryDefinition,
  fields: readonly string[],
  conditions: SearchConditions,
  now: Date,
): { readonly query: RawBuilder<Counted>; readonly isReusable: boolean } {
  const listings = onOffer(definition);
  const columns = sql.raw("brand, attributes");
  const isReusable = conditions.keys.length > 0;
  const sample = isReusable
    ? sql`${matchTables({ listings, conditions, columns, sort: "newest", needed: 0, now })},
      sample as materialized (
        select * from match1 where (select suffice from probe)
        union all select * from match2 where (select suffice from probe)
        union all select * from match3
        limit ${sql.lit(COUNT_LIMIT)} + 1
      )`
    : sql`sample as materialized (
        select ${columns} from ${listings} where ${all(checksInOrder(conditions))}
        order by ${ORDERS.newest} limit ${COUNT_LIMIT + 1}
      )`;
  return { query: sql`with ${sample} ${countValues(definition, fields)}`, isReusable };
}

/** In the row with the empty field, `n` is the number of listings in `sample`. */
function countValues(definition: CategoryDefinition, fields: readonly string[]): RawBuilder<unknown> {
  return sql`
    select '' as field, '' as value, count(*) as n from sample
    union all
    select field, value, count(*) as n from (${valuesOf(definition, fields)}) pairs where value is not null
    group by field, value`;
}

function valuesOf(definition: CategoryDefinition, fields: readonly string[]): RawBuilder<unknown> {
  const isList = (name: string) => {
    const field = definition.fields[name];
    return field !== undefined && kindOf(field).isList;
  };
  const withOneValue = fields.filter((field) => !isList(field));
  const several = fields.filter(isList);
  const pair = (field: string) =>
    sql`(${sql.lit(field)}, ${field === "brand" ? sql`brand` : sql`attributes ->> ${sql.lit(field)}`})`;
  const parts = [
    ...(withOneValue.length > 0
      ? [
          sql`select field, value from sample, lateral (values ${sql.join(withOneValue.map(pair))}) as pair (field, value)`,
        ]
      : []),
    ...several.map(
      (field) => sql`select ${sql.lit(field)} as field, value
        from sample, lateral jsonb_array_elements_text(coalesce(attributes -> ${sql.lit(field)}, '[]')) as value`,
    ),
  ];
  return sql.join(parts, sql` union all `);
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
