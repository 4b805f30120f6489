import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { OTHER_BRAND } from "#app/domain/categories/derive/brand.ts";
import { parseSearch, searchParams } from "#app/domain/categories/derive/search.ts";
import { browsePath, modelPath, modelsPath } from "#app/domain/categories/paths.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { INDEXING } from "#app/domain/indexing.ts";
import { modelsToIndex } from "#app/features/model-pages/queries.server.ts";
import { catalogueFor } from "#app/features/models/catalogue.server.ts";
import { brandsInStock } from "#app/features/search/facets/facets.server.ts";
import { searchListings } from "#app/features/search/search.server.ts";
import { queryCache } from "#app/platform/query-cache.server.ts";

const EVERYTHING = new URLSearchParams();

/** The subcategories that have listings, and "new" if a listing is of this week: the last segments of their URLs. */
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

/** The index of a category's models, and the pages of those that are on offer or were sold. */
async function modelPaths(definition: CategoryDefinition): Promise<string[]> {
  if (!definition.models) return [];
  const [{ byId }, ids] = await Promise.all([catalogueFor(definition), modelsToIndex(definition)]);
  const slugs = [...ids].flatMap((id) => byId.get(id)?.slug ?? []).sort();
  return [modelsPath(definition), ...slugs.map((slug) => modelPath(definition, slug))];
}

async function pathsOf(definition: CategoryDefinition): Promise<string[]> {
  const search = parseSearch(definition, EVERYTHING);
  const path = browsePath(definition);
  const [entries, brands, models] = await Promise.all([
    stockedEntries(definition),
    queryCache.get("brands", definition.type, brandsInStock),
    modelPaths(definition),
  ]);
  return [
    path,
    ...entries.map((slug) => browsePath(definition, slug)),
    ...brands
      .filter((brand) => brand !== OTHER_BRAND)
      .map((brand) => `${path}?${searchParams({ ...search, brands: [brand] })}`),
    ...models,
  ];
}

/**
 * Every indexed page apart from listings and sellers: static pages, categories, their subcategories and brands that
 * have listings, and models.
 */
export async function sitemapPaths(): Promise<string[]> {
  const fixed = Object.keys(INDEXING).filter((path) => INDEXING[path] === "fixed");
  const categoryPaths = await Promise.all(
    CATEGORIES.map((definition) => queryCache.get("sitemap", definition.type, () => pathsOf(definition))),
  );
  return [...fixed, ...categoryPaths.flat()];
}
