import { sql } from "kysely";
import type { BundleColumns } from "#app/domain/bundle.ts";
import { isId } from "#app/domain/ids.ts";
import type { ListingKey, ListingStatus } from "#app/domain/listing.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { isShown } from "#app/features/listings/on-offer.server.ts";
import { type CardRow, LISTING_COLUMNS } from "#app/features/listings/queries.server.ts";
import { jsonPhoto } from "#app/features/photos/queries.server.ts";
import { db } from "#app/platform/db.server.ts";

export type CartRow = CardRow &
  BundleColumns & {
    readonly username: string;
    readonly avatar_url: string | null;
    /** Whether the viewer blocks the seller. */
    readonly blocked: boolean;
    /** The viewer's order of the listing that was not cancelled. Null without one. */
    readonly order: { readonly id: string; readonly open: boolean } | null;
  };

/** Returns the listings that still exist and are not hidden, in the order of the keys. */
export async function cartRows(keys: readonly ListingKey[], viewer: Viewer | null): Promise<CartRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<CartRow>`
    select ${LISTING_COLUMNS}, seller.username, seller.avatar_url, seller.bundle_items, seller.bundle_percent,
      ${jsonPhoto(sql`listings.type`, sql`listings.id`)} as photo,
      exists (
        select from user_blocks where blocker_id = ${viewer?.id ?? null} and blocked_id = listings.user_id
      ) as blocked,
      (
        select json_build_object('id', deals.id, 'open', deals.state = 'open')
        from deal_items items join deals on deals.id = items.deal_id
        where items.listing_type = listings.type and items.listing_id = listings.id
          and deals.buyer_id = ${viewer?.id ?? null} and deals.state <> 'cancelled'
        order by deals.created_at desc limit 1
      ) as "order"
    from unnest(${keys.map(({ type }) => type)}::text[], ${keys.map(({ id }) => id)}::uuid[])
      with ordinality as wanted (type, id, place)
    join listings on listings.type = wanted.type and listings.id = wanted.id
    join profiles seller on seller.id = listings.user_id
    where ${isShown}
    order by wanted.place
  `.execute(db());
  return rows;
}

/** Returns the seller and the status of a listing, to check whether a cart may have it; null if it is deleted. */
export async function cartableListing({
  type,
  id,
}: ListingKey): Promise<{ userId: string; status: ListingStatus } | null> {
  if (!isId(id)) return null;
  const { rows } = await sql<{ userId: string; status: ListingStatus }>`
    select user_id as "userId", status from listings where type = ${type} and id = ${id}
  `.execute(db());
  return rows[0] ?? null;
}
