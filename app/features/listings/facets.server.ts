import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { Search } from "#app/domain/search.ts";
import { db, prepared } from "#app/platform/db.server.ts";
import { all, COUNTED, looks, ORDERS } from "./gather.server.ts";
import { isOnOffer, onOffer } from "./on-offer.server.ts";
import {
  conditionsOf,
  isEverything,
  type SearchConditions,
  type SearchContext,
  type Words,
  withoutListingsOf,
} from "./search-conditions.server.ts";

/** How many listings there are; with `capped`, at least so many: with 0 it is then not known whether there are any. */
export interface Count {
  readonly n: number;
  readonly capped: boolean;
}

/** By field ("condition", "brand"), by value. Of a choice field every option is there, of the brand those in stock. */
export type FacetCounts = ReadonlyMap<string, ReadonlyMap<string, Count>>;

/** What the filters offer to choose from: the name of each choice filter's field, and "brand". */
function facetsOf(definition: CategoryDefinition): string[] {
  return definition.filters.flatMap((filter) => {
    if (filter.by === "brand") return ["brand"];
    return filter.by === "choice" ? [filter.field] : [];
  });
}

function isChosen(search: Search, field: string): boolean {
  return (field === "brand" ? search.brands : (search.choices[field] ?? [])).length > 0;
}

/** The search as it would be without this field's own filter. */
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

/** A row for each value that each listing of `sample` has of these fields. */
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

/** Counts the values in `sample`; the field "" has how many listings that is. */
function countValues(definition: CategoryDefinition, fields: readonly string[]): RawBuilder<unknown> {
  return sql`
    select '' as field, '' as value, count(*) as n from sample
    union all
    select field, value, count(*) as n from (${valuesOf(definition, fields)}) pairs where value is not null
    group by field, value`;
}

/** Of what a search has, at most COUNTED + 1 that are quick to find, new ones mostly. */
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

/** Of all listings of a type, from the kept counts; less somebody's own. */
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
 * How many listings there would be with each option: for the field of each choice filter and "brand", by value, with
 * all that the search asks for except that field's own filter. Exact up to COUNTED listings, and where nothing but that
 * field's filter was asked for; of more, at least so many are known (docs/decisions/0013). As many statements as
 * there are fields that something was chosen of, and one.
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
    // Who understood the words has completed them already.
    const isBegun = asked.q !== "" && !context.wanted?.length && whole.every(({ n }) => n === 0);
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
