import { sql, type Transaction } from "kysely";
import { MAX_PHOTOS } from "#app/domain/categories/definition.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import { prepared } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";

export interface Arrangement {
  readonly listing: ListingKey;
  readonly photoIds: readonly string[];
}

/**
 * Gives each listing exactly the photos of its arrangement, in that order. Any other photo that it had becomes unused,
 * and is deleted after a day. A photo that moderators hid stays, after the others, unless MAX_PHOTOS are on the listing
 * already: the owner's form does not show it, and an appeal may restore it. The caller has checked that the photos may
 * be put on the listing, and has locked their rows.
 */
export async function arrangePhotos(
  trx: Transaction<DB>,
  arrangements: readonly Arrangement[],
): Promise<void> {
  if (arrangements.length === 0) return;
  const types = arrangements.map(({ listing }) => listing.type);
  const ids = arrangements.map(({ listing }) => listing.id);
  // All photos are detached first: otherwise two photos could have the same position during the reorder.
  const rows = await prepared(
    sql<{ id: string; type: string; listing: string; hidden: string | null }>`
      update photos set listing_type = null, listing_id = null, position = null, created_at = now()
      from unnest(${types}::text[], ${ids}::uuid[]) as listing (type, id)
      where photos.listing_type = listing.type and photos.listing_id = listing.id
      returning photos.id, listing.type, listing.id as listing, hidden
    `,
    trx,
  );
  const hidden = rows.filter((row) => row.hidden !== null);
  const places = arrangements.flatMap(({ listing: { type, id: listing }, photoIds }) => {
    const hiddenIds = hidden
      .filter((row) => row.type === type && row.listing === listing)
      .map(({ id }) => id);
    const all = [...new Set([...photoIds, ...hiddenIds])].slice(0, MAX_PHOTOS);
    return all.map((id, position) => ({ id, position, type, listing }));
  });
  await prepared(
    sql`
      update photos set listing_type = wanted.type, listing_id = wanted.listing, position = wanted.position
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as wanted (id uuid, position int, type text, listing uuid)
      where photos.id = wanted.id
    `,
    trx,
  );
}
