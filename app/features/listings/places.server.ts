import { type RawBuilder, sql } from "kysely";
import { REGION_KM } from "#app/domain/geo.ts";
import {
  type Centre,
  type Coordinates,
  type Country,
  isRegion,
  type Located,
  type PostalPlace,
  postalAreas,
  publicPostalCode,
} from "#app/domain/place.ts";
import { db, prepared } from "#app/platform/db.server.ts";

interface KnownCode extends Coordinates {
  readonly code: string;
  readonly place: string;
}

function located(country: Country, { code, place, latitude, longitude }: KnownCode): Located {
  const approximate = isRegion(country, code);
  return { latitude, longitude, approximate, town: approximate || place === "" ? null : place };
}

/**
 * The position of a postal code, or else of the smallest area around it that the database has; null when it has not
 * even the region.
 */
export async function locate(country: Country, postalCode: string): Promise<Located | null> {
  const [row] = await prepared<KnownCode>(sql`
    select code, place, latitude, longitude from postal_codes
    where country = ${country} and code = any(${postalAreas(country, postalCode)})
    order by length(code) desc limit 1
  `);
  return row ? located(country, row) : null;
}

/**
 * The public position of a listing is that of its postal area (decision 0014). With more precise coordinates,
 * distances from several postal codes would reveal the street.
 */
export function locateListing({ country, postalCode }: PostalPlace): Promise<Located | null> {
  return locate(country, publicPostalCode(country, postalCode));
}

/** What `locateListing` returns for each, in the same order. */
export async function locateListings(places: readonly PostalPlace[]): Promise<(Located | null)[]> {
  const candidates = places.flatMap(({ country, postalCode }, n) =>
    postalAreas(country, publicPostalCode(country, postalCode)).map((code) => ({ n, country, code })),
  );
  const { rows } = await sql<KnownCode & { readonly n: number }>`
    select distinct on (n) n, code, place, latitude, longitude
    from unnest(${candidates.map(({ n }) => n)}::integer[], ${candidates.map(({ country }) => country)}::text[],
      ${candidates.map(({ code }) => code)}::text[]) as candidates (n, country, code)
    join postal_codes using (country, code)
    order by n, length(code) desc
  `.execute(db());
  const rowByN = new Map(rows.map((row) => [row.n, row]));
  return places.map(({ country }, n) => {
    const row = rowByN.get(n);
    return row ? located(country, row) : null;
  });
}

/**
 * An SQL expression: the kilometres from a centre to a listing; null for a listing without coordinates. If only the
 * region of the listing is known, REGION_KM is added, so that the listing seldom seems nearer than it is.
 */
export function distance(centre: Centre): RawBuilder<unknown> {
  return sql`case when latitude is not null then distance_km(latitude, longitude, ${centre.latitude}, ${centre.longitude})
    + case when approximate then ${sql.lit(REGION_KM)} else 0 end end`;
}

/** An SQL expression: whether a distance is rough, because only the region of the centre or of the listing is known. */
export function isRough(centre: Centre | null): RawBuilder<unknown> {
  return centre?.approximate ? sql`true` : sql`approximate`;
}
