import { sql } from "kysely";
import type { ListingKey } from "#app/domain/listing.ts";
import type { Interest } from "#app/features/listings/view.ts";
import { db } from "#app/platform/db.server.ts";

/** The interest in each of these listings, by id. */
export async function interestIn(listings: readonly ListingKey[]): Promise<ReadonlyMap<string, Interest>> {
  if (listings.length === 0) return new Map();
  const { rows } = await sql<Interest & { id: string }>`
    select id,
      (select count(*) from (
        select user_id from recently_viewed where (listing_type, listing_id) = (own.type, own.id)
        union select user_id from favorites where (listing_type, listing_id) = (own.type, own.id)
        union select buyer_id from chat_rooms
          where (listing_type, listing_id) = (own.type, own.id) and buyer_id is not null
      ) people) as viewers,
      (select count(*) from favorites where (listing_type, listing_id) = (own.type, own.id)) as favorites,
      (select count(*) from chat_rooms
        where (listing_type, listing_id) = (own.type, own.id) and last_message_at is not null) as conversations
    from unnest(${listings.map(({ type }) => type)}::text[], ${listings.map(({ id }) => id)}::uuid[]) as own (type, id)
  `.execute(db());
  return new Map(rows.map(({ id, ...interest }) => [id, interest]));
}
