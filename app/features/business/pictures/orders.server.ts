import type { Transaction } from "kysely";
import type { ListingKey } from "#app/features/listings/photos/rules.ts";
import type { DB } from "#app/platform/db-types.ts";

/** The pictures that a row of a file names for its listing. */
export interface PictureOrder {
  readonly key: ListingKey;
  readonly ownerId: string;
  readonly uploadId: string | null;
  /** In their order; what is past the 20th is left out, and so is an address that is there already. None: nothing is changed. */
  readonly urls: readonly string[];
}

/**
 * Notes which pictures are to be fetched for these listings, each named once; the job "pictures" does it. For a listing
 * that has been told the same before nothing changes, and nothing is fetched again. Runs in the transaction that writes the
 * listings, which has written or locked each of them; after its commit `wake(PICTURES_JOB)`.
 */
export async function orderPictures(trx: Transaction<DB>, orders: readonly PictureOrder[]): Promise<void> {
  const rows = orders.flatMap(({ key, ownerId, uploadId, urls }) =>
    [...new Set(urls)].slice(0, 20).map((url, position) => ({
      listing_type: key.type,
      listing_id: key.id,
      position,
      user_id: ownerId,
      upload_id: uploadId,
      url: url.slice(0, 2000),
    })),
  );
  if (rows.length === 0) return;
  await trx
    .insertInto("picture_orders")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
