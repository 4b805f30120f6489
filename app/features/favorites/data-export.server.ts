import { PAGE_ROWS, paginate } from "#app/features/accounts/data-export/paginate.ts";
import { db } from "#app/platform/db.server.ts";

/** Exports the user's favourites and recently viewed listings: ids and names. */
export function exportFavorites(userId: string) {
  return { favorites: favorites(userId), recentlyViewed: viewed(userId) };
}

function favorites(userId: string) {
  return paginate((after: { id: string } | null) =>
    db()
      .selectFrom("favorites")
      .innerJoin("listings", (join) =>
        join
          .onRef("listings.type", "=", "favorites.listing_type")
          .onRef("listings.id", "=", "favorites.listing_id"),
      )
      .select([
        "favorites.id",
        "listing_type as listingType",
        "listing_id as listingId",
        "listings.name",
        "favorites.created_at as addedAt",
      ])
      .where("favorites.user_id", "=", userId)
      .$if(after !== null, (query) => query.where("favorites.id", ">", after?.id ?? ""))
      .orderBy("favorites.id")
      .limit(PAGE_ROWS)
      .execute(),
  );
}

function viewed(userId: string) {
  return paginate((after: { listingId: string } | null) =>
    db()
      .selectFrom("recently_viewed")
      .innerJoin("listings", (join) =>
        join
          .onRef("listings.type", "=", "recently_viewed.listing_type")
          .onRef("listings.id", "=", "recently_viewed.listing_id"),
      )
      .select([
        "listing_type as listingType",
        "listing_id as listingId",
        "listings.name",
        "viewed_at as viewedAt",
      ])
      .where("recently_viewed.user_id", "=", userId)
      .$if(after !== null, (query) => query.where("listing_id", ">", after?.listingId ?? ""))
      .orderBy("listing_id")
      .limit(PAGE_ROWS)
      .execute(),
  );
}
