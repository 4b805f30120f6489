import { sql } from "kysely";
import { type Fitting, fitting } from "#app/domain/categories/derive/fitting.ts";
import { parseSearch } from "#app/domain/categories/derive/search.ts";
import { CATEGORIES, categoryOfType } from "#app/domain/categories/registry.ts";
import { hasSizes, NO_SIZES, PREFERENCES, type Sizes, sizesFrom } from "#app/domain/categories/sizes.ts";
import type { Centre } from "#app/domain/place.ts";
import type { CardRow } from "#app/features/listings/queries.server.ts";
import { searchListings } from "#app/features/search/engine/search.server.ts";
import { db } from "#app/platform/db.server.ts";
import { pick, type Reason, SHOWN } from "./rules.ts";

/** What somebody kept or looked at last says what they like. */
const LOOKED_AT = 40;
const MAX_BRANDS = 3;
const MAX_TYPES = 3;
const NEAR_KM = 50;

/** Who has looked at nothing yet came for the first of what is sold here. */
const FIRST_TYPES = CATEGORIES.slice(0, 1).map(({ type }) => type);

interface Tastes {
  /** The newest of what they kept and looked at, whichever is the later: not shown again. */
  readonly known: readonly string[];
  readonly types: readonly string[];
  readonly brands: readonly string[];
}

async function tastesOf(userId: string): Promise<Tastes> {
  const lately = (table: "favorites" | "recently_viewed", moment: string) => sql`
    (select listing_type, listing_id, ${sql.ref(moment)} as at from ${sql.table(table)}
      where user_id = ${userId} order by ${sql.ref(moment)} desc limit ${LOOKED_AT})`;
  const { rows } = await sql<{ type: string; id: string; brand: string | null }>`
    select type, id, brand from (
      ${lately("favorites", "created_at")} union all ${lately("recently_viewed", "viewed_at")}
    ) lately join listings on type = listing_type and id = listing_id
    order by at desc
  `.execute(db());
  return {
    known: rows.map(({ id }) => id),
    types: commonest(rows.map(({ type }) => type)).slice(0, MAX_TYPES),
    brands: commonest(rows.flatMap(({ brand }) => brand ?? [])).slice(0, MAX_BRANDS),
  };
}

/** Each once, those that come up most often first; of equals the first. */
function commonest(values: readonly string[]): string[] {
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

/** Where somebody is as far as we know: where the last thing that they offered is, as precisely as all may know it. */
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

/** The newest that a browse page with this address would show somebody: by the same indexes, at the same cost. */
async function found(
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
    pageSize: 2 * SHOWN,
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

/**
 * What somebody might want: what fits them, what they like, what is near; nothing of their own, nothing sold, nothing
 * that they have already looked at or kept.
 */
export async function forYou(userId: string): Promise<ForYou> {
  const [sizes, { known, types, brands }, place] = await Promise.all([
    sizesOfPerson(userId),
    tastesOf(userId),
    placeOf(userId),
  ]);
  const looked = types.length > 0 ? types : FIRST_TYPES;
  const liked = new URLSearchParams(brands.map((brand) => ["brand", brand])).toString();
  const asked: readonly { reason: Reason; rows: Promise<readonly CardRow[]> }[] = [
    ...fitting(sizes).map((one) => ({ reason: "sizes" as const, rows: found(one, userId) })),
    ...(brands.length === 0
      ? []
      : looked.map((type) => ({ reason: "brands" as const, rows: found({ type, query: liked }, userId) }))),
    ...(place === null
      ? []
      : looked.map((type) => ({ reason: "near" as const, rows: found({ type, query: "" }, userId, place) }))),
  ];
  const all = await Promise.all(
    asked.map(async ({ reason, rows }) => ({
      reason,
      rows: (await rows).filter((row) => row.user_id !== userId),
    })),
  );
  return { ...pick(all, new Set(known)), brands, withoutSizes: !hasSizes(sizes) };
}
