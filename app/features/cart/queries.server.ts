import { sql } from "kysely";
import type { BundleColumns } from "#app/domain/bundle.ts";
import { isId } from "#app/domain/ids.ts";
import type { ListingKey, ListingStatus } from "#app/domain/listing.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { isShown } from "#app/features/listings/on-offer.server.ts";
import { CARD_COLUMNS, type CardRow } from "#app/features/listings/queries.server.ts";
import { db } from "#app/platform/db.server.ts";
import { visitPart } from "#app/platform/visit-part.server.ts";

/** The ids of the listings in the viewer's cart; read together with the session. */
export const cartIds = visitPart(
  "cart",
  sql<readonly string[]>`array(select listing_id from cart_items where user_id = users.id)`,
);

export type CartItemRow = CardRow &
  BundleColumns & {
    readonly username: string;
    readonly avatar_url: string | null;
    /** Whether the viewer blocks the seller. */
    readonly blocked: boolean;
    /** The viewer's latest deal about the listing that is not cancelled; null without one. */
    readonly deal: { readonly id: string; readonly open: boolean } | null;
  };

/**
 * The listings that still exist and are not hidden, also sold ones, in the order of the keys.
 * @param keys with valid ids, as `cartIn` returns them
 */
export async function cartRows(keys: readonly ListingKey[], viewer: Viewer | null): Promise<CartItemRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<CartItemRow>`
    select ${CARD_COLUMNS}, seller.username, seller.avatar_url, seller.bundle_items, seller.bundle_percent,
      exists (
        select from user_blocks where blocker_id = ${viewer?.id ?? null} and blocked_id = listings.user_id
      ) as blocked,
      (
        select json_build_object('id', deals.id, 'open', deals.state = 'open')
        from deal_items items join deals on deals.id = items.deal_id
        where items.listing_type = listings.type and items.listing_id = listings.id
          and deals.buyer_id = ${viewer?.id ?? null} and deals.state <> 'cancelled'
        order by deals.created_at desc limit 1
      ) as deal
    from unnest(${keys.map(({ type }) => type)}::text[], ${keys.map(({ id }) => id)}::uuid[])
      with ordinality as wanted (type, id, place)
    join listings on listings.type = wanted.type and listings.id = wanted.id
    join profiles seller on seller.id = listings.user_id
    where ${isShown}
    order by wanted.place
  `.execute(db());
  return rows;
}

/** The seller and the status of a listing, "hidden" too; null if it does not exist. */
export async function sellerAndStatus({
  type,
  id,
}: ListingKey): Promise<{ userId: string; status: ListingStatus } | null> {
  if (!isId(id)) return null;
  const { rows } = await sql<{ userId: string; status: ListingStatus }>`
    select user_id as "userId", status from listings where type = ${type} and id = ${id}
  `.execute(db());
  return rows[0] ?? null;
}
