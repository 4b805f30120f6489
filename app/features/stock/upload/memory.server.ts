import { sql, type Transaction } from "kysely";
import type { ListingKey } from "#app/domain/listing.ts";
import type { FormerValues } from "#app/features/listings/bulk.server.ts";
import { valuesIn } from "#app/features/listings/columns.server.ts";
import type { DB } from "#app/platform/db-types.ts";

/** The key of a listing's picture URLs among its former values. */
export const FORMER_PICTURES = "pictures";

/** A listing that an upload changed. `former` is null if the upload created it. */
export interface RememberedListing extends ListingKey {
  readonly former: FormerValues | null;
}

const URLS_NOW = sql`(
  select coalesce(jsonb_agg(url order by position), '[]') from picture_orders
  where listing_type = listings.type and listing_id = listings.id
)`;

/** SQL: a hash of the values that a row of `listings` has now in the columns of `former`; null if that is null. */
export const hashOfNow = sql`(
  select md5(jsonb_object_agg(key, value)::text)::uuid
  from jsonb_each(${valuesIn("listings")}
    || case when former ? ${sql.lit(FORMER_PICTURES)} then jsonb_build_object(${sql.lit(FORMER_PICTURES)}, ${URLS_NOW}) else '{}' end)
  where former ? key
)`;

/**
 * Keeps what an upload changed, so that it can be taken back. Call it in the transaction of the change, after the
 * listings and the orders of their pictures are written. Of a listing that the same upload changed before, the first
 * former values stay.
 */
export async function rememberListings(
  trx: Transaction<DB>,
  uploadId: string,
  listings: readonly RememberedListing[],
): Promise<void> {
  if (listings.length === 0) return;
  await sql`
    insert into upload_listings (upload_id, listing_type, listing_id, quantity, former, given)
    select ${uploadId}, type, listings.id, listings.quantity, former, ${hashOfNow}
    from (
      select row.type, row.id, case when earlier.upload_id is null then row.former
        when earlier.former is not null then row.former || earlier.former end as former
      from jsonb_to_recordset(${JSON.stringify(listings)}::jsonb) as row (type text, id uuid, former jsonb)
      left join upload_listings earlier
        on upload_id = ${uploadId} and listing_type = row.type and listing_id = row.id
    ) row
    join listings using (type, id)
    on conflict (upload_id, listing_type, listing_id) do update
    set quantity = excluded.quantity, former = excluded.former, given = excluded.given
  `.execute(trx);
}
