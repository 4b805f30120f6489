import { sql } from "kysely";
import { isId } from "#app/domain/ids.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { prepared } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { copyPhoto } from "./commands.server.ts";
import { photoKeyOf } from "./photo.ts";

/**
 * The ids of the photos that a program names for a listing, in this order: by id, or by the URL of a photo that the
 * viewer has already. Of a photo that is in use elsewhere, it gets a copy. `attachPhotos` checks whose they are.
 * @param listing the listing that is changed; null for a new one
 * @throws Refused "photos_attach_missing" for a URL of anything else
 */
export async function namedPhotos(
  viewer: Viewer,
  names: readonly string[],
  listing: ListingKey | null,
): Promise<string[]> {
  const keys = names.map((name) => (isId(name) ? null : photoKeyOf(env().baseUrl, name)));
  const ids = await usableByKey(
    viewer,
    keys.filter((key) => key !== null),
    listing,
  );
  const named: string[] = [];
  for (const [at, name] of names.entries()) {
    const key = keys[at] ?? null;
    const id = isId(name) ? name : key && (ids.get(key) ?? (await copyPhoto(viewer.id, key))?.id);
    if (!id) throw new Refused("photos_attach_missing");
    if (key) ids.set(key, id);
    named.push(id);
  }
  return named;
}

/** Photos on this listing come before those that nothing uses. */
async function usableByKey(
  viewer: Viewer,
  keys: readonly string[],
  listing: ListingKey | null,
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await prepared<{ key: string; id: string }>(sql`
    select distinct on (key) key, id from photos
    where user_id = ${viewer.id} and key = any(${keys}) and chat_message_id is null and hidden is null
      and (listing_id is null or (listing_type, listing_id) = (${listing?.type ?? ""}, ${listing?.id ?? null}::uuid))
    order by key, listing_id nulls last
  `);
  return new Map(rows.map(({ key, id }) => [key, id]));
}
