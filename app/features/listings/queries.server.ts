import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { isId } from "#app/domain/ids.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import { type Centre, isCountry, type PostalPlace } from "#app/domain/place.ts";
import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { jsonPhoto, jsonPhotosOfListing, type PhotoRow } from "#app/features/photos/queries.server.ts";
import { db, prepared, type Queries } from "#app/platform/db.server.ts";
import { visitPart } from "#app/platform/visit-part.server.ts";
import { isOlderThan, isOnOffer, isShown, onOffer, type Placed, SHELF_ORDER } from "./on-offer.server.ts";
import { distance, isRough } from "./places.server.ts";
import type { ListingRow } from "./rows.ts";

export type CardRow = ListingRow & { readonly photo: PhotoRow | null };

export interface DetailRow extends ListingRow {
  readonly description: string;
  readonly model_id: string | null;
  readonly photos: readonly PhotoRow[];
  /** Whether it is hidden because its seller answers nobody (docs/decisions/0106-silent-sellers.md). */
  readonly unanswered: boolean;
  /** Whether moderators removed it: then its owner cannot edit it. */
  readonly removed: boolean;
  readonly seller: { readonly id: string; readonly username: string; readonly avatar_url: string | null };
}

/** Whether the viewer has listings; read together with the session. */
export const sellsAnything = visitPart(
  "sells",
  sql<boolean>`exists (select from listings where user_id = users.id)`,
);

/** The columns of `ListingRow`, from the table of this name in the query. */
export function columnsFrom(table: string): RawBuilder<unknown> {
  const columns: readonly Exclude<keyof ListingRow, "distance_km" | "distance_rough">[] = [
    "type",
    "id",
    "user_id",
    "name",
    "brand",
    "price_cents",
    "quantity",
    "reserved",
    "status",
    "country",
    "postal_code",
    "town",
    "approximate",
    "attributes",
    "created_at",
    "language",
  ];
  return sql.join(columns.map((column) => sql.ref(`${table}.${column}`)));
}

const LISTING_COLUMNS = columnsFrom("listings");

/** What a `CardRow` has, from `listings`. */
export const CARD_COLUMNS = sql`${LISTING_COLUMNS}, ${jsonPhoto(sql`listings.type`, sql`listings.id`)} as photo`;

/** A listing with its photos and its seller; null when there is none, or the id is invalid. */
export async function listingDetail({ type, id }: ListingKey): Promise<DetailRow | null> {
  if (!isId(id)) return null;
  const [row] = await prepared<
    Omit<DetailRow, "photos" | "seller"> & {
      photos: PhotoRow[] | null;
      username: string;
      avatar_url: string | null;
    }
  >(sql`
    select ${LISTING_COLUMNS}, description, model_id, hidden is not distinct from 'unanswered' as unanswered,
      hidden is not distinct from 'removed' as removed, seller.username, seller.avatar_url,
      ${jsonPhotosOfListing(sql`listings.type`, sql`listings.id`)} as photos
    from listings
    join lateral (select username, avatar_url from profiles where profiles.id = listings.user_id) seller on true
    where type = ${sql.lit(type)} and id = ${id}
  `);
  if (!row) return null;
  const { username, avatar_url, photos, ...listing } = row;
  return { ...listing, photos: photos ?? [], seller: { id: row.user_id, username, avatar_url } };
}

/** Like `listingDetail`, and also null when the listing is hidden from the viewer. */
export async function shownDetail(viewer: Viewer | null, key: ListingKey): Promise<DetailRow | null> {
  const row = await listingDetail(key);
  return row && can(viewer, "view", { kind: "listing", userId: row.user_id, status: row.status })
    ? row
    : null;
}

/** The card of a listing for other features, such as a chat's header. */
export async function listingHead({ type, id }: ListingKey): Promise<CardRow | null> {
  const [row] = await cardsByKey([{ type, id }]);
  return row ?? null;
}

/**
 * The listings with these keys that still exist and are shown, in the order of the keys. With a centre, each has its
 * distance from it.
 */
export async function cardsByKey(
  keys: readonly ListingKey[],
  centre: Centre | null = null,
): Promise<CardRow[]> {
  const validKeys = keys.filter((key) => isId(key.id));
  if (validKeys.length === 0) return [];
  const { rows } = await sql<CardRow>`
    select ${CARD_COLUMNS}, ${centre ? distance(centre) : sql`null`} as distance_km, ${isRough(centre)} as distance_rough
    from unnest(${validKeys.map((key) => key.type)}::text[], ${validKeys.map((key) => key.id)}::uuid[])
      with ordinality as wanted (type, id, place)
    join listings on listings.type = wanted.type and listings.id = wanted.id
    where ${isShown}
    order by wanted.place
  `.execute(db());
  return rows;
}

/** The listings of one category with these ids that still exist and are shown, in the order of the ids. */
export async function cardsOfCategory(
  definition: CategoryDefinition,
  ids: readonly string[],
): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${CARD_COLUMNS}
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
    join ${sql.table(definition.plural)} listings on listings.type = ${definition.type} and listings.id = wanted.id
    where ${isShown}
    order by wanted.place
  `.execute(db());
  return rows;
}

/**
 * The number of a user's listings by type. "all" counts those that the owner sees, "shown" those that others see. A
 * type without listings is absent. The counts are read from indexes alone.
 */
export async function listingCountsOf(
  userId: string,
  which: "all" | "shown" = "all",
): Promise<ReadonlyMap<string, number>> {
  const hidden = (plural: string) => sql`
    - (select count(*) from ${sql.table(plural)} where user_id = ${userId} and hidden is not null)`;
  const counts = CATEGORIES.map(
    ({ type, plural }) => sql`
      select ${type} as type, count(*) ${which === "shown" ? hidden(plural) : sql``} as n
      from ${sql.table(plural)} where user_id = ${userId}`,
  );
  const { rows } = await sql<{ type: string; n: number }>`${sql.join(counts, sql` union all `)}`.execute(
    db(),
  );
  return new Map(rows.filter(({ n }) => n > 0).map(({ type, n }) => [type, n]));
}

/** How many listings of a user can be bought. */
export async function countOnOffer(userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from listings where user_id = ${userId} and ${isOnOffer}
  `.execute(db());
  return rows[0]?.count ?? 0;
}

/**
 * A page of a user's listings as others see them, newest first: of all types or of one, and optionally only the
 * listings on offer.
 */
export async function listingsOf(
  userId: string,
  {
    type,
    offset = 0,
    after,
    most,
    offered = false,
  }: { type?: string | null; offset?: number; after?: Placed; most: number; offered?: boolean },
): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${CARD_COLUMNS}
    from listings where user_id = ${userId} and ${type ? sql`type = ${type}` : sql`true`}
      and ${offered ? isOnOffer : isShown} and ${after ? isOlderThan(after) : sql`true`}
    order by created_at desc, id desc offset ${offset} limit ${most}
  `.execute(db());
  return rows;
}

/** The newest of a user's listings of each of these types, at most `most` of each. */
export async function newestOfEachType(
  userId: string,
  types: readonly string[],
  most: number,
): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${CARD_COLUMNS}
    from unnest(${types}::text[]) as wanted (type)
    cross join lateral (
      select * from listings where listings.type = wanted.type and user_id = ${userId}
      order by created_at desc, id desc limit ${most}
    ) listings
    order by created_at desc, id desc
  `.execute(db());
  return rows;
}

/** The version of a listing's row, which each write changes; null for no listing. */
export async function listingVersion(
  { type, id }: ListingKey,
  queries: Queries = db(),
): Promise<string | null> {
  if (!isId(id)) return null;
  const { rows } = await sql<{ version: string }>`
    select xmin::text as version from listings where type = ${type} and id = ${id}
  `.execute(queries);
  return rows[0]?.version ?? null;
}

/** Why there is no listing to see: its owner, or with the account, deleted it, or there never was one. */
export async function missingReason({
  type,
  id,
}: ListingKey): Promise<"listing_deleted" | "listing_not_found"> {
  if (!isId(id)) return "listing_not_found";
  const row = await db()
    .selectFrom("gone_listings")
    .select("id")
    .where("type", "=", type)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? "listing_deleted" : "listing_not_found";
}

/** The first listings of a category on the shelf. */
export async function firstOfCategory(definition: CategoryDefinition, most: number): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${CARD_COLUMNS}
    from ${onOffer(definition)} listings where type = ${definition.type}
    order by ${SHELF_ORDER} limit ${most}
  `.execute(db());
  return rows;
}

/** Of a model with many listings, this many of the newest are put in the order of the shelf. */
const NEWEST_OF_MODEL = 200;

/** The newest listings of a model that are on offer, in the order of the shelf. */
export async function newestOfModel(
  definition: CategoryDefinition,
  modelId: string,
  most: number,
): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${CARD_COLUMNS}
    from (
      select * from ${onOffer(definition)} of_model where type = ${definition.type} and model_id = ${modelId}
      order by created_at desc, id desc limit ${NEWEST_OF_MODEL}
    ) listings
    order by ${SHELF_ORDER} limit ${most}
  `.execute(db());
  return rows;
}

/** The newest listings of all types that are on offer. */
export async function newestListings(most: number): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${CARD_COLUMNS}
    from listings where ${isOnOffer} order by created_at desc, id desc limit ${most}
  `.execute(db());
  return rows;
}

/** Country and postal code of a user's newest listing; null when it has none, or the user has no listing. */
export async function lastPlaceOf(userId: string): Promise<PostalPlace | null> {
  const row = await db()
    .selectFrom("listings")
    .select(["country", "postal_code"])
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row?.country || !row.postal_code || !isCountry(row.country)) return null;
  return { country: row.country, postalCode: row.postal_code };
}

/** The owner of a listing that is shown. Null when there is none. */
export async function sellerOf({ type, id }: ListingKey): Promise<{ userId: string } | null> {
  if (!isId(id)) return null;
  const row = await db()
    .selectFrom("listings")
    .select("user_id")
    .where("type", "=", type)
    .where("id", "=", id)
    .where("hidden", "is", null)
    .executeTakeFirst();
  return row ? { userId: row.user_id } : null;
}
