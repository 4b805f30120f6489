import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { Search } from "#app/domain/search.ts";
import type { CardRow } from "#app/features/listings/queries.server.ts";
import { searchListings } from "#app/features/listings/search.server.ts";
import type { SearchContext } from "#app/features/listings/search-conditions.server.ts";

/** The nearest listings of all types. The first page of each type is enough to find them. */
export async function nearestOfAllTypes(
  definitions: readonly CategoryDefinition[],
  search: Search,
  context: Omit<SearchContext, "meaning" | "viewerId">,
): Promise<CardRow[]> {
  const pages = await Promise.all(
    definitions.map((definition) =>
      searchListings(definition, search, { ...context, meaning: null, viewerId: null }),
    ),
  );
  const away = ({ distance_km: km }: CardRow) => (km == null ? Number.POSITIVE_INFINITY : Math.floor(km));
  return pages
    .flatMap((page) => page.rows)
    .map((row) => ({ row, km: away(row) }))
    .sort((a, b) => (a.km === b.km ? byAge(a.row, b.row) : a.km - b.km))
    .slice(0, context.pageSize)
    .map(({ row }) => row);
}

function byAge(a: CardRow, b: CardRow): number {
  return b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1);
}
