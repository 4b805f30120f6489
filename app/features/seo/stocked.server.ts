import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { parseSearch, searchParams } from "#app/domain/categories/derive/search.ts";
import { browsePath } from "#app/domain/categories/paths.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { INDEXING } from "#app/domain/indexing.ts";
import { UNLISTED } from "#app/features/listings/canonical.ts";
import { brandsInStock } from "#app/features/search/engine/facets.server.ts";
import { searchListings } from "#app/features/search/engine/search.server.ts";
import { queryCache } from "#app/platform/query-cache.server.ts";

const EVERYTHING = new URLSearchParams();

/** The subcategories in a category's menu that have listings, as the last segment of their addresses. */
async function stockedEntries(definition: CategoryDefinition): Promise<string[]> {
  const search = parseSearch(definition, EVERYTHING);
  const isStocked = async (
    meaning: CategoryDefinition["subcategories"][number]["means"] | null,
    date: "all" | "week",
  ) => {
    const context = { meaning, centre: null, viewerId: null, pageSize: 1, now: new Date() };
    return (await searchListings(definition, { ...search, date }, context)).total > 0;
  };
  const entries = await Promise.all(
    definition.subcategories.map(async ({ slug, means }) => ((await isStocked(means, "all")) ? [slug] : [])),
  );
  return [...((await isStocked(null, "week")) ? ["new"] : []), ...entries.flat()];
}

async function pathsOf(definition: CategoryDefinition): Promise<string[]> {
  const search = parseSearch(definition, EVERYTHING);
  const path = browsePath(definition);
  const [entries, brands] = await Promise.all([
    stockedEntries(definition),
    queryCache.get("brands", definition.type, brandsInStock),
  ]);
  return [
    path,
    ...entries.map((slug) => browsePath(definition, slug)),
    ...brands
      .filter((brand) => brand !== UNLISTED)
      .map((brand) => `${path}?${searchParams({ ...search, brands: [brand] })}`),
  ];
}

/** Every indexed page apart from listings and sellers: static pages, and browse pages with listings. */
export async function sitemapPaths(): Promise<string[]> {
  const fixed = Object.keys(INDEXING).filter((path) => INDEXING[path] === "fixed");
  const shelves = await Promise.all(
    CATEGORIES.map((definition) => queryCache.get("mapped", definition.type, () => pathsOf(definition))),
  );
  return [...fixed, ...shelves.flat()];
}
