import { photoUrl } from "./photo.ts";

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
