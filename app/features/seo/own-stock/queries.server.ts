import { sql } from "kysely";
import type { Attributes } from "#app/domain/categories/derive/input.ts";
import { isOnOffer } from "#app/features/listings/on-offer.server.ts";
import { db, PAGE_ROWS, paginate } from "#app/platform/db.server.ts";

/** The most listings in a file. */
const MAX_LISTINGS = 50_000;

/** A main picture and ten further ones, as many as Google reads. */
const MAX_PICTURES = 11;

export interface AdvertisedRow {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly brand: string | null;
  readonly description: string;
  /** In euro cents. */
  readonly price_cents: number;
  readonly attributes: Attributes;
  /** The keys of its visible photos, at least one. */
  readonly photos: readonly string[];
  /** When it was listed, in microseconds. */
  readonly micros: number;
}

/**
 * What a seller may advertise elsewhere: the listings that can be bought, have a price above zero, and a photo. The newest
 * first.
 */
export async function* advertisedBy(sellerId: string): AsyncGenerator<AdvertisedRow> {
  let count = 0;
  for await (const row of paginate((after: AdvertisedRow | null) => pageOf(sellerId, after))) {
    if (row.photos.length > 0) yield row;
    if (++count >= MAX_LISTINGS) return;
  }
}

async function pageOf(sellerId: string, after: AdvertisedRow | null): Promise<readonly AdvertisedRow[]> {
  const { rows } = await sql<AdvertisedRow>`
    select type, id, name, brand, description, price_cents, attributes,
      (extract(epoch from created_at) * 1000000)::bigint as micros,
      array(
        select key from photos
        where photos.listing_type = listings.type and photos.listing_id = listings.id and photos.hidden is null
        order by position limit ${MAX_PICTURES}
      ) as photos
    from listings
    where user_id = ${sellerId} and ${isOnOffer} and price_cents > 0 and ${
      after
        ? sql`(created_at, id) < ('epoch'::timestamptz + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::uuid)`
        : sql`true`
    }
    order by created_at desc, id desc limit ${PAGE_ROWS}
  `.execute(db());
  return rows;
}
