import { storedPicture } from "./files.server.ts";
import { PHOTO_WIDTHS, type PhotoFormat, type PhotoWidth } from "./photo.ts";

/** How long an answer may be kept: once the picture is there, and while a WebP stands in for an AVIF. */
export type Caching = { readonly ready: string; readonly standIn: string };

/** The picture that a file name of an address means, "640.webp"; null when there is no such width or format. */
export function pictureNamed(file: string): { width: PhotoWidth; format: PhotoFormat } | null {
  const [, digits, format] = /^(\d+)\.(webp|avif)$/.exec(file) ?? [];
  const width = PHOTO_WIDTHS.find((known) => String(known) === digits);
  return width ? { width, format: format === "avif" ? "avif" : "webp" } : null;
}

/**
 * Answers with a stored picture of this key, 404 without one. While the AVIF is still being made, its address answers
 * with the WebP.
 */
export async function pictureAnswer(
  key: string,
  { width, format }: { width: PhotoWidth; format: PhotoFormat },
  caching: Caching,
): Promise<Response> {
  const stored = await storedPicture(key, width, format);
  if (stored) return picture(stored, caching.ready);
  const other = format === "avif" ? await storedPicture(key, width, "webp") : null;
  return other ? picture(other, caching.standIn) : noPicture();
}

type Stored = NonNullable<Awaited<ReturnType<typeof storedPicture>>>;

function picture({ body, contentType, length }: Stored, cacheControl: string): Response {
  return new Response(body, {
    headers: {
      "content-type": contentType,
      "content-length": String(length),
      "cache-control": cacheControl,
      "x-content-type-options": "nosniff",
    },
  });
}

export function noPicture(): Response {
  return new Response(null, { status: 404, headers: { "cache-control": "no-store" } });
}
