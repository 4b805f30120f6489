import { sql } from "kysely";
import { OTHER_BRAND } from "#app/domain/categories/derive/brand.ts";
import { type Fitting, fitting } from "#app/domain/categories/derive/fitting.ts";
import { parseSearch } from "#app/domain/categories/derive/search.ts";
import { CATEGORIES, categoryOfType } from "#app/domain/categories/registry.ts";
import { hasSizes, NO_SIZES, PREFERENCES, type Sizes, sizesFrom } from "#app/domain/categories/sizes.ts";
import { NEAR_KM } from "#app/domain/geo.ts";
import type { Centre } from "#app/domain/place.ts";
import type { CardRow } from "#app/features/listings/queries.server.ts";
import { alikeRows } from "#app/features/model-pages/alike.server.ts";
import { ownRacketOf } from "#app/features/model-pages/own-racket.server.ts";
import { searchListings } from "#app/features/search/search.server.ts";
import { db } from "#app/platform/db.server.ts";
import { MAX_CARDS, mergeByReasons, type Reason } from "./rules.ts";

/** Brands and types are taken from this many of the person's latest favourites, and as many of their latest views. */
const RECENT_LISTINGS = 40;
const MAX_BRANDS = 3;
const MAX_TYPES = 3;

/** For people without favourites and views. */
const DEFAULT_TYPES = CATEGORIES.slice(0, 1).map(({ type }) => type);

interface Tastes {
  /** Ids of the person's latest favourites and viewed listings, which are not shown again. */
  readonly seen: readonly string[];
  readonly types: readonly string[];
  readonly brands: readonly string[];
}

async function tastesOf(userId: string): Promise<Tastes> {
  const lately = (table: "favorites" | "recently_viewed", moment: string) => sql`
    (select listing_type, listing_id, ${sql.ref(moment)} as at from ${sql.table(table)}
      where user_id = ${userId} order by ${sql.ref(moment)} desc limit ${RECENT_LISTINGS})`;
  const { rows } = await sql<{ type: string; id: string; brand: string | null }>`
    select type, id, brand from (
      ${lately("favorites", "created_at")} union all ${lately("recently_viewed", "viewed_at")}
    ) lately join listings on type = listing_type and id = listing_id
    order by at desc
  `.execute(db());
  return {
    seen: rows.map(({ id }) => id),
    types: byFrequency(rows.map(({ type }) => type)).slice(0, MAX_TYPES),
    brands: byFrequency(
      rows.flatMap(({ brand }) => (brand === null || brand === OTHER_BRAND ? [] : brand)),
    ).slice(0, MAX_BRANDS),
  };
}

/** Most frequent first; equally frequent ones in their order. */
function byFrequency(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
}

async function sizesOfPerson(userId: string): Promise<Sizes> {
  const row = await db()
    .selectFrom("user_preferences")
    .select([...PREFERENCES])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ? sizesFrom((preference) => row[preference]) : NO_SIZES;
}

/** Where the person is: the public position of their newest listing that has one. Null when there is none. */
async function placeOf(userId: string): Promise<Centre | null> {
  const row = await db()
    .selectFrom("listings")
    .select(["latitude", "longitude", "approximate"])
    .where("user_id", "=", userId)
    .where("latitude", "is not", null)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.latitude == null || row.longitude == null
    ? null
    : { latitude: row.latitude, longitude: row.longitude, approximate: row.approximate };
}

/** The newest results of a browse page with these parameters. */
async function newestResults(
  { type, query }: Fitting,
  viewerId: string,
  near: Centre | null = null,
): Promise<readonly CardRow[]> {
  const definition = categoryOfType(type);
  if (!definition) return [];
  const search = parseSearch(definition, new URLSearchParams(query));
  const { rows } = await searchListings(definition, near ? { ...search, maxDistance: NEAR_KM } : search, {
    meaning: null,
    centre: near,
    viewerId,
    pageSize: 2 * MAX_CARDS,
    now: new Date(),
  });
  return rows;
}

export interface ForYou {
  readonly rows: readonly CardRow[];
  readonly reasons: ReadonlySet<Reason>;
  readonly brands: readonly string[];
  readonly withoutSizes: boolean;
}

/** Empty when the person did not say which racket they play. */
async function playsAlike(userId: string): Promise<readonly CardRow[]> {
  const racket = await ownRacketOf(userId);
  if (!racket) return [];
  const { definition, model, values } = racket;
  const { twins, close } = await alikeRows(definition, { modelId: model.id, attributes: values }, userId);
  return [...twins, ...close];
}

/**
 * Listings on offer that suit a person's racket, sizes, brands or position. It leaves out their own listings, and their
 * latest favourites and viewed listings.
 */
export async function forYou(userId: string): Promise<ForYou> {
  const plays = playsAlike(userId);
  const [sizes, { seen, types, brands }, place] = await Promise.all([
    sizesOfPerson(userId),
    tastesOf(userId),
    placeOf(userId),
    plays,
  ]);
  const searchedTypes = types.length > 0 ? types : DEFAULT_TYPES;
  const brandQuery = new URLSearchParams(brands.map((brand) => ["brand", brand])).toString();
  const sources: readonly { reason: Reason; rows: Promise<readonly CardRow[]> }[] = [
    { reason: "plays", rows: plays },
    ...fitting(sizes).map((one) => ({ reason: "sizes" as const, rows: newestResults(one, userId) })),
    ...(brands.length === 0
      ? []
      : searchedTypes.map((type) => ({
          reason: "brands" as const,
          rows: newestResults({ type, query: brandQuery }, userId),
        }))),
    ...(place === null
      ? []
      : searchedTypes.map((type) => ({
          reason: "near" as const,
          rows: newestResults({ type, query: "" }, userId, place),
        }))),
  ];
  const all = await Promise.all(
    sources.map(async ({ reason, rows }) => ({
      reason,
      rows: (await rows).filter((row) => row.user_id !== userId),
    })),
  );
  return { ...mergeByReasons(all, new Set(seen)), brands, withoutSizes: !hasSizes(sizes) };
}
