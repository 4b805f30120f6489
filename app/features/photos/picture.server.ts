import { type FilePart, fileAnswer } from "#app/platform/file-answer.server.ts";
import type { Stored } from "#app/platform/storage.server.ts";
import { PHOTO_DIGITS, storedPicture } from "./files.server.ts";
import { PHOTO_WIDTHS, type PhotoFormat, type PhotoWidth } from "./photo.ts";
import { isHiddenPhoto } from "./queries.server.ts";

interface PictureName {
  readonly width: PhotoWidth;
  readonly format: PhotoFormat;
}

/** The width and format in a file name such as "640.webp"; null when one is unknown. */
export function pictureNamed(file: string): PictureName | null {
  const [, digits, format] = /^(\d+)\.(webp|avif)$/.exec(file) ?? [];
  const width = PHOTO_WIDTHS.find((offered) => String(offered) === digits);
  return width ? { width, format: format === "avif" ? "avif" : "webp" } : null;
}

/** While the AVIF is still being made, its URL serves the WebP. */
async function bestOf(key: string, { width, format }: PictureName) {
  const stored = await storedPicture(key, width, format);
  if (stored || format === "webp") return stored && { stored, format, isStandIn: false };
  const other = await storedPicture(key, width, "webp");
  return other && { stored: other, format: "webp", isStandIn: true };
}

/** Responds with a stored picture of this key to one of the people who may see it, or with 404. */
export async function privatePicture(key: string, name: PictureName): Promise<Response> {
  const picture = await bestOf(key, name);
  if (!picture) return noPicture();
  const { body, contentType, length } = picture.stored;
  return new Response(body, { headers: { "content-type": contentType, "content-length": String(length) } });
}

/**
 * Responds to `GET /photos/{key}/{width}.webp` or `.avif`, a public photo; 404 for a hidden or unknown one. Photos of
 * messages are at `/chat/photos/`.
 */
export async function publicPicture(request: Request, key: string, file: string): Promise<Response> {
  const name = pictureNamed(file);
  const isPublic = name !== null && PHOTO_DIGITS.test(key) && !(await isHiddenPhoto(key));
  const picture = isPublic ? await bestOf(key, name) : null;
  if (!picture || !name) return noPicture();
  const { stored, format, isStandIn } = picture;
  const version = { ...stored, etag: `"${key.slice(0, 24)}-${name.width}.${format}"` };
  const { status, headers, part } = fileAnswer(version, request.method, (header) =>
    request.headers.get(header),
  );
  return new Response(await bytesOf(stored, part), {
    status,
    headers: {
      "content-type": stored.contentType,
      "cache-control": isStandIn ? "public, max-age=60" : "public, max-age=31536000, immutable",
      // Other sites show link previews.
      "cross-origin-resource-policy": "cross-origin",
      ...headers,
    },
  });
}

async function bytesOf({ body, length }: Stored, part: FilePart | null): Promise<Stored["body"] | null> {
  if (body instanceof Uint8Array) return part && body.subarray(part.start, part.end);
  if (part === null) await body.cancel();
  if (part === null || part.end - part.start === length) return part && body;
  return new Uint8Array(await new Response(body).arrayBuffer()).subarray(part.start, part.end);
}

export function noPicture(): Response {
  return new Response(null, { status: 404 });
}
