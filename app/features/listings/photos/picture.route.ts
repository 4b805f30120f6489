import type { Route } from "./+types/picture.route.ts";
import { storedPicture } from "./files.server.ts";
import { PHOTO_WIDTHS, type PhotoFormat, type PhotoWidth } from "./photo.ts";
import { photoKey } from "./schema.ts";

const FOR_EVER = "public, max-age=31536000, immutable";
const FOR_NOW = "public, max-age=60";

/**
 * A stored picture: `/photos/{key}/{width}.webp` or `.avif`. While the AVIF is still being made, its address answers
 * with the WebP, and says that this will change.
 */
export async function loader({ params }: Route.LoaderArgs): Promise<Response> {
  const asked = askedFor(params.key, params.file);
  if (!asked) return missing();
  const stored = await storedPicture(asked.key, asked.width, asked.format);
  if (stored) return picture(stored, FOR_EVER);
  const other = asked.format === "avif" ? await storedPicture(asked.key, asked.width, "webp") : null;
  return other ? picture(other, FOR_NOW) : missing();
}

function askedFor(key: string, file: string): { key: string; width: PhotoWidth; format: PhotoFormat } | null {
  const [, digits, format] = /^(\d+)\.(webp|avif)$/.exec(file) ?? [];
  const width = PHOTO_WIDTHS.find((known) => String(known) === digits);
  if (!width || !photoKey.safeParse(key).success) return null;
  return { key, width, format: format === "avif" ? "avif" : "webp" };
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

function missing(): Response {
  return new Response(null, { status: 404, headers: { "cache-control": "no-store" } });
}
