import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { env } from "#app/platform/env.server.ts";
import type { PreviewPicture } from "#app/platform/page-meta.server.ts";
import { isDrawing, type MainPhoto, type Photo, photoUrl } from "./photo.ts";
import type { PhotoRow } from "./queries.server.ts";

/** Names each field, so that no other column of the row ever leaves the server (docs/laws.md, law 8). */
export function presentPhoto(row: PhotoRow): Photo {
  const { id, key, width, height, thumbhash, avif } = row;
  return { id, key, width, height, thumbhash, avif };
}

/** The main photo of a listing, or else the drawing of its category. */
export function presentMainPhoto(
  row: PhotoRow | null,
  { drawing }: Pick<CategoryDefinition, "drawing">,
): MainPhoto {
  return row ? presentPhoto(row) : { drawing };
}

/** The preview of a shared link: the photo itself, or for a page without one the shop's picture (scripts/icons.ts). */
export function previewPicture(photo?: MainPhoto): PreviewPicture {
  const { baseUrl, filesUrl = baseUrl } = env();
  if (!photo || isDrawing(photo))
    return { href: `${baseUrl}/share.png`, type: "image/png", width: 1200, height: 630 };
  const { key, width, height } = photo;
  return { href: filesUrl + photoUrl(key, 1280), type: "image/webp", width, height };
}
