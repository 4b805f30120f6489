import { PAGE_ROWS, paginate } from "#app/features/accounts/data-export/paginate.ts";
import { db } from "#app/platform/db.server.ts";

export function exportCart(userId: string) {
  return {
    cart: paginate((after: { listingId: string } | null) =>
      db()
        .selectFrom("cart_items")
        .select([
          "listing_type as listingType",
          "listing_id as listingId",
          "listing_name as name",
          "added_at as addedAt",
        ])
        .where("user_id", "=", userId)
        .$if(after !== null, (query) => query.where("listing_id", ">", after?.listingId ?? ""))
        .orderBy("listing_id")
        .limit(PAGE_ROWS)
        .execute(),
    ),
    cartRequests: paginate((after: { chat: string; listingId: string } | null) =>
      db()
        .selectFrom("cart_requests as asked")
        .innerJoin("chat_rooms as room", "room.id", "asked.room_id")
        .innerJoin("listings", (join) =>
          join
            .onRef("listings.type", "=", "asked.listing_type")
            .onRef("listings.id", "=", "asked.listing_id"),
        )
        .select([
          "asked.room_id as chat",
          "asked.listing_type as listingType",
          "asked.listing_id as listingId",
          "listings.name",
        ])
        .where("room.buyer_id", "=", userId)
        .$if(after !== null, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(
              refTuple("asked.room_id", "asked.listing_id"),
              ">",
              tuple(after?.chat ?? "", after?.listingId ?? ""),
            ),
          ),
        )
        .orderBy("asked.room_id")
        .orderBy("asked.listing_id")
        .limit(PAGE_ROWS)
        .execute(),
    ),
  };
}
