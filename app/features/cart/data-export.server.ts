import { PAGE_ROWS, paginate } from "#app/features/accounts/data-export/paginate.ts";
import { db } from "#app/platform/db.server.ts";

/** Exports the user's cart: ids and names of the listings. What they asked for from it is in their messages. */
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
  };
}
