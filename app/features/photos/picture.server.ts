import { storedPicture } from "./files.server.ts";
import { PHOTO_WIDTHS, type PhotoFormat, type PhotoWidth } from "./photo.ts";

/** The `cache-control` headers of a public picture. */
export type Caching = {
  /** For the requested picture. */
  readonly ready: string;
  /** For the WebP that is sent while the requested AVIF does not exist yet. */
  readonly standIn: string;
};

/** The width and format in a file name such as "640.webp"; null when one is unknown. */
export function pictureNamed(file: string): { width: PhotoWidth; format: PhotoFormat } | null {
  const [, digits, format] = /^(\d+)\.(webp|avif)$/.exec(file) ?? [];
  const width = PHOTO_WIDTHS.find((known) => String(known) === digits);
  return width ? { width, format: format === "avif" ? "avif" : "webp" } : null;
}

/** Responds with a stored picture of this key, or 404; without `caching` it is private. While the AVIF is still being made, its URL serves the WebP. */
export async function pictureAnswer(
  key: string,
  { width, format }: { width: PhotoWidth; format: PhotoFormat },
  caching?: Caching,
): Promise<Response> {
  const stored = await storedPicture(key, width, format);
  if (stored) return picture(stored, caching?.ready);
  const other = format === "avif" ? await storedPicture(key, width, "webp") : null;
  return other ? picture(other, caching?.standIn) : noPicture();
}

type Stored = NonNullable<Awaited<ReturnType<typeof storedPicture>>>;

function picture({ body, contentType, length }: Stored, cacheControl?: string): Response {
  return new Response(body, {
    headers: {
      "content-type": contentType,
      "content-length": String(length),
      ...(cacheControl !== undefined && {
        "cache-control": cacheControl,
        // Other sites show link previews.
        "cross-origin-resource-policy": "cross-origin",
      }),
    },
  });
}

export function noPicture(): Response {
  return new Response(null, { status: 404 });
}
