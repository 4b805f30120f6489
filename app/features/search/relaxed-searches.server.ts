import { sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { type Relaxation, relaxationsOf } from "#app/domain/categories/derive/relax.ts";
import type { Search } from "#app/domain/search.ts";
import type { BrowseAddress } from "#app/features/listings/addresses.server.ts";
import { criterionLabel, searchHref } from "#app/features/listings/browse-view.server.ts";
import { onOffer } from "#app/features/listings/on-offer.server.ts";
import { fieldLabel, subcategoryLabel } from "#app/features/listings/texts.server.ts";
import { resultCount } from "#app/features/listings/ui/result-count.ts";
import type { RelaxedSearchView } from "#app/features/listings/view.ts";
import { m } from "#app/paraglide/messages.js";
import { db } from "#app/platform/db.server.ts";
import {
  conditionsOf,
  isEverything,
  type SearchContext,
  withoutListingsOf,
} from "./engine/conditions.server.ts";
import { all, COUNTED } from "./engine/gather.server.ts";

/** How many filters of a search without results are left out in turn. */
const MAX_TRIED = 12;
/** How many suggestions are shown. */
const MAX_NAMED = 3;

/** A search with fewer filters. */
interface RelaxedSearch {
  readonly filter: string;
  readonly path: string;
  readonly search: Search;
  readonly context: SearchContext;
}

/** "Brand: Wilson, Head" */
function filterText(definition: CategoryDefinition, search: Search, { criteria }: Relaxation): string {
  const labels = criteria.map((criterion) => criterionLabel(definition, search, criterion));
  const [first] = criteria;
  switch (first?.about) {
    case "q":
      return first.value ?? "";
    case "brand":
    case "price":
      return `${fieldLabel(definition, first.about)}: ${labels.join(", ")}`;
    case "choice":
      return `${fieldLabel(definition, first.field ?? "")}: ${labels.join(", ")}`;
    default:
      return labels.join(", ");
  }
}

function candidatesOf(address: BrowseAddress, search: Search, context: SearchContext): RelaxedSearch[] {
  const { definition, path, isNew, subcategory } = address;
  const whole = `/${definition.plural}`;
  const ways = relaxationsOf(definition, search).map((loosening): RelaxedSearch => {
    const { without } = loosening;
    const isUndated = isNew && without.date === "all";
    return {
      filter: filterText(definition, search, loosening),
      path: isUndated ? whole : path,
      search: without,
      context: without.place === null ? { ...context, centre: null } : context,
    };
  });
  if (subcategory) {
    const filter = subcategoryLabel(definition, subcategory);
    ways.push({
      filter,
      path: whole,
      search: { ...search, page: 1 },
      context: { ...context, meaning: null },
    });
  }
  return ways.slice(0, MAX_TRIED);
}

/**
 * Suggestions for a search without results: the filters whose removal finds listings, those that find most first. One
 * statement counts up to COUNTED for each.
 */
export async function relaxedSearches(
  address: BrowseAddress,
  search: Search,
  context: SearchContext,
): Promise<RelaxedSearchView[]> {
  const { definition } = address;
  const hidden = definition.ownListings === "hidden" ? context.viewerId : null;
  const ways = candidatesOf(address, search, context);
  if (ways.length === 0) return [];
  const listings = onOffer(definition);
  const counts = ways.map((way, at) => {
    const narrowed = conditionsOf(definition, way.search, way.context, "whole");
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
    ${sql.join(counts, sql` union all `)} order by n desc, at
  `.execute(db());
  return rows
    .filter(({ n }) => n > 0)
    .slice(0, MAX_NAMED)
    .flatMap(({ at, n, limited }) => {
      const way = ways[at];
      if (!way) return [];
      const capped = limited && n > COUNTED;
      const results = resultCount(capped ? COUNTED : n, capped);
      return {
        label: m.browse_without({ filter: way.filter, results }),
        href: searchHref(way.path, way.search),
      };
    });
}
