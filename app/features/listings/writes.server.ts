// Other features change listings only by these functions and SQL fragments.
import { type RawBuilder, sql, type Transaction } from "kysely";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { MAX_QUANTITY } from "./rules.ts";

const IS_HELD = sql`listings.type = held.type and listings.id = held.id`;

/** SQL: an update of the listings that the same statement has locked as `held` (`type`, `id`). */
export const updateHeld = (changes: RawBuilder<unknown>) =>
  sql`update listings set ${changes} from held where ${IS_HELD}`;

/** SQL: deletes the listings that the same statement has locked as `held` (`type`, `id`). */
export const deleteHeld = sql`delete from listings using held where ${IS_HELD}`;

/** SQL: hides these listings for a reason. Null shows them again. */
export const hideListings = (which: RawBuilder<unknown>, reason: RawBuilder<unknown>) =>
  sql`update listings set hidden = ${reason} where ${which}`;

/** SQL: whether a row of `listings` has this id. */
export const hasId = (id: string) => sql`type = any(${CATEGORIES.map(({ type }) => type)}) and id = ${id}`;

/** Deletes a listing that moderators removed. */
export async function deleteRemovedListing(trx: Transaction<DB>, id: string): Promise<void> {
  await sql`delete from listings where ${hasId(id)} and hidden = 'removed'`.execute(trx);
}

/** SQL: `sold_here` of `listings` after so many pieces were sold or taken off here (`takenOff`). */
export const soldHereAfter = (pieces: number | RawBuilder<number>) =>
  sql<number>`least(${MAX_QUANTITY}, greatest(0, listings.sold_here + ${pieces}))`;

/**
 * Counts pieces of a locked listing as reserved or sold; negative numbers give them back.
 * @throws the database's error of the checks `listings_reserved` or `listings_quantity_check` if too few are left
 */
export async function takePieces(
  queries: Queries,
  { type, id }: ListingKey,
  { reserved, sold }: { readonly reserved: number; readonly sold: number },
): Promise<void> {
  await queries
    .updateTable("listings")
    .set(({ eb }) => ({
      // The seller may have raised the quantity to the maximum before sold pieces come back.
      quantity: eb.fn("least", [eb("quantity", "-", sold), eb.val(MAX_QUANTITY)]),
      sold_here: soldHereAfter(sold),
      reserved: eb("reserved", "+", reserved),
      updated_at: sql<Date>`now()`,
    }))
    .where("type", "=", type)
    .where("id", "=", id)
    .execute();
}

/**
 * Whether this error is the database's refusal to leave fewer pieces than are reserved (docs/decisions/0047-deals.md).
 */
export function leavesTooFew(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === "23514" && constraint === "listings_reserved";
}

/**
 * Deletes the ids of listings that were deleted more than a year ago. So long their URLs answer 410, and search engines
 * drop them.
 */
export async function deleteExpiredGone(): Promise<void> {
  await sql`delete from gone_listings where gone_at < now() - make_interval(days => 365)`.execute(db());
}
