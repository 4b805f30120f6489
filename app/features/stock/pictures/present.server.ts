import { listingPathOf } from "#app/domain/categories/registry.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import { can } from "#app/domain/policies.ts";
import { pictureFaultText } from "./fault-text.ts";
import { asPictureFault } from "./faults.ts";
import {
  type FailedRow,
  failedOfUpload,
  type MissingPictureRow,
  missingPictures,
  pictureCounts,
} from "./queries.server.ts";
import type { ListingPictures, UploadPictures } from "./view.ts";

const LISTED = 100;

function reason(fault: string | null): string {
  return pictureFaultText(asPictureFault(fault));
}

/** Null if no picture is missing, or if the viewer is not the owner. */
export async function picturesOfListing(
  viewer: { readonly id: string } | null,
  key: ListingKey,
): Promise<ListingPictures | null> {
  const rows = (await missingPictures(key)).filter((row) =>
    can(viewer, "edit", { kind: "listing", userId: row.user_id }),
  );
  return rows.length > 0 ? presentPictures(rows) : null;
}

function presentPictures(rows: readonly MissingPictureRow[]): ListingPictures {
  const failed = rows.filter(({ state }) => state === "failed");
  return {
    waiting: rows.length - failed.length,
    failed: failed.map(({ url, fault }) => ({ url, reason: reason(fault) })),
  };
}

/** The caller must have checked that the viewer owns the upload. */
export async function picturesOfUpload(uploadId: string): Promise<UploadPictures> {
  const counts = (await pictureCounts([uploadId])).get(uploadId);
  const rows = counts?.failed ? await failedOfUpload(uploadId, LISTED) : [];
  return {
    waiting: counts?.waiting ?? 0,
    failed: rows.map(presentFailed),
    more: Math.max(0, (counts?.failed ?? 0) - rows.length),
  };
}

function presentFailed({ url, fault, listing_type, listing_id, name }: FailedRow) {
  return { url, reason: reason(fault), name, path: listingPathOf(listing_type, listing_id) };
}
