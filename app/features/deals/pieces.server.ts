import { sql } from "kysely";
import type { Queries } from "#app/platform/db.server.ts";
import type { PiecesTaken } from "./rules.ts";

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
