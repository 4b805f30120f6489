import { sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { Search } from "#app/domain/search.ts";
import { onOffer } from "#app/features/listings/on-offer.server.ts";
import { db } from "#app/platform/db.server.ts";
import {
  conditionsOf,
  isEverything,
  type SearchContext,
  type TypeCount,
  withoutListingsOf,
} from "./conditions.server.ts";
import { all, COUNT_LIMIT } from "./word-index.server.ts";

export interface CountedSearch {
  readonly search: Search;
  readonly context: SearchContext;
}

export async function countSearches(
  definition: CategoryDefinition,
  searches: readonly CountedSearch[],
): Promise<Pick<TypeCount, "total" | "capped">[]> {
  if (searches.length === 0) return [];
  const listings = onOffer(definition);
  const counts = searches.map(({ search, context }, at) => {
    const hidden = definition.ownListings === "hidden" ? context.viewerId : null;
    const conditions = conditionsOf(definition, search, context, "whole");
    if (isEverything(conditions)) {
      return sql`select ${sql.lit(at)} as at, (select coalesce(sum(difference), 0) from listing_counts
        where type = ${definition.type})::int - (select count(*) from ${listings} where user_id = ${hidden})::int as n,
        false as limited`;
    }
    const { keys, checks } = withoutListingsOf(hidden, conditions);
    const where = all([...keys.map((key) => sql`search @@ ${key}`), ...checks]);
    return sql`select ${sql.lit(at)} as at, (select count(*) from
      (select from ${listings} where ${where} limit ${sql.lit(COUNT_LIMIT + 1)}) found)::int as n, true as limited`;
  });
  const { rows } = await sql<{ at: number; n: number; limited: boolean }>`
    ${sql.join(counts, sql` union all `)} order by at
  `.execute(db());
  return rows.map(({ n, limited }) => {
    const capped = limited && n > COUNT_LIMIT;
    return { total: capped ? COUNT_LIMIT : n, capped };
  });
}
