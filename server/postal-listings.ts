import type pg from "pg";
import {
  type Country,
  isRegion,
  normalizePostalCode,
  postalAreas,
  publicPostalCode,
} from "#app/domain/place.ts";

interface Placed {
  readonly type: string;
  readonly id: string;
  readonly country: Country;
  readonly postal_code: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly town: string | null;
  readonly approximate: boolean;
}

interface Centroid {
  readonly place: string;
  readonly latitude: number;
  readonly longitude: number;
}

const LOCK = "hashtextextended('postal codes', 0)";

/**
 * Takes the lock on postal codes and positions of listings, for as long as the connection lasts. Calls `waits` and then
 * waits when another process has it.
 */
export async function lockPostalCodes(client: pg.ClientBase, waits?: () => void): Promise<void> {
  const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${LOCK}) as mine`);
  if (rows[0]?.mine === true) return;
  waits?.();
  await client.query(`select pg_advisory_lock(${LOCK})`);
}

/** Listings in a transaction; rewriting one takes about a millisecond. */
const BATCH = 500;

/** The most precise first. */
function areasOf({ country, postal_code }: Placed): string[] {
  const code = normalizePostalCode(country, postal_code);
  return code === null ? [] : postalAreas(country, publicPostalCode(country, code));
}

async function centroidsOf(client: pg.ClientBase, batch: readonly Placed[]): Promise<Map<string, Centroid>> {
  const wanted = new Map(
    batch.flatMap((listing) =>
      areasOf(listing).map((code) => [`${listing.country} ${code}`, [listing.country, code] as const]),
    ),
  );
  const codes = [...wanted.values()];
  const { rows } = await client.query<Centroid & { country: string; code: string }>(
    `select country, code, place, latitude, longitude
     from unnest($1::text[], $2::text[]) as wanted (country, code) join postal_codes using (country, code)`,
    [codes.map(([country]) => country), codes.map(([, code]) => code)],
  );
  return new Map(rows.map((row) => [`${row.country} ${row.code}`, row]));
}

/** The listings to move, with their new positions. */
async function misplaced(client: pg.ClientBase, batch: readonly Placed[]) {
  const centroids = await centroidsOf(client, batch);
  return batch.flatMap((listing) => {
    const area = areasOf(listing).find((code) => centroids.has(`${listing.country} ${code}`));
    const centre = area === undefined ? undefined : centroids.get(`${listing.country} ${area}`);
    if (area === undefined || !centre) return [];
    const { latitude, longitude, place } = centre;
    const approximate = isRegion(listing.country, area);
    const town = approximate || place === "" ? null : place;
    const same =
      latitude === listing.latitude &&
      longitude === listing.longitude &&
      town === listing.town &&
      approximate === listing.approximate;
    return same ? [] : [{ ...listing, latitude, longitude, town, approximate }];
  });
}

/** Skips a listing whose owner has just entered another postal code. */
async function move(client: pg.ClientBase, listings: readonly Placed[]): Promise<number> {
  const { rowCount } = await client.query(
    `update listings set latitude = moved.latitude, longitude = moved.longitude, town = moved.town,
       approximate = moved.approximate
     from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::float8[], $6::float8[], $7::text[], $8::boolean[])
       as moved (type, id, country, postal_code, latitude, longitude, town, approximate)
     where listings.type = moved.type and listings.id = moved.id
       and listings.country = moved.country and listings.postal_code = moved.postal_code`,
    [
      listings.map((listing) => listing.type),
      listings.map((listing) => listing.id),
      listings.map((listing) => listing.country),
      listings.map((listing) => listing.postal_code),
      listings.map((listing) => listing.latitude),
      listings.map((listing) => listing.longitude),
      listings.map((listing) => listing.town),
      listings.map((listing) => listing.approximate),
    ],
  );
  return rowCount ?? 0;
}

/**
 * Moves the listings of these countries to the most precise stored coordinates of their postal areas, in batches, and
 * drops cached pages. Another run completes an interrupted one.
 * @param moved called with the number moved so far
 * @returns how many moved
 * @throws the reason of the signal when it was aborted
 */
export async function placeListings(
  client: pg.ClientBase,
  countries: readonly Country[],
  { signal, moved }: { signal?: AbortSignal; moved?: (count: number) => void } = {},
): Promise<number> {
  let total = 0;
  let last: Pick<Placed, "type" | "id"> = { type: "", id: "00000000-0000-0000-0000-000000000000" };
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await client.query<Placed>(
      `select type, id, country, postal_code, latitude, longitude, town, approximate from listings
       where (type, id) > ($1, $2) and country = any($3) order by type, id limit ${BATCH}`,
      [last.type, last.id, countries],
    );
    const end = rows.at(-1);
    if (!end) break;
    last = end;
    const wrong = await misplaced(client, rows);
    if (wrong.length === 0) continue;
    total += await move(client, wrong);
    moved?.(total);
  }
  // Cached pages may have distances from old coordinates, even if no listing has moved.
  await client.query("select pg_notify('listings', type) from (select distinct type from listings) listed");
  return total;
}
