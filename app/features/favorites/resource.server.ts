import { z } from "zod";
import type { ListingKey } from "#app/domain/listing.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { id, listingType, moment } from "#app/features/api/fields.ts";
import { type ListQuery, pageOf, positionIn, timePosition } from "#app/features/api/pages.server.ts";
import {
  type ListingResource,
  listingResource,
  presentResource,
} from "#app/features/listings/resource.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { favoriteRows, type KeptListingRow, viewedRows } from "./queries.server.ts";

const kept = { user_id: id, listing_id: id, listing_type: listingType, listing: listingResource };

/** A favourite in the API, for its owner only. */
export const favoriteResource = z.object({ id, ...kept, created_at: moment }).meta({ id: "Favorite" });

/** A viewed listing in the API, for whom viewed it only. */
export const viewedResource = z.object({ ...kept, viewed_at: moment }).meta({ id: "RecentlyViewed" });

function listingIn(row: KeptListingRow): ListingResource {
  const listing = presentResource(row);
  if (!listing) throw new Error("Only listings of a category are read.");
  return listing;
}

function presentFavorite(userId: string, row: KeptListingRow): z.input<typeof favoriteResource> {
  return {
    id: row.kept_id,
    user_id: userId,
    listing_id: row.id,
    listing_type: row.type,
    created_at: row.kept_at.toISOString(),
    listing: listingIn(row),
  };
}

function presentViewed(userId: string, row: KeptListingRow): z.input<typeof viewedResource> {
  return {
    user_id: userId,
    listing_id: row.id,
    listing_type: row.type,
    viewed_at: row.kept_at.toISOString(),
    listing: listingIn(row),
  };
}

const positionOf = ({ at, kept_id }: KeptListingRow) => ({ at, id: kept_id });

/** A page of the viewer's favourites, the last added first. */
export async function favoritePage(viewer: Viewer, { limit, cursor }: ListQuery) {
  const after = positionIn("favorites", cursor, timePosition);
  const rows = await favoriteRows(viewer.id, { after, most: limit + 1 });
  return pageOf("favorites", rows, limit, (row) => presentFavorite(viewer.id, row), positionOf);
}

/** One of the viewer's favourites. @throws Refused "favorites_gone" */
export async function favoriteWith(viewer: Viewer, key: ListingKey) {
  const [row] = await favoriteRows(viewer.id, { key, most: 1 });
  if (!row) throw new Refused("favorites_gone");
  return presentFavorite(viewer.id, row);
}

/** A page of the listings that the viewer viewed, the last viewed first. */
export async function viewedPage(viewer: Viewer, { limit, cursor }: ListQuery) {
  const after = positionIn("recently-viewed", cursor, timePosition);
  const rows = await viewedRows(viewer.id, { after, most: limit + 1 });
  return pageOf("recently-viewed", rows, limit, (row) => presentViewed(viewer.id, row), positionOf);
}

/** One of the listings that the viewer viewed. @throws Refused "favorites_gone" */
export async function viewedWith(viewer: Viewer, key: ListingKey) {
  const [row] = await viewedRows(viewer.id, { key, most: 1 });
  if (!row) throw new Refused("favorites_gone");
  return presentViewed(viewer.id, row);
}
