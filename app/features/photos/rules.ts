import { MAX_PHOTOS } from "#app/domain/categories/definition.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import { can } from "#app/domain/policies.ts";
import { isPrivate } from "./photo.ts";

/** The largest size of an uploaded file, in bytes. */
export const MAX_BYTES = 20 * 1024 * 1024;

/** The field of a form without JavaScript that brings files. */
export const FILES_FIELD = "photoFile";

/** What such a form may weigh with all its files, in megabytes. */
export const AT_ONCE_MEGABYTES = 40;

/** The most pixels (width times height) of an uploaded picture. It limits the cost of decoding. */
export const MAX_PIXELS = 60_000_000;

/**
 * The largest ratio of the longer side to the shorter one. In a narrower picture nothing is visible at the stored
 * widths.
 */
const MAX_RATIO = 8;

/** Why a file cannot be a photo. `Refused` has a reason `photo_…` for each. */
export type PhotoFault = "type" | "too_heavy" | "too_many_pixels" | "too_narrow" | "broken";

/** The fault of a picture of this size, in pixels, or null. */
export function faultOfSize(width: number, height: number): PhotoFault | null {
  if (!(width >= 1 && height >= 1)) return "broken";
  if (width * height > MAX_PIXELS) return "too_many_pixels";
  return Math.max(width, height) > MAX_RATIO * Math.min(width, height) ? "too_narrow" : null;
}

/** The largest size of a picture within `width`, without enlarging, in whole pixels. */
export function sizeWithin(width: number, picture: { width: number; height: number }) {
  if (picture.width <= width) return { width: picture.width, height: picture.height };
  return { width, height: Math.max(1, Math.round((picture.height * width) / picture.width)) };
}

/** The square of a picture: left, top and width, as fractions (0 to 1) of the upright picture's width or height. */
export type Crop = { readonly x: number; readonly y: number; readonly width: number };

/**
 * A square of a picture in whole pixels, moved inside where it extends beyond the picture. "middle" is the largest
 * square, in the middle.
 */
export function squareOf(crop: Crop | "middle", { width, height }: { width: number; height: number }) {
  const most = Math.min(width, height);
  if (crop === "middle")
    return { left: Math.floor((width - most) / 2), top: Math.floor((height - most) / 2), size: most };
  const size = Math.min(most, Math.max(1, Math.round(crop.width * width)));
  const inside = (at: number, length: number) => Math.min(Math.max(0, Math.round(at)), length - size);
  return { left: inside(crop.x * width, width), top: inside(crop.y * height, height), size };
}

export type Attachable = {
  id: string;
  key: string;
  /** Null: the owner deleted their account. */
  user_id: string | null;
  listing_type: string | null;
  listing_id: string | null;
  chat_message_id: string | null;
};

/** "photos_attach_missing": a photo does not exist, or it belongs to another person, listing or message. */
export type AttachFault =
  | "photos_attach_none"
  | "photos_too_many_total"
  | "photos_attach_twice"
  | "photos_attach_missing";

/** Why these photos cannot be put on the listing; null when they can. `found` are the existing rows of `wanted`. */
export function faultOfAttaching(
  viewerId: string,
  listing: ListingKey,
  wanted: readonly string[],
  attachable: readonly Attachable[],
): AttachFault | null {
  if (wanted.length === 0) return categoryOfType(listing.type)?.needsPhoto ? "photos_attach_none" : null;
  if (wanted.length > MAX_PHOTOS) return "photos_too_many_total";
  if (new Set(wanted).size < wanted.length) return "photos_attach_twice";
  const usable = new Set(
    attachable.filter((photo) => isUsable(viewerId, listing, photo)).map((photo) => photo.id),
  );
  return wanted.every((id) => usable.has(id)) ? null : "photos_attach_missing";
}

function isUsable(viewerId: string, listing: ListingKey, photo: Attachable): boolean {
  if (!can({ id: viewerId }, "use", { kind: "photo", userId: photo.user_id })) return false;
  if (photo.chat_message_id !== null || isPrivate(photo.key)) return false;
  return (
    photo.listing_id === null || (photo.listing_id === listing.id && photo.listing_type === listing.type)
  );
}
