import { sql, type Transaction } from "kysely";
import type { DealRole } from "#app/domain/deal.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import { takePieces } from "#app/features/listings/writes.server.ts";
import type { Queries } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { type PiecesFacts, piecesOf } from "./rules.ts";

/** The listing's id is null once the listing was deleted. */
export interface DealItem {
  readonly listing_type: string;
  readonly listing_id: string | null;
  readonly listing_name: string;
  readonly pieces: number;
}

/** The items of a deal, in the seller's order. They do not change once the deal is written. */
export async function itemsOf(queries: Queries, dealId: string): Promise<DealItem[]> {
  const { rows } = await sql<DealItem>`
    select listing_type, listing_id, listing_name, pieces from deal_items where deal_id = ${dealId} order by place
  `.execute(queries);
  return rows;
}

/**
 * SQL, to join with `deals`: its first item, which names the deal, and of all its items the pieces, the number of the
 * others, and whether their types differ.
 */
export const FIRST_ITEM = sql`cross join lateral (
  select listing_type, listing_id, listing_name, sum(pieces) over ()::integer as pieces,
    (count(*) over () - 1)::integer as others, min(listing_type) over () <> max(listing_type) over () as has_types
  from deal_items where deal_id = deals.id order by place limit 1
) first_item`;

/** The columns of a deal's listing, which is locked until the transaction ends. */
export interface LockedListing extends ListingKey {
  readonly user_id: string;
  readonly name: string;
  readonly price_cents: number;
  readonly quantity: number;
  readonly reserved: number;
  /** Not null: no new deal is made about the listing. */
  readonly hidden: string | null;
}

/** Undefined: the listing does not exist. */
export async function lockListing(trx: Transaction<DB>, key: ListingKey): Promise<LockedListing | undefined> {
  const [listing] = await lockListings(trx, [key]);
  return listing;
}

/** The order of locks is fixed, so that two deals about the same listings cannot deadlock. */
export async function lockListings(
  trx: Transaction<DB>,
  keys: readonly ListingKey[],
): Promise<LockedListing[]> {
  const types = keys.map(({ type }) => type);
  const ids = keys.map(({ id }) => id);
  const { rows } = await sql<LockedListing>`
    select type, id, user_id, name, price_cents, quantity, reserved, hidden from listings
    where (type, id) in (select * from unnest(${types}::text[], ${ids}::uuid[]))
    order by type, id for update
  `.execute(trx);
  return rows;
}

/** Locks the listings of a deal that still exist. Call this function before locking the deal. */
export function lockItems(trx: Transaction<DB>, items: readonly DealItem[]): Promise<LockedListing[]> {
  return lockListings(
    trx,
    items.flatMap(({ listing_type: type, listing_id: id }) => (id === null ? [] : [{ type, id }])),
  );
}

/** The error for too few pieces left. Only the seller learns for whom they are reserved. */
export async function tooFewLeft(
  trx: Transaction<DB>,
  { type, id }: ListingKey,
  listing: Pick<LockedListing, "quantity" | "reserved">,
  role: DealRole,
): Promise<Refused> {
  const left = listing.quantity - listing.reserved;
  if (left > 0) return new Refused("deal_fewer_left", { count: left });
  if (listing.quantity === 0) return new Refused("deal_none_left");
  if (role === "buyer") return new Refused("deal_reserved_already");
  const holder = await trx
    .selectFrom("deal_items as item")
    .innerJoin("deals", "deals.id", "item.deal_id")
    .leftJoin("profiles", "profiles.id", "deals.buyer_id")
    .select("profiles.username")
    .where("item.listing_type", "=", type)
    .where("item.listing_id", "=", id)
    .where("state", "=", "open")
    .where("seller_confirmed_at", "is", null)
    .orderBy("deals.created_at", "desc")
    .executeTakeFirst();
  return holder?.username
    ? new Refused("deal_reserved_for", { name: holder.username })
    : new Refused("deal_reserved_already");
}

/**
 * The ids of the listings whose last piece a deal took, as it is written now. Pieces of a "Buy Now" request that its
 * seller has not confirmed count as on offer, because the request may lapse.
 */
export async function listingsGone(trx: Transaction<DB>, dealId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select listings.id
    from deal_items taken
    join listings on listings.type = taken.listing_type and listings.id = taken.listing_id
    where taken.deal_id = ${dealId} and listings.quantity - listings.reserved + (
      select coalesce(sum(items.pieces), 0) from deal_items items join deals on deals.id = items.deal_id
      where items.listing_type = listings.type and items.listing_id = listings.id
        and deals.state = 'open' and deals.lapses_at is not null and deals.seller_confirmed_at is null
    ) = 0
  `.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * Updates the `quantity` and `reserved` of a deal's listings after the deal is written in the same transaction. Lock
 * the listings before the deal.
 * @param before the deal before the change, or null for a new deal
 * @param after the deal after the change, or null when it is cancelled
 * @throws the database's error of the checks `listings_reserved` or `listings_quantity_check` if too few pieces are
 * left
 */
export async function movePieces(
  trx: Queries,
  items: readonly Omit<DealItem, "listing_name">[],
  before: PiecesFacts | null,
  after: PiecesFacts | null,
): Promise<void> {
  // A listing does not go from sold to reserved: it is available in between.
  if (before?.sellerConfirmed && after?.sellerConfirmed === false) {
    await movePieces(trx, items, before, null);
    return movePieces(trx, items, null, after);
  }
  for (const { listing_type, listing_id, pieces } of items) {
    const [was, now] = [piecesOf(before, pieces), piecesOf(after, pieces)];
    const [reserved, sold] = [now.reserved - was.reserved, now.sold - was.sold];
    if (listing_id === null || (reserved === 0 && sold === 0)) continue;
    await takePieces(trx, { type: listing_type, id: listing_id }, { reserved, sold });
  }
}

/** Links the items of deals to the models of their listings, unless the listing was renamed since. */
export async function linkItems(
  trx: Transaction<DB>,
  type: string,
  links: readonly { readonly id: string; readonly name: string; readonly model_id: string }[],
): Promise<void> {
  await sql`
    update deal_items set model_id = link.model_id
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as link (id uuid, name text, model_id uuid)
    where listing_type = ${type} and listing_id = link.id and listing_name = link.name
      and deal_items.model_id is null
  `.execute(trx);
}
