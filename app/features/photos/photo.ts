import { href } from "react-router";

/**
 * A photo as a browser may see it. `width` and `height` are those of the largest stored picture, in pixels, upright;
 * `thumbhash` is base64. `avif` says whether the AVIF pictures exist yet.
 */
export type Photo = {
  id: string;
  key: string;
  width: number;
  height: number;
  thumbhash: string;
  avif: boolean;
};

export type PhotoFormat = "webp" | "avif";

/** The widths, in pixels, that every photo is stored in. A smaller original is not enlarged: it fills its widths less. */
export const PHOTO_WIDTHS = [160, 320, 640, 1280] as const;

export type PhotoWidth = (typeof PHOTO_WIDTHS)[number];

/** What the key of a photo for one conversation begins with (docs/decisions/0063-private-message-pictures.md). */
const PRIVATE = "private-";

/** Whether only some people may fetch the photo of this key. */
export function isPrivate(key: string): boolean {
  return key.startsWith(PRIVATE);
}

/** The key of a private photo, of 64 hexadecimal digits. */
export function privateKey(digits: string): string {
  return PRIVATE + digits;
}

/**
 * Where a picture is found. Its content never changes. A public one is named by the hash of its file. A private one is not
 * below /photos/, so that a CDN in front of that never has it.
 */
export function photoUrl(key: string, width: PhotoWidth, format: PhotoFormat = "webp"): string {
  const file = `${width}.${format}`;
  return isPrivate(key)
    ? href("/chat/photos/:digits/:file", { digits: key.slice(PRIVATE.length), file })
    : href("/photos/:key/:file", { key, file });
}

/** The `srcset` of a photo: each size that really differs, with its real width. */
export function srcSet(photo: Pick<Photo, "key" | "width">, format: PhotoFormat = "webp"): string {
  return distinctWidths(photo.width)
    .map((width) => `${photoUrl(photo.key, width, format)} ${Math.min(width, photo.width)}w`)
    .join(", ");
}

/** The smallest stored width that is at least `wanted` pixels wide, or the largest there is. */
export function widthFor(wanted: number): PhotoWidth {
  return PHOTO_WIDTHS.find((width) => width >= wanted) ?? 1280;
}

// The first width that holds the whole original is the last one that shows more than the one before it.
function distinctWidths(largest: number): PhotoWidth[] {
  const enough = widthFor(largest);
  return PHOTO_WIDTHS.filter((width) => width <= enough);
}
