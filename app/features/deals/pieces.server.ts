import { sql, type Transaction } from "kysely";
import type { Queries } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { Refused } from "#app/platform/refused.server.ts";
import type { DealRole, PiecesTaken } from "./rules.ts";

interface ListingKey {
  readonly type: string;
  readonly id: string;
}

/** The columns of a deal's listing, which is locked until the transaction ends. */
interface LockedListing {
  readonly user_id: string;
  readonly name: string;
  readonly price_cents: number;
  readonly quantity: number;
  readonly reserved: number;
  /** Not null: moderators hid it, and nothing new is agreed about it. */
  readonly hidden: string | null;
}

/** Locks a listing before its pieces are counted. Concurrent deals about it wait here. */
export async function lockListing(
  trx: Transaction<DB>,
  { type, id }: ListingKey,
): Promise<LockedListing | undefined> {
  return trx
    .selectFrom("listings")
    .select(["user_id", "name", "price_cents", "quantity", "reserved", "hidden"])
    .where("type", "=", type)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Why too few pieces are left. Only the seller learns for whom they are reserved. */
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
    .selectFrom("deals")
    .leftJoin("profiles", "profiles.id", "deals.buyer_id")
    .select("profiles.username")
    .where("listing_type", "=", type)
    .where("listing_id", "=", id)
    .where("state", "=", "open")
    .where("seller_confirmed_at", "is", null)
    .orderBy("deals.created_at", "desc")
    .executeTakeFirst();
  return holder?.username
    ? new Refused("deal_reserved_for", { name: holder.username })
    : new Refused("deal_reserved_already");
}

/** The listing of a deal; its id is null once the listing was deleted. */
interface DealtListing {
  readonly listing_type: string;
  readonly listing_id: string | null;
}

/**
 * Updates a listing's `quantity` and `reserved` after its deal is written in the same transaction. Lock the listing's
 * row before the deal's.
 * @param before what the deal took, after what it takes now
 * @throws the database's error of the checks `listings_reserved` or `listings_quantity_check` if too few pieces are
 * left
 */
export async function movePieces(
  trx: Queries,
  { listing_type, listing_id }: DealtListing,
  before: PiecesTaken,
  after: PiecesTaken,
): Promise<void> {
  const [reserved, sold] = [after.reserved - before.reserved, after.sold - before.sold];
  if (listing_id === null || (reserved === 0 && sold === 0)) return;
  await trx
    .updateTable("listings")
    .set(({ eb }) => ({
      quantity: eb("quantity", "-", sold),
      reserved: eb("reserved", "+", reserved),
      updated_at: sql<Date>`now()`,
    }))
    .where("type", "=", listing_type)
    .where("id", "=", listing_id)
    .execute();
}
