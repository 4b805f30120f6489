import { sql, type Transaction } from "kysely";
import type { DB } from "#app/platform/db-types.ts";
import type { ListingKey } from "./rules.ts";

/** The photos of a listing, in order. */
export interface Arrangement {
  readonly listing: ListingKey;
  readonly photoIds: readonly string[];
}

/**
 * Sets the photos of these listings to exactly these, in this order. A former photo that is not named becomes unused,
 * and is swept in a day. The caller has checked the owner and that the photos are unused, and has locked their rows.
 */
export async function arrangePhotos(
  trx: Transaction<DB>,
  arrangements: readonly Arrangement[],
): Promise<void> {
  if (arrangements.length === 0) return;
  const types = arrangements.map(({ listing }) => listing.type);
  const ids = arrangements.map(({ listing }) => listing.id);
  // All are detached first: otherwise two photos could have the same position during the reorder.
  await sql`
    update photos set listing_type = null, listing_id = null, position = null, created_at = now()
    from unnest(${types}::text[], ${ids}::uuid[]) as listing (type, id)
    where photos.listing_type = listing.type and photos.listing_id = listing.id
  `.execute(trx);
  const places = arrangements.flatMap(({ listing, photoIds }) =>
    photoIds.map((id, position) => ({ id, position, type: listing.type, listing: listing.id })),
  );
  await sql`
    update photos set listing_type = wanted.type, listing_id = wanted.listing, position = wanted.position
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as wanted (id uuid, position int, type text, listing uuid)
    where photos.id = wanted.id
  `.execute(trx);
}
