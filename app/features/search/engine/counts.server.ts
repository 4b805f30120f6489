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
import { all, COUNTED } from "./gather.server.ts";

/** A search of a category whose matches are counted. Its words are taken as typed. */
export interface CountedSearch {
  readonly search: Search;
  readonly context: SearchContext;
}

/** Counts the matches of several searches of a category in one statement, in their order. */
export async function countSearches(
  definition: CategoryDefinition,
  asked: readonly CountedSearch[],
): Promise<Pick<TypeCount, "total" | "capped">[]> {
  if (asked.length === 0) return [];
  const listings = onOffer(definition);
  const counts = asked.map(({ search, context }, at) => {
    const hidden = definition.ownListings === "hidden" ? context.viewerId : null;
    const narrowed = conditionsOf(definition, search, context, "whole");
    if (isEverything(narrowed)) {
      return sql`select ${sql.lit(at)} as at, (select coalesce(sum(difference), 0) from listing_counts
        where type = ${definition.type})::int - (select count(*) from ${listings} where user_id = ${hidden})::int as n,
        false as limited`;
    }
    const { keys, checks } = withoutListingsOf(hidden, narrowed);
    const conditions = all([...keys.map((key) => sql`search @@ ${key}`), ...checks]);
    return sql`select ${sql.lit(at)} as at, (select count(*) from
      (select from ${listings} where ${conditions} limit ${sql.lit(COUNTED + 1)}) found)::int as n, true as limited`;
  });
  const { rows } = await sql<{ at: number; n: number; limited: boolean }>`
    ${sql.join(counts, sql` union all `)} order by at
  `.execute(db());
  return rows.map(({ n, limited }) => {
    const capped = limited && n > COUNTED;
    return { total: capped ? COUNTED : n, capped };
  });
}
