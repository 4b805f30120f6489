import { href } from "react-router";
import { fileUrl } from "#app/ui/files-url.ts";

export type Photo = {
  id: string;
  key: string;
  /** The width of the largest stored picture, in pixels. Stored pictures are upright. */
  width: number;
  /** The height of the largest stored picture, in pixels. */
  height: number;
  /** In base64. */
  thumbhash: string;
  /** Whether the AVIF pictures exist yet. */
  avif: boolean;
};

/** Stands for the photo of a listing that has none: SVG path data on a square of 48 units. */
export type Drawing = { readonly drawing: readonly string[] };

/** The picture that represents a listing. */
export type MainPhoto = Photo | Drawing;

export function isDrawing(picture: MainPhoto): picture is Drawing {
  return "drawing" in picture;
}

export type PhotoFormat = "webp" | "avif";

/** The stored widths of every photo, in pixels. A smaller original is not enlarged. */
export const PHOTO_WIDTHS = [160, 320, 640, 1280] as const;

export type PhotoWidth = (typeof PHOTO_WIDTHS)[number];

/**
 * The prefix of a private photo's key. The photo is in a message or a report
 * (docs/decisions/0028-messages.md).
 */
const PRIVATE = "private-";

/** Whether only some users may fetch the photo of this key. */
export function isPrivate(key: string): boolean {
  return key.startsWith(PRIVATE);
}

export function privateKey(digits: string): string {
  return PRIVATE + digits;
}

/** The digits in the key of a private photo, which its URLs have. */
export function privateDigits(key: string): string {
  return key.slice(PRIVATE.length);
}

/**
 * The key of a picture in the storage. Private pictures have their own folder, so that an operator can make the rest of a
 * bucket public.
 */
export function pictureFile(key: string, width: PhotoWidth, format: PhotoFormat): string {
  const folder = isPrivate(key) ? "private" : key.slice(0, 2);
  return `${folder}/${key}/${width}.${format}`;
}

/** The keys in the storage of all pictures of a photo. The largest WebP is stored last. */
export function pictureFiles(key: string, avif: boolean): string[] {
  const formats: PhotoFormat[] = avif ? ["avif", "webp"] : ["webp"];
  return formats.flatMap((format) => PHOTO_WIDTHS.map((width) => pictureFile(key, width, format)));
}

/**
 * The path of a picture's URL. The picture at a URL never changes, except that an AVIF URL serves WebP until the AVIF
 * exists. The path of a public photo contains a hash of the uploaded file. The path of a private photo is not below
 * /photos/, so that a CDN in front of /photos/ never caches it. Public photos are not in app/routes.ts: server/app.ts
 * serves them.
 */
export function photoUrl(key: string, width: PhotoWidth, format: PhotoFormat = "webp"): string {
  const file = `${width}.${format}`;
  return isPrivate(key)
    ? href("/chat/photos/:digits/:file", { digits: privateDigits(key), file })
    : `/photos/${key}/${file}`;
}

/** The `srcset` of a photo: each distinct size with its real width. */
export function srcSet(photo: Pick<Photo, "key" | "width">, format: PhotoFormat = "webp"): string {
  return distinctWidths(photo.width)
    .map((width) => `${fileUrl(photoUrl(photo.key, width, format))} ${Math.min(width, photo.width)}w`)
    .join(", ");
}

/** The smallest stored width of at least `wanted` pixels, or the largest one. */
export function widthFor(wanted: number): PhotoWidth {
  return PHOTO_WIDTHS.find((width) => width >= wanted) ?? 1280;
}

// Widths above the first one that fits the whole original are left out: their files would have the same pixels.
function distinctWidths(largest: number): PhotoWidth[] {
  const enough = widthFor(largest);
  return PHOTO_WIDTHS.filter((width) => width <= enough);
}

/** A photo that the sell form suggests, because buyers ask for it. */
export interface Shot {
  readonly key: string;
  readonly label: string;
  /** SVG path data on a square of 48 units. */
  readonly drawing: readonly string[];
}

/**
 * The full URL of a photo's largest picture, for exported files. `base` is the shop's URL without a slash at its end.
 */
export function photoAddress(base: string, key: string): string {
  return `${base}${photoUrl(key, 1280)}`;
}

const PICTURE_PATH = /^\/photos\/([0-9a-f]{64})\/\d+\.(?:webp|avif)$/;

/** The key of the photo that a URL of this shop shows, in any width and format; null for any other URL. */
export function photoKeyOf(base: string, url: string): string | null {
  if (!url.startsWith("http") || !URL.canParse(url)) return null;
  const { origin, pathname } = new URL(url);
  return origin === new URL(base).origin ? (PICTURE_PATH.exec(pathname)?.[1] ?? null) : null;
}
