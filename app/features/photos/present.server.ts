import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { MainPhoto, Photo } from "./photo.ts";
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
